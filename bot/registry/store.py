"""What the registry needs of a database; the folder database implements it in SQL."""

from datetime import datetime
from typing import Protocol

from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.games import ChannelId, Game, GameId, GuildId, MessageId, Opening, UserId
from bot.game.ratings import GameSummary, Standing, Stats
from bot.game.requests import NewChallenge


class Store(Protocol):
    """What the registry needs of a database. Each call is one transaction, durable when it returns.

    Any call may raise StoreFailed.
    """

    async def live_game(self, channel: ChannelId) -> Game | None:
        """Return the channel's game that has not ended."""
        ...

    async def latest_game(self, channel: ChannelId) -> Game | None:
        """Return the channel's live game, else the one that was opened last."""
        ...

    async def game(self, game: GameId) -> Game | None:
        """Return a game by its id."""
        ...

    async def live_games(self) -> int:
        """Return how many games have not ended."""
        ...

    async def awaiting_computer(self) -> list[Game]:
        """Return the live games in which the computer is to move."""
        ...

    async def open_game(self, opening: Opening, by: UserId, challenge: ChallengeId | None = None) -> Game:
        """Save a new game, and with it that a challenge was accepted.

        Raises
        ------
        ChannelTaken
            The channel has a live game.
        Stale
            The challenge was answered meanwhile.
        """
        ...

    async def save(self, before: Game, after: Game) -> Game:
        """Save a changed game: its plies, result and request.

        Raises
        ------
        ChannelTaken
            The game is reopened, and the channel has another live one.
        Stale
            Somebody saved it since before was loaded.
        """
        ...

    async def note_board(self, game: GameId, message: MessageId) -> None:
        """Remember the newest message that shows a game's board."""
        ...

    async def note_request(self, game: GameId, ply: int, message: MessageId) -> None:
        """Remember the message that asks the opponent about an undo."""
        ...

    async def recent_games(self, channel: ChannelId, limit: int) -> list[GameSummary]:
        """Return the channel's newest games, newest first."""
        ...

    async def stats(self, guild: GuildId | None, user: UserId) -> Stats:
        """Return what somebody has done in a server, or in direct messages."""
        ...

    async def top(self, guild: GuildId) -> list[Standing]:
        """Return a server's best, best first."""
        ...

    async def forget(self, user: UserId, now: datetime) -> None:
        """Put DELETED_USER in somebody's place everywhere, and end their live games and open challenges."""
        ...

    async def offer(self, offer: Offer) -> NewChallenge:
        """Save a new challenge, which replaces an open one of the same author and channel."""
        ...

    async def challenge(self, challenge: ChallengeId) -> Challenge | None:
        """Return a challenge by its id."""
        ...

    async def close_challenge(self, challenge: ChallengeId, state: ChallengeState) -> None:
        """Save what became of an open challenge; Stale if it was answered meanwhile."""
        ...

    async def note_challenge(self, challenge: ChallengeId, message: MessageId) -> None:
        """Remember the message that shows a challenge."""
        ...

    async def opened_since(self, by: UserId, since: datetime) -> int:
        """Return how many games and unanswered challenges a person has opened since an instant."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...


class StoreFailed(Exception):
    """The database is out of reach, full, locked or too slow; unchanged says whether nothing was saved for certain.

    Its text is the database's own, for the log.
    """

    def __init__(self, reason: object, *, unchanged: bool) -> None:
        super().__init__(str(reason) or repr(reason))
        self.unchanged = unchanged


class ChannelTaken(Exception):
    """The store refused a second live game in one channel."""


class Stale(Exception):
    """The store refused to save over somebody else's change."""
