"""One wish has one effect, one message and one ping, however often it is made; two wishes that meet are one."""

from typing import Any

from tests.e2e.club import Answer, Club, buttons
from tests.e2e.processes.real import until


def public(club: Club) -> int:
    return len(club.latest(100))


async def test_a_tap_and_the_same_command_post_one_challenge(club: Club) -> None:
    await club.click(club.ann, "Find an opponent", await club.slash(club.ann, "new"))
    [offered] = club.latest(100)
    again = await club.slash(club.ann, "new", m=3)
    assert (again.private, again.text) == (True, f"@ann's challenge (3×3, 3 in a row) is open. {offered.jump_url}")


async def test_a_challenge_whose_message_was_deleted_is_posted_again(club: Club) -> None:
    offered = await club.slash(club.ann, "new", opponent=club.bob)
    assert offered.message
    await offered.message.delete()
    again = await club.slash(club.ann, "new", opponent=club.bob)
    assert again.text == offered.text
    await club.click(club.bob, "Accept", again)
    assert "Your turn, @ann" in club.shown.text


async def test_crossing_challenges_are_one_game(club: Club) -> None:
    offered = await club.slash(club.ann, "new", opponent=club.bob)
    board = await club.slash(club.bob, "new", opponent=club.ann)
    assert board.text.startswith("**X** @ann vs **O** @bob")
    assert club.pinged() == [club.ann.id]
    await until(lambda: not club.now(offered).buttons)
    assert club.now(offered).text == "@ann's challenge (3×3, 3 in a row) was accepted."


async def test_crossing_challenges_with_a_thread_are_one_game_in_it(club: Club) -> None:
    offered = await club.slash(club.ann, "new", opponent=club.bob, thread=True)
    begun = await club.slash(club.bob, "new", opponent=club.ann, thread=True)
    [thread] = club.channel.threads
    assert begun.text == f"Your game has begun in <#{thread.id}>."
    await until(lambda: not club.now(offered).buttons)


async def test_two_rematch_requests_start_one_game(club: Club) -> None:
    card = await club.win()
    asked = await club.click(club.bob, "Rematch", card)
    assert asked.text.startswith("@ann, @bob wants a rematch. @bob goes first. Open until <t:")
    assert asked.text.endswith("\n3×3, 3 in a row")
    assert club.pinged() == [club.ann.id]
    begun = await club.click(club.ann, "Rematch", card)
    assert begun.text.startswith("**X** @bob vs **O** @ann")
    assert club.pinged() == [club.bob.id]
    await until(lambda: not club.now(asked).buttons)


async def test_a_rematch_tells_who_goes_first(club: Club) -> None:
    asked = await club.click(club.ann, "Rematch", await club.win())
    assert asked.text.startswith("@bob, @ann wants a rematch. You go first. Open until <t:")
    await club.click(club.bob, "Accept", asked)
    assert "Your turn, @bob (X)" in club.shown.text


async def test_a_game_closes_the_other_offers_between_its_players(club: Club) -> None:
    larger = await club.slash(club.bob, "new", opponent=club.ann, m=4)
    await club.duel()
    await until(lambda: not club.now(larger).buttons)
    closed = "@bob's challenge (4×4, 4 in a row) is closed: the two players have started another game."
    assert club.now(larger).text == closed


async def test_a_replaced_offer_links_to_the_open_one(club: Club) -> None:
    await club.slash(club.ann, "new", m=4)
    newer = await club.slash(club.ann, "new", m=5)
    lost = await club.planted("ttt:c1:join")  # an offer that kept its buttons
    answer = club.last_followup(await club.press(club.cy, "ttt:c1:join", lost))
    assert newer.message
    replaced = "@ann replaced the challenge (4×4, 4 in a row) with a newer one."
    assert answer.text == f"{replaced} {newer.message.jump_url}"


async def test_a_result_is_shared_once(club: Club) -> None:
    card = await club.win()
    shared = await club.click(club.ann, "Share", card)
    assert not shared.private
    assert shared.message
    before = public(club)
    for who in (club.ann, club.bob):
        again = await club.click(who, "Share", card)
        assert (again.private, again.text) == (True, shared.message.jump_url)
    assert public(club) == before


async def test_a_replay_is_shared_once(club: Club) -> None:
    card = await club.win()
    replays: list[Answer] = [await club.click(who, "Replay", card) for who in (club.ann, club.bob)]
    assert [replay.private for replay in replays] == [False, True]
    assert replays[1].files == ["replay.gif"]


async def test_the_puzzle_is_posted_once(club: Club, chief: Any) -> None:
    first, second = [await club.slash(chief, "puzzle", post="here") for _ in range(2)]
    [post] = club.latest(100)
    assert "Solve it" in [button.label for button in buttons(post)]
    assert first.private
    assert second.private
    await club.slash(chief, "puzzle", post="off")
    await club.slash(chief, "puzzle", post="here")
    assert public(club) == 1


async def test_a_thread_for_a_solo_game_is_opened_once(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", thread=True)
    [thread] = club.channel.threads
    again = await club.slash(club.ann, "new", ai="easy", thread=True)
    assert (again.private, again.text.startswith(f"Your game is in <#{thread.id}>: https://")) == (True, True)
    assert len(club.channel.threads) == 1
    await club.slash(club.ann, "new", ai="classic", thread=True)
    assert len(club.channel.threads) == 2


async def test_a_finished_board_keeps_its_cells_and_review_after_a_rematch(club: Club) -> None:
    await club.slash(club.ann, "new", m=3, n=3, k=2, ai="easy")
    await club.tap(club.ann, 1, 1)
    over = await club.resign(club.ann)
    await club.click(club.ann, "Rematch", over)
    kept = club.now(over)
    assert kept.text == over.text
    assert kept.buttons == [*over.buttons[:-3], "Review", "⋯ More"]
    assert (await club.click(club.ann, "Review", kept)).text.startswith("Review of game #1")
