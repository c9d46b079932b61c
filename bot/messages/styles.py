"""The look of a board: text or picture, theme, marks, and which buttons it has. Pure, without Pillow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

from bot.game.games import Game
from bot.game.preferences import BoardKind, Labels, Preferences, Shape, Theme
from engine import Mark, Rules

LARGEST_TEXT = 13  # rows or columns; by default, larger boards have a picture
SHADES = 16  # shades of each ink, from the paper to the ink itself


# The paper, then a color for each Ink except those of marks. The contrast with the paper is at least 3 for the grid,
# and 4.5 for all other inks or, in CONTRAST, 7: WCAG 2.2, 1.4.11, 1.4.3 and 1.4.6.
_COLORS: Mapping[Theme, Sequence[str]] = {
    Theme.LIGHT: ("#ffffff", "#8d939b", "#5f6670", "#4e5560", "#111318"),
    Theme.DARK: ("#1e1f22", "#6a6e78", "#9298a3", "#b9bec7", "#ffffff"),
    Theme.CONTRAST: ("#000000", "#5a5a5a", "#a0a0a0", "#e0e0e0", "#ffffff"),
}


class Hue(Enum):
    """The color of a mark, on light and on dark paper: that of its emoji or, for a letter, of its button."""

    BLUE = ("#005a94", "#6ebff2")
    RED = ("#a8201a", "#ff9c91")
    ORANGE = ("#7d3f00", "#ffb34d")
    YELLOW = ("#665000", "#ffe082")
    GREEN = ("#31590f", "#b4e37d")
    PURPLE = ("#6b3fa0", "#cbb2f7")
    PINK = ("#9c1556", "#ff9ccb")
    GRAY = ("#3d434c", "#d6dae0")


@cache
def palette(look: "Look") -> bytes:
    """Return red, green and blue of each palette index."""
    paper, grid, strong, number, last = _COLORS[look.theme]
    x, o = (hue.value[0 if look.theme is Theme.LIGHT else 1] for hue in look.hues)
    start, *inks = (bytes.fromhex(color[1:]) for color in (paper, grid, strong, number, x, o, last))
    return bytes(
        (begin * (SHADES - 1 - shade) + end * shade) // (SHADES - 1)
        for ink in inks
        for shade in range(SHADES)
        for begin, end in zip(start, ink, strict=True)
    )


# The emoji of each mark, visible on dark, light and green buttons, and the color of the emoji.
_MARKS: Mapping[Shape, tuple[str, Hue]] = {
    Shape.CROSS: ("❌", Hue.RED),
    Shape.RING: ("⭕", Hue.RED),
    Shape.TRIANGLE: ("🔺", Hue.RED),
    Shape.SQUARE: ("🟪", Hue.PURPLE),
    Shape.DIAMOND: ("🔶", Hue.ORANGE),
    Shape.STAR: ("⭐", Hue.YELLOW),
    Shape.HEART: ("❤️", Hue.RED),
    Shape.MUSHROOM: ("🍄", Hue.RED),
    Shape.MOON: ("🌙", Hue.YELLOW),
    Shape.BOLT: ("⚡", Hue.ORANGE),
    Shape.DROP: ("💧", Hue.BLUE),
    Shape.CLOVER: ("🍀", Hue.GREEN),
    Shape.HOURGLASS: ("⌛", Hue.YELLOW),
    Shape.ARROW: ("⬆️", Hue.BLUE),
    Shape.CROWN: ("👑", Hue.ORANGE),
    Shape.FLOWER: ("🌸", Hue.PINK),
}
EMOJI: Mapping[Shape, str] = {shape: emoji for shape, (emoji, _) in _MARKS.items()}
EMPTY = "▫️"  # an empty cell among emoji, equally wide


@dataclass(frozen=True)
class Look:
    """How a board is drawn. The marks of the two players always differ.

    has_marks: emoji replace the letters X and O, because a player has chosen a mark.

    Raises ValueError: both players have the same mark.
    """

    theme: Theme = Theme.DARK
    x: Shape = Shape.CROSS
    o: Shape = Shape.RING
    has_marks: bool = False

    def __post_init__(self) -> None:
        if self.x is self.o:
            raise ValueError(f"both players have the mark {self.x.name}")

    @classmethod
    def from_preferences(cls, theme: Theme | None, x: Shape | None, o: Shape | None) -> "Look":
        """Return the look for the players' preferences.

        If both would have the same mark, a mark that X chose stays, and the other player gets a default.
        """
        x_mark, o_mark = x or Shape.CROSS, o or Shape.RING
        if x_mark is o_mark:
            if x is None:
                x_mark = Shape.RING
            else:
                o_mark = Shape.CROSS if x_mark is Shape.RING else Shape.RING
        return cls(theme or Theme.DARK, x_mark, o_mark, has_marks=x is not None or o is not None)

    @property
    def hues(self) -> tuple[Hue, Hue]:
        """The colors of X and O, as of their emoji or buttons; O is gray if both emoji have the same color."""
        if not self.has_marks:
            return Hue.BLUE, Hue.RED
        (_, x), (_, o) = _MARKS[self.x], _MARKS[self.o]
        return x, Hue.GRAY if x is o else o

    def shape(self, mark: Mark) -> Shape:
        """Return the shape of a side's mark."""
        return self.x if mark is Mark.X else self.o


@dataclass(frozen=True)
class Display:
    """How the boards of a game are shown.

    has_coordinates: the buttons of empty cells have coordinates. A board with a picture but no text shows the text if
    the picture can't be drawn.
    """

    look: Look = field(default_factory=Look)
    has_coordinates: bool = False
    has_picture: bool = False
    has_text: bool = True

    @classmethod
    def of(cls, game: Game, x: Preferences, o: Preferences) -> "Display":
        """Return how to show a game to players with some preferences, the defaults for the computer.

        Unless the game itself decides, there is a picture if either player prefers pictures, or if the board is large
        and neither prefers text. Text accompanies a picture only on a large board whose players don't prefer pictures.
        """
        has_many = is_large(game.rules)
        prefers_picture = BoardKind.PICTURE in (x.board, o.board)
        by_default = prefers_picture or (has_many and BoardKind.TEXT not in (x.board, o.board))
        has_picture = by_default if game.picture is None else game.picture
        return cls(
            Look.from_preferences(x.theme or o.theme, x.mark, o.mark),
            has_coordinates=Labels.COORDINATES in (x.labels, o.labels),
            has_picture=has_picture,
            has_text=not has_picture or (has_many and not prefers_picture),
        )


def is_large(rules: Rules) -> bool:
    """Return whether a board has a picture by default."""
    return max(rules.m, rules.n) > LARGEST_TEXT


DEFAULT_DISPLAY = Display()


ROWS = 5  # rows of buttons, and buttons per row: components/reference.mdx, Action Row


class Taps(Enum):
    """Which buttons a board has. Five rows of cells leave no row for the controls."""

    BOTH = auto()
    CELLS = auto()
    CONTROLS = auto()


def taps(game: Game) -> Taps:
    """Return the buttons that the board of a game has."""
    rules = game.rules
    if rules.m > ROWS or rules.n > ROWS:
        return Taps.CONTROLS
    if rules.m < ROWS:
        return Taps.BOTH
    needs_controls = game.result or game.board.is_dead or offers_x(game)
    return Taps.CONTROLS if needs_controls else Taps.CELLS


def offers_x(game: Game) -> bool:
    """Return whether a board has the button that takes X: a person is to move and may take it."""
    return game.can_swap and not game.awaits_computer
