"""Games of everyone in a channel against the computer, in the registry and on both databases."""

from datetime import timedelta

import pytest

from bot.core import Core
from bot.database.errors import ChannelTaken
from bot.database.store import Store
from bot.game.errors import ChannelBusy, MissingPermission, MovedLast, NotYourMove, OldBoard, Permission, WhichGame
from bot.game.games import DELETED_USER, EVERYONE, Computer, Ending, Format, Game, Human, Level, Mover, Place
from bot.game.lobby import First, Terms
from bot.game.requests import Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from engine import Cell, Mark, Rules
from tests.people import ANN, BOB, CY, HERE, THERE, Clock, Deliberate, by, duel, export_of, press, process, solo
from tests.stored import open_game, opening, saved

pytestmark = pytest.mark.both_databases
RULES = Rules(4, 4, 4)


async def together(lobby: Lobby, level: Level = Level.CLASSIC, place: Place = HERE, first: First = First.ME) -> Game:
    """Ann starts a game of everyone."""
    terms = Terms(Format(RULES), level, first=first, together=True)
    update = await lobby.new(by(ANN, place), terms)
    assert isinstance(update, Update)
    return update.game


@pytest.mark.parametrize("first", [First.ME, First.COMPUTER])
async def test_the_moves_of_everyone_survive_a_restart(
    first: First, lobby: Lobby, games: Games, store: Store, clock: Clock
) -> None:
    begun = await together(lobby, first=first)
    assert {begun.x, begun.o} == {Human(EVERYONE), Computer(Level.CLASSIC)}
    for user in (BOB, CY):
        clock.advance(minutes=1)
        cell = next(iter((await games.view(by(user))).game.board.legal_moves))
        after = (await games.mark(by(user), cell)).game
    assert [mover and mover.user for mover in after.movers if mover] == [BOB, CY]
    assert after.last_mover == Mover(CY, clock())
    assert len(after.movers) == len(after.plies)
    loaded = await saved(store, begun)
    assert (loaded.movers, loaded.plies, loaded.x, loaded.o) == (after.movers, after.plies, after.x, after.o)
    [live] = await store.games.live_in(HERE.channel)
    assert live.movers == after.movers
    again = process(store, Deliberate(), clock).games
    for act, refusal in (
        (again.mark(by(CY), next(iter(after.board.legal_moves))), MovedLast),
        (again.undo(by(BOB)), NotYourMove),
    ):
        with pytest.raises(refusal):
            await act
    undone = (await again.undo(by(CY))).game
    assert undone.movers == after.movers[:-2]
    assert await saved(store, begun) == undone


async def test_the_expert_replies_to_everyone(lobby: Lobby, games: Games, store: Store) -> None:
    begun = await together(lobby, Level.EXPERT)
    moved = (await games.mark(by(BOB), Cell(1, 1))).game
    assert moved.movers == (Mover(BOB, moved.touched),)
    assert [game.id for game in await store.games.awaiting_computer()] == [begun.id]
    reply = await games.reply(moved)
    assert reply
    assert reply.game.movers == (*moved.movers, None)
    assert (await saved(store, begun)).movers == reply.game.movers


async def test_it_has_the_channels_place_but_not_that_of_a_users_own_game(lobby: Lobby, store: Store) -> None:
    shared = await together(lobby)
    alone = await solo(lobby)
    assert alone.id != shared.id
    for start in (together(lobby), duel(lobby)):
        with pytest.raises(ChannelBusy) as busy:
            await start
        assert busy.value.game.id == shared.id
    assert (await together(lobby, place=THERE)).place == THERE


async def test_no_duel_has_room_beside_it_in_the_database(lobby: Lobby, store: Store) -> None:
    await together(lobby)
    with pytest.raises(ChannelTaken):
        await open_game(store, opening(), ANN)


async def test_an_undo_reopens_no_game_of_everyone_beside_a_duel(lobby: Lobby, games: Games) -> None:
    ended = await together(lobby)
    await games.mark(by(ANN), Cell(1, 1))
    ended = (await games.stop(by(ANN), moderates=False)).game
    await duel(lobby)
    with pytest.raises(OldBoard):
        await games.undo(press(ended, ANN))


