"""Databases and buttons of released versions still work.

The files in the folder released were made by the code of that version: its registry played the games, sqlite3's
`.dump` and `pg_dump --inserts` wrote them down, and its messages drew the buttons. 0.2.0 drew the same buttons of the
same games. 0020 is the unreleased version whose tables had grown by sixteen migrations, which are one since. The
buttons of 0.3.0 and 0.4.0 are those of their games, and one of every other kind. 0.4.0 played the games of 0.3.0 again,
then those with its new features: from channel 26 on, those between people in server 5.
"""

import asyncio
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import asyncpg
import pytest
from sqlalchemy import select

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.database.tables import metadata
from bot.game.clocks import Clock as GameClock
from bot.game.coach import Retry
from bot.game.errors import ChallengeOver, DrawOfferedLately, MovedLast, OldBoard, PuzzleShared, UndoDeclined
from bot.game.games import (
    DELETED_USER,
    EVERYONE,
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
    MessageId,
    Mover,
    Place,
    Result,
    Series,
    UserId,
)
from bot.game.lobby import ChallengeId, ChallengeState, First, Terms
from bot.game.preferences import (
    BoardKind,
    BoardPlacement,
    Labels,
    Pace,
    Preferences,
    ServerSettings,
    Shape,
    Switch,
    Theme,
    WhoMayEnd,
)
from bot.game.puzzles import PuzzleChannel
from bot.game.ratings import Record
from bot.game.requests import NewChallenge, Target, Update
from bot.messages.custom_ids import ChallengePress, GamePress, PuzzlePress, RetryPress, parse
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.ratings import Ratings
from engine import Cell, Mark, Rules
from tests.databases import RELEASED, dump, migrated, released_file
from tests.people import ANN, BOB, CY, Clock
from tests.stored import NEVER

GUILD, LEFT = GuildId(1), GuildId(2)
EVE, FAY, GUS, HAL = map(UserId, (105, 106, 108, 109))

VERSIONS = ("0.1.0", "0.2.0", "0020", "0.3.0", "0.4.0")
before_0020 = pytest.mark.parametrize("version", ["0.1.0", "0.2.0"])
since_0_2_0 = pytest.mark.parametrize("version", ["0.2.0", "0020", "0.3.0", "0.4.0"])
since_0020 = pytest.mark.parametrize("version", ["0020", "0.3.0", "0.4.0"])
since_0_3_0 = pytest.mark.parametrize("version", ["0.3.0", "0.4.0"])
only_0_4_0 = pytest.mark.parametrize("version", ["0.4.0"])


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def url(files: Path, tmp_path: Path, version: str) -> str:
    """The URL of a database of that version, opened by this one at noon, soon after its last challenges."""
    shutil.copyfile(files / version, tmp_path / "games.sqlite3")
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the SQLite files that the tests copy."""
    folder = tmp_path_factory.mktemp("released")
    for version in VERSIONS:
        asyncio.run(migrated(released_file(folder / version, version)))
    return folder


async def test_a_released_database_has_the_same_rows_on_postgresql(bare_url: str, version: str, store: Store) -> None:
    connection = await asyncpg.connect(bare_url)
    await connection.execute(dump(version, "postgresql"))
    await connection.close()
    there = await Store.open(bare_url)
    try:
        for table in metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key)
            rows = [
                await each.database.read(lambda connection, query=query: connection.execute(query).all())
                for each in (store, there)
            ]
            assert rows[0] == rows[1], table.name
    finally:
        await there.close()


def custom_ids(version: str) -> list[str]:
    return (RELEASED / f"{version}.custom_ids").read_text(encoding="utf-8").split()


# by every version
DRAWN = frozenset.intersection(*(frozenset(custom_ids(version)) for version in ("0.1.0", "0.3.0", "0.4.0")))


def target(custom_id: str, user: UserId) -> Target:
    """Return the target of a user's press on a board; the game in channel 4 has the number 4."""
    assert custom_id in DRAWN
    action = parse(custom_id)
    assert isinstance(action, GamePress)
    return Target(user, Place(ChannelId(action.game)), action.game, action.moves)


