"""Which answer shows a game while the computer thinks."""

from bot.game.games import GameId, MessageId
from bot.interactions.board_messages import BoardMessages, SentBoard

GAME = GameId(1)


def test_the_newest_answer_is_kept_until_the_computer_moves() -> None:
    messages, first, newer = BoardMessages(), SentBoard(MessageId(1)), SentBoard(MessageId(2))
    with messages.thinking(GAME, first):
        with messages.thinking(GAME, newer):
            pass
        assert messages.newest(GAME, first) is newer
    assert messages.newest(GAME, None) is None


def test_an_answer_is_kept_if_a_sweep_started_the_search() -> None:
    messages, board = BoardMessages(), SentBoard(MessageId(1))
    with messages.thinking(GAME, None):
        with messages.thinking(GAME, board):
            pass
        assert messages.newest(GAME, None) is board
    assert messages.newest(GAME, None) is None
