"""Whatever happens in whatever order: a game with a swap is what its moves in turn make of it."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core import Core
from bot.database.store import SqlStore
from bot.game.errors import GameError, OldBoard
from bot.game.games import Game, Human, UserId
from bot.game.requests import NewChallenge, Terms, Wish
from engine import Cell, Rules
from tests import people
from tests.people import ANN, BOB, CHANNEL, HERE, Clock, Deliberate, press

SWAP = None  # among the moves; the others are cells


class Account:
    """A game with a swap in two processes, and the moves that were made in it: Ann and Bob make them in turn."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.clock = Clock()
        self.here, self.there = self._started(), self._started()
        self.moves: list[Cell | None] = []
        self.asked_at: int | None = None
        self.old: Game | None = None

    def _started(self) -> Core:
        return people.process(self.store, Deliberate(), self.clock)

    async def begin(self) -> None:
        offered = await self.here.lobby.new(Wish(HERE, ANN, Terms(Rules(4, 4, 4), opponent=BOB, swap=True)))
        assert isinstance(offered, NewChallenge)
        await self.here.lobby.accept(CHANNEL, offered.challenge.id, BOB)

    async def game(self) -> Game:
        game = await self.store.latest_game(HERE.channel)
        assert game
        return game

    @property
    def turn(self) -> UserId:
        return (ANN, BOB)[len(self.moves) % 2]

    async def check(self) -> bool:
        """Check the game; return whether it goes on."""
        game, is_taken = await self.game(), SWAP in self.moves
        assert list(game.plies) == [move for move in self.moves if move is not SWAP]
        assert (game.x, game.o) == ((Human(BOB), Human(ANN)) if is_taken else (Human(ANN), Human(BOB)))
        assert game.swapped is is_taken
        assert game.turn == Human(self.turn)
        assert game.can_swap == (len(self.moves) == 1)
        assert game.awaits_swap == (len(self.moves) < 2)
        assert (game.request and game.request.ply) == self.asked_at
        return game.result is None

    # -- what may happen

    async def mark(self, which: int) -> None:
        cells = list((await self.game()).board.legal_moves)
        cell = cells[which % len(cells)]
        await self.here.registry.mark(CHANNEL, self.turn, cell)
        self._moved(cell)

    async def swap(self, which: int) -> None:
        user = self.turn if which % 4 else (ANN, BOB)[which % 2]
        await self.here.registry.swap(CHANNEL, user)
        assert (user, len(self.moves)) == (BOB, 1)
        self._moved(SWAP)

    def _moved(self, move: Cell | None) -> None:
        self.moves.append(move)
        self.asked_at = None

    async def undo(self, which: int) -> None:
        user = (ANN, BOB)[which % 2]
        update = await self.here.registry.undo(CHANNEL, user)
        if update.game.request:
            assert user == self.turn
            self.asked_at = len(self.moves)
        else:
            assert user != self.turn
            del self.moves[-1:]
            self.asked_at = None

    async def answer(self, which: int) -> None:
        allows, user = bool(which % 3), (ANN, BOB)[which % 2]
        await self.here.registry.answer_undo(CHANNEL, user, allow=allows)
        assert self.asked_at == len(self.moves)
        if allows:
            del self.moves[-2:]
        self.asked_at = None

    async def keep_a_board(self, _: int) -> None:
        self.old = await self.game()

    async def press_the_kept_board(self, which: int) -> None:
        """A board shows how many moves were made: it is old, unless as many are made now."""
        if self.old is None:
            return
        try:
            await self.here.registry.mark(press(self.old), self.turn, cell := Cell(which % 4, which // 4))
        except OldBoard:
            assert self.old.moves != len(self.moves)
            raise
        self._moved(cell)

    async def restart(self, _: int) -> None:
        self.here = self._started()

    async def change_process(self, _: int) -> None:
        self.here, self.there = self.there, self.here


Act = Callable[[Account, int], Awaitable[None]]
ACTS: Sequence[Act] = (
    Account.mark,
    Account.swap,
    Account.undo,
    Account.answer,
    Account.keep_a_board,
    Account.press_the_kept_board,
    Account.restart,
    Account.change_process,
)
ANY = st.tuples(st.sampled_from(ACTS), st.integers(0, 15))


@given(st.lists(ANY, max_size=30))
@settings(max_examples=120, deadline=None)
def test_a_game_with_a_swap_is_what_its_moves_make_of_it(acts: list[tuple[Act, int]]) -> None:
    asyncio.run(play(acts))


async def play(acts: Sequence[tuple[Act, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await SqlStore.open(f"sqlite:///{Path(folder) / 'games.sqlite3'}")
        try:
            account = Account(store)
            await account.begin()
            for act, number in acts:
                with suppress(GameError):
                    await act(account, number)
                if not await account.check():
                    break
        finally:
            await store.close()
