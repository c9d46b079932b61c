"""Games written and read in three formats."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st

from engine import Board, Cell, IllegalMove, Mark, Record, Rules, games
from tests.engine.boards import played

PSQ = """Piskvorky 20x15, 11:11, 0
10,9,1019
11,9,0
10,10,2520
Alpha
Beta
-1
"""


NAMES = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=20)
AWKWARD = st.sampled_from(["1,2", "-1", "8,8", "1,Freestyle", "a]b\\", "[X", '"', "0", "Piskvorky 5x5", "(;", " a "])


@st.composite
def records(draw: st.DrawFn, most_cells: int = 60, k: int | None = None) -> Record:
    rules = Rules(draw(st.integers(1, 30)), draw(st.integers(1, most_cells)), k or draw(st.integers(1, 6)))
    board = Board(rules)
    for _ in range(draw(st.integers(0, 40))):
        if not board.is_over:
            board.push(board.legal_moves[draw(st.integers(0, len(board.legal_moves) - 1))])
    headers = draw(st.dictionaries(st.sampled_from(["X", "O", "Event", "Date_1"]), NAMES | AWKWARD))
    results = ["", "*", "1-0", "0-1", "1/2-1/2"] if not board.is_over else [""]
    plies = tuple(board.plies)
    times = draw(st.just(()) | st.lists(st.integers(0, 10**7), min_size=len(plies), max_size=len(plies)))
    levels = draw(st.tuples(st.integers(0, 11), st.integers(0, 11)))
    return Record(rules, plies, headers, draw(st.sampled_from(results)), tuple(times), levels)


@given(st.lists(records(), min_size=1, max_size=3))
def test_records_survive_writing_and_reading(written: list[Record]) -> None:
    assert [Record.from_text(record.to_text()) for record in written] == written
    assert games("\n\n".join(record.to_text() for record in written)) == written
    assert games("\ufeff" + written[0].to_text()) == written[:1]


@given(records(k=5))
@example(Record(Rules(15, 15, 5), (Cell(0, 0), Cell(0, 1)), {}, "0-1", (0, 7)))
def test_a_psq_file_keeps_all_that_its_format_can_hold(record: Record) -> None:
    try:
        text = record.to_psq()
    except ValueError:
        reject()  # see test_names_that_look_like_moves_are_refused
    places = ["X", "O", *(["Event"] if record.result != "*" else [])]
    kept = {name: value for name in places if (value := record.headers.get(name, "")).strip() or name == "Event"}
    kept = {name: value for name, value in kept.items() if value}
    expected = Record(record.rules, record.plies, kept, record.result, record.times, record.levels)
    assert Record.from_psq(text) == expected
    assert games(text.replace("\n", "\r\n\r\n")) == [expected]


@given(st.lists(records(most_cells=52), min_size=1, max_size=3))
def test_an_sgf_file_keeps_all_that_its_format_can_hold(written: list[Record]) -> None:
    expected = [
        Record(
            record.rules,
            record.plies,
            {name: value for name, value in record.headers.items() if name != "Date_1"},
            record.result,
            record.times,
        )
        for record in written
    ]
    assert [Record.from_sgf(record.to_sgf()) for record in written] == expected
    assert games("\n".join(record.to_sgf() for record in written)) == expected


@pytest.mark.parametrize("names", [{"X": "1,2", "O": "3,4 "}, {"X": "8,8,0", "O": "Ben"}, {"X": "Ann", "O": "8;8;x"}])
def test_names_that_look_like_moves_are_refused(names: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="names"):
        Record(Rules(15, 15, 5), (Cell(0, 0),), names).to_psq()


LINES = st.sampled_from([
    "Piskvorky 15x15, 11:11, 0", "Piskvorky 15x15, 0:0, 1", "8,8,0", "9, 8, 12", "8,9", "9;9,0", "8,8,12.5", "", "A",
    "-1", "0", "15", "1,Freestyle15_1", "2,", '[X "Ann"]', '[Rules "3, 3, 3"]', '[Rules "9,9,5"]', "1. a1 b1",
    "1.b2 2...c3",
    "{a", "}", "; c", "h8i9j7", "1-0", "*", "(;FF[4]GM[4]SZ[15]", ";B[hh]", ";W[ii]C[5ms]", "RE[B+R]", ")", "(", "[",
    "\x00",
    '[Rules "999999999,999999999,5"]', "Piskvorky 99999x99999, 0:0, 0", "(;GM[4]SZ[999999999]", "\\",
])  # fmt: skip


@given(st.lists(LINES | st.text(max_size=8), max_size=8))
def test_any_text_is_read_or_refused_with_a_reason(lines: list[str]) -> None:
    text = "\n".join(lines)
    for read in (games, Record.from_text, Record.from_psq, Record.from_sgf, Board.from_text, Cell.from_text):
        with suppress(ValueError):
            read(text)


DAMAGE = st.tuples(
    st.integers(0, 200), st.integers(0, 4), st.sampled_from([*"\n,0-1 [](){};xZ", "\x00", "\u0661", '"', ""])
)


@given(records(k=5, most_cells=30), st.lists(DAMAGE, max_size=3))
def test_a_damaged_file_is_read_or_refused_with_the_line(record: Record, damages: list[tuple[int, int, str]]) -> None:
    for write, read in ((Record.to_text, Record.from_text), (Record.to_psq, Record.from_psq), (Record.to_sgf, games)):
        text = ""
        with suppress(ValueError):  # names that look like moves
            text = write(record)
        for at, removed, inserted in damages:
            text = text[:at] + inserted + text[at + removed :]
        message = "line "
        try:
            read(text)
        except ValueError as error:
            message = str(error)
        assert message.startswith(("line ", "expected one game"))


def test_reading_damaged_times_takes_linear_time() -> None:
    with pytest.raises(ValueError, match="expected times"):
        Record.from_text(f'[Rules "3,3,3"]\n[Times "{"1" * 400}x"]\n')


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


def test_a_piskvork_game_may_have_blanks_and_empty_lines() -> None:
    blanks = Record.from_psq("Piskvorky 15x15, 0:0, 0\n8, 8, 0\n\n9 ,8 , 12\n-1\n\n\n")
    assert (blanks.plies, blanks.headers, blanks.times) == ((Cell(7, 7), Cell(7, 8)), {}, (0, 12))
    assert Record.from_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\n\nA\nB\n-1\n\n\n").headers == {"X": "A", "O": "B"}
    assert Record.from_psq("Piskvorky 15x15, 0:0, 0\n8,8,0\n1,2\nB\n-1").headers == {"X": "1,2", "O": "B"}


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        (["8,8,0", "9;9,0", "7,7,0", "A", "B", "-1"], 3),
        (["8,8,12.5", "-1"], 2),
        (["8,8,12.5", "9,9,1.5", "-1"], 2),
        (["8,8,0", "x,9,0", "-1"], 3),
        (["8,8,0", "", "A", "B", "C", "-1"], 4),
        (["8,8,0", "A", "B"], 3),
        (["8,8,0", "8,8,0", "A", "B", "-1"], 3),
        (["99,99,0", "-1"], 2),
    ],
)
def test_an_unknown_line_of_a_piskvork_game_is_refused_with_its_number(lines: list[str], number: int) -> None:
    with pytest.raises(ValueError, match=f"^line {number}: "):
        Record.from_psq("\n".join(["Piskvorky 15x15, 0:0, 0", *lines]))


@pytest.mark.parametrize(
    ("last", "result"), [("1,Freestyle15_1", "1-0"), ("2,Freestyle15_1", "0-1"), ("0,x", "1/2-1/2")]
)
def test_the_last_line_of_gomocup_has_the_winner_of_a_forfeited_game(last: str, result: str) -> None:
    record = Record.from_psq(PSQ + last)
    assert (record.result, record.headers["Event"], record.times) == (result, last[2:], (1019, 0, 2520))
    assert record.levels == (11, 11)
    second_began = Record.from_psq((PSQ + last).replace("11:11, 0", "10:11, 1"))
    assert (second_began.headers["X"], second_began.levels) == ("Beta", (11, 10))
    assert second_began.result == {"1-0": "0-1", "0-1": "1-0"}.get(result, result)


def test_gomocup_counts_from_the_first_player_after_the_opening() -> None:
    moves = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,7,0\n6,6,5\n5,5,9\nA\nB\n-1\n"
    assert Record.from_psq(moves + "1,Freestyle15_1").result == "0-1"
    assert Record.from_psq(moves.replace("7,7,0", "7,7,3") + "1,Freestyle15_1").result == "1-0"


def test_the_text_format_is_read_in_variants_of_other_programs() -> None:
    expected = Record(Rules(3, 3, 3), (Cell(1, 1), Cell(0, 0), Cell(1, 0)), {"X": "Ann"}, "0-1")
    for moves in ("1.b2 a1 2.a2 0-1", "1. b2 {the\nmiddle} a1 ; a corner 2. c3\n2. a2 0-1", "b2a1A2 0-1", "2,2 (0, 0)"):
        text = f'\ufeff[X "Ann"] [Rules "3, 3, 3"]\n\n{moves}'.replace("2,2 (0, 0)", "1,1 0,0 1,0 0-1")
        assert Record.from_text(text) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Rules "9,9,5"]\n\n1. a1\nb1 (a2)', "line 4: .*a2"),
        ('[Rules "9,9,5"]\n\n1. a1 $1', "line 3: .*1"),
        ('[Rules "9,9,5"]\n[X "a"]\n[X "b"]', "line 3: X is given twice"),
        ('[Rules "9,9,5"]\n\na1 1-0 b1', "line 3: expected the end"),
        ('[Rules "9,9,5"]\n\na1 {never closed', "line 3: expected"),
        ('[Rules "9,9,5"]\n[X "Ann]\n', "line 2: expected a header"),
        ('[Rules "9,9,5"]\n\na1\na1', "line 4: .*taken"),
        ('[Rules "9,9,5"]\n[Times "soon"]', "Times"),
        ('[Rules "9,9,5"]\n[Times "5"]', "a time for each"),
        ('[Rules "99999,99999,5"]', "at most"),
        ('[Rules "9,9,5"]\n\na1 *\n[Rules "9,9,5"]', "expected one game, not 2"),
        ("", "expected one game, not 0"),
    ],
)
def test_an_unreadable_text_raises_with_the_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Record.from_text(text)


SGF = """(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.01.02 03:04:05]RO[1.1]RU[0]SZ[15]PB[A]PW[B]RE[W+1]TE[by time forfeit]
;B[hh]C[opening move];W[ih]C[opening move]
;B[aa]C[17ms])

