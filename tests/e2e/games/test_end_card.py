"""The text and the buttons of a finished game's board."""

from bot.game.games import Computer, Human, Level
from tests.e2e.club import Club


async def test_the_ratings_on_a_finished_board_never_change(club: Club) -> None:
    card = (await club.win()).below
    await club.duel(where=club.other_channel)
    await club.resign(club.ann, where=club.other_channel)
    await club.restart()
    assert (await club.slash(club.cy, "board")).below == card
    assert card[-1] == "Ratings: @ann 1516 (**+16**), @bob 1484 (**−16**)"


async def test_only_a_player_shares_the_replay_with_the_channel(club: Club) -> None:
    card = await club.win()
    await club.duel()  # the replay of a game that others followed is still its own
    public, private = [await club.click(who, "Replay", card) for who in (club.bob, club.cy)]
    assert [public.private, private.private] == [False, True]
    assert public.text.startswith("Game #1:")
    assert "3. X (0, 2)" in public.text
    assert public.files == ["replay.gif"]
    assert club.pinged() == []


async def test_the_new_game_menu_repeats_the_last_settings(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", m=4, k=3)
    over = await club.resign(club.ann)
    assert "Ratings" not in over.text
    menu = await club.click(club.cy, "New game")
    assert menu.private
    await club.click(club.cy, "Play the computer", menu)
    game = await club.game()
    assert (game.x, game.o) == (Human(club.cy.id), Computer(Level.EASY))
    assert (game.rules.m, game.rules.k) == (4, 3)


async def test_the_player_who_ends_a_first_game_is_told_of_marks_once(club: Club) -> None:
    tip = "Tip: choose your own mark, such as ⭐, with `/ttt me`."
    await club.prefer(club.bob, theme="light")  # so Bob knows the panel
    first = club.last_followup(await club.win())
    assert (first.text, first.private) == (tip, True)
    await club.restart()
    again = await club.win()
    assert not again.result.followups
    await club.duel()
    await club.moves((0, 0), (0, 1), (1, 1), (0, 2))
    assert not (await club.moves((2, 2))).result.followups
    await club.duel_of(club.bob, club.cy)
    await club.slash(club.bob, "move", i=0, j=0)
    await club.slash(club.cy, "move", i=0, j=1)
    question = await club.slash(club.bob, "resign")
    assert all(sent.content != tip for sent in (await club.click(club.bob, "Resign", question)).result.followups)
