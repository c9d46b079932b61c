"""The store's promises, on both real databases."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import Connection

from bot.database.errors import ChannelTaken, Stale, TooMany
from bot.database.lobby import MAX_LISTED as LISTED
from bot.database.puzzles import DAYS
from bot.database.ratings import SEASONS
from bot.database.store import Store
from bot.database.tables import (
    attempts,
    blocks,
    challenges,
    forgetting,
    games,
    guilds,
    metadata,
    probes,
    puzzle_channels,
    seasons,
    settings,
    sweeps,
    synced,
)
from bot.game.challenges import ChallengeState, Offer
from bot.game.choices import Theme
from bot.game.games import (
    ChannelId,
    Computer,
    Cooldown,
    Ending,
    Format,
    Game,
    GuildId,
    Human,
    Level,
    MessageId,
    NewGame,
    Place,
    RatingChange,
    Result,
    UndoRequest,
    UserId,
)
from bot.game.playing import marked
from bot.game.puzzles import Day
from bot.game.ratings import GameSummary, Record, Streak
from bot.game.requests import NewChallenge, StartedGame
from engine import Cell, Mark
from tests.database.openings import AT, RULES, opening
from tests.people import ANN, BOB, HERE, THERE
from tests.stored import latest_game, live_game


async def test_a_game_comes_back_as_it_was_saved(store: Store) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    game = await store.save(game, marked(game, Cell(2, 3), AT + timedelta(seconds=5)))
    asked = replace(game, request=UndoRequest(1, BOB, MessageId(5)))
    game = await store.save(game, asked)
    await store.note_request(game.id, 1, MessageId(6))
    await store.note_request(game.id, 0, MessageId(7))  # of an earlier ply
    game = replace(game, request=UndoRequest(1, BOB, MessageId(6)))
    assert await store.game(game.id) == await store.past_game(game.id) == game
    assert await live_game(store, HERE.channel) == game


async def test_every_kind_of_player_and_end_comes_back(store: Store) -> None:
    for level in Level:
        solo, *_ = await store.open_game(replace(opening(), o=Computer(level)), ANN)
        for_all = [
            Result(winner, ending, by) for winner in (None, Mark.X, Mark.O) for ending in Ending for by in (None, ANN)
        ]
        for result in for_all:
            solo = await store.save(solo, replace(solo, result=result))
            assert await store.game(solo.id) == solo


async def test_undone_plies_are_gone_and_others_take_their_numbers(store: Store) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    for cells in ([(0, 0), (1, 1), (2, 2)], [(0, 0)], [(0, 0), (2, 3)], [], [(1, 0), (1, 1)]):
        game = await store.save(game, replace(game, plies=tuple(Cell(*cell) for cell in cells)))
        assert (await store.game(game.id)) == game


async def test_a_second_live_game_in_a_channel_is_refused_by_the_database(store: Store) -> None:
    await store.open_game(opening(), ANN)
    with pytest.raises(ChannelTaken):
        await store.open_game(opening(), BOB)
    assert await store.open_game(opening(THERE), ANN)


async def test_an_ended_game_can_not_be_reopened_beside_a_live_one(store: Store) -> None:
    old, *_ = await store.open_game(opening(), ANN)
    old = await store.save(old, replace(old, result=Result(None, Ending.FULL)))
    await store.open_game(opening(), ANN)
    with pytest.raises(ChannelTaken):
        await store.save(old, replace(old, result=None))


async def test_of_two_writers_who_start_from_one_state_one_is_refused(store: Store) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    saves = [store.save(game, marked(game, Cell(row, 0), AT)) for row in range(3)]
    results = await asyncio.gather(*saves, return_exceptions=True)
    assert sum(isinstance(result, Stale) for result in results) == 2
    saved = await store.game(game.id)
    assert saved
    assert len(saved.plies) == 1


async def test_two_stores_on_one_database_refuse_each_other_as_one_does(store: Store, url: str) -> None:
    other = await Store.open(url)
    game, *_ = await store.open_game(opening(), ANN)
    seen = await other.game(game.id)
    assert seen
    await other.save(seen, marked(seen, Cell(0, 0), AT))
    with pytest.raises(Stale):
        await store.save(game, marked(game, Cell(1, 1), AT))
    await other.close()


async def test_the_live_game_is_the_latest_and_else_the_newest(store: Store) -> None:
    first, *_ = await store.open_game(opening(), ANN)
    first = await store.save(first, replace(first, result=Result(None, Ending.FULL)))
    second, *_ = await store.open_game(opening(), ANN)
    second = await store.save(second, replace(second, result=Result(None, Ending.FULL)))
    assert await latest_game(store, HERE.channel) == second
    await store.save(first, replace(first, result=None))
    latest = await latest_game(store, HERE.channel)
    assert latest
    assert latest.id == first.id


async def test_only_a_newer_message_replaces_the_one_that_shows_a_board(store: Store) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    for message in (10, 30, 20):
        await store.note_boards({game.id: MessageId(message)})
    shown = await store.game(game.id)
    assert shown
    assert shown.message == 30


async def offered(store: Store, opponent: UserId | None = BOB) -> NewChallenge:
    return await store.offer(Offer(HERE, Format(RULES), ANN, opponent, AT, Mark.O))


async def test_a_challenge_comes_back_as_it_was_saved(store: Store) -> None:
    challenge = (await offered(store)).challenge
    await store.note_challenge(challenge.id, MessageId(9))
    assert await store.challenge(challenge.id) == replace(challenge, message=MessageId(9))


async def test_a_new_challenge_replaces_the_open_one(store: Store) -> None:
    first = (await offered(store)).challenge
    second = await offered(store, None)
    assert second.replaced == replace(first, state=ChallengeState.REPLACED)


async def test_a_challenge_is_answered_once(store: Store) -> None:
    challenge = (await offered(store)).challenge
    answers = [
        store.close_challenge(challenge.id, state) for state in (ChallengeState.DECLINED, ChallengeState.CANCELLED)
    ]
    results = await asyncio.gather(*answers, return_exceptions=True)
    assert sorted(str(type(result)) for result in results) == sorted(map(str, (Stale, type(None))))
    with pytest.raises(Stale):
        await store.open_game(opening(), ANN, challenge.id)
    assert await live_game(store, HERE.channel) is None


async def test_a_channel_that_is_taken_leaves_the_challenge_open(store: Store) -> None:
    challenge = (await offered(store)).challenge
    await store.open_game(opening(), BOB)
    with pytest.raises(ChannelTaken):
        await store.open_game(opening(), ANN, challenge.id)
    found = await store.challenge(challenge.id)
    assert found
    assert found.state is ChallengeState.OPEN


ONE, TWO = Cooldown(1, timedelta(minutes=1)), Cooldown(2, timedelta(minutes=1))


def opening_in(channel: int, at: datetime = AT) -> NewGame:
    return replace(opening(Place(ChannelId(channel), GUILD)), at=at)


async def test_what_a_person_opened_is_counted_once(store: Store) -> None:
    challenge = (await offered(store)).challenge
    await store.open_game(opening(), ANN, challenge.id)
    await store.open_game(opening_in(1), ANN, cooldown=TWO)
    with pytest.raises(TooMany):
        await store.open_game(opening_in(2), ANN, cooldown=TWO)
    with pytest.raises(TooMany):
        await store.offer(Offer(THERE, Format(RULES), ANN, None, AT), TWO)
    assert await store.open_game(opening_in(2), BOB, cooldown=ONE)
    later = AT + timedelta(minutes=1)
    assert await store.open_game(opening_in(3, later), ANN, cooldown=ONE)


async def test_of_a_hundred_games_at_once_as_many_begin_as_may(store: Store, url: str) -> None:
    other = await Store.open(url)
    opened = (
        one.open_game(opening_in(number), ANN, cooldown=Cooldown(5, timedelta(minutes=1)))
        for number, one in enumerate([store, other] * 50)
    )
    results = await asyncio.gather(*opened, return_exceptions=True)
    await other.close()
    assert sum(isinstance(result, StartedGame) for result in results) == 5
    assert sum(isinstance(result, TooMany) for result in results) == 95


async def test_a_clock_that_is_set_back_does_not_prolong_a_cooldown(store: Store) -> None:
    await store.open_game(opening_in(1), ANN, cooldown=ONE)
    an_hour_earlier = AT - timedelta(hours=1)
    await store.open_game(opening_in(2, an_hour_earlier), ANN, cooldown=ONE)
    with pytest.raises(TooMany):
        await store.open_game(opening_in(3, an_hour_earlier), ANN, cooldown=ONE)


async def test_the_digest_of_the_commands_is_kept_by_application(store: Store) -> None:
    assert await store.synced_commands(1) is None
    for digest in ("a", "b"):
        await store.commands_synced(1, digest)
    assert await store.synced_commands(1) == "b"
    assert await store.synced_commands(2) is None


async def test_random_changes_come_back_as_they_were_saved(store: Store) -> None:
    random = Random(4)
    game, *_ = await store.open_game(opening(), ANN)
    for _ in range(60):
        cells = random.sample([Cell(row, col) for row in range(3) for col in range(4)], random.randint(0, 6))
        kept = game.plies[: random.randint(0, len(game.plies))]
        plies = (*kept, *(cell for cell in cells if cell not in kept))
        result = random.choice([None, Result(Mark.X, Ending.RESIGNED, BOB)])
        game = await store.save(game, replace(game, plies=plies, result=result))
        found: Game | None = await store.game(game.id)
        assert found == game


# -- ratings, statistics, forgetting


async def ended(store: Store, winner: Mark | None, ending: Ending = Ending.LINE, place: Place = HERE) -> Game:
    game, *_ = await store.open_game(opening(place), ANN)
    return await store.save(game, replace(game, result=Result(winner, ending)))


GUILD = GuildId(1)  # of HERE


async def forget(store: Store, user: UserId) -> None:
    await store.start_forgetting(user)
    while await store.forget_some(user, AT):
        pass


async def test_a_win_moves_both_ratings_by_elos_formula(store: Store) -> None:
    await ended(store, Mark.X)
    await ended(store, Mark.X)
    ann, bob = await store.top(GUILD)
    assert (ann.user, bob.user) == (ANN, BOB)
    assert ann.rating == pytest.approx(1516 + 32 * (1 - 1 / (1 + 10 ** (-32 / 400))))
    assert ann.rating + bob.rating == pytest.approx(3000)
    assert (ann.record, bob.record) == (Record(won=2), Record(lost=2))


async def test_a_rated_game_keeps_what_it_did_to_both_ratings_until_it_is_reopened(store: Store) -> None:
    first = await ended(store, Mark.X)
    second = await ended(store, None, Ending.FULL)
    third = await ended(store, Mark.O)
    assert first.rating_change == RatingChange(1500, 1500, 16)
    assert second.rating_change
    assert second.rating_change[:2] == (1516, 1484)
    assert third.rating_change
    assert third.rating_change.x == pytest.approx(second.rating_change.x + second.rating_change.gain)
    for game in (first, second, third):
        assert await store.game(game.id) == game
    reopened = await store.save(second, replace(second, result=None))
    assert reopened.rating_change is None
    assert await store.game(second.id) == reopened
    again = await store.save(reopened, replace(reopened, result=Result(Mark.X, Ending.LINE)))
    assert again.rating_change
    assert again.rating_change.x == pytest.approx(
        third.rating_change.x + third.rating_change.gain - second.rating_change.gain
    )
    assert await store.game(third.id) == third


async def test_games_that_are_not_rated_did_nothing_to_ratings(store: Store) -> None:
    stopped = await ended(store, None, Ending.STOPPED)
    direct = await ended(store, Mark.X, place=Place(HERE.channel, None))
    assert (stopped.rating_change, direct.rating_change) == (None, None)


async def test_a_game_of_somebody_who_is_forgotten_keeps_no_rating_of_theirs(store: Store) -> None:
    game = await ended(store, Mark.X)
    await forget(store, BOB)
    kept = await store.game(game.id)
    assert kept
    assert (kept.result, kept.rating_change) == (game.result, None)
    rows = await store.database.read(lambda connection: connection.execute(games.select()).all())
    assert [(row.x_rating, row.o_rating) for row in rows] == [(None, None)]


async def test_a_reopened_game_takes_its_rating_back(store: Store) -> None:
    await ended(store, None, Ending.FULL)
    before = await store.top(GUILD)
    game = await ended(store, Mark.O, Ending.RESIGNED)
    assert await store.top(GUILD) != before
    await store.save(game, replace(game, result=None))
    assert {line.user: (pytest.approx(line.rating), line.record) for line in before} == {
        line.user: (line.rating, line.record) for line in await store.top(GUILD)
    }


async def test_who_asks_and_is_not_among_the_best_follows_them_with_their_place(store: Store) -> None:
    for number in range(1, 13):  # whoever played earlier has won more by it, and loses nothing
        game, *_ = await store.open_game(replace(opening(), x=Human(UserId(number)), o=Human(UserId(1000))), ANN)
        await store.save(game, replace(game, result=Result(Mark.X, Ending.LINE)))
    best = await store.top(GUILD)
    assert [(line.place, line.user) for line in best] == [(place, place) for place in range(1, 11)]
    assert await store.top(GUILD, UserId(3)) == best
    assert await store.top(GUILD, UserId(999)) == best  # who has never played
    for user, place in ((11, 11), (12, 12), (1000, 13)):
        *others, last = await store.top(GUILD, UserId(user))
        assert (others, last.place, last.user) == (best, place, user)


async def test_equal_ratings_have_places_of_their_own(store: Store) -> None:
    for number in range(1, 13, 2):
        game, *_ = await store.open_game(replace(opening(), x=Human(UserId(number)), o=Human(UserId(number + 1))), ANN)
        await store.save(game, replace(game, result=Result(None, Ending.FULL)))
    assert [(line.place, line.user) for line in await store.top(GUILD, UserId(12))] == [
        *((place, place) for place in range(1, 11)),
        (12, 12),
    ]


async def test_only_games_between_people_in_a_server_that_were_played_out_are_rated(store: Store) -> None:
    await ended(store, None, Ending.STOPPED)
    await ended(store, Mark.X, place=Place(HERE.channel, None))
    solo, *_ = await store.open_game(replace(opening(), o=Computer(Level.EASY)), ANN)
    await store.save(solo, replace(solo, result=Result(Mark.X, Ending.LINE)))
    assert await store.top(GUILD) == []


async def test_statistics_are_by_kind_of_opponent_and_side(store: Store) -> None:
    for winner in (Mark.X, Mark.O, Mark.O, None):
        await ended(store, winner)
    solo, *_ = await store.open_game(replace(opening(), o=Computer(Level.EXPERT)), ANN)
    await store.save(solo, replace(solo, result=Result(Mark.O, Ending.LINE)))
    ann, bob = await store.stats(GUILD, ANN), await store.stats(GUILD, BOB)
    assert ann.records == {None: Record(1, 2, 1), Level.EXPERT: Record(lost=1)}
    assert bob.records == {None: Record(2, 1, 1)}
    assert ann.streak == Streak("drawn", 1)
    assert ann.rating
    assert bob.rating
    assert ann.rating + bob.rating == pytest.approx(3000)
    assert (await store.stats(GUILD, UserId(999))).records == {}


async def test_a_record_between_two_is_the_requesters_and_only_where_neither_has_blocked_the_other(
    store: Store,
) -> None:
    for winner in (Mark.X, Mark.O, Mark.O, None):
        await ended(store, winner)
    await ended(store, Mark.X, place=Place(HERE.channel, None))
    assert (await store.stats(GUILD, BOB, ANN)).between == Record(1, 2, 1)
    assert (await store.stats(GUILD, ANN, BOB)).between == Record(2, 1, 1)
    assert (await store.stats(GUILD, ANN, ANN)).between is None
    assert (await store.stats(GUILD, ANN, UserId(999))).between is None
    await store.block(BOB, ANN, AT, 1)
    assert (await store.stats(GUILD, BOB, ANN)).between is None
    assert (await store.stats(GUILD, ANN, BOB)).between is None


async def test_a_streak_is_of_the_last_games(store: Store) -> None:
    for winner in (Mark.X, Mark.O, Mark.O, Mark.O):
        await ended(store, winner)
    assert (await store.stats(GUILD, BOB)).streak == Streak("won", 3)
    assert (await store.stats(GUILD, ANN)).streak == Streak("lost", 3)


async def test_who_is_forgotten_is_named_nowhere_and_opponents_keep_their_games(
    store: Store,
) -> None:
    await ended(store, Mark.X)
    await offered(store)
    live, *_ = await store.open_game(opening(), ANN)
    await store.save(live, replace(live, plies=(Cell(0, 0),), request=UndoRequest(1, ANN)))
    for user, other in ((ANN, BOB), (BOB, ANN), (BOB, UserId(999))):
        await store.prefer(user, {"theme": Theme.LIGHT})
        await store.block(user, other, AT, most=9)
        await store.attempt(user, Day(0), AT)
    await forget(store, ANN)
    assert await live_game(store, HERE.channel) is None
    assert (await store.stats(GUILD, BOB)).records == {None: Record(lost=1)}
    assert [line.user for line in await store.top(GUILD)] == [BOB]
    for table in metadata.tables.values():
        saved = await store.database.read(lambda connection, table=table: connection.execute(table.select()).all())
        assert saved or table in (
            synced,
            forgetting,
            guilds,
            settings,
            puzzle_channels,
            probes,
            seasons,
            sweeps,
        )
        kept = [(BOB, ANN)] if table is blocks else []  # else it would be a way around a block
        assert [row[:2] for row in saved if ANN in row] == kept


async def test_a_save_that_began_before_is_refused_after_forgetting(store: Store) -> None:
    live, *_ = await store.open_game(opening(), ANN)
    await forget(store, ANN)
    with pytest.raises(Stale):
        await store.save(live, marked(live, Cell(0, 0), AT))


async def test_a_list_has_the_newest_first_with_how_long_and_how_they_ended(store: Store) -> None:
    await store.open_game(opening(THERE), ANN)
    won = await ended(store, Mark.X)
    solo, *_ = await store.open_game(replace(opening(), o=Computer(Level.EASY)), ANN)
    solo = await store.save(solo, replace(solo, plies=(Cell(0, 0), Cell(1, 1))))
    expected = [
        GameSummary(solo.id, RULES, Level.EASY, 2, None),
        GameSummary(won.id, RULES, None, 0, won.result),
    ]
    assert await store.recent_games(HERE.channel, 9) == expected
    assert await store.recent_games(HERE.channel, 1) == expected[:1]


async def test_no_list_has_more_than_its_bound(store: Store) -> None:
    game = {
        "guild": 1, "m": 3, "n": 3, "k": 3, "opened_by": ANN, "opened": AT, "touched": AT, "revision": 0
    }  # fmt: skip
    as_x = [game | {"channel": 1000 + number, "x": ANN, "o": BOB} for number in range(LISTED + 1)]
    as_o = [game | {"channel": 2000 + number, "x": BOB, "o": ANN} for number in range(LISTED + 1)]
    offer = {"guild": 1, "m": 3, "n": 3, "k": 3, "author": BOB, "opponent": ANN, "author_side": 1, "state": "open"}
    offers = [offer | {"channel": 1000 + number, "opened": AT, "thread": False} for number in range(LISTED + 1)]
    begun = [{"guild": 1, "number": number, "begun": AT} for number in range(2, SEASONS + 3)]
    solved = {"user": ANN, "begun": AT, "step": 1, "failed": 0, "cells": "", "solved": AT}
    days = [solved | {"day": day} for day in range(DAYS + 1)]

    def save(connection: Connection) -> None:
        for table, rows in ((games, as_x + as_o), (challenges, offers), (seasons, begun), (attempts, days)):
            connection.execute(table.insert(), rows)

    await store.database.write(save)
    assert len(await store.open_games(ANN)) == 2 * LISTED
    assert len(await store.challenges_to(ANN, AT - timedelta(days=1))) == LISTED
    assert len(await store.seasons(GuildId(1))) == SEASONS
    assert len(await store.solved_days(ANN)) == DAYS
