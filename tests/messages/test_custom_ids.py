"""custom_ids, written and parsed."""

from dataclasses import replace
from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.clocks import PACES, Pace
from bot.game.games import BEST_OF, Format, GameId, Level, UserId
from bot.game.lobby import Challenge, ChallengeAction, ChallengeId, First, Offer, Terms
from bot.messages.custom_ids import (
    WITH_CELL,
    Action,
    ChallengePress,
    EndPress,
    GamePress,
    NewAction,
    NewPress,
    challenge_custom_id,
    end_custom_id,
    game_custom_id,
    parse,
)
from engine import Cell, Rules
from tests.game.values import NOW, game
from tests.people import ANN, BOB, HERE, SMALL


def test_a_custom_id_is_parsed_into_its_press() -> None:
    assert parse("ttt:7:12:undo") == GamePress(GameId(7), 12, Action.UNDO)
    assert parse("ttt:7:0:mark:3:14") == GamePress(GameId(7), 0, Action.MARK, Cell(3, 14))
    assert parse("ttt:c9:accept") == ChallengePress(ChallengeId(9), ChallengeAction.ACCEPT)


RELEASED = [
    *(f"ttt:7:12:{action}" for action in ("form", "undo", "allow", "refuse", "resign", "draw", "rematch")),
    *(f"ttt:7:12:{action}:3:14" for action in ("mark", "left", "up", "down", "right")),
    *(f"ttt:c9:{action}" for action in ("accept", "join", "computer", "decline", "cancel")),
    "ttt:forget",
]


@pytest.mark.parametrize("custom_id", RELEASED)
def test_custom_ids_of_released_versions_are_parsed(custom_id: str) -> None:
    assert parse(custom_id) is not None


GAMES = GameId(0), GameId(10**18 - 1)
CELLS = Cell(0, 0), Cell(9999, 9999)


@pytest.mark.parametrize("action", Action)
def test_custom_ids_of_game_buttons_survive_a_round_trip(action: Action) -> None:
    for number, plies, cell in product(GAMES, (0, 10_000), CELLS):  # as many as the largest board has cells
        at = cell if action in WITH_CELL else None
        current = game(id=number, plies=(Cell(0, 0),) * plies)
        assert parse(game_custom_id(current, action, at)) == GamePress(number, plies, action, at)


@pytest.mark.parametrize("action", ChallengeAction)
@pytest.mark.parametrize("number", [ChallengeId(0), ChallengeId(10**18 - 1)])
def test_custom_ids_of_challenge_buttons_survive_a_round_trip(number: ChallengeId, action: ChallengeAction) -> None:
    press = ChallengePress(number, action)
    assert parse(challenge_custom_id(Challenge(number, Offer(HERE, Format(SMALL), ANN, BOB, NOW)), action)) == press
    assert parse(str(replace(press, thread=True))) == replace(press, thread=True)


@pytest.mark.parametrize("first", First)
@pytest.mark.parametrize("opponent", [None, *Level, UserId(1), UserId(2**63 - 1)])
def test_custom_ids_of_new_games_carry_all_terms(opponent: Level | UserId | None, first: First) -> None:
    level = opponent if isinstance(opponent, Level) else None
    person = None if isinstance(opponent, Level) else opponent
    actions = cycle(action for action in NewAction if action is not NewAction.TOGETHER)
    sizes = Rules(2, 2, 2), Rules(100, 100, 100), Rules(3, 100, 7)
    options = product((None, *PACES.values()), (None, *BEST_OF), (False, True), (False, True))
    for rules, (pace, best_of, thread, swap) in product(sizes, options):
        terms = Terms(Format(rules, pace, swap, best_of), level, person, first, thread)
        press = NewPress(next(actions), terms)
        assert len(str(press)) <= 100
        assert parse(str(press)) == press


@pytest.mark.parametrize("first", First)
@pytest.mark.parametrize("level", Level)
def test_custom_ids_of_games_of_everyone_carry_no_options(level: Level, first: First) -> None:
    terms = Terms(Format(SMALL), level, first=first, together=True)
    press = NewPress(NewAction.TOGETHER, terms)
    assert parse(str(press)) == press
    assert parse(end_custom_id(game(), terms)) == EndPress(GameId(1), press)
    more = replace(terms, format=Format(SMALL, Pace.FIVE_MINUTES.time, swap=True, best_of=5), thread=True)
    assert parse(str(replace(press, terms=more))) == press
    assert parse("ttt:new:together:3:3:3:any:me") == parse("ttt:new:together:3:3:3:classic:me")


@pytest.mark.parametrize("action", ChallengeAction)
@pytest.mark.parametrize("number", GAMES)
def test_a_button_that_replaces_a_game_names_both_games(number: GameId, action: ChallengeAction) -> None:
    old = game(id=number)
    longest = Format(Rules(100, 100, 100), Pace.FIVE_MINUTES.time, swap=True, best_of=5)
    terms = Terms(longest, opponent=UserId(2**63 - 1), first=First.OPPONENT)
    press = ChallengePress(ChallengeId(10**18 - 1), action)
    assert parse(end_custom_id(old, press)) == EndPress(number, press)
    assert parse(end_custom_id(old, terms)) == EndPress(number, NewPress(NewAction.PLAY, terms))
    assert len(end_custom_id(old, terms)) <= 100


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
        "ttt:9223372036854775808:1:undo",  # more than the database holds
        "ttt:1:2147483648:undo",
        "ttt:1:1:mark:32768:0",
        "ttt:1:1:mark:0:32768",
        "ttt:c9223372036854775808:accept",
        "ttt:7:1:undo\n",
        " ttt:7:1:undo",
    ],
)
def test_unknown_custom_ids_are_not_parsed(custom_id: str) -> None:
    assert parse(custom_id) is None


@given(st.text(max_size=100))
def test_parsing_a_custom_id_survives_any_text(text: str) -> None:
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
def test_each_press_has_a_name_and_survives_a_round_trip(custom_id: str, name: str) -> None:
    press = parse(custom_id)
    assert press
    assert (str(press), press.name) == (custom_id, name)
