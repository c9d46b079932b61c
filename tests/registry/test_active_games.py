"""What waits for a person: their moves, and questions that they can still answer."""

import pytest

from bot.core import Core
from bot.game.errors import PlayerDeleted
from bot.game.requests import ActiveGame
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.registry import GameRegistry
from bot.registry.timekeeper import Timekeeper
from tests.people import ANN, BOB, CHANNEL, duel, play, press


@pytest.fixture
def timekeeper(process: Core) -> Timekeeper:
    return process.timekeeper


async def listed(timekeeper: Timekeeper) -> list[ActiveGame]:
    """What Ann's list has."""
    return list((await timekeeper.active_games(ANN)).games)


async def asked_after_the_end(lobby: Lobby, registry: GameRegistry) -> None:
    """Bob has lost, and asks Ann to take moves back."""
    await duel(lobby)
    won = await play(registry, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    await registry.undo(press(won.game), BOB)


async def test_a_question_after_the_end_waits(lobby: Lobby, registry: GameRegistry, timekeeper: Timekeeper) -> None:
    await asked_after_the_end(lobby, registry)
    [game] = await listed(timekeeper)
    assert game.asks
    await registry.answer_undo(CHANNEL, ANN, allow=False)
    assert await listed(timekeeper) == []


async def test_a_question_lapses_with_the_next_game(process: Core, timekeeper: Timekeeper) -> None:
    await asked_after_the_end(process.lobby, process.registry)
    new = await duel(process.lobby)
    assert [game.id for game in await listed(timekeeper)] == [new.id]
    await process.registry.resign(CHANNEL, BOB)
    assert await listed(timekeeper) == []


@pytest.mark.parametrize("is_live", [True, False])
async def test_nobody_waits_for_an_answer_to_somebody_forgotten(
    lobby: Lobby, registry: GameRegistry, privacy: Privacy, timekeeper: Timekeeper, *, is_live: bool
) -> None:
    if is_live:
        await duel(lobby)
        await registry.undo(press((await play(registry, (0, 0), (1, 1), (2, 2))).game), BOB)
    else:
        await asked_after_the_end(lobby, registry)
    [game] = await listed(timekeeper)
    assert game.asks
    await privacy.forget(BOB)
    assert await listed(timekeeper) == []
    with pytest.raises(PlayerDeleted):
        await registry.undo(CHANNEL, ANN)
