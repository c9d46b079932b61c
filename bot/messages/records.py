"""Messages about finished games: statistics, leaderboards, seasons, replays."""

from typing import assert_never

from bot.game.choices import Shape
from bot.game.games import Ending, Game, Level, Player, Result
from bot.game.ratings import (
    ACTIVE,
    INITIAL,
    MAX_DAILY_GAIN,
    MAX_DAILY_GAIN_PER_OPPONENT,
    GameSummary,
    Leaderboard,
    Record,
    Season,
    Standing,
    Stats,
    is_capped,
)
from bot.messages import texts
from bot.messages.styles import EMOJI
from bot.messages.translator import Translator
from engine import Cell, Mark

CHOICE_LIMIT = 100  # docs: interactions/application-commands.mdx, Option Choice


def rating_change(tr: Translator, game: Game) -> str:
    """Return how a game changed both players' ratings; an empty string if it isn't rated."""
    if game.result is None or game.rating_change is None:
        return ""
    x, o, gain = game.rating_change
    limits = {"most": f"{MAX_DAILY_GAIN_PER_OPPONENT:.0f}", "total": f"{MAX_DAILY_GAIN:.0f}"}
    if is_capped(game) and not gain:
        # Translators: A line below a board after a game between two people who have won often today. {most} is 32,
        # {total} 64.
        return tr.gettext(
            "Ratings unchanged: a player can gain at most {most} points a day from the same opponent, and {total} "
            "a day in all.",
            **limits,
        )
    if not round(x + gain) - round(x) and not round(o - gain) - round(o):
        # Translators: A line below a board after a game between two people.
        return tr.gettext("Ratings unchanged.")
    # Translators: A line below a board after a game between two people. {x} and {o} are a mention each, with the new
    # rating and its change, such as "@ann 1516 (+16)".
    changed = tr.gettext("Ratings: {x}, {o}", x=_rating(tr, game.x, x, gain), o=_rating(tr, game.o, o, -gain))
    if not is_capped(game):
        return changed
    # Translators: A line below the one that tells how the ratings changed, by less than usual. {most} is 32 points,
    # {total} 64.
    less = tr.gettext(
        "That is less than usual: a player can gain at most {most} points a day from the same opponent, and "
        "{total} a day in all.",
        **limits,
    )
    return f"{changed}\n{less}"


def _rating(tr: Translator, who: Player, before: float, gain: float) -> str:
    """Return a new rating and its change, without a space where the line could break."""
    after = round(before + gain)
    change = f"{after - round(before):+}".replace("-", "\N{MINUS SIGN}")
    return f"{texts.player(tr, who)} {after} (**{change}**)".replace(" ", "\N{NO-BREAK SPACE}")


def replay(tr: Translator, game: Game) -> str:
    """Return the lines above the moves of a replay."""
    # Translators: A line above the moves of a game that was played. {id} is its number, {players} says who plays which
    # mark on which board.
    head = tr.gettext("Game #{id}: {players}", id=game.id, players=texts.header(tr, game))
    stands = texts.outcome(tr, game, game.result) if game.result else _turn(tr, game)
    return "\n".join(filter(None, (head, texts.took_x(tr, game), stands, _emoji(game))))


def _emoji(game: Game) -> str:
    """Return the final board of a small game as emoji, to copy."""
    if game.result is None or max(game.rules.m, game.rules.n) > EMOJI_SIDE or not game.plies:
        return ""
    glyphs = {Mark.X: EMOJI[Shape.CROSS], Mark.O: EMOJI[Shape.RING], None: "⬛"}
    rows = range(game.rules.m)
    return "\n".join("".join(glyphs[game.board[Cell(row, col)]] for col in range(game.rules.n)) for row in rows)


def _turn(tr: Translator, game: Game) -> str:
    mark = game.board.turn.name
    if game.awaits_computer:
        # Translators: A line above the moves of a game that is not over. {mark} is X or O.
        return tr.gettext("In progress. The computer ({mark}) moves next.", mark=mark)
    # Translators: A line above the moves of a game that is not over. {player} is a mention, {mark} is X or O.
    return tr.gettext("In progress. {player} ({mark}) moves next.", player=texts.player(tr, game.turn), mark=mark)


def no_moves(tr: Translator) -> str:
    """Return the text for a game without moves."""
    # Translators: Shown in place of the moves of a game in which nobody has moved.
    return tr.gettext("No moves yet.")


