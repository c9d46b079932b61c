"""Games that everyone in a channel plays against the computer."""

import asyncio

import pytest

from bot.game.games import EVERYONE, Computer, Human, Level
from tests.e2e.club import Answer, Club, refused
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CY, DIRECT, GROUP, Json, buttons
from tests.e2e.faults.test_permissions import MUTED, SEND, is_refusal
from tests.e2e.processes.real import shows_board

HEADER = "**X** everyone vs **O** the computer (classic) · 3×3, 3 in a row"


async def begin(club: Club) -> Answer:
    """Ann starts a game of everyone; return its board."""
    closed = await club.click(club.ann, "All together", await club.slash(club.ann, "new"))
    assert closed.text == "Your game has begun."
    return club.shown


async def free_cell(club: Club) -> tuple[int, int]:
    row, col = next(iter((await club.game()).board.legal_moves))
    return row, col


async def test_anyone_in_the_channel_moves_and_the_end_names_who_took_part(club: Club) -> None:
    board = await begin(club)
    assert board.text.startswith(HEADER)
    assert board.below == ["Your turn, everyone (X): tap a cell."]
    assert club.pinged() == []
    for who in (club.ann, club.bob, club.ann, club.cy, club.bob):
        row, col = await free_cell(club)
        board = await club.tap(who, row, col)
        assert club.pinged() == []
        game = await club.game()
        if game.result:
            break
        assert board.below[0] == f"@{who.name} took ({row}, {col})."
    assert game.result
    assert {game.x, game.o} == {Human(EVERYONE), Computer(Level.CLASSIC)}
    moved = list(dict.fromkeys(f"<@{mover.user}>" for mover in game.movers if mover))
    assert club.named(f"Played by {', '.join(moved)}.") in board.text
    await club.click(club.cy, "Share")
    assert "Played by @ann, @bob" in club.shown.text
    assert club.pinged() == []


async def test_nobody_moves_twice_in_a_row_while_others_play(club: Club) -> None:
    await begin(club)
    for who in (club.ann, club.bob):
        await club.tap(who, *await free_cell(club))
    row, col = await free_cell(club)
    words = "You made the last move. Anyone else can move now, and you can move again <t:"
    await refused(club, club.tap(club.bob, row, col), words)
    await refused(club, club.slash(club.bob, "move", i=row, j=col), words)
    await refused(club, club.slash(club.bob, "hint"), words)
    assert not (await club.slash(club.cy, "move", i=row, j=col)).private


async def test_after_a_day_a_user_goes_on_alone(club: Club) -> None:
    await begin(club)
    for who in (club.ann, club.bob):
        await club.tap(who, *await free_cell(club))
    await club.env.advance_time(86_400)
    row, col = await free_cell(club)
    assert not (await club.slash(club.bob, "move", i=row, j=col)).private


async def test_only_who_made_the_last_move_undoes_it(club: Club) -> None:
    await begin(club)
    await club.tap(club.ann, 1, 1)
    words = "Only @ann can undo the last move. `/ttt board` shows the game."
    await refused(club, club.click(club.bob, "Undo"), words, whole=True)
    await refused(club, club.slash(club.bob, "undo"), words, whole=True)
    undone = await club.click(club.ann, "Undo")
    assert undone.below[0] == "@ann undid a move."
    assert (await club.game()).plies == ()


async def test_more_has_no_resignation_and_an_end_only_for_a_user_alone(club: Club) -> None:
    await begin(club)
    await club.tap(club.ann, 1, 1)
    more = await club.click(club.ann, "⋯ More")
    assert more.buttons == ["Hint", "Board in words", "Picture", "Replay", "End the game"]
    assert (await club.click(club.bob, "⋯ More")).buttons == ["Hint", "Board in words", "Picture", "Replay"]
    words = "Nobody can resign for everyone. To end the game, use `/ttt end`."
    await refused(club, club.slash(club.bob, "resign"), words, whole=True)
    words = (
        "Only members with the **Manage Messages** permission can end this game now. If nobody moves, anyone can end "
        "it with `/ttt end`"
    )
    await refused(club, club.slash(club.bob, "end"), words)
    await club.env.advance_time(86_400)
    ended = await club.end(club.bob)
    assert "@bob ended the game. No result. Played by @ann." in ended.text


async def test_a_moderator_ends_it(club: Club) -> None:
    await begin(club)
    await club.tap(club.ann, 1, 1)
    ended = await club.end(club.member("mod", manage_messages=True))
    assert "@mod ended the game. No result. Played by @ann." in ended.text


