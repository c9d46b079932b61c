"""Data of users and servers: deletion on request, the export, and deletion after a time."""

import asyncio
import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.clockwork import SomeFailed
from bot.core import Core
from bot.database.errors import Stale
from bot.database.privacy import BATCH, PURGE_RANGE
from bot.database.store import Store
from bot.database.tables import challenges, games, metadata, synced
from bot.game.clocks import Pace
from bot.game.errors import (
    ChallengeOver,
    DeletionRunning,
    ExportedLately,
    ExportRunning,
    NobodyThere,
    PlayerDeleted,
)
from bot.game.games import (
    DELETED_USER,
    ChannelId,
    Computer,
    Ending,
    Format,
    Game,
    GameId,
    GuildId,
    Human,
    InteractionId,
    Level,
    Place,
    Player,
    Result,
    UserId,
)
from bot.game.lobby import ChallengeState, First, Offer, Terms
from bot.game.playing import can_undo
from bot.game.preferences import BoardKind, Preferences, Shape
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.privacy import EXPORT_AGAIN, Privacy
from engine import Cell, Mark, Rules
from tests.e2e.kills import consistency
from tests.people import ANN, BOB, CY, HERE, SMALL, THERE, Clock, by, challenge, duel, export_of, play, press, solo
from tests.stored import NEVER, open_game, saved

MANY = BATCH + 50  # more than the bot reads or changes at once
A_DAY = timedelta(days=1)
GUILD = GuildId(1)  # of HERE
X = Human(ANN)
EVERY = {GuildId(1), GuildId(2)}  # servers
PEOPLE = {"x", "o", "opened_by", "ended_by", "request_by", "author", "opponent", "user"}


async def save_win(store: Store, clock: Clock, channel: int, o: Player, guild: int = GUILD, x: Player = X) -> Game:
    """Return a game that X has won."""
    place = Place(ChannelId(channel), GuildId(guild))
    game = await open_game(store, Game.new(place, Format(SMALL), x, o, clock.now), ANN)
    win = Result(Mark.X, Ending.RESIGNED, None if isinstance(o, Computer) else o.id)
    return await store.games.save(game, replace(game, plies=(Cell(0, 0), Cell(1, 1)), result=win))


async def played_often(store: Store, clock: Clock, count: int = MANY, **differing: Any) -> list[GameId]:
    """Save games that Ann has won against Bob."""
    row = {"guild": GUILD, "m": 3, "n": 3, "k": 3, "x": ANN, "o": BOB, "opened_by": ANN, "opened": clock.now}
    row |= {"touched": clock.now, "ending": "resigned", "winner": 1, "revision": 1} | differing
    rows = [row | {"channel": number} for number in range(count)]
    await store.database.write(lambda connection: connection.execute(games.insert(), rows))
    ids = await store.database.read(lambda connection: connection.scalars(select(games.c.id).order_by("id")).all())
    return list(map(GameId, ids))


async def tables_naming(store: Store, user: UserId) -> list[str]:
    """Return the tables that name a user."""
    names: list[str] = []
    for table in metadata.sorted_tables:
        if people := [column for column in table.columns if column.name in PEOPLE]:
            query = select(*people)
            rows = await store.database.read(lambda connection, query=query: connection.execute(query).all())
            names += [table.name for row in rows if user in row]
    return names


# -- forgetting


async def test_a_user_with_many_games_is_forgotten_everywhere(store: Store, privacy: Privacy, clock: Clock) -> None:
    await played_often(store, clock, ended_by=CY)
    await played_often(store, clock, x=BOB, o=ANN)
    row = {"author": ANN, "opponent": BOB, "m": 3, "n": 3, "k": 3, "opened": clock.now}
    row |= {"author_side": 1, "state": "accepted"}
    rows = [row | {"channel": number} for number in range(MANY)]
    await store.database.write(lambda connection: connection.execute(challenges.insert(), rows))
    await privacy.forget(ANN)
    assert await tables_naming(store, ANN) == []
    await privacy.forget(CY)  # she only ended games
    assert await tables_naming(store, CY) == []
    assert len(await tables_naming(store, BOB)) == 3 * MANY


