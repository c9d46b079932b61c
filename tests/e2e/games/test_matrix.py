"""Every kind of button, in every state of a game, by player, opponent and outsider: one answer, the right words."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from tests.e2e.club import Club

DRAWN_OUT = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0)]


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
    """One empty cell, nobody can win, Ann to move."""
    await club.duel()
    await club.moves(*DRAWN_OUT)


async def won(club: Club) -> None:
    """Ann has won."""
    await club.duel()
    await club.moves((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


async def resigned(club: Club) -> None:
    await one_ply(club)
    await club.resign(club.bob)


State = Callable[[Club], Awaitable[None]]
YOURS, TURN, OVER, OLD = "This is not your game", "It is not your turn", "That game is over", "That board is old"
SURE = "Resign this game?"
NOT_DEAD, BUSY, NOTHING = "Somebody can still", "This channel is busy", "There is nothing to undo"

# For each state and button: what ann, bob and cy are told, or None where it is done.
MATRIX: dict[State, dict[str, tuple[str | None, str | None, str]]] = {
    fresh: {
        "mark:2:2": (None, TURN, YOURS),
        "form": (None, TURN, YOURS),
        "undo": (NOTHING, NOTHING, YOURS),
        "resign": (SURE, SURE, YOURS),
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
        "resign": (SURE, SURE, YOURS),
        "giveup": (None, None, YOURS),
        "draw": (NOT_DEAD, NOT_DEAD, YOURS),
        "rematch": (BUSY, BUSY, YOURS),
        "allow": (OLD, OLD, OLD),
    },
    asked: {
        "mark:2:2": (None, TURN, YOURS),
        "undo": ("Your opponent already has your request", None, YOURS),
        "allow": ("Only your opponent can answer", None, YOURS),
        "refuse": ("Only your opponent can answer", None, YOURS),
        "resign": (SURE, SURE, YOURS),
        "giveup": (None, None, YOURS),
        "rematch": (BUSY, BUSY, YOURS),
    },
    dead: {
        "mark:2:2": (None, TURN, YOURS),
        "undo": (None, None, YOURS),
        "draw": (None, None, YOURS),
        "resign": (SURE, SURE, YOURS),
        "giveup": (None, None, YOURS),
        "rematch": (BUSY, BUSY, YOURS),
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
        "mark:2:2": (OVER, OVER, YOURS),
        "undo": (OVER, OVER, YOURS),
        "resign": (OVER, OVER, YOURS),
        "giveup": (OVER, OVER, YOURS),
        "draw": (OVER, OVER, YOURS),
        "rematch": (None, None, YOURS),
        "refuse": (OLD, OLD, OLD),
    },
}
CASES = [
    pytest.param(state, button, who, words, id=f"{state.__name__}-{button}-{who}")
    for state, rows in MATRIX.items()
    for button, told in rows.items()
    for who, words in zip(("ann", "bob", "cy"), told, strict=True)
]


@pytest.mark.parametrize(("state", "button", "who", "words"), CASES)
async def test_every_press_has_one_answer(state: State, button: str, who: str, words: str | None, club: Club) -> None:
    older = await club.planted("ttt:")
    await state(club)
    game = await club.game()
    custom_id = f"ttt:{game.id}:{len(game.plies)}:{button}"
    planted = await club.planted(custom_id, instead_of=older)
    before = await club.state()
    answer = await club.press(getattr(club, who), custom_id, planted)
    assert club.callbacks(answer.result) == 1
    if words is None:
        assert not answer.private
        assert (await club.state()) != before or answer.result.modal
    else:
        for name in ("ann", "bob", "cy"):
            words = words.replace(f"@{name}", f"<@{getattr(club, name).id}>")
        assert words in answer.text
        assert answer.private
        assert await club.state() == before


OLD_CASES = [
    (state, button) for state in (one_ply, asked, dead, won, resigned) for button in MATRIX[state] if button != "giveup"
]


@pytest.mark.parametrize(("state", "button"), OLD_CASES, ids=[f"{s.__name__}-{b}" for s, b in OLD_CASES])
async def test_every_button_of_an_earlier_ply_is_old(state: State, button: str, club: Club) -> None:
    older = await club.planted("ttt:")
    await state(club)
    game = await club.game()
    custom_id = f"ttt:{game.id}:{len(game.plies) - 1}:{button}"
    planted = await club.planted(custom_id, instead_of=older)
    before = await club.state()
    for who in (club.ann, club.bob, club.cy):
        answer = await club.press(who, custom_id, planted)
        assert OLD in answer.text
        assert answer.private
        assert club.callbacks(answer.result) == 1
    assert await club.state() == before


ON_BOARDS = [(state, button) for state, button in OLD_CASES if button not in ("allow", "refuse")]


@pytest.mark.parametrize("who", ["ann", "cy"])
@pytest.mark.parametrize(("state", "button"), ON_BOARDS, ids=[f"{s.__name__}-{b}" for s, b in ON_BOARDS])
async def test_the_newest_message_with_an_earlier_ply_is_redrawn(
    state: State, button: str, who: str, club: Club
) -> None:
    await state(club)
    game = await club.game()
    custom_id = f"ttt:{game.id}:{len(game.plies) - 1}:{button}"
    newest = await club.planted(custom_id)
    answer = await club.press(getattr(club, who), custom_id, newest)
    assert answer.text.startswith("**X**")
    assert not answer.private
    assert answer.message is not None
    assert answer.message.id == newest.id
    assert club.callbacks(answer.result) == 1
    assert replace(await club.game(), message=None) == replace(game, message=None)
