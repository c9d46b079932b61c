"""The menu of a new game, as people press it."""

from typing import Any

import pytest

from bot.game.games import Computer, Human, Level, UserId
from engine import Rules
from tests.e2e.club import Answer, Club, Person, refused
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB

SIZE, STRENGTH, MEMBER = "size", "against", "member"
FIRST, PACE, SERIES = "first", "pace", "series"
SWAP = "After the first move, the other player may take X."


def menus(answer: Answer) -> dict[str, Any]:
    """Return the menus of a message by the name in their custom_id."""
    rows = [row["components"][0] for row in answer.result.response.components]
    return {row["custom_id"].split(":")[2]: row for row in rows if row["type"] != 2}


def choices_in(answer: Answer) -> list[str]:
    """Return the labels of the selected options."""
    options = [option for menu in menus(answer).values() for option in menu.get("options", ())]
    return [option["label"] for option in options if option.get("default")]


async def choose(club: Club, who: Person, on: Answer, what: str, value: Any) -> Answer:
    """Choose an option or a member in a menu."""
    return await club.choose(who, menus(on)[what]["custom_id"], value, on)


async def open_menu(club: Club) -> Answer:
    return await club.slash(club.ann, "new")


@pytest.mark.parametrize("name", ["ttt new", "tictactoe"])
async def test_the_menu_has_three_ways_to_play_and_the_board(name: str, club: Club) -> None:
    menu = club.answer(await club.ann.slash(club.channel, name))
    assert menu.private
    assert menu.buttons == ["Play the computer", "Find an opponent", "All together", "Another size…", "More options…"]
    assert list(menus(menu)) == [MEMBER, SIZE, STRENGTH]
    assert menus(menu)[MEMBER]["placeholder"] == "Challenge a friend"
    assert choices_in(menu) == ["3×3, 3 in a row", "The computer: classic"]
    assert "default_values" not in menus(menu)[MEMBER]  # Discord wants one at least where there are any
    assert menu.text == "**3×3, 3 in a row**\nPerfect play ends in a draw."
    sizes = ["3×3, 3 in a row", "4×4, 4 in a row", "7×6, 5 in a row", "15×15, 5 in a row"]
    assert [option["label"] for option in menus(menu)[SIZE]["options"]] == sizes
    assert [option["value"] for option in menus(menu)[STRENGTH]["options"]] == list(Level)


@pytest.mark.parametrize("option", [{"m": 3}, {"n": 3}, {"k": 3}, {"ai": "easy"}, {"first": "me"}])
async def test_any_option_starts_the_game_without_the_menu(option: dict[str, Any], club: Club) -> None:
    board = await club.slash(club.ann, "new", **option)
    assert not board.private
    assert "3×3, 3 in a row" in board.text


async def test_choices_in_the_menu_survive_a_restart(club: Club) -> None:
    menu = await choose(club, club.ann, await open_menu(club), SIZE, "7x6x5")
    await club.restart()
    menu = await choose(club, club.ann, menu, STRENGTH, "easy")
    assert choices_in(menu) == ["7×6, 5 in a row", "The computer: easy"]
    menu = await club.click(club.ann, "More options…", menu)
    assert list(menus(menu)) == [FIRST, PACE, SERIES]
    for what, value in ((FIRST, "opponent"), (SERIES, "3"), (PACE, "1 day")):
        menu = await choose(club, club.ann, menu, what, value)
    assert choices_in(menu) == ["The other player goes first", "1 day a move", "Best of 3 games"]
    menu = await club.click(club.ann, "Back", menu)
    assert menu.text == (
        "**7×6, 5 in a row** · 1 day a move\n"
        "Perfect play ends in a draw. The other player goes first. Best of 3 games, switching sides."
    )
    await club.restart()
    answer = await club.click(club.ann, "Play the computer", menu)
    assert answer.text == "Your game has begun."
    game = await club.game()
    assert (game.rules, game.x, game.o) == (Rules(7, 6, 5), Computer(Level.EASY), Human(UserId(club.ann.id)))
    assert game.series
    assert game.clock


async def test_a_public_button_for_new_games_stays(club: Club) -> None:
    welcome = await club.planted("ttt:new:play:3:3:3:classic:me")
    for who in (club.ann, club.bob):
        assert "3×3" in (await club.click(who, "ttt:new:play:3:3:3:classic:me", welcome)).text
    await club.env.settle()
    assert club.now(welcome).buttons


async def test_choosing_a_member_challenges_them(club: Club) -> None:
    menu = await open_menu(club)
    for other, words in ((club.other_bot(), "You can't challenge another bot."), (club.ann, "challenge yourself.")):
        await refused(club, choose(club, club.ann, menu, MEMBER, other), words)
    answer = await choose(club, club.ann, menu, MEMBER, club.bob)
    assert answer.message == menu.message
    assert (answer.text, answer.buttons) == ("Your challenge has been posted.", [])
    assert club.shown.text.startswith("@bob, @ann challenges you to a game: 3×3, 3 in a row.")
    assert club.pinged() == [club.bob.id]


