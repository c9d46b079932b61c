"""The swap: after the first mark the second player may take X, and play on from there."""

from typing import Any

import pytest

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.game.challenges import ChallengeAction, First
from bot.game.clock import Pace
from bot.game.errors import GameOver, MustBePlayedOut, NoSwap, NotYourGame, NotYourTurn, OldBoard
from bot.game.games import Computer, Game, Human, InteractionId, Level, UserId
from bot.game.ratings import Record
from bot.game.requests import Event, NewChallenge, Update
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.registry import GameRegistry
from engine import Cell, Mark, Rules
from engine.players import Reason
from tests import people
from tests.people import ANN, BOB, CHANNEL, CY, HERE, SMALL, Clock, Deliberate, challenge, duel, exported, press
from tests.stored import latest_game

MIDDLE, CORNER = Cell(1, 1), Cell(0, 0)
WON = Rules(4, 3, 3)  # by X from a corner, and from the middle


async def begun(lobby: Lobby, **terms: Any) -> Game:
    """Ann (X) plays Bob (O), who may take X after the first mark."""
    return await duel(lobby, swap=True, **terms)


async def solo(lobby: Lobby, rules: Rules, level: Level, first: First = First.ME) -> Game:
    """Ann plays the computer, with a swap."""
    return await people.solo(lobby, rules, level=level, first=first, swap=True)


async def swapped(process: Core) -> Game:
    """Bob has taken X, after Ann marked the middle."""
    await begun(process.lobby)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    return (await process.registry.swap(CHANNEL, BOB)).game


def sides(game: Game) -> tuple[UserId, UserId]:
    assert isinstance(game.x, Human)
    assert isinstance(game.o, Human)
    return game.x.id, game.o.id


# -- between people


async def test_the_second_player_takes_x_and_the_first_one_is_to_move(process: Core, store: Store) -> None:
    await begun(process.lobby)
    marked = (await process.registry.mark(CHANNEL, ANN, MIDDLE)).game
    assert marked.can_swap
    update = await process.registry.swap(press(marked), BOB)
    game = update.game
    assert (update.event, sides(game), game.plies, game.turn) == (Event.SWAPPED, (BOB, ANN), (MIDDLE,), Human(ANN))
    assert (game.swapped, game.can_swap, game.moves) == (True, False, 2)
    assert await store.game(game.id) == game
    assert game.revision == marked.revision + 1


async def test_the_result_is_of_the_sides_after_the_swap(process: Core, store: Store) -> None:
    await begun(process.lobby)
    marked = (await process.registry.mark(CHANNEL, ANN, MIDDLE)).game
    assert marked.humans == (ANN, BOB)
    taken = (await process.registry.swap(CHANNEL, BOB)).game
    assert taken.humans == (BOB, ANN)
    for user, cell in ((ANN, (0, 0)), (BOB, (0, 1)), (ANN, (2, 2)), (BOB, (2, 1))):
        update = await process.registry.mark(CHANNEL, user, Cell(*cell))
    result = update.game.result
    assert result
    assert result.winner is Mark.X
    assert HERE.guild
    best = await store.top(HERE.guild)
    assert [(line.user, line.record) for line in best] == [(BOB, Record(won=1)), (ANN, Record(lost=1))]
    assert (await store.stats(HERE.guild, BOB)).records == {None: Record(won=1)}


async def test_only_the_second_player_swaps_right_after_the_first_mark(process: Core, store: Store) -> None:
    await begun(process.lobby)
    with pytest.raises(NoSwap):
        await process.registry.swap(CHANNEL, ANN)
    marked = (await process.registry.mark(CHANNEL, ANN, MIDDLE)).game
    for user, refused in ((ANN, NotYourTurn), (CY, NotYourGame)):
        with pytest.raises(refused):
            await process.registry.swap(CHANNEL, user)
    assert await store.game(marked.id) == marked
    await process.registry.swap(CHANNEL, BOB)
    with pytest.raises(NoSwap):
        await process.registry.swap(CHANNEL, ANN)
    await process.registry.resign(CHANNEL, ANN)
    with pytest.raises(GameOver):
        await process.registry.swap(CHANNEL, BOB)


