"""The bot doesn't do for members what they may not do in a channel themselves."""

import pytest

from tests.e2e.discord import payloads, threads
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, DIRECT, GROUP, Json, buttons
from tests.e2e.processes.real import duel, shows_board, win

NO_THREADS = payloads.MEMBER & ~threads.CREATE_PUBLIC_THREADS
MUTED = payloads.MEMBER & ~payloads.SEND_MESSAGES
MUTED_IN_THREADS = payloads.MEMBER & ~threads.SEND_MESSAGES_IN_THREADS
WITHOUT_FILES = payloads.MEMBER & ~threads.ATTACH_FILES
KEPT_OUT = payloads.MEMBER & ~threads.VIEW_CHANNEL
SEND = "You need the **Send Messages** permission for that."

pytestmark = pytest.mark.usefixtures("bot")


def public(discord: Loopback) -> list[Json]:
    return [message for message in discord.messages.values() if not message["flags"] & payloads.EPHEMERAL]


def is_refusal(answer: Interaction, words: str) -> bool:
    return answer.private and answer.text.startswith(words)


async def test_nobody_gets_a_thread_that_they_may_not_create(discord: Loopback) -> None:
    discord.permissions[ANN] = NO_THREADS
    words = "You need the **Create Public Threads** permission for that."
    starts: tuple[Json, ...] = ({"ai": "easy"}, {"opponent": BOB}, {})
    for options in starts:
        assert is_refusal(await discord.slash(ANN, "new", thread=True, **options), words)
    menu = await discord.slash(ANN, "new")
    options = await discord.press(ANN, "More options…", menu.message)
    assert not [label for label in buttons(options.message) if label.startswith("Thread")]
    planted = payloads.component("ttt:new:play:3:3:3:easy:me:t", 2)
    assert is_refusal(await discord.act(3, CHANNELS[0], ANN, planted, menu.message), words)
    await duel(discord, channel=CHANNELS[0])
    busy = await discord.slash(ANN, "new", opponent=CY)
    assert "Play in a thread" not in buttons(busy.message)
    challenge = await discord.slash(CY, "new", opponent=ANN, thread=True)  # whose author may
    await (await discord.press(ANN, "Accept", challenge.message)).finish()
    assert len(discord.threads.all) == 1


async def test_nobody_posts_where_they_may_not_write(discord: Loopback) -> None:
    board = await win(discord, await duel(discord))
    challenge = await discord.slash(BOB, "new", opponent=ANN)
    open_to_all = await discord.slash(CY, "new", m=4)
    discord.permissions[ANN] = MUTED
    before = public(discord)
    starts: tuple[Json, ...] = ({"ai": "easy"}, {"opponent": CY}, {"m": 5}, {"thread": True})
    for options in starts:
        assert is_refusal(await discord.slash(ANN, "new", **options), SEND)
    for button in ("Rematch", "Share"):
        assert is_refusal(await discord.press(ANN, button, board), SEND)
    assert is_refusal(await discord.press(ANN, "Accept", challenge.message), SEND)
    assert is_refusal(await discord.press(ANN, "Join", open_to_all.message), SEND)
    assert (await discord.slash(ANN, "board")).private
    assert (await discord.slash(ANN, "top")).deferred["flags"] & payloads.EPHEMERAL
    puzzle = (await discord.slash(ANN, "puzzle")).message
    day = puzzle["components"][0]["components"][0]["custom_id"].split(":")[1]
    share = payloads.component(f"ttt:{day}:9:share", 2)
    assert is_refusal(await discord.act(3, CHANNELS[0], ANN, share, puzzle), SEND)
    menu = await discord.slash(ANN, "new")
    assert menu.private
    assert is_refusal(await discord.press(ANN, "Find an opponent", menu.message), SEND)
    assert is_refusal(await discord.on_person(ANN, "Challenge to tic-tac-toe", CY), SEND)
    assert public(discord) == before


async def test_a_replay_is_shared_only_by_those_who_may_write_and_attach_files(discord: Loopback) -> None:
    board = await win(discord, await duel(discord))
    for permissions in (MUTED, WITHOUT_FILES):
        discord.permissions[ANN] = permissions
        replay = await discord.press(ANN, "Replay", board)
        await replay.finish()
        assert replay.private
        assert "1. X (0, 0)" in replay.text
    words = "You need the **Attach Files** permission for that."
    await duel(discord, channel=CHANNELS[1])
    assert is_refusal(await discord.slash(ANN, "board", channel=CHANNELS[1], picture=True), words)
    mine = await discord.slash(ANN, "replay")
    await mine.finish()
    assert mine.private


async def test_a_muted_player_goes_on_playing(discord: Loopback) -> None:
    board = await duel(discord)
    discord.permissions[ANN] = MUTED
    answer = await discord.press(ANN, "1:1", board)
    assert answer.message["id"] == board["id"]
    assert shows_board(await discord.press(BOB, "0:0", answer.message))
    assert shows_board(await discord.slash(ANN, "move", i=2, j=2))


async def test_in_a_thread_another_permission_counts(discord: Loopback) -> None:
    post = int(discord.threads.post(CHANNELS[0], CY)["id"])
    discord.permissions = {ANN: MUTED_IN_THREADS, BOB: MUTED}
    words = "You need the **Send Messages in Threads** permission for that."
    assert is_refusal(await discord.slash(ANN, "new", channel=post, ai="easy"), words)
    assert shows_board(await discord.slash(ANN, "new", ai="easy"))
    assert shows_board(await discord.slash(BOB, "new", channel=post, ai="easy"))


async def test_nobody_is_challenged_who_cannot_answer(discord: Loopback) -> None:
    for permissions, words in ((KEPT_OUT, "can't see this channel"), (MUTED, "can't write in this channel")):
        discord.permissions[BOB] = permissions
        menu = await discord.slash(ANN, "new")
        for answer in (
            await discord.slash(ANN, "new", opponent=BOB),
            await discord.slash(ANN, "new", opponent=BOB, thread=True),
            await discord.on_person(ANN, "Challenge to tic-tac-toe", BOB),
            await discord.choose(ANN, "member", str(BOB), menu.message),
        ):
            assert answer.private
            assert words in answer.text
    assert public(discord) == []


async def test_direct_messages_and_groups_need_no_permissions(discord: Loopback) -> None:
    discord.permissions = dict.fromkeys((ANN, BOB), 0)
    assert shows_board(await discord.slash(ANN, "new", channel=DIRECT, ai="easy"))
    challenge = await discord.slash(ANN, "new", channel=GROUP, m=3)
    board = await (await discord.press(BOB, "Join", challenge.message)).follow_up()
    assert board["content"].startswith("**X**")
