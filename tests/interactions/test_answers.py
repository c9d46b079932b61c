"""Answers with pictures: how long they wait, and where no files may be attached."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import deadlines
from bot.game.games import UserId
from bot.interactions.answers import Answer, send_with_picture
from bot.messages.message import Draft
from tests.messages.refused import game

ARRIVED = 100.0


@pytest.mark.parametrize("is_first", [True, False])
async def test_only_a_first_answer_has_its_picture_by_a_time_after_the_arrival(
    is_first: bool,
) -> None:
    asked: list[tuple[UserId, float | None]] = []

    async def picture(_: Draft, user: UserId, until: float | None) -> None:
        asked.append((user, until))

    async def send(**_: object) -> Any:
        return SimpleNamespace(message_id=1, id=1)

    response = SimpleNamespace(is_done=lambda: not is_first, send_message=send)
    interaction: Any = SimpleNamespace(
        response=response, followup=SimpleNamespace(send=send), user=SimpleNamespace(id=7)
    )
    pictures: Any = SimpleNamespace(board=picture)
    await Answer(interaction, pictures, lambda: ARRIVED).post(Draft("", pictured=game()))
    assert asked == [(7, ARRIVED + deadlines.PICTURE.total_seconds() if is_first else None)]


async def test_a_message_goes_without_its_picture_if_the_bot_may_not_attach_files() -> None:
    sent: list[int] = []

    async def send(attached: list[discord.File]) -> None:
        sent.append(len(attached))
        if attached:
            response: Any = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    await send_with_picture(Draft("", pictured=game()), b"png", send)
    assert sent == [1, 0]
