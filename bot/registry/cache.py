"""What a process remembers between requests: the games saved last, and the newest boards that no save has written."""

from collections import OrderedDict
from collections.abc import Mapping

from bot.game.games import ChannelId, Game, GameId, MessageId

CACHED_GAMES = 20_000  # a game takes about 1.5 kB, and its plies
CACHED_PLIES = 200_000  # of all games together; a ply takes about 120 bytes
UNSAVED_BOARDS = 10_000
LAST_BOARDS = 50  # of games that are over; saved together


class GameCache:
    """The live games of the channels that were active last, as this process saved or loaded them."""

    def __init__(self, games: int = CACHED_GAMES, plies: int = CACHED_PLIES) -> None:
        self._most_games = games
        self._most_plies = plies
        self._plies = 0
        self._games: OrderedDict[ChannelId, Game] = OrderedDict()

    def get(self, channel: ChannelId) -> Game | None:
        """Return a channel's game, if it is cached."""
        return self._games.get(channel)

    def keep(self, game: Game) -> None:
        """Cache a live game, in place of those that were active longest ago if it is too much."""
        self.drop(game.place.channel)
        if game.result is None:
            self._games[game.place.channel] = game
            self._plies += len(game.plies)
            while len(self._games) > self._most_games or self._plies > self._most_plies:
                _, oldest = self._games.popitem(last=False)
                self._plies -= len(oldest.plies)

    def drop(self, channel: ChannelId) -> None:
        """Remove a channel's game."""
        if game := self._games.pop(channel, None):
            self._plies -= len(game.plies)

    def clear(self) -> None:
        """Remove every game."""
        self._games.clear()
        self._plies = 0


class UnsavedBoards:
    """Which message shows a game, until that is saved with the next move or, once it is over, with those of others.

    It is kept for so many games. What is lost costs a stale link: the next board leaves the buttons of this one alone.
    """

    def __init__(self, limit: int = UNSAVED_BOARDS) -> None:
        self._limit = limit
        self._boards: OrderedDict[GameId, MessageId] = OrderedDict()
        self._over: list[GameId] = []

    def note(self, game: GameId, message: MessageId) -> None:
        """Note that a message shows a game, unless a newer one does."""
        self._boards[game] = max(message, self._boards.pop(game, message))
        if len(self._boards) > self._limit:
            self._boards.popitem(last=False)

    def over(self, game: Game) -> Mapping[GameId, MessageId]:
        """Note if a game is over, so that no move will save its board; take and return all such boards once many."""
        if game.result is None:
            return {}
        self._over.append(game.id)
        if len(self._over) < LAST_BOARDS:
            return {}
        games, self._over = self._over, []
        return {game: self._boards.pop(game) for game in games if game in self._boards}

    def newest(self, game: GameId, saved: MessageId | None) -> MessageId | None:
        """Return the newest message that shows a game: the one that was saved, or a newer one."""
        noted = self._boards.get(game)
        return saved if noted is None or noted <= (saved or 0) else noted

    def on(self, game: Game) -> Game:
        """Return a game with its newest board."""
        newest = self.newest(game.id, game.message)
        return game if newest == game.message else game.noted(message=newest)

    def saved(self, game: Game) -> None:
        """Forget a board that was saved with a game."""
        if self.on(game) is game:
            self._boards.pop(game.id, None)

    def take_all(self) -> Mapping[GameId, MessageId]:
        """Return every board, and forget them."""
        boards, self._boards = self._boards, OrderedDict()
        return boards
