"""Games as values."""

from dataclasses import replace

import pytest

from bot.game.games import Computer, Ending, Format, Game, Level, Result
from engine import Cell
from tests.game.values import NOW, game
from tests.people import HERE, SMALL


def test_a_changed_game_keeps_its_cached_board() -> None:
    saved_game = game((1, 1))
    board = saved_game.board
    assert saved_game.with_changes(revision=1).board is board
    assert saved_game.with_changes(revision=1).revision == 1
    assert "board" not in vars(game((1, 1)).with_changes(revision=1))


def test_the_computer_is_awaited_only_on_its_turn_in_a_live_game() -> None:
    solo = game(o=Computer(Level.CLASSIC))
    thinking = replace(solo, plies=(Cell(0, 0),))
    assert [each.awaits_computer for each in (solo, thinking, game((0, 0)))] == [False, True, False]
    assert not replace(thinking, result=Result(None, Ending.STOPPED)).awaits_computer


def test_the_computer_does_not_play_itself() -> None:
    with pytest.raises(ValueError, match="itself"):
        Game.new(HERE, Format(SMALL), Computer(Level.EASY), Computer(Level.EXPERT), NOW)
