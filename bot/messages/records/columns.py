"""Tables in a block of code, aligned by how wide letters are. Pure."""

import unicodedata
from collections.abc import Sequence

_CODE = ("LATIN ", "GREEK ", "CYRILLIC ")  # the scripts that fonts for code have at one width


def width(text: str) -> int:
    """Return how many columns a text takes: letters of East Asia take two, and marks on others none."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1


def is_even(text: str) -> bool:
    """Return whether every letter of a text is sure to take one column.

    Discord shows letters that its font for code doesn't have in another one, whose letters have widths of their own.
    """
    return all(unicodedata.name(letter, "").startswith(_CODE) for letter in text if letter.isalpha())


def numbers(*counts: int) -> list[str]:
    """Return numbers in at most four characters, or a table would be too wide for a phone."""
    return [
        str(count) if count < 10_000 else f"{count // 1000}k" if count < 1_000_000 else f"{count // 1_000_000}M"
        for count in counts
    ]


def labelled(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table whose first column has labels and whose others have numbers.

    The labels come last where they could push the numbers out of line.
    """
    labels, lines = [row[0] for row in rows], aligned([row[1:] for row in rows])
    if not all(map(is_even, labels)):
        return [f"{line} {label}" for line, label in zip(lines, labels, strict=True)]
    most = max(map(width, labels))
    return [f"{label}{' ' * (most - width(label))} {line}" for line, label in zip(lines, labels, strict=True)]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table, all columns aligned to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [" ".join(" " * (most - width(cell)) + cell for cell, most in zip(row, widths, strict=True)) for row in rows]