async def mark(games: Games, custom_id: str, user: UserId) -> Game:
    """Press the button of a cell."""
    action = parse(custom_id)
    assert isinstance(action, GamePress)
    assert action.cell
    return (await games.mark(target(custom_id, user), action.cell)).game


def challenge(custom_id: str) -> ChallengePress:
    assert custom_id in DRAWN
    action = parse(custom_id)
    assert isinstance(action, ChallengePress)
    return action


@pytest.mark.parametrize(("version", "buttons"), [("0.1.0", 139), ("0.3.0", 463), ("0.4.0", 893)])
def test_every_button_of_a_released_version_is_parsed(version: str, buttons: int) -> None:
    ids = custom_ids(version)
    assert len(ids) == buttons
    assert [custom_id for custom_id in ids if parse(custom_id) is None] == []


async def test_old_buttons_continue_games_against_the_computer(games: Games) -> None:
    game = await mark(games, "ttt:1:2:mark:0:0", ANN)
    assert game.plies == (Cell(1, 1), Cell(2, 0), Cell(0, 0), Cell(2, 2))
    game = await mark(games, "ttt:12:2:mark:3:3", ANN)  # in direct messages
    assert len(game.plies) == 4
    for form in ("ttt:2:2:form", "ttt:13:2:form"):
        game = (await games.mark(target(form, ANN), Cell(4, 4))).game
        assert len(game.plies) == 4
    taken_back = await games.undo(Target(ANN, Place(ChannelId(2))))
    assert len(taken_back.game.plies) == 2


async def test_the_expert_makes_its_pending_move(games: Games, store: Store) -> None:
    [game] = await store.games.awaiting_computer()
    assert (game.id, game.plies) == (3, (Cell(3, 3),))
    update = await games.reply(game)
    assert update
    assert len(update.game.plies) == 2


async def test_a_released_game_between_people_goes_on(games: Games) -> None:
    game = await mark(games, "ttt:4:3:mark:2:2", BOB)
    assert game.plies == (Cell(0, 0), Cell(1, 1), Cell(0, 1), Cell(2, 2))
    with pytest.raises(OldBoard):
        await mark(games, "ttt:4:3:mark:0:2", BOB)
    last = (await games.mark(Target(ANN, Place(ChannelId(4))), Cell(0, 2))).game
    assert last.result
    assert (last.result.ending, last.result.winner) == (Ending.LINE, Mark.X)


@before_0020
async def test_a_game_that_began_as_rated_stays_rated(games: Games, ratings: Ratings) -> None:
    await mark(games, "ttt:4:3:mark:2:2", BOB)
    await games.mark(Target(ANN, Place(ChannelId(4))), Cell(0, 2))
    ann, *_ = (await ratings.top(GUILD)).lines
    assert (ann.user, ann.record) == (ANN, Record(2, 0, 2))
    assert ann.rating > 1514


async def test_an_undo_request_is_allowed_by_its_button(games: Games) -> None:
    update = await games.answer(target("ttt:5:2:allow", ANN), allow=True)
    assert (update.game.plies, update.game.undo_request) == ((), None)


async def test_finished_games_of_released_versions_are_kept(games: Games) -> None:
    by_channel = {channel: (await games.view(Target(ANN, Place(ChannelId(channel))))).game for channel in range(1, 15)}
    assert {channel: game.result.ending for channel, game in by_channel.items() if game.result} == {
        6: Ending.LINE,
        7: Ending.FULL,
        8: Ending.RESIGNED,
        9: Ending.STOPPED,
        10: Ending.AGREED,
        11: Ending.LINE,
        14: Ending.STOPPED,
    }
    assert by_channel[14].x == Human(DELETED_USER)


@before_0020
async def test_a_game_without_saved_ratings_has_no_rating_change(games: Games) -> None:
    game = (await games.view(Target(ANN, Place(ChannelId(6))))).game
    assert (game.is_rated, game.rating_change) == (True, None)


