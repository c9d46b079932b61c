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
    puzzle_channels,
    seasons,
    settings,
    sweeps,
    synced,
)
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
    Place,
    RatingChange,
    Result,
    UndoRequest,
    UserId,
)
from bot.game.lobby import ChallengeState, Offer
from bot.game.playing import marked
from bot.game.preferences import Theme
from bot.game.puzzles import Day
from bot.game.ratings import GameSummary, Record, Streak
from bot.game.requests import NewChallenge
from engine import Cell, Mark
from tests.people import ANN, BOB, CY, HERE, THERE
from tests.stored import AT, RULES, live_game, open_game, opening, saved


async def test_a_game_comes_back_as_it_was_saved(store: Store) -> None:
    game = await open_game(store, opening(), ANN)
    game = await store.games.save(game, marked(game, Cell(2, 3), AT + timedelta(seconds=5)))
    request = replace(game, undo_request=UndoRequest(1, BOB, MessageId(5)))
    game = await store.games.save(game, request)
    await store.games.note_request(game.id, 1, MessageId(6))
    await store.games.note_request(game.id, 0, MessageId(7))  # of an earlier ply
    game = replace(game, undo_request=UndoRequest(1, BOB, MessageId(6)))
    assert await store.games.game(game.id) == await store.games.past_game(game.id) == game
    assert await live_game(store, HERE.channel) == game


async def test_every_change_of_a_game_comes_back_as_it_was_saved(store: Store) -> None:
    random = Random(4)
    for opponent in (Human(BOB), *map(Computer, Level)):
        game = await open_game(store, replace(opening(), o=opponent), ANN)
        for ending in [*Ending] * 2:
            cells = random.sample([Cell(row, col) for row in range(3) for col in range(4)], random.randint(0, 6))
            old = game.plies[: random.randint(0, len(game.plies))]
            plies = (*old, *(cell for cell in cells if cell not in old))
            result = Result(random.choice((None, *Mark)), ending, random.choice((None, ANN)))
            for now in (None, result, result):
                game = await store.games.save(game, replace(game, plies=plies, result=now))
                assert await store.games.game(game.id) == game


async def test_a_channel_has_one_live_game(store: Store) -> None:
    old = await open_game(store, opening(), ANN)
    old = await store.games.save(old, replace(old, result=Result(None, Ending.FULL)))
    await open_game(store, opening(), ANN)
    with pytest.raises(ChannelTaken):
        await open_game(store, opening(), BOB)
    with pytest.raises(ChannelTaken):
        await store.games.save(old, replace(old, result=None))
    assert await open_game(store, opening(THERE), ANN)


async def test_one_of_three_concurrent_saves_succeeds(store: Store, url: str) -> None:
    other = await Store.open(url)
    game = await open_game(store, opening(), ANN)
    saves = [one.games.save(game, marked(game, Cell(row, 0), AT)) for row, one in enumerate((store, other, store))]
    results = await asyncio.gather(*saves, return_exceptions=True)
    await other.close()
    assert sum(isinstance(result, Stale) for result in results) == 2
    assert len((await saved(store, game)).plies) == 1


async def test_only_a_newer_board_message_is_saved(store: Store) -> None:
    game = await open_game(store, opening(), ANN)
    for message in (10, 30, 20):
        await store.games.note_boards({game.id: MessageId(message)})
    assert (await saved(store, game)).message == 30


async def open_challenge(store: Store, opponent: UserId | None = BOB) -> NewChallenge:
    return await store.lobby.offer(Offer(HERE, Format(RULES), ANN, opponent, AT, Mark.O))


async def test_a_challenge_comes_back_as_it_was_saved(store: Store) -> None:
    challenge = (await open_challenge(store)).challenge
    await store.lobby.note_challenge(challenge.id, MessageId(9))
    assert await store.lobby.challenge(challenge.id) == replace(challenge, message=MessageId(9))


async def test_a_new_challenge_replaces_the_open_one(store: Store) -> None:
    first = (await open_challenge(store)).challenge
    second = await open_challenge(store, None)
    assert second.replaced == replace(first, state=ChallengeState.REPLACED)