async def test_it_has_the_place_of_a_duel_beside_a_users_own_game(club: Club) -> None:
    await club.duel()
    busy = await club.click(club.cy, "All together", await club.slash(club.cy, "new"))
    assert busy.text.startswith("There's already a game in this channel, between @ann and @bob")
    assert busy.buttons == ["Play the computer"]
    asked = await club.click(club.ann, "All together", await club.slash(club.ann, "new"))
    assert asked.buttons == ["Go to the game", "End it and start a new one"]
    await club.click(club.ann, "End it and start a new one", asked)
    assert club.shown.text.startswith(HEADER)
    refusal = await club.slash(club.bob, "new", opponent=club.cy)
    assert refusal.private
    assert refusal.text.startswith("There's already a game in this channel, between everyone and the computer")
    await club.env.advance_time(60)
    own = await club.slash(club.bob, "new", ai="classic")
    assert own.text.startswith("**X** @bob vs **O** the computer")


async def test_anyone_plays_again(club: Club) -> None:
    await begin(club)
    await club.tap(club.ann, 1, 1)
    await club.end(club.ann)
    again = await club.click(club.bob, "Rematch")
    assert again.text.startswith(HEADER)
    assert (await club.game()).plies == ()


async def test_only_a_game_without_options_is_for_everyone(club: Club) -> None:
    options = await club.click(club.ann, "More options…", await club.slash(club.ann, "new"))
    await club.click(club.ann, "Thread: off", club.now(options))
    assert "All together" not in (await club.click(club.ann, "Back", club.now(options))).buttons


async def test_it_is_read_aloud(club: Club) -> None:
    await begin(club)
    read = await club.slash(club.bob, "read")
    assert "X is everyone. O is the computer." in read.text
    assert "It's your turn." in read.text


async def test_it_goes_on_after_a_restart(club: Club) -> None:
    board = await begin(club)
    for who in (club.ann, club.bob):
        board = await club.tap(who, *await free_cell(club), board)
    await club.restart()
    await refused(club, club.tap(club.bob, *await free_cell(club), club.now(board)), "You made the last move.")
    assert len((await club.game()).plies) == 4


async def test_the_channel_of_a_thread_reads_who_took_part(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", thread=True)
    [thread] = club.channel.threads
    await club.click(club.ann, "All together", await club.slash(club.ann, "new", where=thread))
    board = await club.slash(club.bob, "move", where=thread, i=1, j=1)
    assert board.text.startswith(HEADER)
    await club.end(club.member("mod", manage_messages=True), where=thread)
    await club.env.settle()
    assert "@mod ended the game. No result. Played by @bob. https://" in club.shown.text
    assert club.pinged() == []


async def begin_at(discord: Loopback, channel: int = payloads.CHANNELS[0]) -> Json:
    """Ann starts a game of everyone in a channel of the loopback; return its board."""
    menu = await discord.slash(ANN, "new", channel=channel)
    return await (await discord.press(ANN, "All together", menu.message)).follow_up()


@pytest.mark.usefixtures("bot")
async def test_who_may_not_write_only_watches(discord: Loopback) -> None:
    board = await begin_at(discord)
    discord.permissions[BOB] = MUTED
    for act in (discord.press(BOB, "0:0", board), discord.slash(BOB, "move", i=0, j=0)):
        assert is_refusal(await act, SEND)
    assert shows_board(await discord.press(CY, "0:0", board))


@pytest.mark.usefixtures("bot")
async def test_of_two_moves_at_once_one_counts(discord: Loopback) -> None:
    board = await begin_at(discord)
    answers = await asyncio.gather(discord.press(BOB, "0:0", board), discord.press(CY, "2:2", board))
    assert all(map(shows_board, answers))
    shown = discord.messages[board["id"]]["content"]
    assert [f"<@{user}> took" in shown for user in (BOB, CY)].count(True) == 1


@pytest.mark.usefixtures("bot")
async def test_groups_have_everyone_and_direct_messages_do_not(discord: Loopback) -> None:
    menu = await discord.slash(ANN, "new", channel=DIRECT)
    assert "All together" not in buttons(menu.message)
    planted = payloads.component("ttt:new:together:3:3:3:classic:me", 2)
    board = await (await discord.act(3, DIRECT, ANN, planted, menu.message)).follow_up()
    assert board["content"].startswith(f"**X** <@{ANN}> vs **O** the computer (classic)")
    assert (await begin_at(discord, GROUP))["content"].startswith("**X** everyone")
