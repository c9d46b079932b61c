"""Games between players, and their cross table."""

from random import Random
from typing import Any

import pytest

import engine
from engine import Board, Cell, CrossTable, IllegalMove, Limit, Player, Record, Rules, Score
from engine.players import classic

RULES = Rules(3, 3, 3)


def first(board: Board) -> Cell:
    return board.legal_moves[0]


def last(board: Board) -> Cell:
    return board.legal_moves[-1]


def test_playing_two_functions_returns_a_record() -> None:
    record = engine.play(first, last, RULES, X="Ann", O="Ben")
    assert record == Record(RULES, tuple(map(Cell.from_text, ["a1", "c3", "b1", "b3", "c1"])), {"X": "Ann", "O": "Ben"})
    assert record.result == "1-0"


def test_a_game_starts_after_its_opening() -> None:
    opening = [Cell(1, 1), Cell(0, 0), Cell(2, 2)]
    record = engine.play(last, first, RULES, opening)
    assert list(record.plies[:4]) == [*opening, Cell(0, 1)]
    won = [Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2)]
    assert engine.play(first, last, RULES, won).plies == tuple(won)


def test_a_player_may_change_its_board() -> None:
    def tries_all(board: Board) -> Cell:
        for cell in list(board.legal_moves):
            board.push(cell)
            if not board.is_over:
                board.playout(Random(1))
            while board.plies[-1] != cell:
                board.pop()
            board.pop()
        board.playout(Random(2))
        return board.plies[-1]

    assert engine.play(tries_all, tries_all, RULES).board.is_over


@pytest.mark.parametrize(("cell", "error"), [(Cell(0, 0), IllegalMove), (Cell(3, 0), IllegalMove), (None, TypeError)])
def test_an_illegal_move_names_its_player(cell: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as refused:
        engine.play(first, lambda _: cell, RULES, O="Ben")
    assert refused.value.__notes__ == ["This was ply 2, by Ben."]
    with pytest.raises(error) as refused:
        engine.play(lambda _: cell, first, RULES, [Cell(0, 0), Cell(0, 1)])
    assert refused.value.__notes__ == ["This was ply 3, by X."]


def test_each_level_is_a_player() -> None:
    assert list(engine.LEVELS) == ["easy", "classic", "medium", "hard", "expert"]
    board = Board.from_text("oo./xx./... 3")
    for level in ("classic", "medium", "hard", "expert"):
        assert engine.player(level, Random(1), Limit(nodes=10))(board) == Cell(1, 2)
    moves = [engine.player("easy", Random(seed))(board) for seed in range(50)]
    assert len(set(moves)) == 5
    assert engine.player("classic", Random(4))(Board(RULES)) == classic(Board(RULES), Random(4)).cell
    engine.player("classic")(board)


@pytest.mark.parametrize("level", ["", "Expert", "best", 5])
def test_an_unknown_level_is_named(level: Any) -> None:
    with pytest.raises(ValueError, match=r"easy, classic, medium, hard, expert, not"):
        engine.player(level)


def players() -> dict[str, Player]:
    return {
        "first": first,
        "easy": engine.player("easy", Random(1)),
        "classic": engine.player("classic", Random(2)),
        "expert": engine.player("expert", Random(3), Limit(nodes=100)),
    }


def openings(random: Random, rules: Rules) -> list[list[Cell]]:
    boards = [Board(rules) for _ in range(3)]
    for board in boards:
        board.playout(random, plies=2)
    return [list(board.plies) for board in boards]


def test_each_pair_plays_each_opening_with_both_colors() -> None:
    rules = Rules(4, 4, 3)
    starts = openings(Random(5), rules)
    games = list(engine.round_robin(players(), rules, iter(starts)))
    assert len(games) == 6 * 3 * 2
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.plies[:2] == other.plies[:2]
        assert (one.headers["X"], one.headers["O"]) == (other.headers["O"], other.headers["X"])
    assert {tuple(game.plies[:2]) for game in games} == set(map(tuple, starts))


def test_the_same_seeds_give_the_same_games() -> None:
    rules = Rules(4, 4, 3)
    one, other = (list(engine.round_robin(players(), rules, openings(Random(5), rules))) for _ in range(2))
    assert one == other


def test_the_cross_table_counts_every_game_for_both_sides() -> None:
    games = list(engine.round_robin(players(), RULES, [(), (), ()]))
    table = CrossTable.of(games)
    for name in table.names:
        own = [game for game in games if name in game.headers.values()]
        results = [{"1-0": "X", "0-1": "O"}.get(game.result, "") for game in own]
        wins = sum(bool(mark) and game.headers[mark] == name for game, mark in zip(own, results, strict=True))
        draws = results.count("")
        assert table.score(name) == Score(wins, draws, len(own) - wins - draws)
        assert sum(table.score(name, other).points for other in table.names) == table.score(name).points
        assert all(table.score(name, other)[::-1] == table.score(other, name) for other in table.names)
    assert sum(table.score(name).points for name in table.names) == len(games) == 36
    assert table.names[0] == "expert"
    assert str(table).splitlines()[1].startswith("1 expert")


def test_a_table_leaves_out_unfinished_games_and_names_sides_without_a_header() -> None:
    table = CrossTable.of([Record(RULES), Record(RULES, (), {}, "1-0"), Record(RULES, (), {"X": "Ann"}, "1/2-1/2")])
    assert table.names == ["X", "Ann", "O"]
    assert table.score("O") == Score(0, 1, 1)
    assert str(CrossTable.of([])).split() == ["points", "games"]