async def test_ratings_and_records_are_kept(ratings: Ratings, store: Store) -> None:
    assert [(one.user, round(one.rating, 3), one.record) for one in (await ratings.top(GUILD)).lines] == [
        (ANN, 1513.960, Record(1, 0, 2)),
        (BOB, 1502.709, Record(1, 1, 2)),
        (CY, 1483.331, Record(0, 1, 0)),
    ]
    stats = await store.ratings.stats(GUILD, ANN)
    assert stats.records == {None: Record(1, 0, 2), Level.EASY: Record(1, 0, 0)}


async def test_undoing_a_win_undoes_its_rating(games: Games, ratings: Ratings) -> None:
    update = await games.undo(target("ttt:6:5:undo", ANN))
    assert update.game.result is None
    ann = next(one for one in (await ratings.top(GUILD)).lines if one.user == ANN)
    assert (round(ann.rating, 3), ann.record) == (round(1513.960 - 16, 3), Record(0, 0, 2))


async def test_a_rematch_is_offered_with_sides_swapped(lobby: Lobby) -> None:
    offer = await lobby.rematch(target("ttt:7:9:rematch", ANN))
    assert isinstance(offer, NewChallenge)
    assert (offer.challenge.offer.author_side, offer.challenge.offer.opponent) == (Mark.O, BOB)
    again = await lobby.rematch(target("ttt:11:3:rematch", ANN))
    assert isinstance(again, Update)


async def test_open_challenges_are_accepted_by_their_buttons(lobby: Lobby, games: Games) -> None:
    action = challenge("ttt:c9:accept")
    game = (await lobby.accept(Target(BOB, Place(ChannelId(15))), action.challenge)).game
    assert (game.x, game.o, game.rules) == (Human(ANN), Human(BOB), Rules(4, 5, 3))
    assert (await games.mark(Target(ANN, Place(ChannelId(15))), Cell(0, 0))).game.plies == (Cell(0, 0),)
    open_game = (await lobby.accept(Target(CY, Place(ChannelId(16))), challenge("ttt:c10:join").challenge)).game
    assert (open_game.x, open_game.o) == (Human(BOB), Human(CY))
    rematch = (await lobby.accept(Target(ANN, Place(ChannelId(6))), challenge("ttt:c14:accept").challenge)).game
    assert (rematch.x, rematch.o) == (Human(BOB), Human(ANN))


@pytest.mark.parametrize(
    ("channel", "custom_id", "state"),
    [
        (17, "ttt:c11:accept", ChallengeState.DECLINED),
        (18, "ttt:c12:join", ChallengeState.REPLACED),
        (18, "ttt:c13:join", ChallengeState.CANCELLED),
    ],
)
async def test_closed_challenges_stay_closed(lobby: Lobby, channel: int, custom_id: str, state: ChallengeState) -> None:
    with pytest.raises(ChallengeOver) as error:
        await lobby.accept(Target(BOB, Place(ChannelId(channel))), challenge(custom_id).challenge)
    assert error.value.challenge.state is state


async def test_the_digest_of_the_synced_commands_is_kept(store: Store) -> None:
    assert await store.synced_commands(100_000_000_000_000_001) == "0" * 64


@pytest.mark.parametrize(
    ("version", "number"), [("0.1.0", 15), ("0.2.0", 16), ("0020", 21), ("0.3.0", 22), ("0.4.0", 32)]
)
async def test_new_games_get_new_numbers(lobby: Lobby, number: int) -> None:
    again = await lobby.rematch(target("ttt:11:3:rematch", ANN))
    assert isinstance(again, Update)
    assert again.game.id == GameId(number)


@since_0_2_0
async def test_a_user_whose_data_was_being_deleted_is_forgotten(games: Games, privacy: Privacy) -> None:
    before = await games.past_game(Target(EVE, Place(ChannelId(20), LEFT)))
    assert (before.x, before.o) == (Human(EVE), Human(FAY))
    await privacy.resume()
    after = await games.past_game(Target(EVE, Place(ChannelId(20), LEFT)))
    assert (after.x, after.o) == (Human(EVE), Human(DELETED_USER))


