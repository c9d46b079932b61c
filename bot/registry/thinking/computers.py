"""The computer players, as the games ask them: which of them answer at once, and how long they took."""

import time
from collections.abc import Callable
from random import Random

from bot.game.games import Computer, Level, Player
from bot.registry.thinking.experts import INSTANT, SWAPS, Experts
from engine.board import Board
from engine.players import Choice, Reason


class Computers:
    """Chooses the computer's moves. observe is told of each of them, and how many seconds it took."""

    def __init__(
        self,
        experts: Experts,
        *,
        random: Random,
        timer: Callable[[], float] = time.perf_counter,
        observe: Callable[[Level, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self._experts = experts
        self._random = random
        self._timer = timer
        self._observe = observe

    @property
    def asking(self) -> int:
        """How many positions the experts are asked about now."""
        return self._experts.asking

    def at_once(self, player: Player, board: Board, *, can_swap: bool = False) -> Choice | None:
        """Return a player's choice in a position that is not over; None for people, and for the expert.

        Shapes: can_swap says whether the player may take X instead of a cell.
        """
        if not isinstance(player, Computer) or player.level not in INSTANT:
            return None
        began = self._timer()
        if can_swap and SWAPS[player.level](board, self._random):
            choice = Choice(board.plies[0], Reason.SWAP)
        else:
            choice = INSTANT[player.level](board, self._random)
        self._observe(player.level, self._timer() - began)
        return choice

    async def expert(self, board: Board, *, has_swap: bool = False) -> Choice:
        """Return the expert's choice in a position that is not over; has_swap as in Experts."""
        began = self._timer()
        choice = await self._experts.choose(board, seed=self._random.getrandbits(32), has_swap=has_swap)
        self._observe(Level.EXPERT, self._timer() - began)
        return choice
