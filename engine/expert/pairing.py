"""Draws by pairing: if every window that X may still fill holds two cells of a pair, O answers one with the other.

Sets of cells are integers with one bit a place. Source: Hales & Jewett, Regularity and positional games, Trans. Am.
Math. Soc. 106 (1963).
"""

from engine import geometry
from engine.rules import Rules


class Pairings:
    """Finds pairings on one board.

    Neighboring windows of a line are put into groups that have at least two empty cells in common. A bipartite matching
    gives each group two of them for its own.
    """

    __slots__ = ("_all", "_windows")

    def __init__(self, rules: Rules) -> None:
        self._all = (1 << rules.m * rules.n) - 1
        self._windows = geometry.windows(rules)

    def live(self, maker: int, breaker: int) -> int:
        """Return the empty cells of all windows without a mark of the breaker's."""
        found = 0
        for windows in self._windows:
            for window in windows:
                if not window & breaker:
                    found |= window
        return found & ~maker

    def pairing(self, maker: int, breaker: int) -> dict[int, int] | None:
        """Return a pairing with which the breaker holds, even with the maker to move: each cell with its group's core.

        Two cells have the same core. None if none is found this way; there may be one.
        """
        cores = self._cores(maker, breaker)
        if cores is None or 2 * len(cores) > (self._all & ~(maker | breaker)).bit_count():
            return None
        cores.sort(key=int.bit_count)
        owners: dict[int, int] = {}
        used = 0
        for core in cores:
            for _ in (1, 2):
                cell = core & ~used
                cell = cell & -cell
                if cell:
                    owners[cell] = core
                else:
                    cell = _augment(core, owners, used)
                    if not cell:
                        return None
                used |= cell
        return owners

    def _cores(self, maker: int, breaker: int) -> list[int] | None:
        """Return the empty cells that each group has in common; None when a window has fewer than two."""
        cores: list[int] = []
        for windows in self._windows:
            core = 0
            for window in windows:
                if window & breaker:
                    continue
                empty = window & ~maker
                common = core & empty
                if common & (common - 1):
                    core = common
                    continue
                if core:
                    cores.append(core)
                core = empty
                if not core & (core - 1):
                    return None
            if core:
                cores.append(core)
        return cores


def _augment(core: int, owners: dict[int, int], used: int) -> int:
    """Give one more cell to a core by moving cells from core to core; return the cell that is newly used, 0 if none."""
    queue: list[tuple[int, int]] = [(core, 0)]
    came_from: dict[int, tuple[int, int]] = {}  # by the cell that a core would give away
    seen = 0
    for taker, given in queue:
        free = taker & ~used
        if free:
            newly_used = cell = free & -free
            while True:
                owners[cell] = taker
                if not given:
                    return newly_used
                cell = given
                taker, given = came_from[cell]  # noqa: PLW2901 - the way back to where the search began
        wanted = taker & ~seen
        while wanted:
            cell = wanted & -wanted
            wanted ^= cell
            owner = owners[cell]
            if owner != taker:
                seen |= cell
                came_from[cell] = (taker, given)
                queue.append((owner, cell))
    return 0