@since_0_2_0
async def test_ratings_of_a_server_are_deleted_with_it(ratings: Ratings, privacy: Privacy, clock: Clock) -> None:
    assert [one.user for one in (await ratings.top(LEFT, season=1)).lines] == [EVE, FAY]
    clock.advance(days=31)
    await privacy.purge(NEVER)
    assert [one.user for one in (await ratings.top(LEFT, season=1)).lines] == []
    assert [one.user for one in (await ratings.top(GUILD)).lines] == [ANN, BOB, CY]


@since_0_2_0
async def test_an_interaction_that_arrives_again_changes_nothing(games: Games) -> None:
    again = target("ttt:4:3:mark:2:2", BOB)._replace(interaction=InteractionId(700_011))
    with pytest.raises(Repeated):
        await games.mark(again, Cell(2, 2))


@since_0020
async def test_preferences_and_settings_are_kept(process: Core) -> None:
    assert await process.people.preferences(ANN) == Preferences(
        Shape.STAR, Theme.DARK, BoardKind.TEXT, Labels.COORDINATES, Switch.ON, Switch.OFF
    )
    assert await process.store.preferences.blocked_by(CY) == [EVE]
    assert await process.servers.settings(GuildId(3)) == ServerSettings(
        Rules(4, 4, 4), Pace.DAY, False, BoardPlacement.IN_PLACE, WhoMayEnd.ANYONE, "de", True
    )


@since_0020
async def test_a_game_goes_on_with_its_clock_and_language(games: Games) -> None:
    before = (await games.view(Target(EVE, Place(ChannelId(21))))).game
    began = datetime(2026, 11, 21, 11, 59, 28, tzinfo=UTC)
    hour = timedelta(hours=1)
    assert (before.clock, before.locale) == (GameClock(hour, began + 2 * hour, 2 * hour - timedelta(seconds=1)), "de")
    after = (await games.mark(Target(BOB, Place(ChannelId(21))), Cell(1, 1))).game
    assert after.clock
    assert after.clock.deadline
    assert after.clock.deadline > began + hour


@since_0020
async def test_the_computer_goes_on_as_player_1(games: Games) -> None:
    before = (await games.view(Target(EVE, Place(ChannelId(22))))).game
    assert (before.x, before.o) == (Computer(Level.CLASSIC), Human(EVE))
    free = next(cell for cell in before.board.legal_moves if cell != Cell(1, 1))
    assert len((await games.mark(Target(EVE, Place(ChannelId(22))), free)).game.plies) == 3


@since_0020
async def test_a_game_goes_on_after_a_swap(games: Games) -> None:
    before = (await games.view(Target(EVE, Place(ChannelId(23))))).game
    assert (before.x, before.o, before.moves) == (Human(BOB), Human(EVE), 2)
    assert (await games.mark(Target(EVE, Place(ChannelId(23))), Cell(1, 1))).game.plies == (Cell(1, 0), Cell(1, 1))


@pytest.mark.parametrize(
    ("version", "guild", "record"),
    [
        ("0020", GUILD, Record(1, 0, 0)),
        ("0.3.0", GuildId(4), Record(2, 0, 0)),
        ("0.4.0", GuildId(4), Record(2, 0, 0)),
    ],
)
async def test_a_series_in_a_thread_goes_on_and_is_rated(
    games: Games, ratings: Ratings, guild: GuildId, record: Record
) -> None:
    """0020 rated a series as a whole, later versions rate each game."""
    before = (await games.view(Target(EVE, Place(ChannelId(24))))).game
    assert (before.place.parent, before.x, before.series) == (4, Human(BOB), Series(3, 2, 0, 1, GameId(19)))
    for user, cell in ((BOB, (0, 0)), (EVE, (1, 0)), (BOB, (0, 1)), (EVE, (1, 1)), (BOB, (2, 2)), (EVE, (1, 2))):
        await games.mark(Target(user, Place(ChannelId(24))), Cell(*cell))
    assert [one.record for one in (await ratings.top(guild)).lines if one.user == EVE] == [record]


