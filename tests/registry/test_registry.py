"""Who may do what, when: the registry on a real database."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game import playing
from bot.game.challenges import ChallengeAction, ChallengeState, Terms
from bot.game.errors import (
    BadOpponent,
    CellTaken,
    ChallengeOver,
    ChannelBusy,
    ComputerThinking,
    GameError,
    GameOver,
    NoGame,
    NoSuchChallenge,
    NoSuchGame,
    NothingToUndo,
    NotYourChallenge,
    NotYourGame,
    NotYourTurn,
    OffBoard,
    OldBoard,
    TooManyGames,
    UndoAlreadyAsked,
    UndoNotYours,
)
from bot.game.games import Computer, Ending, Game, Human, Level, MessageId, Result, UserId
from bot.game.requests import Event, GameRequest, NewChallenge, Target, Update
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from engine import Cell, Mark, Rules
from tests.people import (
    ANN,
    BOB,
    CHANNEL,
    CY,
    EVE,
    HERE,
    SMALL,
    THERE,
    Clock,
    Deliberate,
    challenge,
    duel,
    play,
    press,
    solo,
)

X_WINS = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
DRAW = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)]


async def outcomes(*requests: Awaitable[Update]) -> tuple[list[Update], list[BaseException]]:
    """Run requests at the same time; return what succeeded and what was refused."""
    results = await asyncio.gather(*requests, return_exceptions=True)
    return (
        [result for result in results if isinstance(result, Update)],
        [result for result in results if isinstance(result, BaseException)],
    )


# -- opening


async def test_a_game_against_the_computer_starts_at_once(lobby: Lobby) -> None:
    game = await solo(lobby)
    assert (game.x, game.o) == (Human(ANN), Computer(Level.CLASSIC))
    assert game.turn == Human(ANN)


async def test_a_challenge_becomes_a_game_with_the_challenger_as_x(lobby: Lobby) -> None:
    game = await duel(lobby)
    assert (game.x, game.o) == (Human(ANN), Human(BOB))


async def test_a_channel_has_one_game_between_people(lobby: Lobby) -> None:
    game = await duel(lobby)
    with pytest.raises(ChannelBusy) as refused:
        await lobby.new(GameRequest(HERE, CY, Terms(SMALL, opponent=EVE)))
    assert refused.value.game == game


async def test_a_user_has_one_game_against_the_computer_in_a_channel(lobby: Lobby) -> None:
    game = await solo(lobby)
    with pytest.raises(ChannelBusy) as refused:
        await solo(lobby)
    assert refused.value.game == game


async def test_games_against_the_computer_are_beside_each_other_and_beside_the_channels_game(
    lobby: Lobby, registry: GameRegistry, clock: Clock
) -> None:
    between = await duel(lobby)
    clock.advance(seconds=1)
    anns = await solo(lobby)
    cys = await lobby.new(GameRequest(HERE, CY, Terms(SMALL, Level.EASY)))
    assert isinstance(cys, Update)
    for user, game in ((ANN, anns), (BOB, between), (CY, cys.game), (EVE, between)):
        assert (await registry.view(CHANNEL, user)).game.id == game.id
    for user, game in ((ANN, anns), (CY, cys.game), (ANN, between)):
        clock.advance(seconds=1)
        assert (await registry.mark(press(game), user, Cell(0, 0))).game.id == game.id
    assert (await registry.view(CHANNEL, ANN)).game.id == between.id  # where she moved last
    await registry.resign(press(anns, 2), ANN)
    assert (await registry.view(CHANNEL, ANN)).game.id == between.id
    await registry.resign(CHANNEL, BOB)
    for user, game in ((ANN, anns), (BOB, between), (CY, cys.game), (EVE, between)):
        assert (await registry.view(CHANNEL, user)).game.id == game.id


async def test_a_channel_whose_only_game_is_against_the_computer_shows_it_to_everyone(
    lobby: Lobby, registry: GameRegistry
) -> None:
    game = await solo(lobby)
    assert (await registry.view(CHANNEL, BOB)).game == game
    with pytest.raises(NotYourGame):
        await registry.mark(CHANNEL, BOB, Cell(0, 0))


async def test_a_button_of_another_channel_is_no_way_into_its_game(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby)
    with pytest.raises(NoGame):
        await registry.mark(Target(THERE.channel, game.id, 0), ANN, Cell(0, 0))
    await solo(lobby, place=THERE)
    with pytest.raises(OldBoard):
        await registry.mark(Target(THERE.channel, game.id, 0), ANN, Cell(0, 0))


async def test_other_channels_have_games_of_their_own(lobby: Lobby, registry: GameRegistry) -> None:
    here, there = await solo(lobby), await solo(lobby, place=THERE)
    await registry.mark(press(here), ANN, Cell(0, 0))
    await registry.mark(press(there), ANN, Cell(2, 2))
    assert (await registry.view(press(here, 2), ANN)).game.plies[0] == Cell(0, 0)
    assert (await registry.view(press(there, 2), ANN)).game.plies[0] == Cell(2, 2)


async def test_two_games_asked_for_at_once_are_one_game(lobby: Lobby) -> None:
    wishes = [GameRequest(HERE, ANN, Terms(SMALL, Level.CLASSIC)) for _ in range(2)]
    started, refused = await outcomes(*(lobby.new(wish) for wish in wishes))  # type: ignore[arg-type]
    assert len(started) == 1
    assert [type(error) for error in refused] == [ChannelBusy]


async def test_you_cannot_challenge_yourself(lobby: Lobby) -> None:
    with pytest.raises(BadOpponent):
        await challenge(lobby, opponent=ANN)


async def test_ai_and_opponent_together_are_refused(lobby: Lobby) -> None:
    with pytest.raises(BadOpponent):
        await lobby.new(GameRequest(HERE, ANN, Terms(SMALL, Level.EASY, BOB)))


async def test_the_sixth_new_game_within_a_minute_is_refused(
    lobby: Lobby, registry: GameRegistry, clock: Clock
) -> None:
    for _ in range(5):
        await registry.stop(press(await solo(lobby)), ANN, moderates=False)
    with pytest.raises(TooManyGames):
        await solo(lobby)
    clock.advance(minutes=1)
    await solo(lobby)


async def test_unanswered_challenges_count_as_new_games(lobby: Lobby) -> None:
    for _ in range(5):
        await challenge(lobby, opponent=None)
    with pytest.raises(TooManyGames):
        await challenge(lobby, opponent=None)


# -- challenges


async def test_a_challenge_expires_after_15_minutes(lobby: Lobby, clock: Clock) -> None:
    offered = await challenge(lobby)
    clock.advance(minutes=15)
    with pytest.raises(ChallengeOver) as refused:
        await lobby.accept(CHANNEL, offered.id, BOB)
    assert refused.value.challenge.state is ChallengeState.EXPIRED


async def test_a_declined_challenge_stays_declined(lobby: Lobby) -> None:
    offered = await challenge(lobby)
    for user in (ANN, CY):
        with pytest.raises(NotYourChallenge):
            await lobby.close(CHANNEL, offered.id, user, ChallengeAction.DECLINE)
    assert (await lobby.close(CHANNEL, offered.id, BOB, ChallengeAction.DECLINE)).state is ChallengeState.DECLINED
    with pytest.raises(ChallengeOver) as refused:
        await lobby.accept(CHANNEL, offered.id, BOB)
    assert refused.value.challenge.state is ChallengeState.DECLINED


async def test_only_the_author_may_cancel(lobby: Lobby) -> None:
    offered = await challenge(lobby)
    with pytest.raises(NotYourChallenge):
        await lobby.close(CHANNEL, offered.id, BOB, ChallengeAction.CANCEL)
    assert (await lobby.close(CHANNEL, offered.id, ANN, ChallengeAction.CANCEL)).state is ChallengeState.CANCELLED


async def test_a_new_challenge_replaces_the_authors_open_one(lobby: Lobby) -> None:
    first = await challenge(lobby)
    second = await lobby.new(GameRequest(HERE, ANN, Terms(Rules(4, 4, 4), opponent=BOB)))
    assert isinstance(second, NewChallenge)
    assert second.replaced is not None
    assert second.replaced.id == first.id
    with pytest.raises(ChallengeOver):
        await lobby.accept(CHANNEL, first.id, BOB)


async def test_a_challenge_reserves_nothing(lobby: Lobby) -> None:
    offered = await challenge(lobby)
    other = await lobby.new(GameRequest(HERE, CY, Terms(SMALL, opponent=EVE)))
    assert isinstance(other, NewChallenge)
    busy = await lobby.accept(CHANNEL, other.challenge.id, EVE)
    with pytest.raises(ChannelBusy) as refused:
        await lobby.accept(CHANNEL, offered.id, BOB)
    assert refused.value.game == busy.game


async def test_two_people_who_join_at_once_get_one_game(lobby: Lobby) -> None:
    offered = await challenge(lobby, opponent=None)
    joined, refused = await outcomes(*(lobby.accept(CHANNEL, offered.id, user) for user in (BOB, CY)))
    assert len(joined) == 1
    assert [type(error) for error in refused] == [ChallengeOver]


# -- moves


async def test_the_computer_replies_within_the_same_request(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby)
    update = await registry.mark(press(game), ANN, Cell(0, 0))
    assert update.choice is not None
    assert update.game.plies == (Cell(0, 0), update.choice.cell)


async def test_the_computer_does_not_reply_to_a_winning_move(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby, Rules(2, 2, 2))
    game = (await registry.mark(press(game), ANN, Cell(0, 0))).game
    empty = next(iter(game.board.legal_moves))
    update = await registry.mark(press(game), ANN, empty)
    assert (update.choice, update.game.result) == (None, Result(Mark.X, Ending.LINE))


@pytest.mark.parametrize(
    ("user", "cell", "error"),
    [
        (CY, (2, 2), NotYourGame),
        (ANN, (2, 2), NotYourTurn),
        (BOB, (0, 0), CellTaken),
        (BOB, (3, 0), OffBoard),
        (BOB, (0, -1), OffBoard),
    ],
)
async def test_a_refused_move_changes_nothing(
    lobby: Lobby, registry: GameRegistry, user: UserId, cell: tuple[int, int], error: type[GameError]
) -> None:
    await duel(lobby)
    before = (await play(registry, (0, 0))).game
    with pytest.raises(error):
        await registry.mark(CHANNEL, user, Cell(*cell))
    assert (await registry.view(CHANNEL, BOB)).game == before


async def test_a_double_click_is_one_move(lobby: Lobby, registry: GameRegistry) -> None:
    game = await duel(lobby)
    moved, refused = await outcomes(*(registry.mark(press(game), ANN, Cell(1, 1)) for _ in range(2)))
    assert len(moved) == 1
    assert [type(error) for error in refused] == [OldBoard]
    assert moved[0].game.plies == (Cell(1, 1),)


async def test_a_hundred_overlapping_clicks_are_one_move(lobby: Lobby, registry: GameRegistry) -> None:
    game = await duel(lobby, Rules(10, 10, 5))
    cells = [Cell(row, col) for row in range(10) for col in range(10)]
    moved, refused = await outcomes(*(registry.mark(press(game), ANN, cell) for cell in cells))
    assert (len(moved), len(refused)) == (1, 99)
    assert (await registry.view(CHANNEL, ANN)).game.plies == moved[0].game.plies


async def test_a_move_where_no_game_was_ever_played_is_refused(registry: GameRegistry) -> None:
    with pytest.raises(NoGame):
        await registry.mark(CHANNEL, ANN, Cell(0, 0))


async def test_a_game_or_challenge_that_is_not_of_this_channel_is_refused(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby)
    offered = await challenge(lobby, place=THERE)
    with pytest.raises(NoSuchGame):
        await registry.past_game(THERE, ANN, game.id)
    with pytest.raises(NoGame):
        await registry.past_game(THERE, ANN)
    with pytest.raises(NoSuchChallenge):
        await lobby.accept(CHANNEL, offered.id, BOB)


async def test_a_move_after_the_end_is_refused(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    await play(registry, *X_WINS)
    with pytest.raises(GameOver):
        await registry.mark(CHANNEL, BOB, Cell(2, 2))
    with pytest.raises(NoGame):
        await registry.mark(CHANNEL, CY, Cell(2, 2))


# -- undo


async def test_solo_undo_takes_back_the_reply_and_the_move_to_the_start(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby, Rules(5, 5, 5))
    for cell in ((0, 0), (4, 4)):
        game = (await registry.view(CHANNEL, ANN)).game
        free = Cell(*cell) if game.board[Cell(*cell)] is None else next(iter(game.board.legal_moves))
        await registry.mark(CHANNEL, ANN, free)
    assert len((await registry.undo(CHANNEL, ANN)).game.plies) == 2
    assert len((await registry.undo(CHANNEL, ANN)).game.plies) == 0
    with pytest.raises(NothingToUndo):
        await registry.undo(CHANNEL, ANN)


async def test_solo_undo_reopens_a_won_game(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby, Rules(2, 2, 2))
    game = (await registry.mark(press(game), ANN, Cell(0, 0))).game
    await registry.mark(CHANNEL, ANN, next(iter(game.board.legal_moves)))
    game = (await registry.undo(CHANNEL, ANN)).game
    assert (len(game.plies), game.result, game.turn) == (2, None, Human(ANN))


async def test_solo_undo_takes_back_a_resignation_alone(lobby: Lobby, registry: GameRegistry) -> None:
    await solo(lobby)
    before = (await registry.mark(CHANNEL, ANN, Cell(0, 0))).game
    await registry.resign(CHANNEL, ANN)
    game = (await registry.undo(CHANNEL, ANN)).game
    assert (game.plies, game.result) == (before.plies, None)


async def test_a_replied_move_needs_the_opponents_consent(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    await play(registry, (0, 0), (1, 1))
    asked = await registry.undo(CHANNEL, ANN)
    assert (asked.event, len(asked.game.plies)) == (Event.UNDO_ASKED, 2)
    allowed = await registry.answer_undo(press(asked.game), BOB, allow=True)
    assert (allowed.event, allowed.game.plies, allowed.game.request) == (Event.UNDO_ALLOWED, (), None)


async def test_a_refused_undo_changes_nothing(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    await play(registry, (0, 0), (1, 1))
    asked = await registry.undo(CHANNEL, ANN)
    refused = await registry.answer_undo(press(asked.game), BOB, allow=False)
    assert (refused.game.plies, refused.game.request) == (asked.game.plies, None)


@pytest.mark.parametrize(("user", "error"), [(ANN, UndoNotYours), (CY, NotYourGame)])
async def test_only_the_opponent_answers_the_request(
    lobby: Lobby, registry: GameRegistry, user: UserId, error: type[GameError]
) -> None:
    await duel(lobby)
    await play(registry, (0, 0), (1, 1))
    asked = await registry.undo(CHANNEL, ANN)
    with pytest.raises(error):
        await registry.answer_undo(press(asked.game), user, allow=True)


async def test_a_request_is_asked_once(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    await play(registry, (0, 0), (1, 1))
    await registry.undo(CHANNEL, ANN)
    with pytest.raises(UndoAlreadyAsked):
        await registry.undo(CHANNEL, ANN)


async def test_a_request_lapses_when_the_game_goes_on(lobby: Lobby, registry: GameRegistry, process: Core) -> None:
    await duel(lobby)
    await play(registry, (0, 0), (1, 1))
    asked = (await registry.undo(CHANNEL, ANN)).game
    await process.channels.note_request(asked, MessageId(55))
    played_on = await registry.mark(CHANNEL, ANN, Cell(2, 2))
    assert played_on.before.request is not None
    assert played_on.before.request.message == MessageId(55)
    with pytest.raises(OldBoard):
        await registry.answer_undo(press(asked), BOB, allow=True)


async def test_undo_does_not_reopen_a_game_beside_a_live_one(lobby: Lobby, registry: GameRegistry) -> None:
    first = await duel(lobby)
    won = (await play(registry, *X_WINS)).game
    await duel(lobby)
    with pytest.raises(OldBoard):
        await registry.undo(press(first, len(won.plies)), ANN)


# -- ends


async def test_a_rematch_with_the_computer_starts_at_once(lobby: Lobby, registry: GameRegistry) -> None:
    await solo(lobby)
    ended = (await registry.resign(CHANNEL, ANN)).game
    again = await lobby.rematch(press(ended), ANN)
    assert isinstance(again, Update)
    assert (again.game.x, again.game.o) == (ended.x, ended.o)


async def test_a_rematch_between_people_swaps_player_1(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    ended = (await play(registry, *X_WINS)).game
    again = await lobby.rematch(press(ended), ANN)
    assert isinstance(again, NewChallenge)
    game = (await lobby.accept(CHANNEL, again.challenge.id, BOB)).game
    assert (game.x, game.o) == (Human(BOB), Human(ANN))


async def test_an_outsider_gets_no_rematch(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    ended = (await play(registry, *X_WINS)).game
    with pytest.raises(NotYourGame):
        await lobby.rematch(press(ended), CY)


# -- the expert


async def thinking(process: Core, experts: Deliberate) -> tuple[Game, asyncio.Task[Update | None]]:
    """Ann has moved against an expert, who thinks."""
    experts.may_answer.clear()
    game = await solo(process.lobby, level=Level.EXPERT)
    update = await process.registry.mark(press(game), ANN, Cell(1, 1))
    task = asyncio.create_task(process.registry.reply(update.game))
    while not experts.asked:
        await asyncio.sleep(0)
    return update.game, task


async def test_the_move_is_saved_before_the_expert_thinks(
    process: Core, registry: GameRegistry, experts: Deliberate
) -> None:
    game, task = await thinking(process, experts)
    assert game.plies == (Cell(1, 1),)
    assert game.awaits_computer
    experts.may_answer.set()
    update = await task
    assert update
    assert update.choice
    assert len(update.game.plies) == 2
    assert (await registry.view(CHANNEL, ANN)).game.plies == update.game.plies


async def test_while_the_expert_thinks_other_moves_are_refused(
    process: Core, registry: GameRegistry, experts: Deliberate
) -> None:
    game, task = await thinking(process, experts)
    with pytest.raises(ComputerThinking):
        await registry.mark(press(game), ANN, Cell(0, 0))
    with pytest.raises(ComputerThinking):
        playing.check_turn((await registry.view(press(game), ANN)).game, ANN)
    experts.may_answer.set()
    assert await task


async def test_a_position_is_thought_about_once(process: Core, registry: GameRegistry, experts: Deliberate) -> None:
    game, task = await thinking(process, experts)
    assert await registry.reply(game) is None
    assert experts.asked == 1
    experts.may_answer.set()
    assert await task


async def test_a_position_that_was_answered_is_not_answered_again(
    process: Core, registry: GameRegistry, experts: Deliberate
) -> None:
    game, task = await thinking(process, experts)
    experts.may_answer.set()
    assert await task
    assert await registry.reply(game) is None
    assert len((await registry.view(CHANNEL, ANN)).game.plies) == 2


@pytest.mark.parametrize("act", [GameRegistry.undo, GameRegistry.resign], ids=["undo", "resign"])
async def test_a_reply_to_a_position_that_is_gone_is_dropped(
    act: Callable[[GameRegistry, Target, UserId], Awaitable[Update]],
    process: Core,
    registry: GameRegistry,
    experts: Deliberate,
) -> None:
    game, task = await thinking(process, experts)
    after = (await act(registry, press(game), ANN)).game
    experts.may_answer.set()
    assert await task is None
    assert (await registry.view(CHANNEL, ANN)).game == after


async def test_after_an_undo_the_next_move_is_answered(
    process: Core, registry: GameRegistry, experts: Deliberate
) -> None:
    game, task = await thinking(process, experts)
    await registry.undo(press(game), ANN)
    moved = (await registry.mark(CHANNEL, ANN, Cell(0, 0))).game
    second = asyncio.create_task(registry.reply(moved))
    experts.may_answer.set()
    assert await task is None
    update = await second
    assert update
    assert update.game.plies[0] == Cell(0, 0)


async def test_games_that_wait_for_the_expert_are_found_after_a_restart(
    lobby: Lobby, process: Core, registry: GameRegistry, experts: Deliberate, store: Store
) -> None:
    game, task = await thinking(process, experts)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await solo(lobby, place=THERE, level=Level.EXPERT)
    assert await store.awaiting_computer() == [game]
    experts.may_answer.set()
    assert await registry.reply(game)
    assert await store.awaiting_computer() == []


async def test_live_games_are_counted_until_they_end(lobby: Lobby, registry: GameRegistry, store: Store) -> None:
    await solo(lobby, place=THERE)
    await duel(lobby)
    assert await store.live_games() == 2
    await registry.resign(CHANNEL, ANN)
    assert await store.live_games() == 1
