"""A Gymnasium environment for one side of the m,n,k-game, against any player of the engine.

It needs gymnasium and numpy. An action is the number of a cell. An observation has one number per cell, in row order:
0 for an empty cell, 1 for an own mark, 2 for one of the opponent's. info["action_mask"] has a 1 for each legal action.
The reward is 1 for a win, 0 for a draw, -1 for a loss or an illegal action, which also ends the game.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np

from engine import Board, Mark, Player, Rules, player

CLASSIC = partial(player, "classic")
SWAP = bytes.maketrans(b"\1\2", b"\2\1")  # the board as O sees it


class MnkEnvironment(gymnasium.Env):
    """A game of one agent, whose mark is drawn by lot, against the player that opponent makes with a random source."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, rules: Rules, opponent: Callable[[Random], Player] = CLASSIC, render_mode: str | None = None
    ) -> None:
        cells = rules.m * rules.n
        self.rules = rules
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 2, (cells,), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(cells)
        self._opponent = opponent
        self._random = Random()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(seed)
        self._move = self._opponent(self._random)
        self._mark = self._random.choice(list(Mark))
        self.board = Board(self.rules)
        if self._mark is Mark.O:
            self.board.push(self._move(self.board.copy()))
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        cell = self.rules.cell(action)
        if cell not in self.board.legal_moves:
            return self._observation(), -1.0, True, False, self._info()
        self.board.push(cell)
        if not self.board.is_over:
            self.board.push(self._move(self.board.copy()))
        outcome = self.board.outcome
        reward = 0.0 if not outcome or not outcome.winner else 1.0 if outcome.winner is self._mark else -1.0
        return self._observation(), reward, bool(outcome), False, self._info()

    def render(self) -> str:
        return str(self.board)

    def _observation(self) -> Any:
        cells = self.board.cells if self._mark is Mark.X else self.board.cells.translate(SWAP)
        return np.frombuffer(cells, np.uint8)

    def _info(self) -> dict[str, Any]:
        legal = set(map(self.rules.index, self.board.legal_moves))
        return {"action_mask": np.array([place in legal for place in range(len(self.board.cells))], np.int8)}
