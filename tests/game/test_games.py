"""Games as values."""

from datetime import UTC, datetime

from bot.game.games import ChannelId, Game, GameId, Human, Place, UserId
from engine import Cell, Rules


def test_a_saved_game_keeps_the_board_that_was_replayed() -> None:
    people = Human(UserId(1)), Human(UserId(2))
    game = Game(GameId(1), Place(ChannelId(1)), Rules(3, 3, 3), *people, datetime.now(UTC), (Cell(1, 1),))
    board = game.board
    assert game.noted(revision=1).board is board
    assert game.noted(revision=1).revision == 1
