"""Messages about finished games: statistics, leaderboards, seasons, replays."""

from bot.game.games import Game, Level, Player, Score, leader
from bot.game.ratings import (
    ACTIVE,
    INITIAL,
    MAX_DAILY_GAIN,
    MAX_DAILY_GAIN_PER_OPPONENT,
    Leaderboard,
    Record,
    Season,
    Standing,
    Stats,
    capped_side,
)
from bot.messages import texts
from bot.messages.custom_ids import SeasonPress
from bot.messages.drafts import Button, Draft, Tone
from bot.messages.translator import Translator


# Translators: A line below a board. {x} and {o} are like "@ann 1516 (+16)".
def rating_change(tr: Translator, game: Game) -> str:
    """Return how a game changed both players' ratings; an empty string if it isn't rated."""
    if game.rating_change is None:
        return ""
    change = game.rating_change
    x, o, gain = change.x, change.o, change.gain
    side = capped_side(game)
    capped = "" if side is None else _capped(tr, game.player(side), game.player(side.other))
    if not round(x + gain) - round(x) and not round(o - gain) - round(o):
        return tr.joined(tr.gettext("Ratings unchanged."), capped)
    changed = tr.gettext("Ratings: {x}, {o}", x=_rating(tr, game.x, x, gain), o=_rating(tr, game.o, o, -gain))
    return f"{changed}\n{capped}" if capped else changed


def _capped(tr: Translator, gainer: Player, opponent: Player) -> str:
    # Translators: Comes after the ratings. The points that a player can gain in a day are limited.
    return tr.gettext(
        "{player} can't gain more points from {opponent} today.",
        player=texts.player(tr, gainer),
        opponent=texts.player(tr, opponent),
    )


def _rating(tr: Translator, player: Player, before: float, gain: float) -> str:
    """Return a new rating and its change, without a space where the line could break."""
    after = round(before + gain)
    change = f"{after - round(before):+}".replace("-", "\N{MINUS SIGN}")
    return f"{texts.player(tr, player)} {after} (**{change}**)".replace(" ", "\N{NO-BREAK SPACE}")


MIN_GAMES_TODAY = 2  # won by either player; fewer aren't worth a line
MIN_STREAK = 3  # wins in a row; a shorter streak isn't shown below the last win


def no_computer_record(tr: Translator) -> str:
    """Return the answer to a user who asked for the record of the bot itself."""
    return tr.gettext("The computer has no record of its own. `/ttt stats` shows your results against it.")


def stats(tr: Translator, stats: Stats) -> str:
    """Return a user's statistics."""
    user = texts.user(tr, stats.user)
    # Translators: The last line of a user's own record.
    solved = tr.ngettext("{number} puzzle solved", "{number} puzzles solved", stats.puzzles) if stats.puzzles else ""
    if not stats.records:
        nothing = tr.gettext("{player} hasn't finished a game here yet.", player=user)
        return f"{nothing}\n{solved}".strip()
    people: list[str] = []
    if stats.rating is not None:
        people.append(tr.gettext("Rating: {rating}", rating=f"{stats.rating:.0f}"))
    if stats.streak and stats.streak.result == "won" and stats.streak.games > 1:
        people.append(_wins(tr, stats.streak.games))
    lines = [
        tr.gettext("**{player}'s record in this server**", player=user),
        " · ".join(people),
        *(_record(tr, level, record) for level, record in stats.records.items()),
    ]
    if stats.head_to_head:
        against = tr.gettext(
            "Your record against {player}: {won} won, {lost} lost, {drawn} drawn",
            player=user,
            **stats.head_to_head._asdict(),
        )
        lines.append(against)
    lines.append(solved)
    if stats.rating is not None:
        # Translators: About the points of ratings. {most} is 32, {total} is 64.
        limits = tr.gettext(
            "A player gains at most {most} points a day from one opponent, and {total} in all.",
            most=f"{MAX_DAILY_GAIN_PER_OPPONENT:.0f}",
            total=f"{MAX_DAILY_GAIN:.0f}",
        )
        lines.append(f"-# {limits}")
    return "\n".join(filter(None, lines))


# Translators: A line of a player's record. It has to fit any numbers: 0, 1, and many.
def _record(tr: Translator, level: Level | None, record: Record) -> str:
    if level is None:
        return tr.gettext("Against people: {won} won, {lost} lost, {drawn} drawn", **record._asdict())
    return tr.gettext(
        "Against the computer ({level}): {won} won, {lost} lost, {drawn} drawn",
        level=texts.level(tr, level),
        **record._asdict(),
    )