def end_description(tr: Translator, game: Game) -> str | None:
    """Return how a game ended, for alt text, if the board doesn't show it."""
    if game.result is None:
        return None
    winner = game.result.winner
    match game.result.ending:
        case Ending.LINE | Ending.FULL:
            return None
        case Ending.RESIGNED:
            assert winner is not None
            # Translators: Read out by screen readers, of a picture. {winner} and {loser} are X and O, or O and X.
            return tr.gettext("{winner} won. {loser} resigned.", winner=winner.name, loser=winner.other.name)
        case Ending.TIMEOUT:
            assert winner is not None
            # Translators: Read out by screen readers, of a picture. {winner} and {loser} are X and O, or O and X.
            return tr.gettext("{winner} won. {loser} ran out of time.", winner=winner.name, loser=winner.other.name)
        case Ending.AGREED:
            # Translators: Read out by screen readers, of a picture: a player ended the game as a draw.
            return tr.gettext("The game was called a draw.")
        case Ending.STOPPED | Ending.DELETED:
            # Translators: Read out by screen readers, of a picture: the game was broken off.
            return tr.gettext("The game ended without a result.")
        case _:
            assert_never(game.result.ending)


def game_choice(tr: Translator, game: GameSummary) -> str:
    """Return a game as a choice, at most 100 characters, without names, because none are stored."""
    parts = (
        texts.size(tr, game.rules),
        _against(tr, game.level),
        # Translators: How long a game was, in a list of games. Part of a line such as "#7: 3×3, 3 in a row, between
        # people, 9 moves, Draw", which has 100 characters at most.
        tr.ngettext("{number} move", "{number} moves", game.moves),
        _how(tr, game.result),
    )
    text = f"#{game.id}: {texts.listed(tr, parts)}"
    return text if len(text) <= CHOICE_LIMIT else f"{text[: CHOICE_LIMIT - 1]}…"


def _against(tr: Translator, level: Level | None) -> str:
    if level:
        # Translators: Who played, in a list of games: a person and the computer; {level} is easy, classic or expert.
        return tr.gettext("against the computer ({level})", level=texts.level(tr, level))
    # Translators: Who played, in a list of games: two people.
    return tr.gettext("between people")


def _how(tr: Translator, result: Result | None) -> str:
    if result is None:
        # Translators: In a list of games: this one is not over.
        return tr.pgettext("how a game ended", "in progress")
    if result.winner:
        # Translators: In a list of games: how this one ended. {number} is 1 for X, 2 for O.
        return tr.pgettext("how a game ended", "Player {number} won", number=result.winner.value)
    if result.is_none:
        # Translators: In a list of games: this one was broken off.
        return tr.pgettext("how a game ended", "no result")
    # Translators: In a list of games: nobody won this one.
    return tr.pgettext("how a game ended", "Draw")


EMOJI_SIDE = 5  # rows and columns of the largest board that is copied as emoji
MIN_STREAK = 3  # games in a row whose winning is said at the end of the last one


def no_computer_record(tr: Translator) -> str:
    """Return the answer to a user who asked for the record of the bot itself."""
    # Translators: The answer to `/ttt stats` of this bot. The part in backticks stays as it is.
    return tr.gettext("The computer has no record of its own. `/ttt stats` shows your results against it.")


def stats(tr: Translator, found: Stats) -> str:
    """Return a user's statistics."""
    user = texts.user(tr, found.user)
    if not found.records:
        # Translators: The answer to `/ttt stats`. {player} is a mention; "here" is this server.
        return tr.gettext("{player} hasn't finished a game here yet.", player=user)
    people: list[str] = []
    if found.rating is not None:
        # Translators: The answer to `/ttt stats`, below the heading: a player's Elo rating, a number of about 1500.
        people.append(tr.gettext("Rating: {rating}", rating=f"{found.rating:.0f}"))
    if found.streak and found.streak.how == "won" and found.streak.games > 1:
        people.append(_wins(tr, found.streak.games))
    lines = [
        # Translators: Heading of the answer to `/ttt stats`: how many games a player has played, won and lost. {player}
        # is a mention. Keep the stars.
        tr.gettext("**{player}'s record in this server**", player=user),
        " · ".join(people),
        *(_record(tr, level, record) for level, record in found.records.items()),
    ]
    if found.between:
        # Translators: The last line of a player's record: how the reader has done against them. {player} is a mention.
        against = tr.gettext(
            "Your record against {player}: {won} won, {lost} lost, {drawn} drawn.",
            player=user,
            **_counts(found.between),
        )
        lines.append(against)
    return "\n".join(filter(None, lines))


