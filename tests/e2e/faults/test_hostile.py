"""Requests that no client would send: the real process neither breaks nor changes a game.

No lone surrogates: Discord's strings are UTF-8, which has none (discord/discord-api-docs issue 6561).
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bot.game.lobby import ChallengeAction
from bot.messages.custom_ids import WITH_CELL, Action, ChallengePress, ForgetPress, GamePress, parse
from tests.e2e.discord import openapi, payloads
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, Json
from tests.e2e.processes.real import bot_at, duel, stop

Row: TypeAlias = tuple[tuple[str, Any], ...]

SMALL, LARGE, OFFERED, *FREE = CHANNELS
HERE = {SMALL: 1, LARGE: 2}  # the games, with one ply each
AUTOCOMPLETE, MODAL_SUBMIT = 4, 5
SUBCOMMAND, GROUP, TEXT, INTEGER, BOOLEAN, USER, NUMBER = 1, 2, 3, 4, 5, 6, 10
SAFE = 2**53 - 1  # application-commands.mdx, integers

many = settings(max_examples=30)


@dataclass
class Town:
    """A bot at work: in SMALL and LARGE Bob is to move against Ann, in OFFERED he is challenged by her."""

    runner: asyncio.Runner  # in which Discord, and with it the bot, runs
    discord: Loopback
    file: Path
    boards: dict[int, Json]

    @property
    def saved(self) -> set[Row]:
        """All rows of the database, except what changes at any time: shown boards, servers, sweeps."""
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return {
                (("table", table), *((key, value) for key, value in dict(row).items() if key != "message"))
                for table in tables - {"guilds", "sweeps"}
                for row in database.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name out of the database
            }

    def say(self, kind: int, channel: int, user: int, data: Json, on: Json | None = None) -> Interaction:
        """Send an interaction, and check that it has one valid answer, which pings no stranger."""
        earlier = len(self.discord.requests)
        answer = self.runner.run(asyncio.wait_for(self.discord.act(kind, channel, user, data, on), 3))
        answers = [
            request
            for request in list(self.discord.requests)[earlier:]
            if f"/interactions/{answer.number}/" in request.path
        ]
        self.runner.run(answer.finish())
        assert len(answers) == 1
        assert not [wrong for request in answers for wrong in openapi.misfits(request)]
        for message in answer.messages:
            assert message["content"].count("```") in (0, 2)
            assert "Something went wrong" not in message["content"]
        data = answers[0].json.get("data") or {}
        assert {int(who) for who in data.get("allowed_mentions", {}).get("users", [])} <= {ANN, BOB}
        assert len(data.get("choices", [])) <= 25
        return answer

    @contextmanager
    def unchanged(self) -> Generator[None]:
        """Check that nothing is saved."""
        before = self.saved
        yield
        assert self.saved == before

    def press(self, channel: int, user: int, custom_id: str, component: int = 2, **more: Any) -> Interaction:
        """Press a button, or choose in a menu, that was planted in a message of the bot."""
        options = [{"label": "x", "value": "x"}]
        item: Json = {"style": 1, "label": "x"} if component == 2 else {"options": options}
        row = {"type": 1, "components": [{"type": component, "custom_id": custom_id} | item]}
        planted = payloads.message(str(channel), {"components": [row]})
        self.discord.messages[planted["id"]] = planted
        return self.say(3, channel, user, payloads.component(custom_id, component, **more), planted)

    def command(self, channel: int, user: int, path: list[str], options: list[Json], kind: int = 2) -> Interaction:
        """Send a command with options as they are, whether or not the bot knows them."""
        for name in reversed(path):
            options = [{"type": SUBCOMMAND if name == path[-1] else GROUP, "name": name, "options": options}]
        return self.say(kind, channel, user, {"id": "1", "type": 1, "name": "ttt", "options": options, "resolved": {}})


@asynccontextmanager
async def new_town(runner: asyncio.Runner, folder: Path) -> AsyncGenerator[Town]:
    """Start Discord, the bot and the games of Ann and Bob; at the end, the log must be empty."""
    async with serving() as discord, bot_at(discord, folder, LOG_LEVEL="WARNING") as bot:
        await discord.gateway.wait_for_bot()
        town = Town(runner, discord, folder / "ttt.sqlite3", {})
        for channel, side in ((SMALL, 3), (LARGE, 50)):
            await duel(discord, channel=channel, m=side)
            town.boards[channel] = (await discord.slash(ANN, "move", channel=channel, i=1, j=1)).message
        town.boards[OFFERED] = (await discord.slash(ANN, "new", channel=OFFERED, opponent=BOB)).message
        await discord.slash(BOB, "board", channel=SMALL)  # by now the bot has noted where they are shown
        yield town
        assert await stop(bot) == ""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Generator[Town]:
    with asyncio.Runner() as runner:
        beginning = new_town(runner, tmp_path_factory.mktemp("town"))
        yield runner.run(beginning.__aenter__())
        runner.run(beginning.__aexit__(None, None, None))


# -- custom_ids

numbers = st.one_of(
    st.integers(0, 4).map(str), st.integers(-3, 10**20).map(str), st.sampled_from(["", "-0", "007", "٣", "1e3", " 1"])
)
words = st.one_of(st.sampled_from([*Action, *ChallengeAction, "forget"]), st.text("abcdefr", max_size=12))
shaped = st.one_of(
    st.builds(":".join, st.lists(st.one_of(numbers, words), max_size=6)),
    st.text(max_size=96),
)
ours = shaped.map("ttt:{}".format).filter(lambda custom_id: len(custom_id) <= 100)
small = st.integers(0, 3)
cells = st.builds(":{}:{}".format, st.integers(0, 60), st.integers(0, 60))
near = st.one_of(
    st.builds("ttt:{}:{}:{}".format, small, small, st.sampled_from(sorted(set(Action) - WITH_CELL))),
    st.builds("ttt:{}:{}:{}{}".format, small, small, st.sampled_from(sorted(WITH_CELL)), cells),
    st.builds("ttt:c{}:{}".format, small, st.sampled_from(list(ChallengeAction))),
)
custom_ids = near | ours
places = st.sampled_from([SMALL, LARGE, OFFERED, FREE[0]])


ANY_PLY = {Action.GIVE_UP, Action.END, Action.PICTURE, Action.NO_PICTURE}
"""What a player may do by a button of this game that was drawn at another ply."""


def may(user: int, channel: int, custom_id: str) -> bool:
    """Return whether a user may do what a custom_id says: Ann has moved and challenged Bob, and Cy has no part."""
    action = parse(custom_id)
    if user == CY:
        return False
    if isinstance(action, GamePress):
        may_now = action.moves == 1 and (user == BOB or action.action in (Action.UNDO, Action.RESIGN))
        return action.game == HERE.get(channel) and (may_now or action.action in ANY_PLY)
    if isinstance(action, ChallengePress):
        return channel == OFFERED and action.challenge == 3 and (user == BOB or action.action == "cancel")
    return custom_id == str(ForgetPress())


@settings(max_examples=50)
@given(channel=places, user=st.sampled_from([ANN, BOB, CY]), custom_id=custom_ids, component=st.sampled_from([2, 3]))
@example(SMALL, ANN, "ttt:1:1:mark:0:0", 2)
@example(SMALL, BOB, "ttt:1:0:mark:0:0", 2)
@example(SMALL, BOB, "ttt:2:1:mark:0:0", 2)
@example(SMALL, CY, "ttt:1:1:mark:0:0", 2)
@example(SMALL, CY, "ttt:forget", 2)
@example(SMALL, CY, "ttt:1:1:resign", 2)
@example(OFFERED, CY, "ttt:c3:accept", 2)
def test_no_custom_id_lets_a_user_act_for_another(
    town: Town, channel: int, user: int, custom_id: str, component: int
) -> None:
    assume(not may(user, channel, custom_id))
    with town.unchanged():
        town.press(channel, user, custom_id, component, **({"values": ["x"]} if component == 3 else {}))


# -- menus, with what Discord itself would stop

MEMBER = "ttt:new:member:3:3:3:any:me"
OUTDATED = (
    "This is from another version of the bot. Enter the command again, or use `/ttt board` to get a board with fresh "
    "buttons."
)


BOBS = {str(BOB): {"id": str(BOB)}}


@pytest.mark.parametrize(
    ("custom_id", "choice", "words"),
    [
        *(
            (f"ttt:new:{what}:3:3:3:any:me", {"values": [value]}, OUTDATED)
            for what, values in {
                "size": ("3x3", "x", "3x3x3x3", "3x3x" + "9" * 5000),
                "against": ("grandmaster", ""),
                "first": ("nobody", ""),
                "member": ("", "x", "0", str(2**63), str(BOB)),
            }.items()
            for value in values
        ),
        (
            MEMBER,
            {"values": [str(BOB)], "resolved": {"users": {str(BOB): BOBS[str(BOB)] | {"bot": True}}, "members": BOBS}},
            "You can't challenge another bot.",
        ),
        *((f"ttt:new:start:3:3:3:{who}:me", {"values": ["x"]}, OUTDATED) for who in (0, 2**63, 10**19)),
    ],
)
def test_a_value_that_a_menu_does_not_offer_is_refused(town: Town, custom_id: str, choice: Json, words: str) -> None:
    with town.unchanged():
        answer = town.press(FREE[0], CY, custom_id, 3, **choice)
    assert answer.private
    assert answer.text.startswith(words)


def test_an_option_of_an_older_menu_opens_the_form(town: Town) -> None:
    answer = town.press(FREE[0], CY, "ttt:new:size:3:3:3:any:me", 3, values=["custom"])
    assert answer.form["custom_id"] == "ttt:new:form:3:3:3:any:me"


def test_a_board_size_with_too_many_digits_is_refused(town: Town) -> None:
    fields = [{"type": 18, "component": {"type": 4, "custom_id": "m", "value": "9" * 5000}}]
    data = {"custom_id": "ttt:new:form:3:3:3:any:me", "components": fields}
    assert "as a number" in town.say(MODAL_SUBMIT, FREE[0], CY, data).text


# -- forms

texts = st.one_of(
    st.text(max_size=4000),
    st.text("\u202e\u200f\u2066\x00\x1b\n\r\t`*_|<@&#!>:/ 0123456789,;()", max_size=200),
    st.builds("{} {}".format, numbers, numbers),
    st.sampled_from(
        ["@everyone", "<@&1>", "```\n0 0\n```", "0 0\n```", "<@400000000000000003>", "9" * 4000, "1" + " " * 3998 + "x"]
    ),
)
fields = st.one_of(
    st.builds(lambda text: [{"type": 18, "component": {"type": 4, "custom_id": "cell", "value": text}}], texts),
    st.builds(lambda text: [{"type": 1, "components": [{"type": 4, "custom_id": "x", "value": text}]}], texts),
    st.sampled_from(
        [
            [],
            [{}],
            [{"type": 1, "components": []}],
            [{"type": 18}],
            [{"type": 18, "component": {"type": 3, "custom_id": "cell", "values": ["0 0"]}}],
            [{"type": 18, "component": {"type": 4, "custom_id": "cell", "value": None}}],
            [{"type": 10}],
        ]
    ),
)


@many
@given(channel=places, user=st.sampled_from([ANN, BOB, CY]), custom_id=custom_ids, components=fields)
@example(SMALL, CY, "ttt:1:1:form", [])
@example(SMALL, CY, "ttt:1:1:form", [{"type": 1, "components": []}])
def test_no_form_breaks_the_bot(town: Town, channel: int, user: int, custom_id: str, components: Any) -> None:
    assume(user != BOB or not isinstance(action := parse(custom_id), GamePress) or action.moves != 1)
    data = {"custom_id": custom_id, "components": components}
    with town.unchanged():
        assert town.say(MODAL_SUBMIT, channel, user, data, town.boards.get(channel)).private


# -- commands

values = st.one_of(
    st.tuples(
        st.just(INTEGER),
        st.one_of(st.integers(-3, 103), st.sampled_from([SAFE, -SAFE, 2**31, 2**63 - 1, -(2**63)])),
    ),
    st.tuples(st.just(INTEGER), st.sampled_from(["1", "one", "", None, [1], 1.5])),
    st.tuples(st.just(TEXT), st.text(max_size=20)),
    st.tuples(st.just(BOOLEAN), st.booleans()),
    st.tuples(st.just(NUMBER), st.floats(allow_nan=False, allow_infinity=False)),
    st.tuples(st.just(USER), st.integers(1, SAFE).map(str)),
)
names = st.sampled_from(
    [
        *("m", "n", "k", "ai", "opponent", "i", "j", "picture", "member", "game", "more"),
        *("mark", "theme", "board", "labels"),
    ]
)
options = st.dictionaries(names, values, max_size=5).map(
    lambda given: [{"type": kind, "name": name, "value": value} for name, (kind, value) in given.items()]
)
paths = st.sampled_from(
    [
        *(["new"], ["move"], ["undo"], ["board"], ["resign"], ["end"], ["stats"], ["top"], ["replay"], ["help"]),
        *(["me"], ["read"], ["me", "my"], ["games"], ["hint"], ["review"], ["fly"], [], ["new", "move"]),
    ]
)


@many
@given(channel=st.sampled_from([SMALL, LARGE]), path=paths, options=options)
def test_no_command_lets_a_stranger_change_a_game(
    town: Town, channel: int, path: list[str], options: list[Json]
) -> None:
    with town.unchanged():
        town.command(channel, CY, path, options)


rows = st.one_of(st.integers(-1, 50), texts, st.none())


@many
@given(
    channel=places, user=st.sampled_from([BOB, CY]), focused=st.sampled_from(["i", "j", "game"]), typed=texts, row=rows
)
def test_no_text_breaks_the_autocomplete(
    town: Town, channel: int, user: int, focused: str, typed: str, row: Any
) -> None:
    options: list[Json] = [{"type": INTEGER, "name": focused, "value": typed, "focused": True}]
    if focused == "j":
        options.append({"type": INTEGER, "name": "i", "value": row})
    path = "replay" if focused == "game" else "move"
    with town.unchanged():
        town.command(channel, user, [path], options, AUTOCOMPLETE)
