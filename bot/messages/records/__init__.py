"""The sentences about finished games and stored data: statistics, top players, seasons, replays, deletion."""

from bot.messages.records.played import choice, rating_change, replay, spoken, unmoved
from bot.messages.records.seasons import season_begun, season_button, season_choice, season_question, season_refusal
from bot.messages.records.statistics import stats
from bot.messages.records.stored import deleted, exported, forget_question
from bot.messages.records.top import top

__all__ = [
    "choice",
    "deleted",
    "exported",
    "forget_question",
    "rating_change",
    "replay",
    "season_begun",
    "season_button",
    "season_choice",
    "season_question",
    "season_refusal",
    "spoken",
    "stats",
    "top",
    "unmoved",
]
