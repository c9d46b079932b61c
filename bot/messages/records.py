"""The sentences about what was played and what is kept: statistics, the list of the best, replays, forgetting."""

from bot.game.games import Ending, Game, Level, Result
from bot.game.ratings import START, SWING, GameSummary, Record, Standing, Stats
from bot.messages import texts

HOW_COUNTED = (
    f"Counted: games between people in this server, played to the end. Rating: Elo, from {START:.0f}, at most "
    f"{SWING:.0f} a game. `/ttt stats` shows one's own."
)


def stats(found: Stats) -> str:
    """Return somebody's statistics."""
    if not found.records:
        return f"{texts.user(found.user)} has finished no game here yet."
    lines = [f"**Games of {texts.user(found.user)} here**"]
    for kind, record in found.records.items():
        line = f"Against {_kind(kind)}: {_record(record)}"
        if kind is None and found.rating is not None:
            line += f" · rating {found.rating:.0f}"
        if kind is None and found.streak and found.streak.games > 1:
            line += f" · the last {found.streak.games} {found.streak.how}"
        lines.append(line)
    return "\n".join(lines)


def _kind(level: Level | None) -> str:
    return "people" if level is None else f"the computer ({level})"


def _record(record: Record) -> str:
    games = "1 game" if record.played == 1 else f"{record.played} games"
    return f"{games}, {record.won} won, {record.lost} lost, {record.drawn} drawn"


def top(best: list[Standing]) -> str:
    """Return a server's list of the best."""
    if not best:
        return f"Nobody here has finished a game against another person yet. {HOW_COUNTED}"
    lines = [
        f"{place}. {texts.user(line.user)} **{line.rating:.0f}** ({_record(line.record)})"
        for place, line in enumerate(best, 1)
    ]
    return "\n".join(("**The best of this server**", *lines, "", HOW_COUNTED))


def replay(game: Game) -> str:
    """Return the line over a replay."""
    return f"Game #{game.id}: {texts.header(game)}\n{texts.status(game)}"


ENDED_BY_WORDS = {
    Ending.RESIGNED: "The game was resigned.",
    Ending.AGREED: "It was called a draw.",
    Ending.STOPPED: "The game was ended without a result.",
}


def spoken(game: Game) -> str | None:
    """Return how a game ended for a picture's description, where its board doesn't tell."""
    return ENDED_BY_WORDS.get(game.result.ending) if game.result else None


def choice(game: GameSummary) -> str:
    """Return a game in a list to choose from, at most 100 characters: without names, which are not kept."""
    against = f"against the computer ({game.level})" if game.level else "between people"
    return f"#{game.id}: {texts.size(game.rules)}, {against}, {game.moves} moves, {_how(game.result)}"


def _how(result: Result | None) -> str:
    if result is None:
        return "still on"
    if result.winner:
        return f"Player {result.winner.value} won"
    return "ended without a result" if result.ending is Ending.STOPPED else "Draw"


FORGET_QUESTION = (
    "This deletes what is kept about you, everywhere: your rating, and your name in every game and challenge. The "
    "games you play now end without a result; your opponents keep theirs, with **somebody** in your place. It can't be "
    "undone."
)
DELETED = "Done: nothing about you is kept any more. It begins anew with your next game."
