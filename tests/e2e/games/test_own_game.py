"""New games of a user who already plays in the channel."""

from typing import Any

import pytest

from bot.game.games import Computer, Human, Level, UserId
from engine import Rules
from tests.e2e.club import Club, buttons, refused

END, IN_THREAD = "End it and start a new one", "Play in a thread"


async def test_the_refusal_says_what_the_player_may_do(club: Club) -> None:
    board = await club.slash(club.ann, "new", ai="easy")
    await refused(
        club,
        club.slash(club.ann, "new", ai="classic"),
        "You are already playing the computer here: 3×3, 3 in a row. Keep playing that game, or end it without a "
        "result and start the new one.",
        whole=True,
    )
    refusal = await club.slash(club.ann, "new", ai="classic")
    assert refusal.buttons == ["Go to the game", END, IN_THREAD]
    assert board.message
    assert buttons(refusal.message)[0].url == board.message.jump_url


async def test_a_new_game_replaces_a_solo_game(club: Club) -> None:
    board = await club.slash(club.ann, "new", ai="easy")
    refusal = await club.slash(club.ann, "new", m=5, k=4, ai="classic", first="computer", best_of=5)
    answer = await club.click(club.ann, END, refusal)
    assert answer.text == "Your game has begun."
    game = await club.game()
    assert (game.rules, game.x, len(game.plies)) == (Rules(5, 5, 4), Computer(Level.CLASSIC), 1)
    assert "**X** the computer (classic)" in club.shown.text
    assert "Game 1 of 5" in club.shown.text
    old = club.now(board)
    assert old.text.endswith("@ann ended the game. No result.")
    assert old.buttons == []


async def test_the_opponent_is_told_that_the_game_ended(club: Club) -> None:
    menu = await club.slash(club.ann, "new")
    await club.duel()
    refusal = await club.click(club.ann, "Find an opponent", menu)
    assert refusal.buttons == ["Go to the game", END, IN_THREAD]
    await club.click(club.ann, END, refusal)
    old, new = map(club.as_answer, club.latest(2))
    assert old.text.endswith("@ann ended the game. No result.")
    assert "is looking for an opponent" in new.text
    notices: list[Any] = [entry.json for entry in club.env.http_requests if "ended the game" in str(entry.json)]
    assert [message["allowed_mentions"]["users"] for message in notices] == [[club.bob.id]]


async def test_a_rated_game_in_which_both_have_moved_goes_on(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0), (1, 1))
    words = "You are already playing @bob here: 3×3, 3 in a row. This game is rated and you have both moved"
    await refused(club, club.slash(club.ann, "new", opponent=club.cy), words)
    assert (await club.slash(club.ann, "new", opponent=club.cy)).buttons == ["Go to the game", IN_THREAD]


@pytest.mark.parametrize(
    ("who", "label", "words"),
    [("bob", "Join", "@bob joined."), ("ann", "Play the computer", "@ann is playing the computer.")],
)
async def test_a_player_ends_a_game_to_answer_a_challenge(who: str, label: str, words: str, club: Club) -> None:
    person = getattr(club, who)
    question = await club.slash(club.ann, "new", m=4)
    await (club.duel_of(club.bob, club.cy) if who == "bob" else club.slash(club.ann, "new", ai="easy"))
    refusal = await club.click(person, label, question)
    assert refusal.buttons == ["Go to the game", END, IN_THREAD]
    await club.click(person, END, refusal)
    game = await club.game()
    assert game.rules == Rules(4, 4, 4)
    assert game.o == (Human(UserId(club.bob.id)) if who == "bob" else Computer(Level.CLASSIC))
    message = club.now(question)
    assert (message.text, message.buttons) == (words, [])
