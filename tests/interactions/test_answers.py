"""Answers with pictures: how long they wait, their alt text, and where no files may be attached."""

import io
from types import SimpleNamespace
from typing import Any
from unittest import mock

import discord
import pytest

from bot import deadlines
from bot.game.games import UserId
from bot.interactions.answers import Answer, files, with_picture
from bot.messages.drafts import Draft, Pictured
from bot.messages.translator import translator
from tests.messages.refused import game

ARRIVED = 100.0


@pytest.mark.parametrize("is_first", [True, False])
async def test_only_the_first_answer_has_a_deadline_for_its_picture(is_first: bool) -> None:
    orders: list[tuple[UserId, float | None]] = []

    async def picture(_: Draft, user: UserId, until: float | None) -> None:
        orders.append((user, until))

    async def send(**_: object) -> Any:
        return SimpleNamespace(message_id=1, id=1)

    response = SimpleNamespace(is_done=lambda: not is_first, send_message=send)
    interaction: Any = SimpleNamespace(
        response=response, followup=SimpleNamespace(send=send), user=SimpleNamespace(id=7)
    )
    pictures: Any = SimpleNamespace(board=picture)
    await Answer(interaction, pictures, lambda: ARRIVED).post(Draft("", pictured=Pictured(game().board, None)))
    assert orders == [(7, ARRIVED + deadlines.PICTURE.total_seconds() if is_first else None)]


def test_the_alt_text_of_a_picture_is_in_the_language_of_its_game() -> None:
    [picture] = files(Draft("", pictured=Pictured(game().board, "pl")), b"png")
    assert translator("pl").gettext("Rows and columns count from 0.") in (picture.description or "")


@pytest.mark.parametrize(("status", "code", "tries"), [(400, 40005, 2), (403, 50013, 2), (404, 10062, 1), (503, 0, 1)])
async def test_a_refused_picture_leaves_the_board_as_text(status: int, code: int, tries: int) -> None:
    attempts: list[bool] = []

    async def send(attached: list[discord.File]) -> str:
        attempts.append(bool(attached))
        if attached:
            raise discord.HTTPException(mock.Mock(status=status, reason=""), {"code": code, "message": ""})
        return "sent"

    picture = [discord.File(io.BytesIO(b"png"), "board.png")]
    if tries == 1:
        with pytest.raises(discord.HTTPException):
            await with_picture(picture, send)
    else:
        assert await with_picture(picture, send) == "sent"
    assert attempts == [True, False][:tries]
