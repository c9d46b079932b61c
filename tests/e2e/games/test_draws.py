"""Draws by agreement, offered in a message of their own."""

import pytest

from tests.e2e.club import Act, Answer, Club, refused

OPENING = (0, 0), (1, 1)


@pytest.fixture
async def offer(club: Club) -> Answer:
    """Ann and Bob have moved, and Ann offers a draw."""
    await club.duel(m=9)
    await club.moves(*OPENING)
    offer = await club.click(club.ann, "Offer a draw")
    assert offer.text.splitlines() == ["**X** @ann vs **O** @bob · 9×9, 5 in a row", "@bob, @ann offers a draw."]
    assert (offer.private, offer.buttons) == (False, ["Accept", "Decline"])
    assert club.pinged() == [club.bob.id]
    return offer


async def test_an_accepted_offer_ends_a_rated_game_as_a_draw(offer: Answer, club: Club) -> None:
    await refused(club, club.click(club.ann, "Accept", offer), "Only your opponent can answer this request.")
    await club.click(club.bob, "Accept", offer)
    assert club.now(offer).text == "@bob accepted."
    assert club.shown.below == ["Draw: @bob accepted the offer.", "Ratings unchanged."]


async def test_a_declined_offer_can_be_repeated_after_ten_moves(offer: Answer, club: Club) -> None:
    await club.click(club.bob, "Decline", offer)
    assert club.now(offer).text == "@bob declined the draw."
    board = (await club.slash(club.ann, "board")).message
    assert "Offer a draw" not in (await club.click(club.ann, "⋯ More", board)).buttons
    assert "Offer a draw" in (await club.click(club.bob, "⋯ More", board)).buttons
    for number in range(10):  # no five in a row
        await club.slash(club.ann, "move", i=2 + number // 4, j=2 * (number % 4))
        await club.slash(club.bob, "move", i=2 + number // 4, j=2 * (number % 4) + 1)
    assert "Offer a draw" in (await club.click(club.ann, "⋯ More")).buttons


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda c: c.slash(c.ann, "move", i=2, j=2), "The game went on, so the draw offer lapsed."),
        (lambda c: c.resign(c.bob), "The game is over, so the draw offer lapsed."),
        (lambda c: c.click(c.bob, "Offer a draw", c.board), "@bob accepted."),
    ],
)
async def test_an_offer_is_void_after_the_next_move(act: Act, words: str, offer: Answer, club: Club) -> None:
    club.board = (await club.slash(club.cy, "board")).message  # pyright: ignore[reportAttributeAccessIssue]
    await act(club)
    assert (club.now(offer).text, club.now(offer).buttons) == (words, [])


async def test_an_undo_waits_for_the_answer_to_an_offer(offer: Answer, club: Club) -> None:
    await refused(club, club.slash(club.ann, "undo"), "@bob hasn't answered yet: ")
    assert "**@ann offers a draw**" in (await club.slash(club.bob, "games")).text
    await club.restart()
    await club.click(club.bob, "Accept", offer)
    assert "Draw: @bob accepted the offer." in club.shown.text


async def test_no_draw_is_offered_to_the_computer_or_before_both_have_moved(club: Club) -> None:
    await club.slash(club.ann, "new", m=9, ai="easy")
    await club.slash(club.ann, "move", i=4, j=4)
    assert "Offer a draw" not in (await club.click(club.ann, "⋯ More")).buttons
    await club.duel(m=9)
    assert "Offer a draw" not in (await club.click(club.ann, "⋯ More")).buttons
    words = "You can offer a draw only to a person, and only once you have both moved."
    game = await club.game()
    await refused(
        club, club.press(club.ann, f"ttt:{game.id}:0:offer", await club.planted(f"ttt:{game.id}:0:offer")), words
    )


async def test_an_undo_that_was_declined_is_not_asked_for_again_at_once(club: Club) -> None:
    await club.duel()
    await club.moves(*OPENING)
    request = await club.slash(club.ann, "undo")
    await club.click(club.bob, "Decline", request)
    words = "@bob declined your undo request. You can ask again after your next move."
    await refused(club, club.slash(club.ann, "undo"), words)
    await club.slash(club.ann, "move", i=2, j=2)
    await club.slash(club.bob, "move", i=2, j=1)
    assert (await club.slash(club.ann, "undo")).buttons == ["Allow", "Decline"]


async def test_a_second_decline_changes_nothing(offer: Answer, club: Club) -> None:
    shown = club.now(offer)
    await club.click(club.bob, "Decline", offer)
    game = await club.game()
    planted = await club.planted(f"ttt:{game.id}:2:decline", instead_of=shown.message)
    await club.press(club.bob, f"ttt:{game.id}:2:decline", planted)
    assert (await club.game()).message == game.message
    assert club.now(offer).text == "@bob declined the draw."


async def test_a_declined_undo_is_forgotten_with_its_move(club: Club) -> None:
    await club.duel()
    await club.moves(*OPENING)
    await club.click(club.bob, "Decline", await club.slash(club.ann, "undo"))
    await club.slash(club.bob, "undo")
    await club.slash(club.ann, "undo")
    await club.moves((2, 2), (2, 1))
    assert (await club.slash(club.ann, "undo")).buttons == ["Allow", "Decline"]
