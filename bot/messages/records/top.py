"""The sentences about the top players of a server, in one season."""

from bot.game.ratings import ACTIVE, DAILY, START, SWING, Ranking, Season, Standing
from bot.messages import texts
from bot.messages.records import columns
from bot.messages.translator import Translator


def top(tr: Translator, ranking: Ranking) -> str:
    """Return a server's top players in a season.

    Names are mentions, which a code block can't show. So a line is an emoji, the numbers as code, and the name: all
    emoji have one width, and so have the letters of code.
    """
    season, best = ranking.season, ranking.lines
    if not best:
        return f"{_nobody(tr, season)}\n-# {_how_counted(tr, season)}"
    # Translators: Heading of a narrow table, at most 4 letters: the Elo rating.
    elo = tr.pgettext("heading of a table", "Elo")
    # Translators: Heading of a narrow table, 1 letter: games won. Explained below the table.
    won = tr.pgettext("heading of a table", "W")
    # Translators: Heading of a narrow table, 1 letter: games lost. Explained below the table.
    lost = tr.pgettext("heading of a table", "L")
    # Translators: Heading of a narrow table, 1 letter: games drawn. Explained below the table.
    drawn = tr.pgettext("heading of a table", "D")
    figures = [[f"{line.rating:.0f}", *columns.numbers(*line.record)] for line in best]
    heading, *rest = columns.aligned([[elo, f" {won}", f" {lost}", f" {drawn}"], *figures])
    lines = [_standing(tr, line, shown) for line, shown in zip(best, rest, strict=True)]
    # Translators: Small print below the list of top players: what the letters in the heading of its table mean.
    letters = tr.gettext("{won}, {lost} and {drawn} are games won, lost and drawn.", won=won, lost=lost, drawn=drawn)
    counted = _how_counted(tr, season)
    return "\n".join((f"**{_title(tr, season)}**", f"🏆 `{heading}`", *lines, f"-# {letters} {counted}"))


def _title(tr: Translator, season: Season) -> str:
    if season.begun is None and season.ended is None:
        # Translators: Heading of the answer to `/ttt top`: the best players of a server.
        return tr.gettext("Top players")
    # Translators: Heading of the answer to `/ttt top`: the best players of a server in a season, which has a number.
    return tr.gettext("Top players · season {number}", number=season.number)


def _nobody(tr: Translator, season: Season) -> str:
    if season.ended is not None:
        # Translators: The answer to `/ttt top season:`, about a season in the past.
        return tr.gettext(
            "Nobody finished a game against another member here in season {number}.", number=season.number
        )
    if season.begun is not None:
        # Translators: The answer to `/ttt top`, about the current season of a server's ratings.
        return tr.gettext("Nobody here has finished a game against another member in this season lately.")
    # Translators: The answer to `/ttt top` in a server where nobody has played for weeks, or ever.
    return tr.gettext("Nobody here has finished a game against another member lately.")


def _how_counted(tr: Translator, season: Season) -> str:
    # Translators: Small print below the list of top players. "a best of 3 or 5" is a series of up to 3 or 5 games.
    counts = tr.gettext("Finished games between members count, a best of 3 or 5 as one game.")
    # Translators: Small print below the list of top players. Elo is a rating system; {start} is 1500, {most} 32 points.
    elo = tr.gettext(
        "Ratings are Elo: everyone starts at {start}, and a game moves them by at most {most}.",
        start=f"{START:.0f}",
        most=f"{SWING:.0f}",
    )
    # Translators: Small print below the list of top players, about points of the rating; {most} is 32.
    daily = tr.gettext("You can gain at most {most} a day from the same opponent.", most=f"{DAILY:.0f}")
    if season.ended is not None:
        number, ended = season.number, texts.date(season.ended)
        # Translators: Small print below the list of top players of a season that is over. {date} is a day as Discord
        # shows it, like "21 November 2026".
        end = tr.gettext("Season {number} ended on {date}.", number=number, date=ended)
        return tr.joined(counts, elo, daily, end)
    # Translators: Small print below the list of top players: whom it leaves out.
    lately = tr.ngettext(
        "Whoever hasn't played for {number} day isn't listed.",
        "Whoever hasn't played for {number} days isn't listed.",
        ACTIVE.days,
    )
    # Translators: Small print below the list of top players.
    yours = tr.gettext("See yours with `/ttt stats`.")
    return tr.joined(counts, elo, daily, lately, yours)


_PLACES = "🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"


def _standing(tr: Translator, line: Standing, figures: str) -> str:
    user = texts.user(tr, line.user)
    if line.place <= len(_PLACES):
        return f"{_PLACES[line.place - 1]} `{figures}` {user}"
    return f"▪️ `{figures}` {user} (#{line.place})"
