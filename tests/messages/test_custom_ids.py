"""What custom_ids and the form's text say, and what they don't."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.challenges import Challenge, ChallengeAction, ChallengeId, First, Offer, Terms
from bot.game.clock import Pace
from bot.game.games import BEST_OF, Format, Game, GameId, Human, Level, UserId
from bot.game.playing import rules_for
from bot.messages.custom_ids import (
    WITH_CELL,
    Action,
    ChallengePress,
    EndPress,
    ForgetPress,
    GamePress,
    NewAction,
    NewPress,
    challenge_custom_id,
    end_custom_id,
    game_custom_id,
    parse,
)
from engine import Cell, Rules
from tests.people import ANN, BOB, HERE, SMALL

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("custom_id", "press"),
    [
        ("ttt:7:12:undo", GamePress(7, 12, Action.UNDO)),  # type: ignore[arg-type]
        ("ttt:7:0:mark:3:14", GamePress(7, 0, Action.MARK, Cell(3, 14))),  # type: ignore[arg-type]
        ("ttt:c9:accept", ChallengePress(9, ChallengeAction.ACCEPT)),  # type: ignore[arg-type]
    ],
)
def test_ours_are_read(custom_id: str, press: object) -> None:
    assert parse(custom_id) == press


RELEASED = [
    *(f"ttt:7:12:{action}" for action in ("form", "undo", "allow", "refuse", "resign", "draw", "rematch")),
    *(f"ttt:7:12:{action}:3:14" for action in ("mark", "left", "up", "down", "right")),
    *(f"ttt:c9:{action}" for action in ("accept", "join", "computer", "decline", "cancel")),
    "ttt:forget",
]


@pytest.mark.parametrize("custom_id", RELEASED)
def test_every_button_and_form_of_0_1_0_and_0_2_0_is_read(custom_id: str) -> None:
    assert parse(custom_id) is not None


numbers = st.integers(0, 10**18 - 1)
sides = st.integers(2, 100)
plies = st.integers(0, 10_000)  # as many as the largest board has cells
cells = st.builds(Cell, st.integers(0, 9999), st.integers(0, 9999))


@given(st.sampled_from(Action), numbers, plies, cells)
def test_what_a_button_of_a_game_says_is_what_its_press_says(action: Action, number: int, ply: int, cell: Cell) -> None:
    at = cell if action in WITH_CELL else None
    drawn = Game(GameId(number), HERE, SMALL, Human(ANN), Human(BOB), AT, (Cell(0, 0),) * ply)
    assert parse(game_custom_id(drawn, action, at)) == GamePress(GameId(number), ply, action, at)


@given(st.sampled_from(ChallengeAction), numbers)
def test_what_a_button_of_a_challenge_says_is_what_its_press_says(action: ChallengeAction, number: int) -> None:
    offered = Challenge(ChallengeId(number), Offer(HERE, Format(SMALL), ANN, BOB, AT))
    assert parse(challenge_custom_id(offered, action)) == ChallengePress(ChallengeId(number), action)


@given(
    st.sampled_from(NewAction),
    st.builds(lambda m, n, k: rules_for(m, n, min(k, max(m, n))), sides, sides, sides),
    st.one_of(st.none(), st.sampled_from(Level), st.integers(1, 2**63 - 1).map(UserId)),
    st.sampled_from(First),
    st.sampled_from((None, *Pace)),
    st.sampled_from((None, *BEST_OF)),
    st.booleans(),
    st.booleans(),
)
def test_what_starts_a_game_says_its_terms(
    action: NewAction,
    rules: Rules,
    opponent: Level | UserId | None,
    first: First,
    pace: Pace | None,
    best_of: int | None,
    thread: bool,
    swap: bool,
) -> None:
    level = opponent if isinstance(opponent, Level) else None
    person = None if isinstance(opponent, Level) else opponent
    terms = Terms(rules, level, person, first, pace, thread=thread, swap=swap, best_of=best_of)
    custom_id = str(NewPress(action, terms))
    assert len(custom_id) <= 100
    assert parse(custom_id) == NewPress(action, terms)


@given(numbers, st.sampled_from(ChallengeAction), st.booleans())
def test_what_answers_a_challenge_says_whether_in_a_thread(
    challenge: int, action: ChallengeAction, thread: bool
) -> None:
    pressed = ChallengePress(ChallengeId(challenge), action, thread)
    assert parse(str(pressed)) == pressed


@given(numbers, st.sampled_from(ChallengeAction), numbers)
def test_what_ends_a_game_for_another_one_says_both(number: int, action: ChallengeAction, challenge: int) -> None:
    game = Game(GameId(number or 10**18 - 1), HERE, SMALL, Human(ANN), Human(BOB), AT)
    terms = Terms(Rules(100, 100, 100), opponent=UserId(2**63 - 1), first=First.OPPONENT, pace=Pace.FIVE_MINUTES)
    terms = replace(terms, swap=True, best_of=5)
    pressed = ChallengePress(ChallengeId(challenge), action)
    assert parse(end_custom_id(game, pressed)) == EndPress(game.id, pressed)
    assert parse(end_custom_id(game, terms)) == EndPress(game.id, NewPress(NewAction.PLAY, terms))
    assert len(end_custom_id(game, terms)) <= 100


@pytest.mark.parametrize(
    "custom_id",
    [
        "ttt:new:menu",
        "ttt:end:1:undo",
        "ttt:end:1:end:1:c1:accept",
        "ttt:end:1:",
        "ttt:new:brew:3:3:3:any:me",
        "ttt:new:start:3:3:3:any:you",
        "ttt:new:start:3:3:3:hal:me",
        "ttt:new:start:1:3:3:any:me",
        "ttt:new:start:3:3:9:any:me",
        "ttt:new:start:3:3:3:any:me:1",
        "ttt:new:start:3:3:3:any:me:4",
        "ttt:new:start:3:3:3:any:me:5:3",
        "ttt:new:start:3:3:3:any:me:5:s",
        "ttt:season:",
        "ttt:season:2:3",
        "ttt:season:-2",
        "ttt:new:start:3:3:3:any:me:never",
        "ttt:new:start:3:3:³:any:me",
    ],
)
def test_what_starts_no_game_is_not_read(custom_id: str) -> None:
    assert parse(custom_id) is None


def test_the_button_that_deletes_data_is_read() -> None:
    assert parse("ttt:forget") == ForgetPress()


@pytest.mark.parametrize(
    "custom_id",
    [
        "ttt:",
        "ttt:7",
        "ttt:7:1:fly",
        "ttt:7:1:mark",
        "ttt:7:1:undo:1:2",
        "ttt:7:1:mark:1",
        "ttt:-7:1:undo",
        "ttt:7:-1:undo",
        "ttt:٧:1:undo",
        "ttt:c1:fly",
        "ttt:c1:accept:1",
        "ttt:c99999999999999999999:accept",
        "ttt:7:1:undo\n",
        " ttt:7:1:undo",
    ],
)
def test_others_are_none_of_ours(custom_id: str) -> None:
    assert parse(custom_id) is None


@given(st.text(max_size=100))
def test_no_custom_id_breaks_it(text: str) -> None:
    for custom_id in (text, f"ttt:{text}", f"ttt:c{text}"):
        parse(custom_id)


@pytest.mark.parametrize(
    ("custom_id", "name"),
    [
        ("ttt:7:12:undo", "undo"),
        ("ttt:c9:accept:t", "accept"),
        ("ttt:new:start:3:3:3:any:me:day:s:t:5", "new_start"),
        ("ttt:end:7:c9:join", "end_and_start"),
        ("ttt:games:2", "games_page"),
        ("ttt:p20000:3:form", "puzzle_tap"),
        ("ttt:season:2", "season"),
        ("ttt:forget", "forget"),
    ],
)
def test_a_press_of_each_kind_is_written_as_it_was_read_and_has_a_name(custom_id: str, name: str) -> None:
    press = parse(custom_id)
    assert press
    assert (str(press), press.name) == (custom_id, name)
