"""Games that tests save, and queries that only tests need."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.database.store import Store
from bot.game.games import ChannelId, Format, Game, GameId, Human, Place, UserId
from bot.game.requests import Event, Update
from engine import Rules
from tests.people import ANN, BOB, HERE

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
NEVER = timedelta(days=36_500)  # as good as
RULES = Rules(3, 4, 3)


def opening(place: Place = HERE, x: UserId = ANN) -> Game:
    """Return a new game of a user against Bob (O)."""
    return Game.new(place, Format(RULES), Human(x), Human(BOB), AT)


async def open_game(store: Store, game: Game, by: UserId, **options: Any) -> Game:
    """Save a new game that a user opens."""
    update, _ = await store.lobby.open_game(Update(game, game, Event.STARTED, by), **options)
    return update.game


async def saved(store: Store, game: Game | GameId) -> Game:
    """Return a game from the database."""
    current = await store.games.game(game.id if isinstance(game, Game) else game)
    assert current
    return current


async def live_game(store: Store, channel: ChannelId) -> Game | None:
    """Return the one live game of a channel."""
    games = await store.games.live_in(channel)
    assert len(games) <= 1
    return games[0] if games else None


async def latest_game(store: Store, channel: ChannelId) -> Game | None:
    """Return the newest live game of a channel, else its newest."""
    if live := await store.games.live_in(channel):
        return max(live, key=lambda game: game.id)
    newest = await store.games.recent_games(channel, 1)
    return await store.games.game(newest[0].id) if newest else None
