"""A refusal is one ephemeral sentence, and changes nothing."""

from tests.e2e.club import Act, Club, refused

NO_GAME, NOT_YOURS = "There is no game here yet", "This isn't your game"
NOT_FIRST = "The computer can go first only if you play against it. Add `ai`, or choose another `first`."

BEFORE_ANY_GAME: list[tuple[Act, str]] = [
    (lambda c: c.slash(c.ann, "move", i=0, j=0), f"{NO_GAME}. Start one, for example with `/ttt"),
    (lambda c: c.slash(c.ann, "undo"), NO_GAME),
    (lambda c: c.slash(c.ann, "board"), NO_GAME),
    (lambda c: c.slash(c.ann, "resign"), NO_GAME),
    (lambda c: c.slash(c.ann, "end"), NO_GAME),
    (
        lambda c: c.slash(c.ann, "new", m=3, n=4, k=5),
        "5 in a row isn't possible on 3×4. Choose 2 to 4 marks in a row (`k`).",
    ),
    (lambda c: c.slash(c.ann, "new", opponent=c.ann), "You can't challenge yourself"),
    (lambda c: c.slash(c.ann, "new", ai="easy", opponent=c.bob), "Choose either `ai` or `opponent`, not both."),
    (lambda c: c.slash(c.ann, "new", opponent=c.other_bot()), "You can't challenge another bot."),
    (lambda c: c.slash(c.ann, "new", opponent=c.bob, first="computer"), NOT_FIRST),
    (lambda c: c.slash(c.ann, "new", first="computer"), NOT_FIRST),
]

DURING_A_GAME: list[tuple[Act, str]] = [  # of Ann and Bob, in which Ann is to move
    (lambda c: c.slash(c.bob, "move", i=1, j=1), "It isn't your turn. @ann (X) moves next."),
    (lambda c: c.slash(c.cy, "move", i=1, j=1), f"{NOT_YOURS}. The game is between @ann and @bob."),
    (lambda c: c.slash(c.cy, "undo"), NOT_YOURS),
    (lambda c: c.slash(c.cy, "resign"), NOT_YOURS),
    (lambda c: c.slash(c.cy, "end"), "Only members with the **Manage Messages** permission"),
    (lambda c: c.slash(c.ann, "end"), "give up with `/ttt resign`, or ask"),
    (lambda c: c.slash(c.ann, "move", i=0, j=1), "(0, 1) is taken by @bob (O). Choose an empty cell."),
    (lambda c: c.slash(c.ann, "move", i=3, j=0), "off the board: rows go from 0 to 2, columns from 0 to 3."),
    (
        lambda c: c.slash(c.cy, "new", opponent=c.bob),
        "There's already a game in this channel, between @ann and @bob (3×4, ",
    ),
]


async def test_actions_without_a_game_are_refused(club: Club) -> None:
    for act, words in BEFORE_ANY_GAME:
        await refused(club, act(club), words)


async def test_impossible_actions_during_a_game_are_refused(club: Club) -> None:
    await club.duel(m=3, n=4, k=4)
    await club.moves((0, 0), (0, 1))
    for act, words in DURING_A_GAME:
        await refused(club, act(club), words)


async def test_a_busy_channel_says_when_anyone_may_end_its_game(club: Club) -> None:
    await club.duel()
    answer = await club.slash(club.cy, "new", opponent=club.bob)
    assert club.newest.jump_url in answer.text
    day = 24 * 60 * 60
    assert f"<t:{int(club.env.now().timestamp()) + day}:R>" in answer.text
    await club.env.advance_time(day + 1)
    answer = await club.slash(club.cy, "end")
    assert "@cy ended the game. No result." in answer.text
    assert not answer.private


async def test_members_who_may_manage_messages_may_end_a_game(club: Club) -> None:
    moderator = club.member("mo", manage_messages=True)
    await club.duel()
    await club.moves((0, 0), (1, 1))
    assert "ended the game" in (await club.end(moderator)).text
