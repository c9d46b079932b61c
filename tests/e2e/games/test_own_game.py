"""A channel that is busy with a game of one's own: what one is told, and what one can press."""

from typing import Any

import pytest

from bot.game.games import Computer, Ending, Human, Level, UserId
from engine import Rules
from tests.e2e.club import Answer, Club, buttons, refused

END, IN_THREAD = "End it, start new", "Play in a thread"


def link_of(shown: Answer) -> str | None:
    """Return where the button Go to the game leads."""
    [link] = [button.url for button in buttons(shown.message) if button.label == "Go to the game"]
    return link


async def test_the_refusal_says_what_i_may_do(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    board = club.newest
    await refused(
        club,
        lambda c: c.slash(c.ann, "new", ai="classic"),
        "You are already playing the computer here: 3×3, 3 in a row. Keep playing that game, or end it without a "
        "result and start the new one. You can also play in another channel or a thread.",
        whole=True,
    )
    shown = await club.slash(club.ann, "new", ai="classic")
    assert shown.buttons == ["Go to the game", END, IN_THREAD]
    assert link_of(shown) == board.jump_url


async def test_a_solo_game_gives_way_to_what_was_asked_for(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    board, old = club.newest, await club.game()
    shown = await club.slash(club.ann, "new", m=5, k=4, ai="classic", first="computer")
    closed = await club.click(club.ann, END, shown.message)
    assert closed.text == "Your game has begun."
    game = await club.game()
    assert (game.rules, game.x, len(game.plies)) == (Rules(5, 5, 4), Computer(Level.CLASSIC), 1)
    assert "**X** the computer (classic)" in club.newest.content
    ended = await club.store.game(old.id)
    assert ended
    assert ended.result
    assert ended.result.ending is Ending.STOPPED
    board = await club.message(board.id)
    assert board.content.endswith(f"<@{club.ann.id}> ended the game. No result.")
    assert board.components == []


async def test_an_opponent_is_told_of_the_end(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0))
    shown = await club.slash(club.ann, "new", opponent=club.cy)
    await club.click(club.ann, END, shown.message)
    ended, begun = club.latest(2)
    assert ended.content.endswith(f"<@{club.ann.id}> ended the game. No result.")
    sent: list[Any] = [entry.json for entry in club.env.http_requests if "ended the game" in str(entry.json)]
    assert [message["allowed_mentions"]["users"] for message in sent] == [[club.bob.id]]
    assert "challenges you" in begun.content


async def test_a_rated_game_that_both_have_begun_can_not_be_ended_so(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0), (1, 1))
    words = "You are already playing @bob here: 3×3, 3 in a row. This game is rated and you have both moved"
    await refused(club, lambda c: c.slash(c.ann, "new", opponent=c.cy), words)
    assert (await club.slash(club.ann, "new", opponent=club.cy)).buttons == ["Go to the game", IN_THREAD]


async def test_start_of_the_menu_offers_it_as_well(club: Club) -> None:
    menu = await club.slash(club.ann, "new")
    await club.duel()
    shown = await club.click(club.ann, "Find an opponent", menu.message)
    assert shown.buttons == ["Go to the game", END, IN_THREAD]
    await club.click(club.ann, END, shown.message)
    assert "is looking for an opponent" in club.newest.content


@pytest.mark.parametrize(("who", "label"), [("bob", "Join"), ("ann", "Play the computer")])
async def test_a_challenge_is_answered_once_the_own_game_has_ended(who: str, label: str, club: Club) -> None:
    person = getattr(club, who)
    await club.slash(club.ann, "new", m=4)
    question = club.newest
    await (club.duel_of(club.bob, club.cy) if who == "bob" else club.slash(club.ann, "new", ai="easy"))
    shown = await club.click(person, label, question)
    assert shown.buttons == ["Go to the game", END, IN_THREAD]
    await club.click(person, END, shown.message)
    game = await club.game()
    assert game.rules == Rules(4, 4, 4)
    assert game.o == (Human(UserId(club.bob.id)) if who == "bob" else Computer(Level.CLASSIC))
    closed = await club.message(question.id)
    words = f"<@{club.bob.id}> joined." if who == "bob" else f"<@{club.ann.id}> is playing the computer."
    assert (closed.content, closed.components) == (words, [])


async def test_the_button_of_a_stranger_ends_nothing(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    game = await club.game()
    planted = await club.planted(f"ttt:end:{game.id}:new:play:3:3:3:easy:me", "ttt:end:99:c1:accept")
    act = f"ttt:end:{game.id}:new:play:3:3:3:easy:me"
    await refused(club, lambda c: c.press(c.bob, "ttt:end:99:c1:accept", planted), "That challenge is gone.")
    await club.press(club.bob, act, planted)  # which starts his own
    assert await club.store.game(game.id) == game