async def test_a_challenge_is_answered_once(store: Store) -> None:
    challenge = (await open_challenge(store)).challenge
    answers = [
        store.lobby.close_challenge(challenge.id, state)
        for state in (ChallengeState.DECLINED, ChallengeState.CANCELLED)
    ]
    results = await asyncio.gather(*answers, return_exceptions=True)
    assert sorted(str(type(result)) for result in results) == sorted(map(str, (Stale, type(None))))
    with pytest.raises(Stale):
        await open_game(store, opening(), ANN, challenge=challenge)
    assert await live_game(store, HERE.channel) is None


async def test_a_busy_channel_leaves_the_challenge_open(store: Store) -> None:
    challenge = (await open_challenge(store)).challenge
    await open_game(store, replace(opening(), x=Human(CY)), BOB)
    with pytest.raises(ChannelTaken):
        await open_game(store, opening(), ANN, challenge=challenge)
    current = await store.lobby.challenge(challenge.id)
    assert current
    assert current.state is ChallengeState.OPEN


ONE, TWO = Cooldown(1, timedelta(minutes=1)), Cooldown(2, timedelta(minutes=1))


def opening_in(channel: int, at: datetime = AT) -> Game:
    return replace(opening(Place(ChannelId(channel), GUILD)), touched=at)


async def test_a_game_and_its_challenge_count_once(store: Store) -> None:
    challenge = (await open_challenge(store)).challenge
    await open_game(store, opening(), ANN, challenge=challenge)
    await open_game(store, opening_in(1), ANN, cooldown=TWO)
    with pytest.raises(TooMany):
        await open_game(store, opening_in(2), ANN, cooldown=TWO)
    with pytest.raises(TooMany):
        await store.lobby.offer(Offer(THERE, Format(RULES), ANN, None, AT), TWO)
    assert await open_game(store, opening_in(2), BOB, cooldown=ONE)
    later = AT + timedelta(minutes=1)
    assert await open_game(store, opening_in(3, later), ANN, cooldown=ONE)


async def test_the_limit_holds_for_many_games_at_once(store: Store, url: str) -> None:
    other = await Store.open(url)
    openings = (
        open_game(one, opening_in(number), ANN, cooldown=Cooldown(5, timedelta(minutes=1)))
        for number, one in enumerate([store, other] * 15)
    )
    results = await asyncio.gather(*openings, return_exceptions=True)
    await other.close()
    assert sum(isinstance(result, Game) for result in results) == 5
    assert sum(isinstance(result, TooMany) for result in results) == 25


async def test_a_clock_set_back_does_not_prolong_a_cooldown(store: Store) -> None:
    await open_game(store, opening_in(1), ANN, cooldown=ONE)
    an_hour_earlier = AT - timedelta(hours=1)
    await open_game(store, opening_in(2, an_hour_earlier), ANN, cooldown=ONE)
    with pytest.raises(TooMany):
        await open_game(store, opening_in(3, an_hour_earlier), ANN, cooldown=ONE)


async def test_each_application_has_its_own_command_digest(store: Store) -> None:
    assert await store.synced_commands(1) is None
    for digest in ("a", "b"):
        await store.note_synced_commands(1, digest)
    assert await store.synced_commands(1) == "b"
    assert await store.synced_commands(2) is None


# -- ratings, statistics, forgetting


async def end_game(
    store: Store,
    winner: Mark | None,
    ending: Ending = Ending.LINE,
    *,
    place: Place = HERE,
    x: UserId | Level = ANN,
    o: UserId | Level = BOB,
) -> Game:
    first, second = (Computer(player) if isinstance(player, Level) else Human(player) for player in (x, o))
    game = await open_game(store, replace(opening(place), x=first, o=second), ANN)
    return await store.games.save(game, replace(game, result=Result(winner, ending)))


GUILD = GuildId(1)  # of HERE


