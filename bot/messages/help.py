"""The answer of `/ttt help`, short enough for a phone's screen."""

from collections.abc import Iterable

from bot.messages.translator import Translator


def help_text(
    tr: Translator,
    commands: Iterable[str],
    command: int | None = None,
    privacy: str | None = None,
    terms: str | None = None,
) -> str:
    """Return the help.

    Shapes: commands are names like `ttt new`; command is the id of `/ttt`, which makes the names tappable; privacy and
    terms are the URLs of the operator's privacy policy and terms of service.
    """
    # Translators: Heading of the answer to `/ttt help`: the name of the game, on boards of any size.
    title = tr.gettext("Tic-tac-toe on any board")
    rules = (f"{number}. {rule}" for number, rule in enumerate(_rules(tr, command), 1))
    # Translators: The last line of the rules. {command} is an example, which stays as it is.
    example = tr.gettext("Example: {command}", command="`/ttt new m:5 ai:easy`")
    names = " ".join(_name(name, command) for name in commands if name not in _TOLD)
    # Translators: The last line of the answer to `/ttt help`. {commands} is a list of the other commands.
    more = tr.gettext("More: {commands}", commands=names)
    parts = (f"**{title}**", *rules, example, more, _links(tr, privacy, terms))
    return "\n".join(part for part in parts if part)


def _rules(tr: Translator, command: int | None) -> tuple[str, ...]:
    return (
        # Translators: The first rule in the answer to `/ttt help`. A mark is X or O.
        tr.gettext("Mark cells in turn. X goes first."),
        # Translators: A rule in the answer to `/ttt help`. K is how many marks in a row win.
        tr.gettext("K in a row wins: across, down or diagonally. Longer lines count."),
        # Translators: A rule in the answer to `/ttt help`; the one before it says that K in a row wins.
        tr.gettext("A full board without one is a draw."),
        # Translators: A rule in the answer to `/ttt help`. {command} is `/ttt new`; M, N and K stay as they are, and so
        # do `ai` and `opponent`, which are its options.
        tr.gettext(
            "{command} starts a game with M rows, N columns and K in a row: against the computer (`ai`), a member "
            "(`opponent`) or whoever joins.",
            command=_name("ttt new", command),
        ),
        # Translators: The last rule in the answer to `/ttt help`. {command} is `/ttt move`; **Move** is a button.
        tr.gettext("Tap a cell or **Move**, or use {command}. Numbers start at 0.", command=_name("ttt move", command)),
    )


def _links(tr: Translator, privacy: str | None, terms: str | None) -> str:
    # Translators: The words of a link.
    named = (
        (tr.gettext("Privacy policy"), privacy),
        (tr.gettext("Terms of service"), terms),
    )
    return " · ".join(f"[{name}](<{address}>)" for name, address in named if address)  # <> keeps Discord from previews


_TOLD = {"ttt new", "ttt move", "ttt help"}


def _name(command: str, number: int | None) -> str:
    """Return a command as a tappable mention, or as users type it: reference.mdx, Message Formatting."""
    return f"`/{command}`" if number is None else f"</{command}:{number}>"
