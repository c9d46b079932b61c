"""Which answer shows a game while the computer thinks."""

import pytest

from bot.game.games import GameId, MessageId
from bot.interactions.board_messages import BoardMessages, SentBoard

GAME = GameId(1)


@pytest.mark.parametrize("first", [SentBoard(MessageId(1)), None], ids=["an answer", "a sweep"])
def test_the_newest_answer_is_kept_until_the_computer_moves(first: SentBoard | None) -> None:
    messages, newer = BoardMessages(), SentBoard(MessageId(2))
    with messages.thinking(GAME, first):
        with messages.thinking(GAME, newer):
            pass
        assert messages.newest(GAME, first) is newer
    assert messages.newest(GAME, None) is None