async def start_with(core: Core, way: str) -> None:
    """Begin a game of Bob with Ann, who is deleting her data, or of Ann herself."""
    match way:
        case "next":
            [last] = await core.store.games.recent_games(HERE.channel, 1)
            await core.lobby.next_game(press(await saved(core.store, last.id), BOB))
        case "rematch":
            await core.lobby.rematch(by(BOB))
        case "challenge":
            await challenge(core.lobby, opponent=ANN, place=THERE, author=BOB)
        case "own":
            await challenge(core.lobby, opponent=None, place=THERE)
        case _:
            await solo(core.lobby, place=THERE)


@pytest.mark.parametrize("way", ["next", "rematch", "challenge", "own", "solo"])
async def test_no_game_begins_during_a_deletion(process: Core, rival: Core, way: str) -> None:
    await duel(process.lobby, best_of=3)
    await play(process.games, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    await process.store.privacy.start_forgetting(ANN)
    for core in (process, rival):
        with pytest.raises(DeletionRunning if way in ("own", "solo") else NobodyThere):
            await start_with(core, way)
    await rival.privacy.resume()
    assert await tables_naming(process.store, ANN) == []
    await solo(process.lobby, place=THERE)  # after the deletion, a game of Ann is new data
    assert await tables_naming(process.store, ANN) == ["games"]


@pytest.mark.both_databases
async def test_a_deletion_cancels_open_challenges_at_once(process: Core, rival: Core) -> None:
    offers = [await challenge(process.lobby), await challenge(process.lobby, opponent=ANN, author=BOB, place=THERE)]
    await process.store.privacy.start_forgetting(ANN)
    for offer, user in zip(offers, (BOB, ANN), strict=True):
        with pytest.raises(ChallengeOver) as over:
            await rival.lobby.accept(by(user, offer.offer.place), offer.id)
        assert over.value.challenge.state is ChallengeState.CANCELLED


async def test_a_deletion_that_fails_stops_no_other(
    store: Store, privacy: Privacy, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_win(store, clock, 1, Human(BOB))
    forget_some = store.privacy.forget_some

    async def fail_for_ann(user: UserId, now: datetime) -> bool:
        if user == ANN:
            raise ZeroDivisionError
        return await forget_some(user, now)

    monkeypatch.setattr(store.privacy, "forget_some", fail_for_ann)
    for user in (ANN, BOB):
        await store.privacy.start_forgetting(user)
    with pytest.raises(SomeFailed):
        await privacy.resume()
    assert await tables_naming(store, BOB) == []
    assert await store.privacy.being_forgotten() == [ANN]


@pytest.mark.both_databases
async def test_others_move_during_a_deletion(process: Core, store: Store, clock: Clock) -> None:
    await played_often(store, clock)
    game = await open_game(store, Game.new(THERE, Format(SMALL), Human(CY), Human(BOB), clock.now), CY)
    privacy = Privacy(process.channels, process.people, store.privacy, now=clock, pause=timedelta(hours=1))
    forgetting = asyncio.create_task(privacy.forget(ANN))
    while len(await tables_naming(store, ANN)) >= MANY:
        await asyncio.sleep(0)
    for number in range(20):
        game = await store.games.save(game, replace(game, plies=() if number % 2 else (Cell(0, 0),)))
    assert await tables_naming(store, ANN)  # it still pauses
    forgetting.cancel()


async def test_a_game_with_a_forgotten_player_is_not_reopened(process: Core, privacy: Privacy) -> None:
    await duel(process.lobby)
    over = (await play(process.games, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).game
    assert can_undo(over)
    await privacy.forget(BOB)
    for act in (process.games.undo(by(ANN)), process.lobby.rematch(by(ANN))):
        with pytest.raises(PlayerDeleted):
            await act
    current = await saved(process.store, over)
    assert not can_undo(current)
    assert current.result == over.result
    [line] = await process.store.ratings.top(GUILD)
    assert (line.user, line.rating) == (ANN, 1516)


async def test_games_and_challenges_of_a_forgotten_user_end(process: Core, privacy: Privacy) -> None:
    game = await duel(process.lobby)
    offer = await challenge(process.lobby, place=THERE)
    await privacy.forget(BOB)
    assert (await saved(process.store, game)).result == Result(None, Ending.STOPPED, DELETED_USER)
    current = await process.store.lobby.challenge(offer.id)
    assert current
    assert current.state is ChallengeState.CANCELLED


async def test_a_game_loaded_before_a_deletion_is_not_saved(store: Store, privacy: Privacy, clock: Clock) -> None:
    old = await save_win(store, clock, 1, Human(BOB))
    await privacy.forget(BOB)
    with pytest.raises(Stale):
        await store.games.save(old, replace(old, result=None))
    assert await tables_naming(store, BOB) == []


# -- the export


async def test_an_export_has_the_data_of_one_user_only(process: Core, privacy: Privacy, clock: Clock) -> None:
    start = clock()
    await duel(process.lobby, best_of=3)
    over = (await play(process.games, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).game
    await process.lobby.next_game(press(over, ANN))
    await solo(process.lobby, place=THERE, first=First.COMPUTER)
    for user in (ANN, CY):
        await process.people.prefer(user, {"mark": Shape.STAR, "board": BoardKind.PICTURE})
        await process.puzzles.show(user)
    clock.advance(minutes=2)
    await challenge(process.lobby, opponent=CY, place=THERE)
    for user, other in ((ANN, BOB), (CY, ANN)):
        await process.people.block(user, other, start)
    export = await export_of(privacy, ANN)
    text = json.dumps(export)
    assert str(BOB) not in text
    assert str(CY) not in text
    solo_game, second, between = export["games"]
    assert (second["previous"], between["previous"]) == (between["id"], None)
    assert between["moves"] == [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]
    assert (between["x"], between["o"], between["winner"]) == ("you", "another person", 1)
    assert (solo_game["x"], solo_game["o"], solo_game["level"]) == (None, "you", "classic")
    assert solo_game["channel"] == str(THERE.channel)
    assert [line["won"] for line in export["ratings"]] == [1]
    assert [line["author"] for line in export["challenges"]] == ["you", "you"]
    preferred = {"user": "you", "mark": "star", "board": "picture"}
    assert export["preferences"] == [dict.fromkeys(vars(Preferences())) | preferred]
    assert export["blocks"] == [{"user": "you", "blocked": "another person", "at": start.isoformat()}]
    assert [(attempt["user"], attempt["begun"]) for attempt in export["puzzles"]] == [("you", start.isoformat())]
    assert export["older_games_left_out"] == []
    stranger = await export_of(privacy, UserId(999))
    assert not any(stranger.values())


async def test_the_ids_of_an_export_are_text(lobby: Lobby, privacy: Privacy) -> None:
    number = InteractionId(1_512_345_678_901_234_567)  # JSON's numbers may end in other digits
    await lobby.new(by(ANN, interaction=number), Terms(Format(SMALL), Level.EASY))
    await lobby.new(by(ANN, THERE, interaction=InteractionId(number + 1)), Terms(Format(SMALL), opponent=BOB))
    export = await export_of(privacy, ANN)
    assert [export["games"][0]["interaction"], export["challenges"][0]["interaction"]] == [str(number), str(number + 1)]


async def test_each_part_of_an_export_has_a_limited_number_of_plies(
    store: Store, privacy: Privacy, clock: Clock
) -> None:
    cells = tuple(Cell(ply // 100, ply % 100) for ply in range(10_000))
    for plies in (1, 10_000, 900, 900, 900, 900, 1):
        place = Place(ChannelId(plies), GUILD)
        opening = Game.new(place, Format(Rules(100, 100, 100)), Human(ANN), Human(BOB), clock.now)
        game = await open_game(store, opening, ANN)
        await store.games.save(game, replace(game, plies=cells[:plies], result=Result(None, Ending.STOPPED, ANN)))
    parts = [[len(game["moves"]) for game in part.rows] async for part in privacy.export(ANN) if part.name == "games"]
    assert parts == [[], [1, 900, 900, 900], [900, 10_000], [1]]


async def test_others_move_during_an_export(store: Store, privacy: Privacy, clock: Clock) -> None:
    ids = await played_often(store, clock)
    exporting = asyncio.create_task(export_of(privacy, ANN))
    moves = 0
    game = await open_game(store, Game.new(THERE, Format(SMALL), Human(CY), Human(BOB), clock.now), CY)
    while not exporting.done():
        game = await store.games.save(game, replace(game, plies=(Cell(0, 0),) if not game.plies else ()))
        moves += 1
    assert [game["id"] for game in (await exporting)["games"]] == [str(game) for game in reversed(ids)]
    assert moves > 10


def test_a_second_export_waits(privacy: Privacy, clock: Clock) -> None:
    with privacy.exporting(ANN), pytest.raises(ExportedLately), privacy.exporting(ANN):
        pass
    again = clock.now + EXPORT_AGAIN
    clock.advance(minutes=9)
    with pytest.raises(ExportedLately) as error, privacy.exporting(ANN):
        pass
    assert error.value.again == again
    clock.advance(minutes=1)
    with privacy.exporting(ANN):
        pass


def test_one_user_exports_at_a_time(privacy: Privacy) -> None:
    with privacy.exporting(ANN), pytest.raises(ExportRunning), privacy.exporting(BOB):
        pass


def test_a_failed_export_can_be_repeated_at_once(privacy: Privacy) -> None:
    with pytest.raises(ConnectionError), privacy.exporting(ANN):
        raise ConnectionError
    with privacy.exporting(ANN):
        pass


# -- deletion after a time


async def counts(store: Store) -> dict[str, int]:
    """Return how many rows each table with data of users has."""
    return {
        table.name: len(rows)
        for table in metadata.sorted_tables
        if table is not synced
        and (
            rows := await store.database.read(lambda connection, table=table: connection.execute(table.select()).all())
        )
    }


OF_A_SERVER = dict.fromkeys(("seasons", "settings", "puzzle_channels"), 1)


@pytest.fixture
async def two_guilds(process: Core, store: Store, clock: Clock) -> None:
    """Every kind of data of a server, in servers 1 and 2, which both have the bot; the newest rows belong to 2."""
    await store.privacy.note_guilds(EVERY, EVERY.__contains__, clock.now)
    for guild in sorted(EVERY):
        for channel in range(3):
            await save_win(store, clock, guild * 10 + channel, Human(BOB), guild)
        place = Place(ChannelId(guild * 10), guild)
        await store.lobby.offer(Offer(place, Format(SMALL), ANN, None, clock.now))
        await process.ratings.begin_season(guild, 2, ANN)
        await process.servers.change(guild, {"pace": Pace.HOUR}, ANN)
        await store.puzzles.post_puzzles(guild, place.channel, process.puzzles.today)


@pytest.mark.usefixtures("two_guilds")
async def test_a_server_is_deleted_thirty_days_after_the_bot_left(store: Store, privacy: Privacy, clock: Clock) -> None:
    whole = await counts(store)
    await store.privacy.note_guild(GuildId(1), clock.now)
    clock.advance(days=29)
    await privacy.purge(NEVER)
    assert await counts(store) == whole
    clock.advance(days=1)
    await privacy.purge(NEVER)
    assert await counts(store) == {"games": 3, "plies": 6, "challenges": 1, "ratings": 2, "guilds": 1} | OF_A_SERVER
    assert (await store.ratings.stats(GuildId(1), ANN)).records == {}
    assert (await store.ratings.stats(GuildId(2), ANN)).records
    assert [len(await store.ratings.seasons(guild)) for guild in sorted(EVERY)] == [1, 2]
    assert [(await store.preferences.server_settings(guild)).pace for guild in sorted(EVERY)] == [None, Pace.HOUR]


@pytest.mark.usefixtures("two_guilds")
async def test_a_server_that_takes_the_bot_back_keeps_everything(store: Store, privacy: Privacy, clock: Clock) -> None:
    whole = await counts(store)
    await store.privacy.note_guild(GuildId(1), clock.now)
    clock.advance(days=29)
    await store.privacy.note_guild(GuildId(1), None)
    clock.advance(days=29)
    await store.privacy.note_guild(GuildId(2), clock.now)
    clock.advance(days=29)
    await store.privacy.note_guilds(EVERY, EVERY.__contains__, clock.now)
    clock.advance(days=29)
    await privacy.purge(NEVER)
    assert await counts(store) == whole


@pytest.mark.parametrize(("ours", "games_left"), [(EVERY, 3), ({GuildId(2)}, 6)])
@pytest.mark.usefixtures("two_guilds")
async def test_a_removal_while_the_bot_was_down_is_noticed_in_its_shard(
    store: Store, privacy: Privacy, clock: Clock, ours: set[GuildId], games_left: int
) -> None:
    await store.privacy.note_guilds({GuildId(2)}, ours.__contains__, clock.now)
    clock.advance(days=30)
    await privacy.purge(NEVER)
    assert (await counts(store))["games"] == games_left


@pytest.mark.usefixtures("two_guilds")
async def test_the_newest_game_is_deleted_after_the_next(store: Store, privacy: Privacy, clock: Clock) -> None:
    """Otherwise SQLite would reuse its number, and an old button would mean another game."""
    await store.privacy.note_guild(GuildId(2), clock.now)
    clock.advance(days=30)
    await privacy.purge(NEVER)
    assert (await counts(store))["games"] == 4
    await save_win(store, clock, 99, Human(BOB))
    await store.lobby.offer(Offer(HERE, Format(SMALL), ANN, None, clock.now))
    await privacy.purge(NEVER)
    assert await counts(store) == {"games": 4, "plies": 8, "challenges": 2, "ratings": 4, "guilds": 1} | OF_A_SERVER


async def test_the_newest_game_is_unrated_without_its_ratings(
    store: Store, lobby: Lobby, games: Games, privacy: Privacy, clock: Clock
) -> None:
    await store.privacy.note_guilds({GUILD}, EVERY.__contains__, clock.now)
    await duel(lobby)
    over = (await play(games, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).game
    await store.privacy.note_guild(GUILD, clock.now)
    clock.advance(days=30)
    await privacy.purge(NEVER)
    assert (await counts(store))["games"] == 1
    assert consistency.inconsistencies(await consistency.tables(store), ()) == []
    assert (await games.undo(press(over, ANN))).game.opened_unrated
    await games.mark(by(ANN), Cell(0, 2))
    assert "ratings" not in await counts(store)
    assert consistency.inconsistencies(await consistency.tables(store), ()) == []


async def test_solo_games_are_deleted_after_a_set_time(store: Store, privacy: Privacy, clock: Clock) -> None:
    old = await save_win(store, clock, 1, Computer(Level.EASY))
    old_as_o = await save_win(store, clock, 5, Human(ANN), x=Computer(Level.EASY))
    between = await save_win(store, clock, 2, Human(BOB))
    live = await open_game(store, Game.new(THERE, Format(SMALL), Human(ANN), Computer(Level.EASY), clock.now), ANN)
    clock.advance(days=2)
    young = await save_win(store, clock, 3, Computer(Level.EASY))
    young = await store.games.save(young, replace(young, touched=clock.now))
    await save_win(store, clock, 4, Human(BOB))
    await privacy.purge(NEVER)
    assert await store.games.game(old.id)
    await privacy.purge(A_DAY)
    for game in (old, old_as_o):
        assert await store.games.game(game.id) is None
    for game in (between, live, young):
        assert await store.games.game(game.id) == game


async def test_a_purge_deletes_any_number_of_games(store: Store, privacy: Privacy, clock: Clock) -> None:
    await played_often(store, clock, 2 * PURGE_RANGE + 1, guild=2)
    await store.privacy.note_guilds({GuildId(2)}, EVERY.__contains__, clock.now)
    await store.privacy.note_guild(GuildId(2), clock.now)
    clock.advance(days=31)
    await privacy.purge(NEVER)
    assert await counts(store) == {"games": 1, "guilds": 1}


@pytest.mark.usefixtures("two_guilds")
async def test_another_bot_ends_no_games(store: Store, clock: Clock) -> None:
    assert await store.privacy.note_guilds(EVERY, EVERY.__contains__, clock.now) == []
    assert await store.privacy.note_guilds({GuildId(99)}, {*EVERY, GuildId(99)}.__contains__, clock.now) == []
    missing = await store.privacy.note_guilds({GuildId(2)}, EVERY.__contains__, clock.now)
    assert set(missing) == EVERY - {GuildId(2)}
    assert await store.privacy.note_guilds(set(), EVERY.__contains__, clock.now) == [GuildId(2)]
