"""The figures that docs/scale.md derives from its measurements. benchmarks.load prints them, a test compares them."""

SHARE = 4  # a process is planned at a quarter of the answers that it can give
SECONDS = 10  # in which a player thinks about a move
PROCESSES = 4  # of a machine, one for each core
LOG = 480  # bytes of PostgreSQL's write-ahead log for a move


def table(sqlite: float, postgresql: float) -> list[str]:
    """Return the rows of the page's table of capacity for the answers a second of one process on each database."""
    moves = [int(answers / SHARE + 0.5) for answers in (sqlite, postgresql)]
    lines = [
        "| at a quarter of the capacity | moves a second | people who play at the same time | PostgreSQL's log |",
        "| -- | -- | -- | -- |",
        f"| one process on SQLite | {moves[0]:,} | {moves[0] * SECONDS:,} |  |",
    ]
    for name, machines in (("one process", 0), ("one machine", 1), ("ten machines", 10), ("a hundred machines", 100)):
        total = moves[1] * (machines * PROCESSES or 1)
        lines.append(
            f"| {name} on PostgreSQL | {total:,} | {total * SECONDS:,} | {total * LOG / 1e6:.1f} MB a second |"
        )
    return lines
