"""New games and challenges."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import Connection, and_, select, update

from bot.database import preferences, rows, statements
from bot.database.clocks import is_in
from bot.database.errors import ChannelTaken, Repeated, Stale, TooMany
from bot.database.games import MAX_LISTED, UNIQUE_VIOLATION, change_game
from bot.database.tables import IS_OPEN, challenges, games
from bot.database.transactions import Transactions, reads, reads_long, writes
from bot.game.errors import AlreadyOffered
from bot.game.games import EVERYONE, ChannelId, Cooldown, Game, GameId, MessageId, UserId
from bot.game.lobby import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.outages import Shards
from bot.game.preferences import Preferences
from bot.game.requests import NewChallenge, Update
from engine import Mark, Rules


class LobbyStore(Transactions):
    """The part of the store that starts games, and opens and closes challenges."""

    @writes
    def open_game(
        self,
        connection: Connection,
        opening: Update,
        challenge: Challenge | None = None,
        previous: Game | None = None,
        cooldown: Cooldown | None = None,
    ) -> tuple[Update, Mapping[UserId, Preferences]]:
        """Save a new game, with the accepted challenge or the end of the game that it replaces.

        Return the update with the saved game, and the players' preferences, because the first board needs them.

        opening has the unsaved game, who opens or accepts it, and the end; previous is the game before it in
        its series.

        Raises TooMany, ChannelTaken, Stale, DeletionRunning; for challenges and series also HasBlocked, NobodyThere.
        """
        game, by = opening.game, opening.by
        author = challenge.offer.author if challenge else by
        preferences.check_people(
            connection, by, next((other for other in game.humans if other not in (by, EVERYONE)), None)
        )
        _check_cooldown(connection, cooldown, author, game.touched)
        if opening.ended is not None:
            change_game(connection, opening.ended.before, rows.changes(opening.ended.before, opening.ended.game))
        if previous:  # makes a concurrent undo fail, because the series counts the previous result
            change_game(connection, previous, {"revision": previous.revision + 1})
        if challenge is not None:
            _close(connection, challenge.id, ChallengeState.ACCEPTED)
        try:
            [new] = statements.OPEN_GAME.rows(connection, rows.new_game_row(game, author))
        except UNIQUE_VIOLATION as error:
            raise ChannelTaken from error
        game = game.with_changes(id=GameId(new.id))
        if game.plies:
            statements.ADD_PLIES.execute_many(connection, rows.ply_rows(game, 0))
        saved = opening._replace(before=game, game=game, closed=_supersede(connection, game))
        return saved, preferences.preferences_of(connection, game.humans)

    @writes
    def check_start(
        self,
        connection: Connection,
        by: UserId,
        at: datetime,
        cooldown: Cooldown | None = None,
        other: UserId | None = None,
    ) -> None:
        """Refuse to start a game with another user as open_game would, without saving anything.

        Raises TooMany, DeletionRunning, HasBlocked, NobodyThere.
        """
        preferences.check_people(connection, by, other)
        _check_cooldown(connection, cooldown, by, at)

    @reads
    def last_rules(self, connection: Connection, user: UserId) -> Rules | None:
        """Return the rules of the last game that a user opened, alone or by a challenge."""
        newest = select(games).where(games.c.opened_by == user).order_by(games.c.opened.desc(), games.c.id.desc())
        row = connection.execute(newest.limit(1)).one_or_none()
        return Rules(row.m, row.n, row.k) if row else None

    # -- challenges

    @writes
    def offer(
        self, connection: Connection, offer: Offer, cooldown: Cooldown | None = None, ended: Update | None = None
    ) -> NewChallenge:
        """Save a new challenge, which replaces the author's open one in the channel, and the end of the author's game.

        Raises AlreadyOffered (the same challenge is open, or one of another user that this one would accept), TooMany,
        Repeated, Stale (the other game has changed), DeletionRunning, HasBlocked, NobodyThere.
        """
        preferences.check_people(connection, offer.author, offer.opponent)
        _check_cooldown(connection, cooldown, offer.author, offer.at)
        for current in _open_challenges(connection, offer.place.channel):
            if current.as_of(offer.at).state is ChallengeState.OPEN and offer.coincides(current.offer):
                if not _may_meet(connection, offer, current.offer):
                    continue
                if current.offer.interaction == offer.interaction is not None:
                    raise Repeated
                raise AlreadyOffered(current)
        if offer.opponent is not None:
            preferences.check_accepts_challenges(connection, offer.opponent)
        if ended is not None:
            change_game(connection, ended.before, rows.changes(ended.before, ended.game))
        key = {"of_channel": offer.place.channel, "one": offer.author, "another": offer.author}
        replaced = [rows.challenge_of(row) for row in statements.REPLACE_CHALLENGE.rows(connection, key)]
        new = statements.OFFER.rows(connection, rows.offer_row(offer))
        if not new:
            raise Repeated
        return NewChallenge(Challenge(ChallengeId(new[0].id), offer), replaced[0] if replaced else None, ended)

    @reads
    def challenge(self, connection: Connection, challenge: ChallengeId) -> Challenge | None:
        """Return a challenge by its id."""
        matching = statements.CHALLENGE.rows(connection, {"of_challenge": challenge})
        return rows.challenge_of(matching[0]) if matching else None

    @reads
    def open_challenge(self, connection: Connection, channel: ChannelId, author: UserId) -> Challenge | None:
        """Return the open challenge of a user in a channel."""
        here = _open_challenges(connection, channel)
        return next((challenge for challenge in here if challenge.offer.author == author), None)

    @reads_long
    def challenges_to(self, connection: Connection, user: UserId, since: datetime) -> list[Challenge]:
        """Return the open challenges to a user made after an instant, newest first, at most MAX_LISTED."""
        to_user = select(challenges).where(challenges.c.opponent == user, challenges.c.opened > since)
        newest = to_user.where(challenges.c.state == ChallengeState.OPEN).order_by(challenges.c.opened.desc())
        return list(rows.readable(connection.execute(newest.limit(MAX_LISTED)), rows.challenge_of))

    @writes
    def close_challenge(self, connection: Connection, challenge: ChallengeId, state: ChallengeState) -> None:
        """Save how an open challenge was closed; raise Stale if it was already closed."""
        _close(connection, challenge, state)

    @writes
    def expire_challenges(self, connection: Connection, shards: Shards, before: datetime) -> list[Challenge]:
        """Expire the oldest open challenges made before an instant, and return them, at most MAX_LISTED."""
        is_open = and_(challenges.c.state == ChallengeState.OPEN, is_in(shards, challenges.c.guild))
        oldest = select(challenges.c.id).where(is_open, challenges.c.opened <= before).order_by(challenges.c.opened)
        expired = update(challenges).where(challenges.c.id.in_(oldest.limit(MAX_LISTED)), is_open)
        done = connection.execute(expired.values(state=ChallengeState.EXPIRED).returning(challenges)).all()
        return list(rows.readable(done, rows.challenge_of))

    @writes
    def close_questions(self, connection: Connection, channel: ChannelId) -> None:
        """Expire the open challenges of a deleted channel, and the requests to undo the end of a game."""
        open_challenges = update(challenges).where(challenges.c.channel == channel)
        is_open = challenges.c.state == ChallengeState.OPEN
        connection.execute(open_challenges.where(is_open).values(state=ChallengeState.EXPIRED))
        with_request = update(games).where(games.c.channel == channel, games.c.ending.is_not(None), IS_OPEN)
        nothing = dict.fromkeys(("request_ply", "request_by", "request_message")) | {"request_draw": False}
        connection.execute(with_request.values(nothing | {"revision": games.c.revision + 1}))

    @writes
    def note_challenge(self, connection: Connection, challenge: ChallengeId, message: MessageId) -> Challenge | None:
        """Save which message shows a challenge, and return the challenge, which may be closed by now."""
        noted = statements.NOTE_CHALLENGE.rows(connection, {"of_challenge": challenge, "in_message": message})
        return rows.challenge_of(noted[0]) if noted else None


def _close(connection: Connection, challenge: ChallengeId, state: ChallengeState) -> None:
    if statements.CLOSE_CHALLENGE.execute(connection, {"of_challenge": challenge, "now": state}) != 1:
        raise Stale


def _open_challenges(connection: Connection, channel: ChannelId) -> Iterator[Challenge]:
    return rows.readable(statements.OPEN_CHALLENGES.rows(connection, {"of_channel": channel}), rows.challenge_of)


def _may_meet(connection: Connection, offer: Offer, other: Offer) -> bool:
    """Return whether neither of two authors has blocked the other. The start of their game checks it again."""
    return not statements.BLOCKS.rows(connection, {"one": offer.author, "another": other.author})


def _supersede(connection: Connection, game: Game) -> tuple[Challenge, ...]:
    """Close the open challenges between the players of a new game in its channel, and return them."""
    if len(game.humans) < len(Mark):
        return ()
    one, another = game.humans
    key = {"of_channel": game.place.channel, "one": one, "another": another}
    return tuple(rows.readable(statements.SUPERSEDE_CHALLENGES.rows(connection, key), rows.challenge_of))


def _check_cooldown(connection: Connection, cooldown: Cooldown | None, by: UserId, now: datetime) -> None:
    """Refuse a user who has opened too many games and challenges. Call it while the user is locked.

    Games opened in the future don't count: the system clock has been set back since.
    """
    if cooldown is None:
        return
    parameters = {"by": by, "since": now - cooldown.within, "until": now}
    if statements.OPENED.rows(connection, parameters)[0].number >= cooldown.games:
        raise TooMany