@since_0020
async def test_seasons_and_puzzles_are_kept(ratings: Ratings, store: Store) -> None:
    assert [season.number for season in await store.ratings.seasons(LEFT)] == [1, 2]
    assert [one.user for one in (await ratings.top(LEFT, season=1)).lines] == [EVE, FAY]
    assert (await ratings.top(LEFT)).lines == []
    assert await store.puzzles.puzzle_channel(GUILD) == PuzzleChannel(GUILD, ChannelId(25))


@since_0_3_0
async def test_a_game_of_ones_own_goes_on_beside_that_of_others(games: Games) -> None:
    before = (await games.view(Target(CY, Place(ChannelId(4))))).game
    assert (before.id, before.o, before.picture, before.hints) == (GameId(21), Computer(Level.CLASSIC), True, 1)
    assert len((await games.mark(Target(CY, Place(ChannelId(4))), Cell(1, 1))).game.plies) == 2
    assert (await games.view(Target(BOB, Place(ChannelId(4))))).game.id == GameId(4)


@since_0_3_0
async def test_a_solved_puzzle_is_kept_and_shared_only_once(process: Core) -> None:
    tap = await process.puzzles.show(EVE)
    assert (tap.attempt.guild, tap.streak) == (GUILD, 1)
    with pytest.raises(PuzzleShared):
        await process.puzzles.share(EVE, process.puzzles.today)


P = TypeVar("P")


def press(custom_id: str, kind: type[P]) -> P:
    """Return a press on a button of 0.4.0."""
    assert custom_id in custom_ids("0.4.0")
    action = parse(custom_id)
    assert isinstance(action, kind)
    return action


def target_in(channel: int, custom_id: str, user: UserId) -> Target:
    """Return the target of a user's press on a board of 0.4.0."""
    action = press(custom_id, GamePress)
    return Target(user, Place(ChannelId(channel)), action.game, action.moves)


@only_0_4_0
async def test_a_game_of_everyone_goes_on(games: Games) -> None:
    with pytest.raises(MovedLast):
        await games.mark(target_in(26, "ttt:22:4:mark:2:2", BOB), Cell(2, 2))
    game = (await games.mark(target_in(26, "ttt:22:4:mark:2:2", CY), Cell(2, 2))).game
    assert (game.x, game.o, len(game.plies)) == (Human(EVERYONE), Computer(Level.CLASSIC), 6)
    assert [mover and mover.user for mover in game.movers] == [ANN, None, BOB, None, CY, None]
    assert game.movers[2] == Mover(BOB, datetime(2026, 11, 21, 11, 57, 42, tzinfo=UTC))


@only_0_4_0
async def test_everyone_plays_again(games: Games, lobby: Lobby) -> None:
    won = (await games.view(Target(CY, Place(ChannelId(27))))).game
    assert won.result
    assert (won.result.winner, won.last_mover and won.last_mover.user) == (Mark.X, BOB)
    again = await lobby.rematch(target_in(27, "ttt:23:3:rematch", CY))
    assert isinstance(again, Update)
    assert again.game.is_together


@only_0_4_0
@pytest.mark.parametrize(("channel", "game", "level"), [(28, 24, Level.MEDIUM), (29, 25, Level.HARD)])
async def test_the_computer_goes_on_at_its_level(games: Games, channel: int, game: int, level: Level) -> None:
    cell = press(f"ttt:{game}:2:mark:4:4", GamePress).cell
    assert cell
    update = await games.mark(target_in(channel, f"ttt:{game}:2:mark:4:4", GUS), cell)
    assert update.game.computer == Computer(level)
    reply = await games.reply(update.game)
    assert reply
    assert len(reply.game.plies) == 4


@only_0_4_0
async def test_an_offer_of_a_draw_is_answered_by_its_buttons(games: Games) -> None:
    update = await games.answer(target_in(31, "ttt:27:2:decline", BOB), allow=False, draw=True)
    assert (update.game.undo_request, update.game.result) == (None, None)
    with pytest.raises(DrawOfferedLately):
        await games.offer_draw(Target(ANN, Place(ChannelId(31))))


