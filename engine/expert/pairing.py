"""Draws by pairing: if every window that X can still fill contains a pair, O answers each mark of X with its partner.

Sets of cells are integers with one bit per place. Source: Hales & Jewett, Regularity and positional games, Trans. Am.
Math. Soc. 106 (1963).
"""

from engine import geometry
from engine.rules import Rules


class Pairings:
    """Finds pairings on one board.

    Neighboring windows of a line form groups with at least two common empty cells, the group's core. A bipartite
    matching gives each group two cells of its core.
    """

    __slots__ = ("_all", "_windows")

    def __init__(self, rules: Rules) -> None:
        self._all = (1 << rules.m * rules.n) - 1
        self._windows = geometry.windows(rules)

    def live(self, maker: int, breaker: int) -> int:
        """Return the empty cells of all windows without a mark of the breaker."""
        found = 0
        for windows in self._windows:
            for window in windows:
                if not window & breaker:
                    found |= window
        return found & ~maker

    def pairing(self, maker: int, breaker: int) -> dict[int, int] | None:
        """Return a pairing that draws for the breaker, even with the maker to move, or None if none is found.

        Each cell has the core of its group. The two cells of a pair have the same core. A board may have a pairing
        that this method doesn't find.
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
        """Return the core of each group, or None if a window has fewer than two empty cells."""
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
    """Give a core one more cell by an augmenting path. Return the newly used cell, or 0 if there is no path."""
    queue: list[tuple[int, int]] = [(core, 0)]
    came_from: dict[int, tuple[int, int]] = {}  # by the cell that a core gives away
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
                taker, given = came_from[cell]  # noqa: PLW2901 - walk back along the path
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
