"""The menu of a new game, as people press it."""

from typing import Any

import pytest

from bot.game.games import Computer, Human, Level, UserId
from engine import Rules
from tests.e2e.club import Answer, Club, Person, answer, refused
from tests.e2e.discord.clients import NotSent
from tests.e2e.discord.loopback import Loopback, answered
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS

SIZE, STRENGTH, MEMBER = "size", "against", "member"
FIRST, PACE, SERIES = "first", "pace", "series"


def menus(shown: Answer) -> dict[str, Any]:
    """Return the menus of a message by what they choose."""
    rows = [row["components"][0] for row in shown.result.response.components]
    return {row["custom_id"].split(":")[2]: row for row in rows if row["type"] != 2}


def chosen(shown: Answer) -> list[str]:
    """Return the labels of what is chosen, and the ids of members."""
    options = [option for menu in menus(shown).values() for option in menu.get("options", ())]
    members = [member["id"] for menu in menus(shown).values() for member in menu.get("default_values", ())]
    return [option["label"] for option in options if option.get("default")] + members


async def choose(who: Person, on: Answer, what: str, value: Any) -> Answer:
    """Choose an option or a member in a menu."""
    assert on.message
    return answer(await who.select(on.message, [value], custom_id=menus(on)[what]["custom_id"]))


async def opened(club: Club) -> Answer:
    return await club.slash(club.ann, "new")


@pytest.mark.parametrize("name", ["new", "tictactoe"])
async def test_the_menu_has_three_ways_to_play_and_the_board(name: str, club: Club) -> None:
    shown = await (opened(club) if name == "new" else club.launch(club.ann))
    assert shown.private
    assert shown.buttons == ["Play the computer", "Find an opponent", "Another size…", "More options…"]
    assert list(menus(shown)) == [MEMBER, SIZE, STRENGTH]
    assert menus(shown)[MEMBER]["placeholder"] == "Challenge a friend"
    assert chosen(shown) == ["3×3, 3 in a row", "The computer: classic"]
    assert "default_values" not in menus(shown)[MEMBER]  # Discord wants one at least where there are any
    assert shown.text == "**3×3, 3 in a row**\nPerfect play ends in a draw."
    sizes = [option["label"] for option in menus(shown)[SIZE]["options"]]
    assert sizes == [
        "3×3, 3 in a row",
        "4×4, 4 in a row",
        "7×6, 5 in a row",
        "15×15, 5 in a row",
    ]
    assert [option["value"] for option in menus(shown)[STRENGTH]["options"]] == list(Level)


@pytest.mark.parametrize("option", [{"m": 3}, {"n": 3}, {"k": 3}, {"ai": "easy"}, {"first": "me"}])
async def test_with_any_option_a_game_begins_at_once(option: dict[str, Any], club: Club) -> None:
    begun = await club.slash(club.ann, "new", **option)
    assert not begun.private
    assert "3×3, 3 in a row" in begun.text


async def test_a_button_posts_the_game_and_closes_the_menu(club: Club) -> None:
    menu = await opened(club)
    assert menu.message
    pressed = await club.click(club.ann, "Find an opponent", menu.message)
    assert club.newest.content.startswith(f"<@{club.ann.id}> is looking for an opponent · 3×3, 3 in a row.")
    assert pressed.message
    assert pressed.message.id == menu.message.id
    assert (pressed.text, pressed.message.components) == ("Your challenge has been posted.", [])


async def test_every_choice_counts_also_after_a_restart(club: Club) -> None:
    menu = await opened(club)
    menu = await choose(club.ann, menu, SIZE, "7x6x5")
    await club.restart()
    menu = await choose(club.ann, menu, STRENGTH, "easy")
    assert chosen(menu) == ["7×6, 5 in a row", "The computer: easy"]
    await club.restart()
    menu = await club.click(club.ann, "More options…", menu.message)
    assert list(menus(menu)) == [FIRST, PACE, SERIES]
    menu = await choose(club.ann, menu, FIRST, "opponent")
    await club.restart()
    menu = await choose(club.ann, menu, SERIES, "3")
    menu = await choose(club.ann, menu, PACE, "1 day")
    assert chosen(menu) == ["The other player goes first", "1 day a move", "Best of 3 games, swapping sides each game."]
    menu = await club.click(club.ann, "Back", menu.message)
    assert menu.text == (
        "**7×6, 5 in a row** · 1 day a move\n"
        "Perfect play ends in a draw. The other player goes first. Best of 3 games, swapping sides each game."
    )
    await club.restart()
    pressed = await club.click(club.ann, "Play the computer", menu.message)
    assert pressed.text == "Your game has begun."
    game = await club.game()
    assert (game.rules, game.x, game.o) == (Rules(7, 6, 5), Computer(Level.EASY), Human(UserId(club.ann.id)))
    assert game.series
    assert game.clock
    assert "**X** the computer (easy)" in club.newest.content


