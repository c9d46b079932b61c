"""What the registry needs from a database; `bot.database` implements it in SQL."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from bot.database.clocks import Shards
from bot.game.agenda import OpenGame
from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.choices import Changes, Preferences, ServerChanges, ServerSettings
from bot.game.games import ChannelId, Cooldown, Game, GameId, GuildId, InteractionId, MessageId, Opening, UserId
from bot.game.ratings import GameSummary
from bot.game.requests import Begun, NewChallenge, Update
from engine import Rules


class Store(Protocol):
    """What the registry needs of a database. Each call is one transaction, durable when it returns.

    Any call may raise StoreFailed, and one that returns a game Damaged; lists leave such games out.
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

    async def open_game(
        self,
        opening: Opening,
        by: UserId,
        challenge: ChallengeId | None = None,
        cooldown: Cooldown | None = None,
        ended: Update | None = None,
    ) -> Begun:
        """Save a new game, and with it that a challenge was accepted, and that another game has ended.

        Raises
        ------
        TooMany
            The person has opened too much, as the cooldown says.
        ChannelTaken
            The channel has a live game, or the series has gone on already.
        Stale
            The challenge was answered meanwhile, or somebody saved the other game, or the last one of the series.
        HasBlocked, NobodyThere
            It begins by a challenge, or continues a series, and one of the two has blocked the other.
        """
        ...

    async def save(self, before: Game, after: Game, interaction: InteractionId | None = None) -> Game:
        """Save a changed game: its plies, result and request, and the message that shows it.

        interaction is the one by which a person changed it last.

        Raises
        ------
        ChannelTaken
            The game is reopened, and the channel has another live one.
        Stale
            Somebody saved it since before was loaded.
        """
        ...

    async def revision(self, game: GameId) -> int | None:
        """Return the revision of a live game, None if it has ended."""
        ...

    async def note_boards(self, boards: Mapping[GameId, MessageId]) -> None:
        """Remember the newest messages that show the boards of games."""
        ...

    async def note_request(self, game: GameId, ply: int, message: MessageId) -> None:
        """Remember the message that asks the opponent about an undo."""
        ...

    async def note_picture(self, game: GameId, picture: bool) -> None:  # noqa: FBT001 - a column
        """Remember whether a picture goes with the boards of a game."""

    async def sweep(self, shards: Shards, at: datetime, outage: timedelta) -> timedelta:
        """Note a sweep of the clocks; after a pause longer than outage, note that they are to be put forward by it.

        Return its length, else none. However many processes find the same pause, it counts once.
        """
        ...

    async def put_forward(self, shards: Shards) -> bool:
        """Put some of the clocks forward, if that is to be done; return whether there may be more."""
        ...

    async def out_of_time(self, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose deadline passed by an instant, as many as one sweep can end, earliest first."""
        ...

    async def to_remind(self, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose player was to be reminded by an instant, as many likewise, earliest first."""
        ...

    async def open_games(self, user: UserId) -> list[OpenGame]:
        """Return somebody's live games, and those with a question that can still be answered."""
        ...

    async def challenges_to(self, user: UserId, since: datetime) -> list[Challenge]:
        """Return the open challenges to somebody that were made since an instant, newest first."""
        ...

    async def recent_games(self, channel: ChannelId, limit: int) -> list[GameSummary]:
        """Return the channel's newest games, newest first."""
        ...

    async def preferences(self, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        """Return what people prefer, one or two of them, as far as they have chosen anything."""
        ...

    async def prefer(self, user: UserId, changes: Changes) -> Preferences:
        """Save what somebody prefers from now on, and return all that they prefer."""
        ...

    async def block(self, user: UserId, blocked: UserId, at: datetime, most: int) -> bool:
        """Note that somebody has blocked another; False if they have blocked so many others already."""
        ...

    async def unblock(self, user: UserId, blocked: UserId) -> bool:
        """Note that somebody has unblocked another; False if they had not blocked them."""
        ...

    async def blocked_by(self, user: UserId) -> list[UserId]:
        """Return whom somebody has blocked, newest first."""
        ...

    async def server_settings(self, guild: GuildId) -> ServerSettings:
        """Return what a server prefers."""
        ...

    async def change_server(self, guild: GuildId, changes: ServerChanges) -> ServerSettings:
        """Save what a server prefers from now on, and return all that it prefers."""
        ...

    async def start_forgetting(self, user: UserId) -> None:
        """Note that somebody is to be forgotten, in every game and challenge that exists now."""
        ...

    async def forget_some(self, user: UserId, now: datetime) -> bool:
        """Put DELETED_USER in place of somebody who was noted, in some more games; return whether there may be more.

        Their live games and open challenges end.
        """
        ...

    async def being_forgotten(self) -> list[UserId]:
        """Return the people who are noted and not forgotten completely."""
        ...

    async def games_of(self, user: UserId) -> tuple[int, list[GameId]]:
        """Return how many games name somebody, and the newest of them, newest first."""
        ...

    async def export_games(self, user: UserId, wanted: Sequence[GameId]) -> list[dict[str, Any]]:
        """Return some games as JSON takes them, newest first, with nobody named but the person."""
        ...

    async def export_rest(self, user: UserId) -> dict[str, list[dict[str, Any]]]:
        """Return somebody's ratings, choices, blocks, puzzles and challenges as JSON takes them; no other names."""
        ...

    async def note_guilds(self, present: Collection[GuildId], is_ours: Callable[[GuildId], bool], at: datetime) -> None:
        """Note which servers have the bot now, and which of ours had it and don't any more."""
        ...

    async def note_guild(self, guild: GuildId, left_at: datetime | None) -> None:
        """Note that a server has the bot, or since when it doesn't."""
        ...

    async def purge_some(self, start: int, left_before: datetime, solo_before: datetime | None) -> int | None:
        """Delete what is due in the next range of ids, and return where to continue; None at the end.

        That is everything of servers that removed the bot before left_before, and solo games that ended before
        solo_before.
        """
        ...

    async def check_start(
        self, by: UserId, at: datetime, cooldown: Cooldown | None = None, other: UserId | None = None
    ) -> None:
        """Refuse what open_game would refuse somebody who starts a game with somebody else; save nothing.

        Raises
        ------
        TooMany
            The person has opened too much, as the cooldown says.
        HasBlocked, NobodyThere
        """
        ...

    async def last_rules(self, user: UserId) -> Rules | None:
        """Return the rules of the game that somebody opened last, by a challenge or alone."""
        ...

    async def offer(self, offer: Offer, cooldown: Cooldown | None = None, ended: Update | None = None) -> NewChallenge:
        """Save a new challenge, which replaces an open one of the same author and channel, and that a game has ended.

        Raises
        ------
        TooMany
            The author has opened too much, as the cooldown says.
        Repeated
            Its interaction has made a challenge already.
        Stale
            Somebody saved the other game since it was loaded.
        HasBlocked, NobodyThere
            One of the two has blocked the other, or the opponent takes no challenges.
        """
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

    async def probe(self, at: datetime) -> None:
        """Save an instant in place of the last one, as a trial write."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...