@only_0_4_0
async def test_an_offer_of_a_draw_is_accepted_by_its_button(games: Games) -> None:
    update = await games.answer(target_in(31, "ttt:27:2:accept", BOB), allow=True, draw=True)
    assert update.game.result == Result(None, Ending.AGREED, BOB)
    earlier = (await games.view(Target(HAL, Place(ChannelId(32))))).game
    assert earlier.result == Result(None, Ending.AGREED, BOB)


@only_0_4_0
async def test_declined_requests_are_not_repeated(games: Games) -> None:
    with pytest.raises(DrawOfferedLately):
        await games.offer_draw(target_in(33, "ttt:29:2:offer", BOB))
    with pytest.raises(UndoDeclined):
        await games.undo(target_in(34, "ttt:30:2:undo", HAL))


@only_0_4_0
@pytest.mark.parametrize(
    ("custom_id", "user", "state", "terms"),
    [
        (
            "ttt:c23:again",
            ANN,
            ChallengeState.DECLINED,
            Terms(Format(Rules(4, 5, 3), timedelta(hours=1), swap=True, best_of=3), None, BOB, First.ME, thread=True),
        ),
        ("ttt:c24:again", HAL, ChallengeState.EXPIRED, Terms(Format(Rules(4, 5, 3)), None, ANN, First.OPPONENT)),
        ("ttt:c25:again", CY, ChallengeState.EXPIRED, Terms(Format(Rules(4, 5, 3)), None, None, First.RANDOM)),
    ],
)
async def test_a_closed_challenge_is_made_again(
    lobby: Lobby, store: Store, custom_id: str, user: UserId, state: ChallengeState, terms: Terms
) -> None:
    closed = await store.lobby.challenge(press(custom_id, ChallengePress).challenge)
    assert closed
    assert (closed.state, closed.offer.again(user)) == (state, terms)
    again = await lobby.new(Target(user, closed.offer.place), terms)
    assert isinstance(again, NewChallenge)
    assert again.challenge.offer.format == closed.offer.format


@only_0_4_0
async def test_a_challenge_between_players_who_started_a_game_stays_closed(lobby: Lobby) -> None:
    with pytest.raises(ChallengeOver) as error:
        await lobby.accept(Target(HAL, Place(ChannelId(38))), ChallengeId(26))
    assert error.value.challenge.state is ChallengeState.SUPERSEDED


@only_0_4_0
async def test_a_better_move_is_looked_for_by_its_buttons(process: Core, games: Games) -> None:
    shown, tap = press("ttt:t26:4:d2.1:", RetryPress), press("ttt:t26:4:d2.1::2.1", RetryPress)
    game = await games.past_game(Target(GUS, Place(ChannelId(30)), shown.game))
    retry = Retry(game, shown.number, shown.moves, shown.holder, shown.cells)
    assert (retry.is_over, RetryPress.of(retry)) == (False, shown)
    assert tap.cell
    assert (await process.coach.try_cell(retry, tap.cell)).is_solved


@only_0_4_0
async def test_earlier_puzzles_are_kept_and_opened_by_their_buttons(process: Core, store: Store) -> None:
    more, easy = press("ttt:p326:4:more", PuzzlePress), press("ttt:p326:4:g3:grade", PuzzlePress)
    assert [*await store.puzzles.solved_days(EVE)] == [327, 326]
    assert (await process.puzzles.another(EVE, more.day, more.grade)).attempt.day == 325
    begun = (await process.puzzles.another(EVE, easy.day, 1)).attempt
    assert (begun.day, begun.step, begun.failed) == (322, 1, 1)


@only_0_4_0
async def test_what_users_were_shown_and_told_is_kept(process: Core, store: Store) -> None:
    assert await process.people.preferences(BOB) == Preferences(theme=Theme.CONTRAST, board=BoardKind.PICTURE)
    assert not await store.preferences.note_tip(CY)
    assert await store.games.announcement(GameId(19)) == MessageId(9038)
