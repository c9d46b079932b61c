"""A database in which another process acts just before a save."""

from collections.abc import Awaitable, Callable

from bot.database.store import Store
from bot.game.games import Cooldown, Game, InteractionId, NewGame, UserId
from bot.game.lobby import ChallengeId, Offer
from bot.game.requests import NewChallenge, StartedGame, Update


class Overtaken(Store):
    """Lets another process act before the next save, game or challenge."""

    overtaking: Callable[[], Awaitable[object]] | None = None

    async def save(self, before: Game, after: Game, interaction: InteractionId | None = None) -> Game:
        await self._overtake()
        return await super().save(before, after, interaction)

    async def open_game(
        self,
        opening: NewGame,
        by: UserId,
        challenge: ChallengeId | None = None,
        cooldown: Cooldown | None = None,
        ended: Update | None = None,
    ) -> StartedGame:
        await self._overtake()
        return await super().open_game(opening, by, challenge, cooldown, ended)

    async def offer(self, offer: Offer, cooldown: Cooldown | None = None, ended: Update | None = None) -> NewChallenge:
        await self._overtake()
        return await super().offer(offer, cooldown, ended)

    async def _overtake(self) -> None:
        overtaking, self.overtaking = self.overtaking, None
        if overtaking:
            await overtaking()