async def forget(store: Store, user: UserId) -> None:
    await store.privacy.start_forgetting(user)
    while await store.privacy.forget_some(user, AT):
        pass


async def test_a_game_keeps_its_rating_change_until_it_is_reopened(store: Store) -> None:
    first = await end_game(store, Mark.X)
    second = await end_game(store, None, Ending.FULL)
    before = await store.ratings.top(GUILD)
    third = await end_game(store, Mark.O, Ending.RESIGNED)
    assert first.rating_change == RatingChange(1500, 1500, 16)
    assert second.rating_change
    assert (second.rating_change.x, second.rating_change.o) == (1516, 1484)
    assert third.rating_change
    assert third.rating_change.x == pytest.approx(second.rating_change.x + second.rating_change.gain)
    for game in (first, second, third):
        assert await store.games.game(game.id) == game
    reopened = await store.games.save(third, replace(third, result=None))
    assert reopened.rating_change is None
    assert await store.games.game(third.id) == reopened
    assert {line.user: (pytest.approx(line.rating), line.record) for line in before} == {
        line.user: (line.rating, line.record) for line in await store.ratings.top(GUILD)
    }


async def test_a_ranking_ends_with_the_askers_own_place(store: Store) -> None:
    for number in range(1, 13):  # the earlier they play against 1000, the more they win
        await end_game(store, Mark.X, x=UserId(number), o=UserId(1000))
    best = await store.ratings.top(GUILD)
    assert [(line.place, line.user) for line in best] == [(place, place) for place in range(1, 11)]
    for user in (3, 999):  # 999 has never played
        assert await store.ratings.top(GUILD, UserId(user)) == best
    for user, place in ((11, 11), (12, 12), (1000, 13)):
        *others, last = await store.ratings.top(GUILD, UserId(user))
        assert (others, last.place, last.user) == (best, place, user)


async def test_equal_ratings_have_places_of_their_own(store: Store) -> None:
    for number in range(1, 13, 2):
        await end_game(store, None, Ending.FULL, x=UserId(number), o=UserId(number + 1))
    places = [(line.place, line.user) for line in await store.ratings.top(GUILD, UserId(12))]
    assert places == [*((place, place) for place in range(1, 11)), (12, 12)]


async def test_a_win_isnt_counted_with_the_losses_of_newer_games(store: Store) -> None:
    older = await open_game(store, opening(Place(ChannelId(2), GUILD)), ANN)
    for _ in range(3):
        await end_game(store, Mark.O)
    win = await store.games.save(older, replace(older, result=Result(Mark.X, Ending.LINE)))
    assert win.rating_change
    assert win.rating_change.streak == 0


async def test_statistics_are_by_kind_of_opponent_and_side(store: Store) -> None:
    changes = [(await end_game(store, winner)).rating_change for winner in (Mark.X, None, Mark.O, Mark.O)]
    assert [change and change.streak for change in changes] == [1, 0, 1, 2]
    await end_game(store, Mark.O, o=Level.EXPERT)
    await end_game(store, Mark.O, x=Level.EASY, o=ANN)
    await end_game(store, Mark.X, place=Place(HERE.channel, None))
    await end_game(store, Mark.X, x=UserId(998), o=UserId(999))
    ann, bob = await store.ratings.stats(GUILD, ANN, BOB), await store.ratings.stats(GUILD, BOB, ANN)
    assert ann.records == {None: Record(1, 2, 1), Level.EXPERT: Record(lost=1), Level.EASY: Record(won=1)}
    assert bob.records == {None: Record(2, 1, 1)}
    assert (ann.streak, bob.streak) == (Streak("lost", 2), Streak("won", 2))
    assert ann.rating
    assert bob.rating
    assert ann.rating + bob.rating == pytest.approx(3000)
    assert (ann.head_to_head, bob.head_to_head) == (bob.records[None], ann.records[None])
    for user, asker in ((ANN, ANN), (ANN, UserId(999))):
        assert (await store.ratings.stats(GUILD, user, asker)).head_to_head is None
    assert (await store.ratings.stats(GUILD, UserId(1000))).records == {}
    await store.preferences.block(BOB, ANN, AT, 1)
    assert (await store.ratings.stats(GUILD, ANN, BOB), await store.ratings.stats(GUILD, BOB, ANN)) == (ann, bob)


