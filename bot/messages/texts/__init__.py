"""The sentences about games. People are mentioned, so a name can't ping, hide or break a line."""

from bot.messages.texts.boards import ROWS, Taps, computer_move, header, notice, offers_x, outcome, status, taps
from bot.messages.texts.fairness import (
    best_play,
    other_took_x,
    swap_ahead,
    swap_rule,
    swap_switch,
    take_x,
    took_x,
)
from bot.messages.texts.lists import listed, listed_apart
from bot.messages.texts.parts import EXAMPLE, cell, date, level, link, moment, pace, player, size, terms, user
from bot.messages.texts.questions import (
    form_title,
    move_hint,
    reminder,
    resign_question,
    resigned,
    undo_lapsed,
    undo_refused,
    undo_request,
)
from bot.messages.texts.series import series, series_rule

__all__ = [
    "EXAMPLE",
    "ROWS",
    "Taps",
    "best_play",
    "cell",
    "computer_move",
    "date",
    "form_title",
    "header",
    "level",
    "link",
    "listed",
    "listed_apart",
    "moment",
    "move_hint",
    "notice",
    "offers_x",
    "other_took_x",
    "outcome",
    "pace",
    "player",
    "reminder",
    "resign_question",
    "resigned",
    "series",
    "series_rule",
    "size",
    "status",
    "swap_ahead",
    "swap_rule",
    "swap_switch",
    "take_x",
    "taps",
    "terms",
    "took_x",
    "undo_lapsed",
    "undo_refused",
    "undo_request",
    "user",
]
