"""The computer players of the bot: which engine player stands behind each level."""

from collections.abc import Callable, Mapping
from random import Random

from bot.games import Level
from engine import Board
from engine.players import Choice, classic, easy

PLAYERS: Mapping[Level, Callable[[Board, Random], Choice]] = {Level.EASY: easy, Level.CLASSIC: classic}


def choose(board: Board, level: Level, random: Random) -> Choice:
    """Return the computer's cell and its reason, within a millisecond on any board a message can show."""
    return PLAYERS[level](board, random)
