"""Who goes first, as people choose it and read it."""

from bot.game.games import UserId
from engine import Mark
from tests.e2e.club import Club


async def test_the_computer_goes_first_in_the_answer_itself(club: Club) -> None:
    answer = await club.slash(club.ann, "new", ai="classic", first="computer")
    [first] = (await club.game()).plies
    assert answer.text.startswith("**X** the computer (classic) vs **O** @ann · 3×3, 3 in a row\n")
    *_, moved, to_move = answer.below
    assert moved.startswith(f"The computer took ({first.row}, {first.col})")
    assert to_move == "Your turn, @ann (O): tap a cell."
    assert not answer.private


async def test_the_loser_to_a_computer_that_went_first_reads_who_won_and_swaps_sides_by_a_button(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", first="computer", m=4)
    ended = await club.resign(club.ann)
    assert ended.below[-1].startswith("Player 1 won: **the computer** (X). @ann resigned.")
    assert "**X** the computer (easy) vs **O**" in (await club.slash(club.ann, "replay")).text
    await club.click(club.ann, "Swap sides")
    assert "**X** @ann vs **O** the computer (easy) · 4×4" in club.shown.text
    game = await club.game()
    assert (game.side(UserId(club.ann.id)), game.plies) == (Mark.X, ())


async def test_a_challenge_says_who_goes_first(club: Club) -> None:
    for first, named, open_to_all in (
        ("me", "", ""),
        ("opponent", " @bob goes first.", " The player who joins goes first."),
        ("random", *[" A coin toss decides who goes first."] * 2),
    ):
        asked = await club.slash(club.ann, "new", opponent=club.bob, first=first)
        assert asked.text.startswith(f"@bob, @ann challenges you to a game: 3×3, 3 in a row.{named} Open until")
        asked = await club.slash(club.bob, "new", first=first)
        words = f"@bob is looking for an opponent · 3×3, 3 in a row. Who's in?{open_to_all} Open until"
        assert asked.text.startswith(words)
        assert asked.buttons == ["Join", "Play the computer", "Cancel"]