async def test_a_public_button_for_new_games_stays(club: Club) -> None:
    welcome = await club.planted("ttt:new:play:3:3:3:classic:me")
    for who in (club.ann, club.bob):
        assert "3×3" in (await club.click(who, "ttt:new:play:3:3:3:classic:me", welcome)).text
    await club.env.settle()
    assert (await club.message(welcome.id)).components


async def test_a_member_is_challenged_by_choosing_them(club: Club) -> None:
    closed = await choose(club.ann, await opened(club), MEMBER, club.bob)
    assert closed.text == "Your challenge has been posted."
    assert club.newest.content.startswith(
        f"<@{club.bob.id}>, <@{club.ann.id}> challenges you to a game: 3×3, 3 in a row."
    )
    assert club.pinged() == [club.bob.id]
    await club.click(club.bob, "Accept")
    assert (await club.game()).o == Human(UserId(club.bob.id))


async def test_a_game_in_a_thread_begins_from_the_menu(club: Club) -> None:
    menu = await club.click(club.ann, "More options…", (await opened(club)).message)
    menu = await club.click(club.ann, "Thread: off", menu.message)
    assert "The game will have its own thread." in menu.text
    menu = await club.click(club.ann, "Back", menu.message)
    await club.click(club.ann, "Find an opponent", menu.message)
    assert "The game will have its own thread." in club.newest.content


async def test_members_who_can_not_be_challenged_are_refused(club: Club) -> None:
    menu = await opened(club)
    helper = club.other_bot()
    await refused(club, lambda c: choose(c.ann, menu, MEMBER, helper), "You can't challenge another bot.")
    await refused(club, lambda c: choose(c.ann, menu, MEMBER, c.ann), "You can't challenge yourself.")


async def fill(club: Club, opening: Any, **fields: str) -> Answer:
    return answer(await club.ann.submit_modal(opening, fields))


async def size_form(club: Club, menu: Answer) -> Any:
    form = await club.ann.click(menu.message, label="Another size…")
    assert form.modal is not None
    return form


async def test_any_size_is_given_in_a_form(club: Club) -> None:
    menu = await opened(club)
    menu = await fill(club, await size_form(club, menu), m="5", n="9", k="4")
    assert chosen(menu) == ["5×9, 4 in a row", "The computer: classic"]
    menu = await fill(club, await size_form(club, menu), m=" 2", n="7", k="")
    assert chosen(menu)[0] == "2×7, 3 in a row"
    await club.click(club.ann, "Find an opponent", menu.message)
    assert "2×7, 3 in a row" in club.newest.content


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"m": "abc", "n": "", "k": ""}, "I couldn't read `abc` as a number. Type a whole number, like 5."),
        ({"m": "-3", "n": "", "k": ""}, "I couldn't read `-3` as a number. Type a whole number, like 5."),
        ({"m": "1", "n": "5", "k": ""}, "A 1×5 board is out of range. Choose `m` and `n` from 2 to 100."),
        ({"m": "3", "n": "4", "k": "5"}, "5 in a row doesn't fit on 3×4. Choose `k` from 2 to 4."),
    ],
)
async def test_a_size_that_can_not_be_is_refused_with_another_try(
    fields: dict[str, str], words: str, club: Club
) -> None:
    menu = await opened(club)
    form = await size_form(club, menu)
    refusal = await fill(club, form, **fields)
    assert (refusal.text, refusal.private, refusal.buttons) == (words, True, ["Try again"])
    again = await club.ann.click(refusal.message, label="Try again")
    assert again.modal is not None
    menu = await fill(club, again, m="4", n="5", k="3")
    assert chosen(menu)[0] == "4×5, 3 in a row"


async def test_the_menu_remembers_the_board_of_ones_last_game(club: Club) -> None:
    await club.slash(club.ann, "new", m=5, n=8, k=3, ai="easy")
    await club.resign(club.ann)
    options = {option["label"]: option["description"] for option in menus(await opened(club))[SIZE]["options"]}
    assert options["5×8, 3 in a row"] == "Your last board"
    assert "Your last board" not in str(menus(await club.slash(club.bob, "new")))


async def test_a_busy_channel_refuses_at_the_start_and_the_menu_stays(club: Club) -> None:
    menu = await opened(club)
    await club.duel_of(club.bob, club.cy)
    await refused(club, lambda c: c.click(c.ann, "Find an opponent", menu.message), "This channel is busy")
    await club.resign(club.cy)
    await club.click(club.ann, "Find an opponent", menu.message)
    assert "is looking for an opponent" in club.newest.content