async def test_buttons_switch_swap_and_thread_on_and_off(club: Club) -> None:
    menu = await choose(club, club.ann, await open_menu(club), SIZE, "15x15x5")
    options = await club.click(club.ann, "More options…", menu)
    for label, words, is_on in (
        ("Swap: off", SWAP, True),
        ("Swap: on", SWAP, False),
        ("Swap: off", SWAP, True),
        ("Thread: off", "In its own thread.", True),
    ):
        assert (words in (await club.click(club.ann, label, club.now(options))).text) is is_on
    await club.click(club.ann, "Back", club.now(options))
    await club.click(club.ann, "Find an opponent", club.now(options))
    assert f"{SWAP} In its own thread." in club.shown.text


async def test_a_board_drawn_with_best_play_offers_no_swap(club: Club) -> None:
    options = await club.click(club.ann, "More options…", await open_menu(club))
    assert options.buttons == ["Back", "Thread: off"]


async def fill(club: Club, opening: Any, **fields: str) -> Answer:
    return club.answer(await club.ann.submit_modal(opening, fields))


async def test_a_form_takes_any_board_size(club: Club) -> None:
    menu = await open_menu(club)
    menu = await fill(club, await club.form(club.ann, "Another size…", menu), m="5", n="9", k="4")
    assert choices_in(menu) == ["5×9, 4 in a row", "The computer: classic"]
    menu = await fill(club, await club.form(club.ann, "Another size…", menu), m=" 2", n="7", k="")
    assert choices_in(menu)[0] == "2×7, 3 in a row"
    await club.click(club.ann, "Find an opponent", menu)
    assert "2×7, 3 in a row" in club.shown.text


async def test_an_invalid_size_is_refused_and_can_be_corrected(club: Club) -> None:
    form = await club.form(club.ann, "Another size…", await open_menu(club))
    for m, n, k, words in (
        ("abc", "", "", "I couldn't read `abc` as a number. Type a whole number, like 5."),
        ("-3", "", "", "I couldn't read `-3` as a number. Type a whole number, like 5."),
        ("1", "5", "", "A 1×5 board isn't possible. Choose 2 to 100 rows (`m`) and columns (`n`)."),
        ("3", "4", "5", "5 in a row isn't possible on 3×4. Choose 2 to 4 marks in a row (`k`)."),
    ):
        refusal = await fill(club, form, m=m, n=n, k=k)
        assert (refusal.text, refusal.private, refusal.buttons) == (words, True, ["Try again"])
        form = await club.form(club.ann, "Try again", refusal)
    assert choices_in(await fill(club, form, m="4", n="5", k="3"))[0] == "4×5, 3 in a row"


async def test_the_menu_remembers_a_users_last_board(club: Club) -> None:
    await club.slash(club.ann, "new", m=5, n=8, k=3, ai="easy")
    await club.resign(club.ann)
    options = {option["label"]: option["description"] for option in menus(await open_menu(club))[SIZE]["options"]}
    assert options["5×8, 3 in a row"] == "Your last board"
    assert "Your last board" not in str(menus(await club.slash(club.bob, "new")))


async def test_a_busy_channel_refuses_at_the_start_and_the_menu_stays(club: Club) -> None:
    menu = await open_menu(club)
    await club.duel_of(club.bob, club.cy)
    await refused(club, club.click(club.ann, "Find an opponent", menu), "There's already a game in this channel")
    await club.resign(club.cy)
    await club.click(club.ann, "Find an opponent", menu)
    assert club.shown.text.startswith("@ann is looking for an opponent · 3×3, 3 in a row.")


async def test_direct_messages_have_only_games_against_the_computer(club: Club) -> None:
    dora = club.env.create_user("dora")
    menu = await club.slash(dora, "new")
    assert menu.buttons == ["Play the computer", "Another size…", "More options…"]
    assert list(menus(menu)) == [SIZE, STRENGTH]
    menu = await choose(club, dora, menu, STRENGTH, "easy")
    answer = await club.click(dora, "Play the computer", menu)
    assert answer.text == "Your game has begun."
    assert "Your turn" in club.last_followup(answer).text
    assert "The computer took" in (await club.slash(dora, "move", i=1, j=1)).text
    assert "undid a move." in (await club.slash(dora, "undo")).text
    assert (await club.slash(dora, "undo")).text.startswith("There's nothing to undo: you haven't made a move.")


@pytest.mark.usefixtures("bot")
async def test_only_members_of_the_server_can_be_challenged(discord: Loopback) -> None:
    discord.outsiders = {BOB}
    menu = (await discord.slash(ANN, "new")).message
    refusals = (
        await discord.choose(ANN, MEMBER, str(BOB), menu),
        await discord.slash(ANN, "new", opponent=BOB),
        await discord.on_person(ANN, "Challenge to tic-tac-toe", BOB),
    )
    for refusal in refusals:
        assert refusal.private
        assert refusal.text.startswith("You can only challenge members of this server")
