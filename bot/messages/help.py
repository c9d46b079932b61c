"""The answer of `/ttt help`: no longer than a phone shows at once."""

from collections.abc import Iterable


def help_text(
    commands: Iterable[str], command: int | None = None, privacy: str | None = None, terms: str | None = None
) -> str:
    """Return the help.

    Shapes: commands are names like `ttt new`; command is the id of `/ttt`, with which names can be tapped; privacy and
    terms are the addresses of the operator's privacy policy and terms of service.
    """
    rules = f"""**Tic-tac-toe on any board**
1. Mark cells in turn. X goes first.
2. K in a row wins: across, down or diagonally. Longer lines count.
3. A full board without one is a draw.
4. {_name("ttt new", command)} starts a game with M rows, N columns and K in a row: against the computer (`ai`), \
a member (`opponent`) or whoever joins.
5. Tap a cell or **Move**, or use {_name("ttt move", command)}. Numbers start at 0.
Example: `/ttt new m:5 ai:easy`"""
    named = (("Privacy policy", privacy), ("Terms of service", terms))
    links = " · ".join(f"[{name}](<{address}>)" for name, address in named if address)  # <> keeps Discord from previews
    more = " ".join(_name(name, command) for name in commands if name not in _TOLD)
    parts = (rules, f"More: {more}", links)
    return "\n".join(part for part in parts if part)


_TOLD = {"ttt new", "ttt move", "ttt help"}


def _name(command: str, number: int | None) -> str:
    """Return a command as Discord lets people tap it, or as they type it: reference.mdx, Message Formatting."""
    return f"`/{command}`" if number is None else f"</{command}:{number}>"