async def test_a_forgotten_user_is_named_nowhere(store: Store) -> None:
    await end_game(store, Mark.X)
    await open_challenge(store)
    live = await open_game(store, opening(), ANN)
    await store.games.save(live, replace(live, plies=(Cell(0, 0),), undo_request=UndoRequest(1, ANN)))
    for user, other in ((ANN, BOB), (BOB, ANN), (BOB, UserId(999))):
        await store.preferences.prefer(user, {"theme": Theme.LIGHT})
        await store.preferences.block(user, other, AT, limit=9)
        await store.puzzles.attempt(user, Day(0), AT)
    await forget(store, ANN)
    assert await live_game(store, HERE.channel) is None
    rows = await store.database.read(lambda connection: connection.execute(games.select()).all())
    assert {(row.x_rating, row.o_rating) for row in rows} == {(None, None)}
    assert (await store.ratings.stats(GUILD, BOB)).records == {None: Record(lost=1)}
    assert [line.user for line in await store.ratings.top(GUILD)] == [BOB]
    for table in metadata.tables.values():
        rows = await store.database.read(lambda connection, table=table: connection.execute(table.select()).all())
        assert rows or table in (synced, forgetting, guilds, settings, puzzle_channels, seasons, sweeps)
        names = [(BOB, ANN)] if table is blocks else []  # else it would be a way around a block
        assert [row[:2] for row in rows if ANN in row] == names


async def test_recent_games_are_listed_newest_first(store: Store) -> None:
    await open_game(store, opening(THERE), ANN)
    win = await end_game(store, Mark.X)
    solo = await open_game(store, replace(opening(), o=Computer(Level.EASY)), ANN)
    solo = await store.games.save(solo, replace(solo, plies=(Cell(0, 0), Cell(1, 1))))
    expected = [
        GameSummary(solo.id, RULES, Level.EASY, 2, None),
        GameSummary(win.id, RULES, None, 0, win.result),
    ]
    assert await store.games.recent_games(HERE.channel, 9) == expected
    assert await store.games.recent_games(HERE.channel, 1) == expected[:1]
    assert await store.games.live_games() == 2


async def test_every_query_of_a_list_has_a_limit(store: Store) -> None:
    game = {
        "guild": 1, "m": 3, "n": 3, "k": 3, "opened_by": ANN, "opened": AT, "touched": AT, "revision": 0
    }  # fmt: skip
    as_x = [game | {"channel": 1000 + number, "x": ANN, "o": BOB} for number in range(LISTED + 1)]
    as_o = [game | {"channel": 2000 + number, "x": BOB, "o": ANN} for number in range(LISTED + 1)]
    offer = {"guild": 1, "m": 3, "n": 3, "k": 3, "author": BOB, "opponent": ANN, "author_side": 1, "state": "open"}
    offers = [offer | {"channel": 1000 + number, "opened": AT, "thread": False} for number in range(LISTED + 1)]
    later = [{"guild": 1, "number": number, "begun": AT} for number in range(2, SEASONS + 3)]
    attempt = {"user": ANN, "begun": AT, "step": 1, "failed": 0, "cells": "", "solved": AT}
    days = [attempt | {"day": day} for day in range(DAYS + 1)]

    def save(connection: Connection) -> None:
        for table, rows in ((games, as_x + as_o), (challenges, offers), (seasons, later), (attempts, days)):
            connection.execute(table.insert(), rows)

    await store.database.write(save)
    assert len(await store.games.active_games(ANN)) == 2 * LISTED
    assert len(await store.lobby.challenges_to(ANN, AT - timedelta(days=1))) == LISTED
    assert len(await store.ratings.seasons(GuildId(1))) == SEASONS
    assert len(await store.puzzles.solved_days(ANN)) == DAYS
