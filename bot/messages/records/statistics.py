"""The sentences about somebody's record."""

from bot.game.games import Level
from bot.game.ratings import Stats, Streak
from bot.messages import texts
from bot.messages.records import columns
from bot.messages.translator import Translator

PHONE = 30  # columns of a block of code


def stats(tr: Translator, found: Stats) -> str:
    """Return somebody's statistics."""
    user = texts.user(tr, found.user)
    if not found.records:
        # Translators: The answer to `/ttt stats`. {player} is a mention; "here" is this server.
        return tr.gettext("{player} hasn't finished a game here yet.", player=user)
    kinds = [[_kind(tr, kind), *columns.numbers(record.played, *record)] for kind, record in found.records.items()]
    table = "\n".join(_narrow([_headings(tr), *kinds]))
    people: list[str] = []
    if found.rating is not None:
        # Translators: The answer to `/ttt stats`, below the table: somebody's Elo rating, a number of about 1500.
        people.append(tr.gettext("Rating: {rating}", rating=f"{found.rating:.0f}"))
    if found.streak and found.streak.games > 1:
        people.append(_streak(tr, found.streak))
    # Translators: Heading of the answer to `/ttt stats`: how many games somebody played, won and lost. {player} is a
    # mention, "here" is this server. Keep the stars.
    title = tr.gettext("**{player}'s record here**", player=user)
    return f"{title}\n```\n{table}\n```\n{' · '.join(people)}".rstrip()


def _headings(tr: Translator) -> list[str]:
    return [
        # Translators: Heading of a narrow table, at most 12 characters: against whom somebody played. Below it stand
        # "people" and the levels of the computer, "easy", "classic" and "expert".
        tr.pgettext("heading of a table", "against"),
        # Translators: Heading of a narrow table, at most 5 characters, or 2 in Chinese, Japanese and Korean: how many
        # games somebody played.
        tr.pgettext("heading of a table", "games"),
        # Translators: Heading of a narrow table, at most 5 characters, or 2 in Chinese, Japanese and Korean: how many
        # games somebody won.
        tr.pgettext("heading of a table", "won"),
        # Translators: Heading of a narrow table, at most 5 characters, or 2 in Chinese, Japanese and Korean: how many
        # games somebody lost.
        tr.pgettext("heading of a table", "lost"),
        # Translators: Heading of a narrow table, at most 5 characters, or 2 in Chinese, Japanese and Korean: how many
        # games ended without a winner.
        tr.pgettext("heading of a table", "drawn"),
    ]


def _narrow(rows: list[list[str]]) -> list[str]:
    """Return the lines of a table; where a phone would break them, without the games, which are the sum of the rest."""
    lines = columns.labelled(rows)
    if max(map(columns.width, lines)) <= PHONE:
        return lines
    return columns.labelled([[label, *numbers] for label, _, *numbers in rows])


def _kind(tr: Translator, level: Level | None) -> str:
    if level:
        return texts.level(tr, level)
    # Translators: In a narrow table, at most 12 characters, below the heading "against": games against other people.
    return tr.pgettext("in a table, below against", "people")


def _streak(tr: Translator, streak: Streak) -> str:
    match streak.how:
        case "won":
            # Translators: The answer to `/ttt stats`: somebody's last games against people, at least 2.
            return tr.ngettext(
                "{number} win in a row against people", "{number} wins in a row against people", streak.games
            )
        case "lost":
            # Translators: The answer to `/ttt stats`: somebody's last games against people, at least 2.
            return tr.ngettext(
                "{number} loss in a row against people", "{number} losses in a row against people", streak.games
            )
        case _:
            # Translators: The answer to `/ttt stats`: somebody's last games against people, at least 2.
            return tr.ngettext(
                "{number} draw in a row against people", "{number} draws in a row against people", streak.games
            )