async def test_nobody_swaps_in_a_game_without_a_swap(process: Core) -> None:
    await duel(process.lobby)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    with pytest.raises(NoSwap):
        await process.registry.swap(CHANNEL, BOB)


async def test_a_hint_is_refused_once_x_was_taken_meanwhile(process: Core) -> None:
    await begun(process.lobby)
    marked = (await process.registry.mark(CHANNEL, ANN, MIDDLE)).game
    await process.registry.swap(press(marked), BOB)
    with pytest.raises(OldBoard):
        await process.coach.hint(marked)


async def test_a_swap_that_arrives_twice_is_made_once(process: Core) -> None:
    await begun(process.lobby)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    target = CHANNEL._replace(interaction=InteractionId(5))
    await process.registry.swap(target, BOB)
    with pytest.raises(Repeated):
        await process.registry.swap(target, BOB)


async def test_of_two_processes_one_swaps(process: Core, rival: Core, store: Store) -> None:
    await begun(process.lobby)
    drawn = press((await process.registry.mark(CHANNEL, ANN, MIDDLE)).game)
    await rival.registry.view(CHANNEL, BOB)
    await process.registry.swap(drawn, BOB)
    with pytest.raises(OldBoard):
        await rival.registry.mark(drawn, BOB, CORNER)
    latest = await latest_game(store, HERE.channel)
    assert latest
    assert (latest.plies, sides(latest)) == ((MIDDLE,), (BOB, ANN))


async def test_both_have_moved_once_x_is_taken(process: Core) -> None:
    await swapped(process)
    with pytest.raises(MustBePlayedOut):
        await process.registry.stop(CHANNEL, ANN, moderates=False)


async def test_a_loss_on_time_right_after_x_is_taken_counts(process: Core, clock: Clock, store: Store) -> None:
    await process.timekeeper.sweep()
    await begun(process.lobby, pace=Pace.FIVE_MINUTES)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    await process.registry.swap(CHANNEL, BOB)
    for _ in range(8):
        clock.advance(minutes=1)
        await process.timekeeper.sweep()
    assert HERE.guild
    assert [(line.user, line.record) for line in await store.top(HERE.guild)] == [
        (BOB, Record(won=1)),
        (ANN, Record(lost=1)),
    ]


# -- the next game


@pytest.mark.parametrize("takes_x", [True, False])
async def test_a_rematch_has_the_swap_and_the_other_one_begins(takes_x: bool, process: Core) -> None:
    await begun(process.lobby)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    if takes_x:
        await process.registry.swap(CHANNEL, BOB)
    await process.registry.resign(CHANNEL, ANN)
    offered = await process.lobby.rematch(CHANNEL, ANN)
    assert isinstance(offered, NewChallenge)
    game = (await process.lobby.accept(CHANNEL, offered.challenge.id, BOB)).game
    assert (sides(game), game.awaits_swap) == ((BOB, ANN), True)


async def test_a_challenge_keeps_the_swap(process: Core, store: Store) -> None:
    made = await challenge(process.lobby, opponent=None, swap=True)
    assert await store.challenge(made.id) == made
    assert (await process.lobby.accept(CHANNEL, made.id, ANN, ChallengeAction.COMPUTER)).game.awaits_swap


async def test_an_export_has_the_sides_as_they_are_and_says_that_x_was_taken(process: Core, privacy: Privacy) -> None:
    await swapped(process)
    [game] = (await exported(privacy, ANN))["games"]
    assert (game["x"], game["o"], game["swapped"]) == ("another person", "you", True)


# -- against the computer


