"""Games written and read in our own format and in Piskvork's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Board, Cell, IllegalMove, Mark, Record, Rules
from tests.engine.boards import played

PSQ = """Piskvorky 20x15, 11:11, 0
10,9,1019
11,9,0
10,10,2520
Alpha
Beta
-1
"""


@given(st.data())
def test_a_record_survives_writing_and_reading(data: st.DataObject) -> None:
    rules = Rules(data.draw(st.integers(1, 30)), data.draw(st.integers(1, 60)), data.draw(st.integers(1, 6)))
    board = Board(rules)
    for _ in range(data.draw(st.integers(0, 40))):
        if not board.is_over:
            board.push(board.legal_moves[data.draw(st.integers(0, len(board.legal_moves) - 1))])
    name = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=20)
    headers = data.draw(st.dictionaries(st.sampled_from(["X", "O", "Event", "Date_1"]), name))
    results = ["", "*", "1-0", "0-1", "1/2-1/2"] if not board.is_over else [""]
    record = Record.of(board, data.draw(st.sampled_from(results)), **headers)
    assert Record.from_text(record.to_text()) == record
    assert record.board == board
    if rules.k == 5:
        assert Record.from_psq(record.to_psq()).plies == record.plies


def test_long_games_wrap_and_number_moves_by_pairs() -> None:
    board = Board(Rules(9, 9, 9))
    for cell in list(board.legal_moves)[:40]:
        board.push(cell)
    text = Record.of(board).to_text()
    assert max(map(len, text.splitlines())) <= 80
    assert "\n1. a1 b1 2. c1 d1 3. e1" in text
    assert text.endswith(" *")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. a1", "Rules"),
        ('[Rules "3,3"]\n\n*', "Rules"),
        ('[Rules "3,3,3"]\n\n1. a1 a1', "taken"),
        ('[Rules "3,3,3"]\n\n1. a1 z9 *', "off the board"),
        ('[Rules "3,3,3"]\n\n1. a1 what *', "'what'"),
        ('[Rules "3,3,3"]\n[Result "2-0"]\n\n1. a1', "2-0"),
        ('[Rules "3,3,3"]\n[Result "1-0"]\n\n1. a1 0-1', "the moves end with 0-1"),
        ('[Rules "2,2,2"]\n\n1. a1 a2 2. b1 0-1', "the result on the board is 1-0"),
        ('[Rules "2,2,2"]\n\n1. a1 a2 2. b1 *', "the result on the board is 1-0"),
        ('[Rules "0,3,3"]\n\n*', "at least 1"),
    ],
)
def test_an_unreadable_record_raises_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Record.from_text(text)


def test_a_record_can_end_before_its_board_does() -> None:
    record = Record.of(played(Rules(3, 3, 3), (0, 0)), "0-1", X="Ann", Reason='"resigned" \\ left')
    assert Record.from_text(record.to_text()).headers == {"X": "Ann", "Reason": '"resigned" \\ left'}
    assert record.result == "0-1"


@pytest.mark.parametrize(("name", "value"), [("Rules", "3"), ("Result", "*"), ("a b", "c"), ("X", "two\nlines")])
def test_headers_that_cannot_be_read_back_are_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match="header"):
        Record(Rules(3, 3, 3), headers={name: value})


def test_a_piskvork_game_is_read_with_its_players() -> None:
    record = Record.from_psq(PSQ)
    assert record.rules == Rules(15, 20, 5)
    assert record.plies == (Cell(8, 9), Cell(8, 10), Cell(9, 9))
    assert record.headers == {"X": "Alpha", "O": "Beta"}
    assert record.result == "*"
    second_began = Record.from_psq(PSQ.replace("11:11, 0", "11:11, 1").replace("\n", "\r\n"))
    assert second_began.headers == {"X": "Beta", "O": "Alpha"}
    assert Record.from_psq("Piskvorky 5x5, 0:0, 0\n1,1,0\n-1\n").headers == {}


def test_an_invalid_piskvork_game_is_refused() -> None:
    with pytest.raises(ValueError, match="first line"):
        Record.from_psq("")
    with pytest.raises(IllegalMove, match="taken"):
        Record.from_psq("Piskvorky 20x20, 0:0, 0\n1,1,0\n1,1,0\n-1")
    with pytest.raises(ValueError, match="five in a row, not 3"):
        Record(Rules(3, 3, 3)).to_psq()


def test_a_won_game_keeps_its_winner_in_piskvork_format() -> None:
    cells = [cell for col in range(5) for cell in ((0, col), (2, col))][:-1]
    record = Record.of(played(Rules(5, 6, 5), *cells), X="Ann", O="Ben")
    assert record.to_psq().startswith("Piskvorky 6x5, 0:0, 0\n1,1,0\n1,3,0\n2,1,0\n")
    assert Record.from_psq(record.to_psq()) == record
    assert record.board.outcome
    assert record.board.outcome.winner is Mark.X
