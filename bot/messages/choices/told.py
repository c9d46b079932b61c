"""What somebody or a server has chosen, a line each."""

from collections.abc import Iterable


def told(choices: Iterable[tuple[str, str, object]]) -> list[str]:
    """Return a line for each choice: what it is about, what holds, and what was chosen, None for the default."""
    return [f"{what}: {name} (default)" if chosen is None else f"{what}: {name}" for what, name, chosen in choices]
