"""Whatever happens in whatever order: a game with a swap is what its moves in turn make of it."""

import asyncio
from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.database.store import Store
from bot.game.errors import OldBoard
from bot.game.games import Game, Human, UserId
from bot.game.requests import Terms
from engine import Cell, Rules
from tests.people import ANN, BOB, CHANNEL, press
from tests.registry.accounts import Account, Act, play

SWAP = None  # among the moves; the others are cells


class Swapping(Account):
    """A game with a swap, and the moves that were made in it: Ann and Bob make them in turn."""

    terms = Terms(Rules(4, 4, 4), opponent=BOB, swap=True)

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.moves: list[Cell | None] = []
        self.asked_at: int | None = None
        self.old: Game | None = None

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


ACTS: Sequence[Act[Swapping]] = (
    Swapping.mark,
    Swapping.swap,
    Swapping.undo,
    Swapping.answer,
    Swapping.keep_a_board,
    Swapping.press_the_kept_board,
    Swapping.restart,
    Swapping.change_process,
)
ANY = st.tuples(st.sampled_from(ACTS), st.integers(0, 15))


MARK, SWAPS = (Swapping.mark, 5), (Swapping.swap, 1)  # by Ann, and by Bob


@given(st.lists(ANY, max_size=30))
@example([MARK, (Swapping.undo, 0), MARK])
@example([MARK, SWAPS, (Swapping.undo, 1), SWAPS])
@example([MARK, SWAPS, (Swapping.undo, 0), (Swapping.answer, 1), MARK])
@example([MARK, SWAPS, MARK, (Swapping.undo, 0), MARK])
@example([MARK, SWAPS, MARK, (Swapping.undo, 1), (Swapping.answer, 4), SWAPS])
@settings(max_examples=25)
def test_a_game_with_a_swap_is_what_its_moves_make_of_it(acts: list[tuple[Act[Swapping], int]]) -> None:
    asyncio.run(play(Swapping, acts))
