"""Phones show the form that they first saw under a custom_id, so each state of a board needs another one."""

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, Json
from tests.e2e.processes.real import shows_board

MANAGE_GUILD = 1 << 5


def values_in(form: Json) -> list[str]:
    """Return the values that a form offers or is filled in with."""
    fields = [label["component"] for label in form["components"]]
    return [option["value"] for field in fields for option in field.get("options", [])] + [
        field["value"] for field in fields if field.get("value")
    ]


@pytest.mark.usefixtures("bot")
async def test_a_form_shows_the_board_after_an_undo_and_another_move(discord: Loopback) -> None:
    await discord.slash(ANN, "new", opponent=BOB, m=7)
    [challenge] = discord.messages.values()
    board = await (await discord.press(BOB, "Accept", challenge)).follow_up()
    titles: list[str] = []
    for column in (1, 5):
        board = (await discord.slash(ANN, "move", i=3, j=column)).message
        form = await discord.press(BOB, "Move", discord.messages[board["id"]])
        titles.append(form.form["title"])
        assert (await discord.press(BOB, "Move", discord.messages[board["id"]])).form is form.form
        await discord.slash(ANN, "undo")
    assert titles == [f"Move · X took (3, {column})" for column in (1, 5)]
    await discord.slash(ANN, "move", i=3, j=1)
    form.form = form.form | {"custom_id": form.form["custom_id"].rpartition(":r")[0]}  # as released versions wrote it
    assert shows_board(await discord.fill_form(BOB, form, "0 0"))


@pytest.mark.usefixtures("bot")
async def test_the_form_of_a_server_shows_its_new_size(discord: Loopback) -> None:
    discord.member_permissions |= MANAGE_GUILD
    settings = [command for command in discord.commands if command["name"] == "ttt-settings"]
    panel = await discord.act(2, CHANNELS[0], ANN, {"id": settings[0]["id"], "type": 1, "name": "ttt-settings"})
    panel = await discord.choose(ANN, "pick", "size", panel.message)
    form = await discord.press(ANN, "Another size…", panel.message)
    assert values_in(form.form)[:2] == ["3", "3"]
    await discord.fill_form(ANN, form, "3")
    panel = await discord.choose(ANN, "size", "4x4x4", panel.message)
    assert values_in((await discord.press(ANN, "Another size…", panel.message)).form)[:2] == ["4", "4"]
