"""Games in the registry, on a real database: who may do what, and when."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.game import errors
from bot.game.clocks import Pace
from bot.game.games import Format, Game, Human, Level, UserId
from bot.game.lobby import ChallengeAction, ChallengeState, Terms
from bot.game.requests import ActiveGame, NewChallenge, Target, Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Cell, Rules
from tests.people import (
    ANN,
    BOB,
    CY,
    EVE,
    SMALL,
    THERE,
    X_WINS,
    Clock,
    Deliberate,
    by,
    challenge,
    duel,
    play,
    press,
    solo,
)

# -- opening


async def test_a_channel_has_one_game_of_each_kind(lobby: Lobby) -> None:
    for begin in (duel, solo):
        game = await begin(lobby)
        with pytest.raises(errors.ChannelBusy) as error:
            await begin(lobby)
        assert error.value.game == game


async def test_each_user_also_plays_the_computer(lobby: Lobby, games: Games, clock: Clock) -> None:
    between = await duel(lobby)
    clock.advance(seconds=1)
    anns = await solo(lobby)
    cys = await lobby.new(by(CY), Terms(Format(SMALL), Level.EASY))
    assert isinstance(cys, Update)
    for user, game in ((ANN, anns), (BOB, between), (CY, cys.game), (EVE, between)):
        assert (await games.view(by(user))).game.id == game.id
    for user, game in ((ANN, anns), (CY, cys.game), (ANN, between)):
        clock.advance(seconds=1)
        assert (await games.mark(press(game, user), Cell(0, 0))).game.id == game.id
    assert (await games.view(by(ANN))).game.id == between.id  # where she moved last
    await games.resign(press(anns, ANN, 2))
    assert (await games.view(by(ANN))).game.id == between.id
    await games.resign(by(BOB))
    for user, game in ((ANN, anns), (BOB, between), (CY, cys.game), (EVE, between)):
        assert (await games.view(by(user))).game.id == game.id


async def test_a_typed_move_is_made_in_the_game_that_was_played_last(process: Core, clock: Clock) -> None:
    games, between, alone = process.games, await duel(process.lobby), await solo(process.lobby)
    clock.advance(seconds=1)
    await games.mark(press(alone, ANN), Cell(0, 0))
    await games.set_picture(press(between, BOB), picture=True)  # is no move
    clock.advance(seconds=1)
    assert (await games.mark(by(ANN), Cell(1, 1))).game.id == alone.id
    clock.advance(seconds=1)
    assert (await games.mark(press(between, ANN), Cell(0, 0))).game.id == between.id
    assert (await games.mark(by(BOB), Cell(1, 1))).game.id == between.id
    assert (await games.mark(by(ANN), Cell(2, 2))).game.id == between.id
    clock.advance(seconds=1)
    assert (await games.mark(press(alone, ANN, 4), Cell(2, 0))).game.result is None
    assert (await games.stop(by(EVE), moderates=True)).game.id == between.id  # Eve doesn't play in the other


async def test_a_channel_whose_only_game_is_against_the_computer_shows_it_to_everyone(process: Core) -> None:
    game = await solo(process.lobby)
    assert (await process.games.view(by(BOB))).game == game
    with pytest.raises(errors.NotYourGame):
        await process.games.mark(by(BOB), Cell(0, 0))


async def test_a_button_of_another_channel_is_refused(lobby: Lobby, games: Games) -> None:
    game = await solo(lobby)
    with pytest.raises(errors.NoGame):
        await games.mark(Target(ANN, THERE, game.id, 0), Cell(0, 0))
    await solo(lobby, place=THERE)
    with pytest.raises(errors.OldBoard):
        await games.mark(Target(ANN, THERE, game.id, 0), Cell(0, 0))


async def test_the_sixth_new_game_within_a_minute_is_refused(process: Core, clock: Clock) -> None:
    for _ in range(5):
        await process.games.stop(press(await solo(process.lobby), ANN), moderates=False)
    with pytest.raises(errors.TooManyGames):
        await solo(process.lobby)
    clock.advance(minutes=1)
    await solo(process.lobby)


async def test_unanswered_challenges_count_as_new_games(lobby: Lobby) -> None:
    for side in range(3, 8):
        await challenge(lobby, Rules(side, side, 3), opponent=None)
    with pytest.raises(errors.TooManyGames):
        await challenge(lobby, opponent=None)


# -- challenges


@pytest.mark.parametrize(
    ("action", "may", "state"),
    [
        (ChallengeAction.DECLINE, BOB, ChallengeState.DECLINED),
        (ChallengeAction.CANCEL, ANN, ChallengeState.CANCELLED),
    ],
)
async def test_only_the_right_player_closes_a_challenge(
    action: ChallengeAction, may: UserId, state: ChallengeState, lobby: Lobby
) -> None:
    offer = await challenge(lobby)
    for user in {ANN, BOB, CY} - {may}:
        with pytest.raises(errors.NotYourChallenge):
            await lobby.close(by(user), offer.id, action)
    assert (await lobby.close(by(may), offer.id, action)).state is state
    with pytest.raises(errors.ChallengeOver) as error:
        await lobby.accept(by(BOB), offer.id)
    assert error.value.challenge.state is state


# -- moves


async def test_a_game_or_challenge_of_another_channel_is_refused(lobby: Lobby, games: Games) -> None:
    game = await solo(lobby)
    offer = await challenge(lobby, place=THERE)
    with pytest.raises(errors.NoSuchGame):
        await games.past_game(by(ANN, THERE, game=game.id))
    with pytest.raises(errors.NoGame):
        await games.past_game(by(ANN, THERE))
    with pytest.raises(errors.NoSuchChallenge):
        await lobby.accept(by(BOB), offer.id)


async def test_a_move_after_the_end_is_refused(lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    await play(games, *X_WINS)
    with pytest.raises(errors.GameOver):
        await games.mark(by(BOB), Cell(2, 2))
    with pytest.raises(errors.NoGame):
        await games.mark(by(CY), Cell(2, 2))


# -- undo


async def test_undo_does_not_reopen_a_game_beside_a_live_one(lobby: Lobby, games: Games) -> None:
    first = await duel(lobby)
    over = (await play(games, *X_WINS)).game
    await duel(lobby)
    with pytest.raises(errors.OldBoard):
        await games.undo(press(first, ANN, len(over.plies)))


# -- questions that wait for a player


async def games_of_ann(process: Core) -> list[ActiveGame]:
    """Return the games in Ann's list."""
    return list((await process.games.active_games(ANN)).games)


