"""What people may not do: one private sentence, and nothing changes."""

from typing import Any

import pytest

from tests.e2e.club import Act, Club, refused

BEFORE_ANY_GAME: list[tuple[str, Act, str]] = [
    (
        "move",
        lambda c: c.slash(c.ann, "move", i=0, j=0),
        "There is no game here yet. Start one, for example with `/ttt",
    ),
    ("undo", lambda c: c.slash(c.ann, "undo"), "There is no game here yet"),
    ("board", lambda c: c.slash(c.ann, "board"), "There is no game here yet"),
    ("resign", lambda c: c.slash(c.ann, "resign"), "There is no game here yet"),
    ("end", lambda c: c.slash(c.ann, "end"), "There is no game here yet"),
    (
        "k too long",
        lambda c: c.slash(c.ann, "new", m=3, n=4, k=5),
        "5 in a row doesn't fit on 3×4. Choose `k` from 2 to 4.",
    ),
    ("yourself", lambda c: c.slash(c.ann, "new", opponent=c.ann), "You can't challenge yourself"),
    ("both", lambda c: c.slash(c.ann, "new", ai="easy", opponent=c.bob), "Choose either `ai` or `opponent`, not both."),
    ("a bot", lambda c: c.slash(c.ann, "new", opponent=c.other_bot()), "You can't challenge another bot."),
]


@pytest.mark.parametrize(
    ("act", "words"), [row[1:] for row in BEFORE_ANY_GAME], ids=[row[0] for row in BEFORE_ANY_GAME]
)
async def test_where_no_game_is(act: Act, words: str, club: Club) -> None:
    await refused(club, act, words)


DURING_A_GAME: list[tuple[str, Act, str]] = [
    ("not your turn", lambda c: c.slash(c.bob, "move", i=1, j=1), "It isn't your turn. @ann (X) moves next."),
    (
        "not your game",
        lambda c: c.slash(c.cy, "move", i=1, j=1),
        "This isn't your game. The game is between @ann and @bob.",
    ),
    ("not yours to undo", lambda c: c.slash(c.cy, "undo"), "This isn't your game"),
    ("not yours to resign", lambda c: c.slash(c.cy, "resign"), "This isn't your game"),
    ("not yours to end", lambda c: c.slash(c.cy, "end"), "Only members with the **Manage Messages** permission"),
    ("not to be ended without a result", lambda c: c.slash(c.ann, "end"), "give up with `/ttt resign`, or ask"),
    ("taken", lambda c: c.slash(c.ann, "move", i=0, j=1), "(0, 1) is taken by @bob (O). Choose an empty cell."),
    (
        "off the board",
        lambda c: c.slash(c.ann, "move", i=3, j=0),
        "off the board: rows go from 0 to 2, columns from 0 to 3.",
    ),
    (
        "busy",
        lambda c: c.slash(c.cy, "new", opponent=c.bob),
        "This channel is busy with a game between @ann and @bob (3×4, 4 in a row)",
    ),
    ("busy for a challenge", lambda c: c.slash(c.cy, "new", opponent=c.ann), "This channel is busy"),
    ("tap of the other", lambda c: c.tap(c.bob, 1, 1), "It isn't your turn"),
    ("tap of an outsider", lambda c: c.tap(c.cy, 1, 1), "This isn't your game"),
    ("resign by an outsider", lambda c: c.slash(c.cy, "resign"), "This isn't your game"),
    ("undo by an outsider", lambda c: c.click(c.cy, "Undo"), "This isn't your game"),
]


@pytest.mark.parametrize(("act", "words"), [row[1:] for row in DURING_A_GAME], ids=[row[0] for row in DURING_A_GAME])
async def test_during_a_game(act: Act, words: str, club: Club) -> None:
    await club.duel(m=3, n=4, k=4)
    await club.moves((0, 0), (0, 1))
    await refused(club, act, words)


@pytest.mark.parametrize("text", [" ", "x", "3", "1 2 3", "a b", "1.5 2", "c1 r2", "1e3 2"])
async def test_the_form_explains_what_it_takes(text: str, club: Club) -> None:
    await club.duel(m=6)
    read = f"I couldn't read `{text}` as a cell." if text.strip() else "You didn't enter a cell."
    await refused(club, lambda c: c.fill_form(c.ann, text), f"{read} Type the row, then the column: ")


async def test_a_busy_channel_links_the_board_and_says_when_anyone_may_end_it(club: Club) -> None:
    await club.duel()
    answer = await club.slash(club.cy, "new", opponent=club.bob)
    assert f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{club.newest.id}" in answer.text
    ends = int(club.env.now().timestamp()) + 24 * 60 * 60
    assert f"<t:{ends}:R>" in answer.text


async def test_anyone_may_end_a_game_that_has_rested(club: Club) -> None:
    await club.duel()
    await club.env.advance_time(24 * 60 * 60 + 1)
    answer = await club.slash(club.cy, "end")
    assert f"<@{club.cy.id}> ended the game. No result." in answer.text
    assert not answer.private


async def test_members_who_may_manage_messages_may_end_a_game(club: Club) -> None:
    moderator = club.member("mo", manage_messages=True)
    await club.duel()
    await club.moves((0, 0), (1, 1))
    assert "ended the game" in (await club.slash(moderator, "end")).text


async def test_a_member_can_be_challenged_only_where_the_bot_is(club: Club) -> None:
    dora: Any = club.env.create_user("dora")
    answer = await club.slash(dora, "new", opponent=club.other_user())
    assert "You can challenge a member only in a server where this bot is installed." in answer.text
    assert answer.private
