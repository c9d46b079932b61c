"""Statistics, leaderboards and seasons of servers."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime

from bot.database.ratings import RatingStore
from bot.game.errors import NoSuchSeason, SeasonBegun
from bot.game.games import DELETED_USER, Game, GuildId, Level, UserId
from bot.game.ratings import ACTIVE, IN_A_ROW, Leaderboard, Season, next_level
from bot.registry.preferences import within_deadline

log = logging.getLogger(__name__)


class Ratings:
    """Reads the statistics and leaderboards of servers, and starts their seasons."""

    def __init__(self, store: RatingStore, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def progress(self, game: Game) -> tuple[Level | None, bool]:
        """Return the level to offer after a game against the computer, if any, and whether it is a first win.

        If the database doesn't answer soon, there is neither.
        """
        if not game.computer or not game.result or game.result.is_void or game.solo in (None, DELETED_USER):
            return None, False
        query = self._store.results_against(game, IN_A_ROW)
        answer = await within_deadline(query, "ending a game without an offer of another level")
        results, has_won_before = answer or ([], True)
        is_first_win = results[:1] == ["won"] and not has_won_before
        return next_level(game.computer.level, results, is_first_win=is_first_win), is_first_win

    async def top(
        self,
        guild: GuildId,
        requester: UserId | None = None,
        season: int | None = None,
        departed: Collection[UserId] = (),
    ) -> Leaderboard:
        """Return the leaderboard of a season, by default the current one, which lists only active players.

        departed are users who have left the server: they aren't listed, and others move up.

        Raises NoSuchSeason.
        """
        seasons = await self._store.seasons(guild)
        found = seasons[-1] if season is None else next((each for each in seasons if each.number == season), None)
        if found is None:
            raise NoSuchSeason(seasons[-1].number)
        since = self._now() - ACTIVE if found.ended is None else None
        return Leaderboard(found, await self._store.top(guild, requester, found.number, since, departed))

    async def begin_season(self, guild: GuildId, number: int, by: UserId) -> Season:
        """Start a season by its number, and log who did it. All ratings are reset; old seasons remain readable.

        Raises SeasonBegun.
        """
        now = self._now()
        if not await self._store.begin_season(guild, number, now):
            raise SeasonBegun((await self._store.seasons(guild))[-1].number)
        log.info("user %d started season %d of server %d", by, number, guild)
        return Season(number, now)
