"""Every kind of button, in every state of a game, by player, opponent and outsider: one answer, the right words."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
import pytest

from tests.e2e.club import Club


async def fresh(club: Club) -> None:
    await club.duel()


async def one_ply(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0))


async def asked(club: Club) -> None:
    """Ann asked to take (0, 0) back after Bob's reply."""
    await club.duel()
    await club.moves((0, 0), (1, 1))
    await club.slash(club.ann, "undo")


async def dead(club: Club) -> None:
    """Nobody can win any more, Ann to move."""
    await club.duel(m=2, n=3, k=3)
    await club.moves((0, 0), (0, 1), (1, 0), (1, 1))


async def won(club: Club) -> None:
    await club.duel(k=2)
    await club.moves((0, 0), (1, 0), (0, 1))


async def resigned(club: Club) -> None:
    await one_ply(club)
    await club.resign(club.bob)


State = Callable[[Club], Awaitable[None]]
YOURS, TURN, OLD = "This isn't your game", "It isn't your turn", "That board is out of date"
OVER = "That game is over"
FREE = "End this game without a result?"
AS_A_DRAW = "End this game as a draw?"
SURE = "Resign?"
NOT_DEAD, BUSY, NOTHING = "Someone can still complete a line", "There's already a game", "There's nothing to undo"

# For each state and button: what ann, bob and cy are told, or None where it is done.
MATRIX: dict[State, dict[str, tuple[str | None, str | None, str]]] = {
    fresh: {
        "mark:2:2": (None, TURN, YOURS),
        "form": (None, TURN, YOURS),
        "undo": (NOTHING, NOTHING, YOURS),
        "resign": (FREE, FREE, YOURS),
        "giveup": (None, None, YOURS),
        "draw": (NOT_DEAD, NOT_DEAD, YOURS),
        "rematch": (BUSY, BUSY, YOURS),
        "allow": (OLD, OLD, OLD),
        "refuse": (OLD, OLD, OLD),
    },
    one_ply: {
        "mark:2:2": (TURN, None, YOURS),
        "mark:0:0": (TURN, "(0, 0) is taken by @ann (X)", YOURS),
        "mark:7:7": (TURN, "(7, 7) is off the board", YOURS),
        "form": (TURN, None, YOURS),
        "undo": (None, NOTHING, YOURS),
    },
    asked: {
        "mark:2:2": (None, TURN, YOURS),
        "undo": ("hasn't answered yet", None, YOURS),
        "allow": ("Only your opponent can answer", None, YOURS),
        "refuse": ("Only your opponent can answer", None, YOURS),
    },
    dead: {
        "mark:1:2": (None, TURN, YOURS),
        "draw": (AS_A_DRAW, AS_A_DRAW, YOURS),
        "calldraw": (None, None, YOURS),
        "resign": (SURE, SURE, YOURS),
    },
    won: {
        "mark:2:2": (OVER, OVER, YOURS),
        "form": (OVER, OVER, YOURS),
        "undo": (None, None, YOURS),
        "resign": (OVER, OVER, YOURS),
        "giveup": (OVER, OVER, YOURS),
        "draw": (OVER, OVER, YOURS),
        "rematch": (None, None, YOURS),
        "allow": (OLD, OLD, OLD),
    },
    resigned: {
        "undo": (OVER, OVER, YOURS),
        "refuse": (OLD, OLD, OLD),
    },
}
NAMES = ("ann", "bob", "cy")


async def reach(club: Club, state: State) -> discord.Message:
    """Reach a state in a channel of its own, and return a message there that is older than its board."""
    await club.env.advance_time(60)  # in which one may begin only some games
    club.channel = club.guild.create_text_channel("another")
    older = await club.planted("ttt:")
    await state(club)
    return older


async def planted(club: Club, button: str, older: discord.Message | None, ply: int = 0) -> tuple[str, discord.Message]:
    """Plant a button of the current ply, or of an earlier one, by default in a message that is the newest then."""
    game = await club.game()
    custom_id = f"ttt:{game.id}:{len(game.plies) + ply}:{button}"
    return custom_id, await club.planted(custom_id, instead_of=older)


@pytest.mark.parametrize("state", MATRIX)
async def test_every_press_has_one_answer(state: State, club: Club) -> None:
    older = await reach(club, state)
    for button, answers in MATRIX[state].items():
        custom_id, message = await planted(club, button, older)
        for name, words in zip(NAMES, answers, strict=True):
            before = await club.state()
            answer = await club.press(getattr(club, name), custom_id, message)
            assert club.callbacks(answer.result) == 1
            if words is None:
                assert not answer.private, (button, name)
                assert (await club.state()) != before or answer.result.modal, (button, name)
                older = await reach(club, state)
                custom_id, message = await planted(club, button, older)
            else:
                assert words in answer.text, (button, name)
                assert answer.private, (button, name)
                assert await club.state() == before, (button, name)


@pytest.mark.parametrize("state", [asked, won])
async def test_every_button_of_an_earlier_ply_is_old(state: State, club: Club) -> None:
    older = await reach(club, state)
    for button in MATRIX[state].keys() - {"giveup"}:
        custom_id, message = await planted(club, button, older, -1)
        before = await club.state()
        for name in NAMES:
            answer = await club.press(getattr(club, name), custom_id, message)
            assert OLD in answer.text, (button, name)
            assert answer.private, (button, name)
            assert club.callbacks(answer.result) == 1
        assert await club.state() == before, button


@pytest.mark.parametrize("state", [asked, won])
async def test_a_press_on_the_newest_message_redraws_an_outdated_board(state: State, club: Club) -> None:
    await reach(club, state)
    game = await club.game()
    for button in MATRIX[state].keys() - {"giveup", "allow", "refuse"}:
        for name in ("ann", "cy"):
            custom_id, newest = await planted(club, button, None, -1)
            answer = await club.press(getattr(club, name), custom_id, newest)
            assert answer.text.startswith("**X**"), (button, name)
            assert not answer.private
            assert answer.message is not None
            assert answer.message.id == newest.id
            assert club.callbacks(answer.result) == 1
            assert replace(await club.game(), message=None) == replace(game, message=None)