async def test_in_a_direct_message_the_menu_has_the_computer_alone(club: Club) -> None:
    dora = club.env.create_user("dora")
    menu = await club.slash(dora, "new")
    assert menu.buttons == ["Play the computer", "Another size…", "More options…"]
    assert list(menus(menu)) == [SIZE, STRENGTH]
    menu = await choose(dora, menu, STRENGTH, "expert")
    begun = answer(await dora.click(menu.message, label="Play the computer"))
    assert begun.text == "Your game has begun."


@pytest.mark.parametrize("label", ["New game", "Play the computer"])
async def test_help_has_buttons_to_begin(label: str, club: Club) -> None:
    shown = await club.slash(club.ann, "help")
    assert shown.buttons == ["New game", "Play the computer"]
    pressed = await club.click(club.ann, label, shown.message)
    if label == "New game":
        assert pressed.private
        assert pressed.buttons[:2] == ["Play the computer", "Find an opponent"]
    else:
        assert pressed.text.startswith(f"**X** <@{club.ann.id}> vs **O** the computer (classic) · 3×3, 3 in a row\n")
        assert not pressed.private


@pytest.mark.parametrize(("context", "parts"), [(0, [MEMBER, SIZE, STRENGTH]), (2, [SIZE, STRENGTH])])
@pytest.mark.usefixtures("bot")
async def test_members_can_be_named_only_in_a_server(context: int, parts: list[str], discord: Loopback) -> None:
    asked = discord.make(2, CHANNELS[0], ANN, discord.command("new"))
    if context == 2:  # a group of people who installed the bot for themselves
        for server in ("guild_id", "guild", "guild_locale"):
            del asked.payload[server]
        asked.payload["user"] = asked.payload.pop("member")["user"]
        asked.payload |= {"context": context, "authorizing_integration_owners": {"1": str(ANN)}}
    await discord.deliver(asked)
    await answered(asked)
    assert asked.private
    start, *rows = (row["components"][0] for row in asked.message["components"])
    assert [row["custom_id"].split(":")[2] for row in rows] == parts
    assert start["label"] == "Play the computer"


async def test_the_swap_is_turned_on_and_off_where_the_board_is_not_a_draw(club: Club) -> None:
    menu = await choose(club.ann, await opened(club), SIZE, "15x15x5")
    shown = await club.click(club.ann, "More options…", menu.message)
    on = await club.click(club.ann, "Swap: off", shown.message)
    assert "After the first move, the other player may take X." in on.text
    off = await club.click(club.ann, "Swap: on", shown.message)
    assert "may take X" not in off.text
    await club.click(club.ann, "Swap: off", shown.message)
    await club.click(club.ann, "Back", shown.message)
    await club.click(club.ann, "Find an opponent", shown.message)
    assert "After the first move, the other player may take X." in club.newest.content


async def test_a_board_that_is_a_draw_with_best_play_offers_no_swap(club: Club) -> None:
    shown = await club.click(club.ann, "More options…", (await opened(club)).message)
    assert shown.buttons == ["Back", "Thread: off"]


@pytest.mark.parametrize(
    ("custom_id", "words"),
    [
        ("ttt:new:start:3:3:3:any:me", "Your challenge has been posted."),
        ("ttt:new:start:3:3:3:easy:me", "Your game has begun."),
        ("ttt:new:swap:4:3:3:any:me:s", "the other player may take X"),
    ],
)
async def test_the_buttons_of_an_older_menu_still_answer(custom_id: str, words: str, club: Club) -> None:
    old = await club.planted(custom_id)
    assert words in (await club.press(club.ann, custom_id, old)).text


@pytest.mark.usefixtures("bot")
async def test_a_client_sends_an_option_once_and_the_form_of_another_size_opens_as_often_as_pressed(
    discord: Loopback,
) -> None:
    menu = await discord.slash(ANN, "new")
    chosen = await discord.choose(ANN, SIZE, "4x4x4", menu.message)
    with pytest.raises(NotSent):
        await discord.choose(ANN, SIZE, "4x4x4", chosen.message)
    assert "**15×15, 5 in a row**" in (await discord.choose(ANN, SIZE, "15x15x5", chosen.message)).text
    for _ in range(2):
        assert (await discord.press(ANN, "Another size…", discord.messages[menu.message["id"]])).form


@pytest.mark.usefixtures("bot")
async def test_who_is_no_member_of_the_server_is_refused_wherever_chosen(discord: Loopback) -> None:
    discord.outsiders = {BOB}
    menu = await discord.slash(ANN, "new")
    refusals = (
        await discord.choose(ANN, MEMBER, str(BOB), menu.message),
        await discord.slash(ANN, "new", opponent=BOB),
        await discord.on_person(ANN, "Challenge to tic-tac-toe", BOB),
    )
    for refusal in refusals:
        assert refusal.private
        assert refusal.text.startswith("You can only challenge members of this server")
    with pytest.raises(NotSent):  # so the refusal must not ask to choose the same again
        await discord.choose(ANN, MEMBER, str(BOB), menu.message)
