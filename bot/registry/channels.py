"""The games that were saved last, kept in memory: a measured exception to keeping none, benchmarks/load.py.

Without them each move would begin with a question to the database, a third of what it costs the processor.
"""

from collections import OrderedDict

from bot.game.games import ChannelId, Game, MessageId

GAMES = 1000
PLIES = 256  # a longer game is not kept: its board alone may take a megabyte


class Recent:
    """The games of the channels that were active last, as this process saved them.

    Another process may have changed them since. So they only ever let something through: the store refuses to save over
    another's change, and whatever is refused on the word of these is to be looked up.
    """

    def __init__(self, most: int = GAMES) -> None:
        self._most = most
        self._games: OrderedDict[ChannelId, Game] = OrderedDict()

    def __len__(self) -> int:
        return len(self._games)

    def game(self, channel: ChannelId) -> Game | None:
        """Return a channel's game, if it is kept."""
        return self._games.get(channel)

    def keep(self, game: Game) -> None:
        """Keep a game as it was saved, instead of the one that was active least."""
        self.drop(game.place.channel)
        if game.result is None and len(game.plies) <= PLIES:
            self._games[game.place.channel] = game
            if len(self._games) > self._most:
                self._games.popitem(last=False)

    def shown(self, game: Game, message: MessageId) -> None:
        """Note that a newer message shows a game, which may have gone on meanwhile."""
        kept = self._games.get(game.place.channel)
        if kept and kept.id == game.id and (kept.message or 0) < message:
            self._games[game.place.channel] = kept.noted(message=message)

    def drop(self, channel: ChannelId) -> None:
        """Keep a channel's game no longer."""
        self._games.pop(channel, None)