async def test_the_classic_computer_takes_x_in_the_middle_and_not_in_a_corner(process: Core) -> None:
    await solo(process.lobby, SMALL, Level.CLASSIC)
    update = await process.registry.mark(CHANNEL, ANN, MIDDLE)
    assert update.choice
    assert (update.choice.reason, update.game.x) == (Reason.SWAP, Computer(Level.CLASSIC))
    assert (update.game.turn, update.game.plies) == (Human(ANN), (MIDDLE,))
    back = (await process.registry.undo(CHANNEL, ANN)).game
    assert (back.x, back.plies, back.swapped) == (Human(ANN), (), False)
    declined = await process.registry.mark(CHANNEL, ANN, CORNER)
    assert (declined.game.x, len(declined.game.plies)) == (Human(ANN), 2)


async def test_the_easy_computer_takes_x_now_and_then(process: Core, clock: Clock) -> None:
    taken: set[bool | None] = set()
    for _ in range(8):
        await solo(process.lobby, SMALL, Level.EASY)
        taken.add((await process.registry.mark(CHANNEL, ANN, MIDDLE)).game.swapped)
        await process.registry.resign(CHANNEL, ANN)
        clock.advance(minutes=1)
    assert taken == {True, False}


async def test_the_expert_takes_x_where_x_wins(process: Core, store: Store, clock: Clock) -> None:
    await solo(process.lobby, WON, Level.EXPERT)
    marked = (await process.registry.mark(CHANNEL, ANN, CORNER)).game
    restarted = people.process(store, Deliberate(), clock).registry
    [waiting] = await store.awaiting_computer()
    assert waiting == marked
    update = await restarted.reply(waiting)
    assert update
    assert (update.game.x, update.game.turn) == (Computer(Level.EXPERT), Human(ANN))
    assert await store.awaiting_computer() == []
    assert await store.game(marked.id) == update.game


async def test_the_expert_declines_what_is_worth_nothing(lobby: Lobby, registry: GameRegistry) -> None:
    await solo(lobby, Rules(4, 4, 4), Level.EXPERT)
    marked = (await registry.mark(CHANNEL, ANN, CORNER)).game
    update = await registry.reply(marked)
    assert update
    assert (update.game.x, len(update.game.plies)) == (Human(ANN), 2)


@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
async def test_a_person_takes_x_from_an_instant_computer_which_replies(level: Level, process: Core) -> None:
    await solo(process.lobby, SMALL, level, First.COMPUTER)
    update = await process.registry.swap(CHANNEL, ANN)
    game = update.game
    assert (game.x, game.o, len(game.plies), game.turn) == (Human(ANN), Computer(level), 2, Human(ANN))
    assert update.choice
    back = (await process.registry.undo(CHANNEL, ANN)).game
    assert (back.x, len(back.plies), back.can_swap) == (Computer(level), 1, True)


async def test_a_person_takes_x_from_the_expert_which_replies(process: Core) -> None:
    opened = await solo(process.lobby, SMALL, Level.EXPERT, First.COMPUTER)
    assert await process.registry.reply(opened)
    game = (await process.registry.swap(CHANNEL, ANN)).game
    assert game.awaits_computer
    assert not game.is_new
    update = await process.registry.reply(game)
    assert update
    assert (len(update.game.plies), update.game.turn) == (2, Human(ANN))


async def test_a_rematch_against_the_computer_begins_as_before(process: Core) -> None:
    await solo(process.lobby, SMALL, Level.CLASSIC)
    await process.registry.mark(CHANNEL, ANN, MIDDLE)
    await process.registry.resign(CHANNEL, ANN)
    again = await process.lobby.rematch(CHANNEL, ANN)
    assert isinstance(again, Update)
    assert (again.game.x, again.game.awaits_swap) == (Human(ANN), True)
    await process.registry.resign(CHANNEL, ANN)
    other = await process.lobby.rematch(CHANNEL, ANN, swaps_sides=True)
    assert isinstance(other, Update)
    assert (other.game.x, len(other.game.plies)) == (Computer(Level.CLASSIC), 1)