def _record(tr: Translator, level: Level | None, record: Record) -> str:
    if level is None:
        # Translators: A line of a player's record. Write it so that it fits any numbers, 0, 1, and many.
        return tr.gettext("Against people: {won} won, {lost} lost, {drawn} drawn", **_counts(record))
    # Translators: A line of a player's record; {level} is easy, classic or expert. Fits any numbers, too.
    return tr.gettext(
        "Against the computer ({level}): {won} won, {lost} lost, {drawn} drawn",
        level=texts.level(tr, level),
        **_counts(record),
    )


def _counts(record: Record) -> dict[str, int]:
    return {"won": record.won, "lost": record.lost, "drawn": record.drawn}


def _wins(tr: Translator, games: int) -> str:
    # Translators: In a player's record, and below the board of a game that a player has won: their last games against
    # people, at least 2.
    return tr.ngettext("{number} win in a row against people", "{number} wins in a row against people", games)


def winning_streak(tr: Translator, games: int) -> str:
    """Return the line about the winner's streak below a won game; an empty string below MIN_STREAK."""
    return f"🔥 {_wins(tr, games)}" if games >= MIN_STREAK else ""


def leaderboard(tr: Translator, ranking: Leaderboard) -> str:
    """Return the leaderboard of a server in a season."""
    season, best = ranking.season, ranking.lines
    if not best:
        return _nobody(tr, season)
    lines = [_standing(tr, line) for line in best]
    return "\n".join((f"**{_title(tr, season)}**", *lines, f"-# {_listed(tr, season)}"))


def _title(tr: Translator, season: Season) -> str:
    if season.begun is None and season.ended is None:
        # Translators: Heading of the answer to `/ttt top`: the best players of a server.
        return tr.gettext("Top players")
    # Translators: Heading of the answer to `/ttt top`: the best players of a server in a season, which has a number.
    return tr.gettext("Top players · season {number}", number=season.number)


def _nobody(tr: Translator, season: Season) -> str:
    if season.ended is not None:
        # Translators: The answer to `/ttt top season:`, about a season in the past.
        return tr.gettext("Season {number} had no rated games.", number=season.number)
    if season.begun is not None:
        # Translators: The answer to `/ttt top`, about the current season of a server's ratings.
        return tr.gettext("No rated games this season yet. Be the first: `/ttt new opponent:`")
    # Translators: The answer to `/ttt top` in a server where nobody has played for weeks, or ever.
    return tr.gettext("No rated games yet. Be the first: `/ttt new opponent:`")


def _listed(tr: Translator, season: Season) -> str:
    """Return the small print below a leaderboard."""
    if season.ended is not None:
        number, ended = season.number, texts.moment(season.ended, "D")
        # Translators: Small print below the list of top players of a season that is over. {date} is a day as Discord
        # shows it, like "21 November 2026".
        return tr.gettext("Season {number} ended on {date}.", number=number, date=ended)
    # Translators: Small print below the list of top players: it has those who have played since then. {days} is 90.
    lately = tr.gettext("Active in the last {days} days.", days=ACTIVE.days)
    # Translators: Small print below the list of top players.
    return tr.joined(lately, tr.gettext("See your own rating with `/ttt stats`."))


_PLACES = "🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"


def _standing(tr: Translator, line: Standing) -> str:
    place = _PLACES[line.place - 1] if line.place <= len(_PLACES) else f"#{line.place}"
    # Translators: A player's line in the answer to `/ttt top`. Write it so that it fits any numbers, 0, 1, and many.
    record = tr.gettext("{won} won, {lost} lost, {drawn} drawn", **_counts(line.record))
    return f"{place} `{line.rating:.0f}` {texts.user(tr, line.user)} · {record}"


def season_choice(tr: Translator, season: Season) -> str:
    """Return a season as a choice, at most 100 characters."""
    if season.ended is None:
        # Translators: In a list of seasons to choose from, at most 100 characters.
        return tr.gettext("Season {number} (current)", number=season.number)
    # Translators: In a list of seasons to choose from, at most 100 characters. {date} is like 2026-11-21.
    return tr.gettext("Season {number}, ended {date}", number=season.number, date=f"{season.ended:%Y-%m-%d}")


def season_begun(tr: Translator, season: Season) -> str:
    """Return the text that replaces the question after the season has started."""
    # Translators: The answer to the button "Start season 2". {start} is 1500, the rating that everybody begins with.
    return tr.gettext(
        "Season {number} has begun. Everyone starts again at {start}.", number=season.number, start=f"{INITIAL:.0f}"
    )