async def ask_after_the_end(process: Core) -> None:
    """Bob has lost, and asks Ann to take moves back."""
    await duel(process.lobby)
    update = await play(process.games, *X_WINS)
    await process.games.undo(press(update.game, BOB))


async def test_an_undo_request_after_the_end_awaits_its_answer(process: Core) -> None:
    await ask_after_the_end(process)
    [game] = await games_of_ann(process)
    assert game.awaits_answer
    await process.games.answer(by(ANN), allow=False)
    assert await games_of_ann(process) == []


async def test_an_undo_request_lapses_with_the_next_game(process: Core) -> None:
    await ask_after_the_end(process)
    new = await duel(process.lobby)
    assert [game.id for game in await games_of_ann(process)] == [new.id]
    await process.games.resign(by(BOB))
    assert await games_of_ann(process) == []


@pytest.mark.parametrize("is_live", [True, False])
async def test_an_undo_request_of_a_forgotten_player_lapses(process: Core, *, is_live: bool) -> None:
    if is_live:
        await duel(process.lobby)
        await process.games.undo(press((await play(process.games, (0, 0), (1, 1), (2, 2))).game, BOB))
    else:
        await ask_after_the_end(process)
    [game] = await games_of_ann(process)
    assert game.awaits_answer
    await process.privacy.forget(BOB)
    assert await games_of_ann(process) == []
    with pytest.raises(errors.PlayerDeleted):
        await process.games.undo(by(ANN))


# -- ends


async def lose(games: Games, game: Game) -> Game:
    """Return the game after both have moved and Ann has resigned."""
    if game.computer is None:
        for cell in ((0, 0), (1, 1)):
            assert isinstance(game.turn, Human)
            game = (await games.mark(press(game, game.turn.id), Cell(*cell))).game
    return (await games.resign(by(ANN))).game


@pytest.mark.parametrize("begin", [solo, duel])
async def test_a_rematch_keeps_its_terms(begin: Callable[..., Awaitable[Game]], lobby: Lobby, games: Games) -> None:
    game = await begin(lobby, pace=Pace.DAY.time, swap=True, best_of=3)
    over = await lose(games, game)
    over = await lose(games, (await lobby.next_game(press(over, ANN))).game)
    again = await lobby.rematch(press(over, ANN))
    assert (again.challenge.offer if isinstance(again, NewChallenge) else again.game).format == game.format


# -- the expert


async def thinking(process: Core, experts: Deliberate) -> tuple[Game, asyncio.Task[Update | None]]:
    """Ann has moved against an expert, who thinks."""
    experts.may_answer.clear()
    game = await solo(process.lobby, level=Level.EXPERT)
    update = await process.games.mark(press(game, ANN), Cell(1, 1))
    task = asyncio.create_task(process.games.reply(update.game))
    while not experts.requests:
        await asyncio.sleep(0)
    return update.game, task


async def test_the_expert_thinks_once_about_a_saved_position(process: Core, experts: Deliberate) -> None:
    game, task = await thinking(process, experts)
    assert (game.plies, game.awaits_computer) == ((Cell(1, 1),), True)
    assert await process.games.reply(game) is None
    assert experts.requests == 1
    experts.may_answer.set()
    update = await task
    assert update
    assert update.choice
    assert await process.games.reply(game) is None
    assert update.game.plies == (Cell(1, 1), update.choice.cell)
    assert (await process.games.view(by(ANN))).game.plies == update.game.plies


@pytest.mark.parametrize("act", [Games.undo, Games.resign], ids=["undo", "resign"])
async def test_a_late_reply_is_dropped(
    act: Callable[[Games, Target], Awaitable[Update]],
    process: Core,
    games: Games,
    experts: Deliberate,
) -> None:
    game, task = await thinking(process, experts)
    after = (await act(games, press(game, ANN))).game
    experts.may_answer.set()
    assert await task is None
    assert (await games.view(by(ANN))).game == after


async def test_the_expert_answers_the_move_after_an_undo(process: Core, experts: Deliberate) -> None:
    game, task = await thinking(process, experts)
    await process.games.undo(press(game, ANN))
    current = (await process.games.mark(by(ANN), Cell(0, 0))).game
    second = asyncio.create_task(process.games.reply(current))
    experts.may_answer.set()
    assert await task is None
    update = await second
    assert update
    assert update.game.plies[0] == Cell(0, 0)