def _wins(tr: Translator, games: int) -> str:
    # Translators: A player's last games against people, at least 2.
    return tr.ngettext("{number} win in a row against people", "{number} wins in a row against people", games)


def winning_streak(tr: Translator, game: Game) -> str:
    """Return the line about the winner's streak below a game just won; an empty string below MIN_STREAK."""
    games = game.rating_change.streak if game.rating_change else 0
    return f"🔥 {_wins(tr, games)}" if games >= MIN_STREAK else ""


def lead(tr: Translator, game: Game) -> str:
    """Return who leads in today's games between the players of a game just ended; an empty string if nobody does."""
    today = game.rating_change.today if game.rating_change else Score(0, 0)
    side = leader(today)
    if side is None or sum(today) < MIN_GAMES_TODAY:
        return ""
    # Translators: Below a board: the games that {player} and {opponent} won today, such as 3–1.
    return tr.gettext(
        "{player} leads {opponent} {score} today.",
        player=texts.player(tr, game.player(side)),
        opponent=texts.player(tr, game.player(side.other)),
        score=f"{max(today)}\N{EN DASH}{min(today)}",
    )


def leaderboard(tr: Translator, ranking: Leaderboard) -> str:
    """Return the leaderboard of a server in a season."""
    season, best = ranking.season, ranking.lines
    if not best:
        return _nobody(tr, season)
    lines = [_standing(tr, line) for line in best]
    return "\n".join((f"**{_title(tr, season)}**", *lines, f"-# {_footer(tr, season)}"))


# Translators: Heading of the answer to `/ttt top`: the best players of a server.
def _title(tr: Translator, season: Season) -> str:
    if season.begun is None and season.ended is None:
        return tr.gettext("Top players")
    return tr.gettext("Top players · season {number}", number=season.number)


# Translators: The answer to `/ttt top` if it has no players.
def _nobody(tr: Translator, season: Season) -> str:
    if season.ended is not None:
        return tr.gettext("Season {number} had no rated games.", number=season.number)
    if season.begun is not None:
        return tr.gettext("No rated games this season yet. Be the first: `/ttt new opponent:`")
    return tr.gettext("No rated games yet. Be the first: `/ttt new opponent:`")


def _footer(tr: Translator, season: Season) -> str:
    """Return the small print below a leaderboard."""
    if season.ended is not None:
        number, ended = season.number, texts.moment(season.ended, "D")
        # Translators: {date} is a day as Discord shows it, like "21 November 2026".
        return tr.gettext("Season {number} ended on {date}.", number=number, date=ended)
    # Translators: Since when they have played. {days} is 90.
    lately = tr.gettext("Players active in the last {days} days.", days=ACTIVE.days)
    return tr.joined(lately, tr.gettext("See your own rating with `/ttt stats`."))


_PLACES = "🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"


def _standing(tr: Translator, line: Standing) -> str:
    place = _PLACES[line.place - 1] if line.place <= len(_PLACES) else f"#{line.place}"
    # Translators: Parts of a player's line in the answer to `/ttt top`: how many games.
    counts = (
        (line.record.won, tr.gettext("{won} won", won=line.record.won)),
        (line.record.lost, tr.gettext("{lost} lost", lost=line.record.lost)),
        (line.record.drawn, tr.gettext("{drawn} drawn", drawn=line.record.drawn)),
    )
    record = texts.listed(tr, (text for count, text in counts if count))
    return f"{place} {texts.user(tr, line.user)} · {line.rating:.0f} · {record}"


def season_choice(tr: Translator, season: Season) -> str:
    """Return a season as a choice, at most 100 characters."""
    if season.ended is None:
        return tr.gettext("Season {number} (current)", number=season.number)
    # Translators: {date} is like 2026-11-21.
    return tr.gettext("Season {number}, ended {date}", number=season.number, date=f"{season.ended:%Y-%m-%d}")


def season_begun(tr: Translator, season: Season) -> str:
    """Return the text that replaces the question after the season has started."""
    return tr.gettext(
        "Season {number} has begun. Everyone starts again at {start}.", number=season.number, start=f"{INITIAL:.0f}"
    )


def season_question(tr: Translator, current: Season) -> Draft:
    """Return the question before a new season starts."""
    question = tr.gettext(
        "This is season {number}. A new season resets every rating in this server to {start}. The old ratings "
        "stay in `/ttt top season:{number}`. This can't be undone.",
        number=current.number,
        start=f"{INITIAL:.0f}",
    )
    following = current.number + 1
    # Translators: Button, at most 30 characters.
    start = tr.pgettext("button", "Start season {number}", number=following)
    return Draft(question, ((Button(start, str(SeasonPress(following)), Tone.GOOD),),))
