"""What the board of a finished game says and offers."""

from typing import Any

from bot.game.games import Computer, Human, Level
from tests.e2e.club import Answer, Club, refused

WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


async def over(club: Club) -> Answer:
    """Ann has won against Bob."""
    await club.duel()
    return await club.moves(*WON)


def end(text: str) -> list[str]:
    """Return what stands below a board, with plain spaces."""
    return text.rsplit("```\n", maxsplit=1)[-1].replace("\N{NO-BREAK SPACE}", " ").splitlines()


async def lose_elsewhere(club: Club) -> None:
    """Ann loses another game against Bob."""
    challenge = await club.slash(club.ann, "new", opponent=club.bob, where=club.other_channel)
    await club.click(club.bob, "Accept", challenge.message)
    question = await club.slash(club.ann, "resign", where=club.other_channel)
    await club.click(club.ann, "Resign", question.message)


async def test_the_ratings_stay_what_they_were_then_after_another_game_and_a_restart(club: Club) -> None:
    card = end((await over(club)).text)
    await lose_elsewhere(club)
    await club.restart()
    assert end((await club.slash(club.cy, "board")).text) == card
    assert card[-1] == f"Ratings: <@{club.ann.id}> 1516 (**+16**), <@{club.bob.id}> 1484 (**−16**)"


async def test_an_undone_win_shows_no_ratings_and_the_next_one_begins_with_those_of_now(club: Club) -> None:
    await over(club)
    await lose_elsewhere(club)
    undone = await club.click(club.ann, "Undo")
    assert "Ratings" not in undone.text
    again = await club.moves((2, 2), (2, 1), (0, 2))
    assert end(again.text)[-1] == f"Ratings: <@{club.ann.id}> 1500 (**+17**), <@{club.bob.id}> 1500 (**−17**)"


async def test_a_game_against_the_computer_shows_no_ratings(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    assert "Ratings" not in (await club.resign(club.ann)).text


async def test_a_player_shares_the_replay_with_everybody(club: Club) -> None:
    await over(club)
    sent = replayed(await club.click(club.bob, "Replay"))
    assert not sent.ephemeral
    assert "5. " not in sent.content
    assert "3. X (0, 2)" in sent.content
    assert [file.filename for file in sent.attachments] == ["replay.gif"]
    assert club.pinged() == []


async def test_an_outsider_sees_the_replay_alone(club: Club) -> None:
    await over(club)
    assert replayed(await club.click(club.cy, "Replay")).ephemeral


async def test_the_replay_of_a_game_that_others_followed_is_still_its_own(club: Club) -> None:
    await over(club)
    card = club.newest
    await club.duel()
    sent = replayed(await club.click(club.ann, "Replay", card))
    assert sent.content.startswith("Game #1:")


def replayed(answer: Answer) -> Any:
    return answer.result.response


async def test_anyone_opens_the_menu_of_a_new_game_like_the_last_one(club: Club) -> None:
    await club.duel(m=4, k=3)
    await club.moves((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    menu = await club.click(club.cy, "New game")
    assert menu.private
    await club.click(club.cy, "Start", menu.message)
    assert f"<@{club.cy.id}> is looking for an opponent · 4×4, 3 in a row." in club.newest.content


async def test_the_menu_after_a_game_against_the_computer_offers_the_computer(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", m=4)
    await club.resign(club.ann)
    menu = await club.click(club.cy, "New game")
    await club.click(club.cy, "Start", menu.message)
    game = await club.game()
    assert (game.x, game.o, game.rules.m) == (Human(club.cy.id), Computer(Level.EASY), 4)


async def test_a_replay_of_a_game_that_is_gone_has_a_sentence(club: Club) -> None:
    planted = await club.planted("ttt:99:5:replay")
    await refused(club, lambda c: c.press(c.ann, "ttt:99:5:replay", planted), "No game with that number")


async def test_three_wins_in_a_row_are_told(club: Club) -> None:
    for told in (False, False, True):
        await club.duel()
        await club.resign(club.ann)
        assert ("🔥 3 wins in a row against people" in club.newest.content) is told
