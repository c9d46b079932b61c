"""Names of threads, and messages about challenges and games in threads."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.games import DELETED_USER, ChannelId, Ending, Place, Result, Series
from bot.game.lobby import ChallengeState
from bot.messages import lobby
from bot.messages.translator import ENGLISH
from engine import Mark, Rules
from tests.messages.refused import challenge, game
from tests.people import ANN, HERE

SMALL, LARGEST = Rules(3, 3, 3), Rules(100, 100, 100)


@pytest.mark.parametrize(
    ("author", "other", "expected"),
    [
        ("ann", "bob", "ann vs bob · 3×3, 3 in a row"),
        ("a", "the computer", "a vs the computer · 3×3, 3 in a row"),
        ("**an\nn**", "<@1> `b`", "**an n** vs <@1> `b` · 3×3, 3 in a row"),
        (None, "bob", "Tic-tac-toe · 3×3, 3 in a row"),
        ("ann", None, "Tic-tac-toe · 3×3, 3 in a row"),
        (" \n ", "bob", "Tic-tac-toe · 3×3, 3 in a row"),
        ("a" * 60, "bob", f"{'a' * 60} vs bob · 3×3, 3 in a row"),
        ("a" * 60, "b" * 50, f"{'a' * 36}… vs {'b' * 36}… · 3×3, 3 in a row"),
    ],
)
def test_a_thread_is_named_after_the_players_and_the_size(author: str | None, other: str | None, expected: str) -> None:
    assert plain(lobby.thread_name(ENGLISH, SMALL, author, other)) == expected


def plain(name: str) -> str:
    """Return a name without the characters that isolate the players' names."""
    return name.replace("\N{FIRST STRONG ISOLATE}", "").replace("\N{POP DIRECTIONAL ISOLATE}", "")


def test_a_name_does_not_change_the_direction_of_the_rest() -> None:
    name = lobby.thread_name(ENGLISH, SMALL, "bob\N{RIGHT-TO-LEFT OVERRIDE}\N{POP DIRECTIONAL ISOLATE}", "דנה")
    assert name == "\u2068bob\u2069 vs \u2068דנה\u2069 · 3×3, 3 in a row"


@given(st.text(max_size=120), st.text(max_size=120))
def test_every_thread_name_fits_discords_limit(author: str, other: str) -> None:
    name = lobby.thread_name(ENGLISH, LARGEST, author, other)
    assert 1 <= len(name) <= 100
    assert name.endswith("100×100, 100 in a row")


@pytest.mark.parametrize(
    ("result", "series", "words"),
    [
        (
            Result(Mark.O, Ending.RESIGNED, ANN),
            None,
            "Player 2 won: **<@102>** (O) 🏆 <@101> resigned. https://discord.com/channels/1/70/9",
        ),
        (
            Result(Mark.O, Ending.RESIGNED, ANN),
            Series(3),
            "Player 2 won: **<@102>** (O) 🏆 <@101> resigned. https://discord.com/channels/1/70/9",
        ),
        (Result(None, Ending.DELETED), None, "The thread was deleted. No result."),
    ],
)
def test_the_parent_channel_learns_how_a_thread_game_ended(result: Result, series: Series | None, words: str) -> None:
    thread = Place(ChannelId(70), HERE.guild, HERE.channel)
    over = replace(game(result=result), place=thread, series=series)
    assert lobby.result(ENGLISH, over) == f"**X** <@101> vs **O** <@102> · 3×4, 3 in a row\n{words}"


def test_the_parent_channel_learns_that_a_series_ended_with_its_thread() -> None:
    over = game(result=Result(Mark.O, Ending.RESIGNED, ANN))
    sentence = lobby.series_deleted(ENGLISH, over)
    assert sentence.endswith("\nThe thread was deleted. The series ends without a result.")


@pytest.mark.parametrize("side", ["author", "opponent"])
def test_a_challenge_of_a_deleted_player_names_no_canceler(side: str) -> None:
    offer = challenge()
    over = replace(offer, state=ChallengeState.CANCELLED, offer=replace(offer.offer, **{side: DELETED_USER}))
    assert lobby.closed(ENGLISH, over).endswith("was canceled because a player's data was deleted.")
