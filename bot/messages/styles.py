"""The look of a board: text or picture, theme, marks. Pure, and without Pillow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from bot.game.choices import DEFAULT_PREFERENCES, BoardKind, Labels, Preferences, Shape, Theme
from bot.game.games import Game, Human
from engine import Mark

LARGEST_TEXT = 13  # rows or columns of the largest board that is shown as text alone by default
SHADES = 16  # shades of each ink, from the paper to the ink itself


# The paper, then a color for each Ink of a drawing. The grid has a contrast of at least 3 to the paper, as graphics
# need; every other ink 4.5, as text needs; in CONTRAST 7.
# Source: blue, vermilion, sky blue, orange and the greens are those of Okabe & Ito, Color Universal Design (2008),
# which colour-blind people tell apart, made darker or lighter until they stand out from a winning line, too.
_COLOURS: Mapping[Theme, Sequence[str]] = {
    Theme.LIGHT: ("#ffffff", "#8d939b", "#5f6670", "#4e5560", "#005a94", "#963c00", "#00785a", "#111318"),
    Theme.DARK: ("#1e1f22", "#6a6e78", "#9298a3", "#b9bec7", "#6ebff2", "#f2a83c", "#2fd0a0", "#ffffff"),
    Theme.CONTRAST: ("#000000", "#5a5a5a", "#a0a0a0", "#e0e0e0", "#6ec8ff", "#ffd400", "#3dff9e", "#ffffff"),
}


@cache
def palette(theme: Theme) -> bytes:
    """Return red, green and blue of each index."""
    paper, *inks = (bytes.fromhex(colour[1:]) for colour in _COLOURS[theme])
    return bytes(
        (start * (SHADES - 1 - shade) + end * shade) // (SHADES - 1)
        for ink in inks
        for shade in range(SHADES)
        for start, end in zip(paper, ink, strict=True)
    )


# What stands for a mark where there is no picture: seen on dark buttons, light ones, and the green ones of a line.
EMOJI: Mapping[Shape, str] = {
    Shape.CROSS: "❌",
    Shape.RING: "⭕",
    Shape.TRIANGLE: "🔺",
    Shape.SQUARE: "🟪",
    Shape.DIAMOND: "🔶",
    Shape.STAR: "⭐",
    Shape.HEART: "❤️",
    Shape.MUSHROOM: "🍄",
    Shape.MOON: "🌙",
    Shape.BOLT: "⚡",
    Shape.DROP: "💧",
    Shape.CLOVER: "🍀",
    Shape.HOURGLASS: "⌛",
    Shape.ARROW: "⬆️",
    Shape.CROWN: "👑",
    Shape.FLOWER: "🌸",
}
EMPTY = "▫️"  # an empty cell among emoji, equally wide


@dataclass(frozen=True)
class Look:
    """How a board is drawn. The marks of the two players always differ.

    Raises
    ------
    ValueError
        Both players have the same mark.
    """

    theme: Theme = Theme.DARK
    x: Shape = Shape.CROSS
    o: Shape = Shape.RING

    def __post_init__(self) -> None:
        if self.x is self.o:
            raise ValueError(f"both players have the mark {self.x.name}")

    @classmethod
    def chosen(cls, theme: Theme | None, x: Shape | None, o: Shape | None) -> "Look":
        """Return the look from each player's choices, if any.

        If both chose the same mark, or one chose the other's default, X keeps a mark that X chose, and the other gets a
        default.
        """
        x_mark, o_mark = x or Shape.CROSS, o or Shape.RING
        if x_mark is o_mark:
            if x is None:
                x_mark = Shape.RING
            else:
                o_mark = Shape.CROSS if x_mark is Shape.RING else Shape.RING
        return cls(theme or Theme.DARK, x_mark, o_mark)

    def shape(self, mark: Mark) -> Shape:
        """Return the shape of a side's mark."""
        return self.x if mark is Mark.X else self.o


@dataclass(frozen=True)
class Display:
    """How the boards of a game are shown.

    has_marks: emoji in place of X and O; has_coordinates: on the buttons of empty cells. On a board with a picture and
    no text, the text appears if the picture can't be drawn.
    """

    look: Look = field(default_factory=Look)
    has_marks: bool = False
    has_coordinates: bool = False
    has_picture: bool = False
    has_text: bool = True

    @classmethod
    def of(cls, game: Game, x: Preferences, o: Preferences) -> "Display":
        """Return how a game is shown to players with some preferences.

        Each player keeps their own mark, as in Look.chosen; the theme is X's, else O's. Coordinates are on the buttons
        if either player wants them. Unless the game has its picture turned on or off, there is one if either player
        prefers it; otherwise a large board has one unless either prefers text. Beside a picture there is text only on a
        large board whose players don't prefer pictures.
        """
        is_large = max(game.rules.m, game.rules.n) > LARGEST_TEXT
        if x is DEFAULT_PREFERENCES and o is DEFAULT_PREFERENCES and game.picture is None:
            return BESIDE_PICTURE if is_large else AS_EVER
        people = [who for player, who in ((game.x, x), (game.o, o)) if isinstance(player, Human)]
        kinds = {who.board for who in people}
        prefers_picture = BoardKind.PICTURE in kinds
        by_default = prefers_picture or (is_large and BoardKind.TEXT not in kinds)
        has_picture = by_default if game.picture is None else game.picture
        return cls(
            Look.chosen(x.theme or o.theme, x.mark, o.mark),
            has_marks=x.mark is not None or o.mark is not None,
            has_coordinates=any(who.labels is Labels.COORDINATES for who in people),
            has_picture=has_picture,
            has_text=not has_picture or (is_large and not prefers_picture),
        )


AS_EVER = Display()
BESIDE_PICTURE = Display(has_picture=True)