(;FF[4]GM[4]SZ[20:15]PB[B \\]\\\\]RE[0]
)
"""


def test_games_of_c_gomoku_cli_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(SGF, encoding="utf-8")
    first, second = games(path)
    assert (first.rules, first.plies) == (Rules(15, 15, 5), (Cell(7, 7), Cell(7, 8), Cell(0, 0)))
    assert (first.headers["X"], first.headers["O"], first.headers["Event"]) == ("A", "B", "A x B")
    assert (first.result, first.times) == ("0-1", (0, 0, 17))
    assert (second.rules, second.headers["X"], second.result) == (Rules(15, 20, 5), "B ]\\", "1/2-1/2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[1]SZ[19])", "line 1: expected GM"),
        ("(;GM[4])", "expected GM"),
        ("(;GM[4]SZ[15]RE[who knows])", "expected GM"),
        ("(;GM[4]SZ[15]\n;B[hh]\n(;W[ii])(;W[jj]))", "line 3: .*variations"),
        ("(;GM[4]SZ[15]\n;AB[hh][ii])", "line 2: .*AB"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;B[ii])", "line 3: expected a move of O"),
        ("(;GM[4]SZ[15]\n;B[])", "line 2: expected a move of X"),
        ("(;GM[4]SZ[15]\n;B[hh][ii])", "line 2: expected one move"),
        ("(;GM[4]SZ[15]\n;B[hh]W[ii])", "line 2: expected one move"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", "line 3: .*taken"),
        ("(;GM[4]SZ[15]\n;B[zz])", "line 2: .*off the board"),
        ("(;GM[4]SZ[15]\n;B[hh]", "line 2: expected \\)"),
        ("(GM[4]SZ[15])", "line 1: unexpected property"),
        ("hello", "line 1: .*hello"),
        ("(;GM[4]SZ[15];B[hh)", "line 1"),
    ],
)
def test_an_unreadable_sgf_raises_with_the_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Record.from_sgf(text)


def test_a_board_that_is_too_large_for_sgf_is_refused() -> None:
    with pytest.raises(ValueError, match="52"):
        Record(Rules(53, 3, 3)).to_sgf()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_file_of_games_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "game.psq"
    path.write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\nJos\xe9\nB\n-1\n", encoding=encoding)
    assert games(path)[0].headers["X"] == "Jos\xe9"


def test_a_caller_may_change_the_board_of_a_record() -> None:
    record = Record.from_text('[Rules "3,3,3"]\n\n1. b2 a1 *')
    board = record.board
    while board.plies:
        board.pop()
    assert [len(record.board.plies), len(record.plies)] == [2, 2]


def test_records_copy_their_arguments_and_compare_by_value() -> None:
    headers = {"X": "Ann"}
    listed = Record(Rules(3, 3, 3), [(0, 0), (1, 1)], headers)  # pyright: ignore[reportArgumentType] - as push takes them
    headers["X"] = "Ben"
    same = Record(Rules(3, 3, 3), (Cell(0, 0), Cell(1, 1)), {"X": "Ann"}, times=(0, 0))
    assert listed == same
    assert len({listed, same}) == 1
    assert listed.to_text() == same.to_text()
    with pytest.raises(ValueError, match="a time for each"):
        Record(Rules(3, 3, 3), (Cell(0, 0),), times=(1, 2))