async def test_commands_of_anyone_reach_it(lobby: Lobby, games: Games, store: Store, clock: Clock) -> None:
    shared = await together(lobby)
    assert (await games.view(by(CY))).game.id == shared.id
    clock.advance(seconds=1)
    alone = await solo(lobby)
    assert (await games.view(by(ANN))).game.id == alone.id  # the last in which she acted
    assert (await games.view(by(BOB))).game.id == shared.id
    clock.advance(seconds=1)
    await games.mark(press(shared, ANN), Cell(0, 0))
    assert (await games.view(by(ANN))).game.id == shared.id
    with pytest.raises(WhichGame):
        await process(store, Deliberate(), clock).games.view(by(ANN))


async def test_who_may_not_write_there_plays_no_game_of_everyone(lobby: Lobby, games: Games) -> None:
    begun = await together(lobby)
    reader = by(BOB, lacks=Permission.SEND_MESSAGES)
    for act in (games.mark(reader, Cell(0, 0)), games.call_draw(reader)):
        with pytest.raises(MissingPermission):
            await act
    assert not (await games.view(by(ANN))).game.plies
    alone = await solo(lobby)
    await games.mark(press(alone, ANN)._replace(lacks=Permission.SEND_MESSAGES), Cell(0, 0))
    assert begun.id != alone.id


async def test_anyone_starts_a_rematch_of_everyone(lobby: Lobby, games: Games) -> None:
    begun = await together(lobby)
    await games.stop(by(BOB), moderates=True)
    again = await lobby.rematch(press(begun, CY), swaps_sides=True)
    assert isinstance(again, Update)
    assert (again.game.x, again.game.o) == (Computer(Level.CLASSIC), Human(EVERYONE))
    assert again.game.side(BOB) is Mark.O


async def test_it_changes_no_record_and_no_list(lobby: Lobby, games: Games, process: Core, store: Store) -> None:
    begun = await together(lobby)
    await games.mark(by(ANN), Cell(0, 0))
    assert not (await games.active_games(ANN)).games
    ended = (await games.stop(by(CY), moderates=True)).game
    assert ended.result
    assert ended.rating_change is None
    assert await process.ratings.progress(ended) == (None, False)
    assert await store.lobby.last_rules(ANN) == begun.rules
    stats = await store.ratings.stats(HERE.guild, ANN)
    assert not stats.records


async def test_deleted_data_leaves_the_game_and_no_id(
    lobby: Lobby, games: Games, privacy: Privacy, store: Store, clock: Clock
) -> None:
    begun = await together(lobby)
    await games.mark(by(ANN), Cell(0, 0))
    clock.advance(minutes=1)
    cell = next(iter((await games.view(by(BOB))).game.board.legal_moves))
    before = (await games.mark(by(BOB), cell)).game
    for user, names in ((ANN, ["you", None, "another person", None]), (BOB, ["another person", None, "you", None])):
        [row] = (await export_of(privacy, user))["games"]
        assert row["moved_by"] == names
        assert (row["x"], len(row["moves"])) == ("everyone", 4)
    await privacy.forget(ANN)
    after = await saved(store, begun)
    assert after.result is None
    assert [mover and mover.user for mover in after.movers] == [DELETED_USER, None, BOB, None]
    assert after.revision > before.revision
    assert not (await export_of(privacy, ANN))["games"]
    await games.mark(by(CY), next(iter(before.board.legal_moves)))


async def test_a_deletion_doesnt_stop_the_computers_move(
    lobby: Lobby, games: Games, privacy: Privacy, experts: Deliberate
) -> None:
    await together(lobby, Level.EXPERT)
    moved = (await games.mark(by(BOB), Cell(1, 1))).game
    await privacy.forget(BOB)
    reply = await games.reply(moved)
    assert reply
    assert len(reply.game.plies) == 2


async def test_it_is_purged_like_other_games_against_the_computer(
    lobby: Lobby, games: Games, privacy: Privacy, store: Store, clock: Clock
) -> None:
    begun = await together(lobby)
    await games.mark(by(ANN), Cell(0, 0))
    ended = (await games.stop(by(ANN), moderates=False)).game
    assert ended.result
    assert ended.result.ending is Ending.STOPPED
    await duel(lobby)  # the newest game stays
    clock.advance(days=366)
    await privacy.purge(timedelta(days=365))
    assert await store.games.game(begun.id) is None
