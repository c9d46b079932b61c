"""Every refusal has a sentence of its own, with its reason."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest

from bot.game import errors
from bot.game.errors import GameError, Permission, Way
from bot.game.games import Computer, Format, GuildId, Level, MessageId, UserId
from bot.game.lobby import ChallengeAction, ChallengeState, Terms
from bot.messages import texts
from bot.messages.custom_ids import parse
from bot.messages.refusals import broken, buttons_of, no_database, refusal
from bot.messages.translator import ENGLISH
from engine import Cell, Mark
from tests.game.values import NOW
from tests.messages.refused import EXAMPLES, RULES, both_moved, challenge, dead, game, paced
from tests.people import ANN, BOB, CY, HERE


def leaves(error: type[GameError]) -> Iterator[type[GameError]]:
    """Yield the errors without subclasses: those with subclasses only group them."""
    below = error.__subclasses__()
    if not below:
        yield error
    for subclass in below:
        yield from leaves(subclass)


def test_every_error_has_an_example() -> None:
    assert {type(error) for error in EXAMPLES} == set(leaves(GameError))


def test_errors_are_hashable_for_contextlib_and_traceback() -> None:
    assert len(set(EXAMPLES)) == len(EXAMPLES)


DEBRIS = ("None", "{", "}", "  ", " .", "..", "<@0>", "<function", "object at", "Why.", "errors.", "Cell(")


def test_a_refusal_consists_of_whole_sentences() -> None:
    for error in EXAMPLES:
        sentence = refusal(ENGLISH, error)
        assert sentence[0].isupper() or sentence[0] in "<(`" or sentence[0].isdigit(), error
        assert sentence.endswith(".") or "https://discord.com/channels/" in sentence.split()[-1], error
        assert [debris for debris in DEBRIS if debris in sentence] == [], error
        assert sentence.count("`") % 2 == 0, error
        assert sentence.count("**") % 2 == 0, error


def test_no_two_refusals_say_the_same() -> None:
    sentences = [(error, refusal(ENGLISH, error)) for error in EXAMPLES]
    for (one, sentence), (other, its) in combinations(sentences, 2):
        assert sentence != its, (one, other)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errors.SizeOutOfRange(1, 7), "A 1×7 board isn't possible. Choose 2 to 100 rows (`m`) and columns (`n`)."),
        (errors.LineTooLong(3, 4, 5), "5 in a row isn't possible on 3×4. Choose 2 to 4 marks in a row (`k`)."),
        (
            errors.OldBoard(game()),
            "That board is out of date. The current one is here: https://discord.com/channels/1/7/9\n"
            "`/ttt board` posts it again.",
        ),
        (errors.NotYourTurn(game()), "It isn't your turn. <@102> (O) moves next."),
        (
            errors.NotYourGame(game(Computer(Level.EASY))),
            "This isn't your game. The game is between <@101> and the computer. You can play the computer here.",
        ),
        (
            errors.OffBoard(RULES, Cell(3, -1)),
            "(3, -1) is off the board: rows go from 0 to 2, columns from 0 to 3.",
        ),
        (errors.CellTaken(game(), Cell(0, 0), Mark.X), "(0, 0) is taken by <@101> (X). Choose an empty cell."),
        (
            errors.ChannelBusy(game()),
            "There's already a game in this channel, between <@101> and <@102> (3×4, 3 in a row): https://discord.com/channels/1/7/9\n"
            "If nobody moves, anyone can end it with `/ttt end` <t:1795348800:R>. "
            "You can play the computer here.",
        ),
        (
            errors.ChannelBusy(both_moved()),
            "There's already a game in this channel, between <@101> and <@102> (3×4, 3 in a row): https://discord.com/channels/1/7/9\n"
            "If nobody moves, anyone but <@101> can end it with `/ttt end` <t:1795348800:R>. "
            "You can play the computer here.",
        ),
        (
            errors.ChannelBusy(game(Computer(Level.EASY))),
            "There's already a game in this channel, between <@101> and the computer (3×4, 3 in a row): "
            "https://discord.com/channels/1/7/9\nIf nobody moves, anyone can end it with `/ttt end` "
            "<t:1795264200:R>. You can play the computer here.",
        ),
        (
            errors.NotYetYours(paced(), None),
            "Only members with the **Manage Messages** permission can end this game now. "
            "The game ends if nobody moves before the deadline: <t:1795266000:R>.",
        ),
        (
            errors.MustBePlayedOut(paced(), None),
            "This game is rated and you have both moved, so it needs a result. Play on, give up "
            "with `/ttt resign`, or ask a member with the **Manage Messages** permission to end the game. "
            "The player who runs out of time loses.",
        ),
        (
            errors.MustBePlayedOut(both_moved(), NOW + timedelta(minutes=30)),
            "This game is rated and you have both moved, so it needs a result. Play on, give up "
            "with `/ttt resign`, or ask a member with the **Manage Messages** permission to end the game. "
            "If <@101> doesn't move, you can end it <t:1795264200:R>.",
        ),
        (
            errors.MustBePlayedOut(dead(), None),
            "This game is rated and you have both moved, so it needs a result. Play on, give up "
            "with `/ttt resign`, tap **Call it a draw**, or ask a member with the **Manage Messages** permission to "
            "end the game. After your move, you can end it once your opponent hasn't moved for 30 minutes.",
        ),
        (
            errors.BotLacksPermissions((Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES_IN_THREADS)),
            "To create a thread, I need these permissions in this channel: **View Channel**, "
            "**Send Messages in Threads**. To play here, use `/ttt new` without `thread`.",
        ),
        (
            errors.UndoAlreadyAsked(game(), ANN),
            "<@102> hasn't answered yet: https://discord.com/channels/1/7/6",
        ),
        (
            errors.ChallengeOver(challenge(state=ChallengeState.EXPIRED)),
            "<@101>'s challenge (3×4, 3 in a row) expired after 15 minutes. Start a new one with `/ttt new`.",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_sentence_of_a_refusal_contains_the_values_of_its_error(error: GameError, sentence: str) -> None:
    assert refusal(ENGLISH, error) == sentence


ACCEPT, DECLINE = ChallengeAction.ACCEPT, ChallengeAction.DECLINE
CANCEL, COMPUTER = ChallengeAction.CANCEL, ChallengeAction.COMPUTER


@pytest.mark.parametrize(
    ("opponent", "action", "presses", "sentence"),
    [
        (BOB, ACCEPT, ANN, "Only <@102> can accept this challenge. To cancel the challenge, tap **Cancel**."),
        (BOB, ACCEPT, CY, "Only <@102> can accept this challenge. To play, start a game of your own with `/ttt new`."),
        (BOB, DECLINE, ANN, "Only <@102> can decline this challenge. To cancel the challenge, tap **Cancel**."),
        (BOB, CANCEL, BOB, "Only <@101> can cancel this challenge. To decline the challenge, tap **Decline**."),
        (BOB, CANCEL, CY, "Only <@101> can cancel this challenge. To play, start a game of your own with `/ttt new`."),
        (BOB, COMPUTER, CY, "This challenge is for <@102>, not for the computer."),
        (None, ACCEPT, ANN, "You can't join your own challenge. Wait for someone, or tap **Play the computer**."),
        (None, DECLINE, CY, "This challenge is open to anyone, so there is nothing to decline."),
        (None, CANCEL, CY, "Only <@101> can cancel this challenge. To play <@101>, tap **Join**."),
        (
            None,
            COMPUTER,
            CY,
            "Only <@101> can turn this challenge into a game against the computer. To play <@101>, tap **Join**.",
        ),
    ],
)
def test_a_refused_challenge_button_suggests_an_alternative(
    opponent: UserId | None, action: ChallengeAction, presses: UserId, sentence: str
) -> None:
    assert refusal(ENGLISH, errors.NotYourChallenge(challenge(opponent), action, presses)) == sentence


def test_a_busy_channel_suggests_a_thread_if_a_button_opens_one() -> None:
    with_thread = refusal(ENGLISH, errors.ChannelBusy(game()), offers_thread=True)
    assert with_thread.endswith(" You can start a game of your own in a thread. You can play the computer here.")
    alone = refusal(ENGLISH, errors.ChannelBusy(game()))
    assert alone.endswith(" You can play the computer here.")


@pytest.mark.parametrize(("guild", "is_suggested"), [(HERE.guild, True), (None, False)])
def test_other_channels_are_suggested_only_in_servers(guild: GuildId | None, is_suggested: bool) -> None:
    current = replace(game(), place=replace(HERE, guild=guild))
    sentence = refusal(ENGLISH, errors.AlreadyPlaying(current, ANN, None))
    assert ("in another channel or a thread" in sentence) == is_suggested


def test_a_button_for_a_thread_needs_no_sentence() -> None:
    sentence = refusal(ENGLISH, errors.AlreadyPlaying(game(), ANN, None), offers_thread=True)
    assert sentence.endswith(" Keep playing that game, or end it without a result and start the new one.")


def test_every_refusal_says_what_to_do_next() -> None:
    """The way is a value of each error, so that no refusal is a dead end."""
    for error in EXAMPLES:
        sentence, buttons = refusal(ENGLISH, error), buttons_of(ENGLISH, error, then=Terms(Format(RULES)))
        assert all(button.url or parse(button.custom_id) for button in buttons), error
        match error.way:
            case Way.COMMAND:
                assert "/ttt " in sentence, error
            case Way.LINK:
                assert "https://discord.com/channels/" in sentence or any(button.url for button in buttons), error
            case Way.PERSON:
                assert "Ask a member" in sentence, error
            case Way.INSTALL:
                assert "**Add App**" in sentence, error
            case Way.NEW_GAME | Way.SOLO:
                assert buttons, error
            case _:
                assert error.way is Way.RETRY, error


@pytest.mark.parametrize(("form", "is_newest"), [(None, False), (8, False), (9, True), (10, True)])
def test_an_outdated_form_has_no_link_to_the_newest_board(form: int | None, is_newest: bool) -> None:
    sentence = refusal(ENGLISH, errors.OldBoard(game()), form=None if form is None else MessageId(form))
    again = "The board changed after you opened that form, so your move wasn't made. Tap **Move** again."
    assert (sentence == again) is is_newest


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("b4", "I couldn't read `b4` as a cell."),
        ("  a \n b ", "I couldn't read `a b` as a cell."),
        ("`<@1>`", "I couldn't read `'<@1>'` as a cell."),
        ("x" * 4000, f"I couldn't read `{'x' * 40}` as a cell."),
        (" \n ", "You didn't enter a cell."),
    ],
)
def test_typed_text_is_quoted_on_one_line_as_plain_text(typed: str, words: str) -> None:
    assert refusal(ENGLISH, errors.UnreadableCell(typed)) == f"{words} {texts.move_hint(ENGLISH)}"


@pytest.mark.parametrize(
    ("is_saved", "unchanged", "words"),
    [
        (False, True, "Nothing was changed. Try again in a moment."),
        (False, False, "Your action may not have been saved. In a moment, "),
        (True, True, "Your action was saved. In a moment, "),
        (True, False, "Your action was saved. In a moment, "),
    ],
)
def test_a_database_failure_says_whether_the_action_counted(is_saved: bool, unchanged: bool, words: str) -> None:
    look = "" if words.endswith("moment.") else "`/ttt board` will show the current board."
    sentence = no_database(ENGLISH, "ab12", saved=is_saved, unchanged=unchanged)
    assert sentence == f"The game database isn't responding (reference `ab12`). {words}{look}"


@pytest.mark.parametrize(("is_saved", "words"), [(True, "was saved"), (False, "may not have been saved")])
def test_a_bug_says_whether_the_action_counted(is_saved: bool, words: str) -> None:
    sentence = broken(ENGLISH, "ab12", saved=is_saved)
    look = "`/ttt board` shows the current board."
    assert sentence == f"Something went wrong on our end (reference `ab12`). Your action {words}. {look}"


# A press on the board of a busy channel redraws it, so ChannelBusy is said of another message alone.
def test_no_refusal_links_to_the_pressed_board() -> None:
    others = [error for error in EXAMPLES if not isinstance(error, errors.ChannelBusy)]
    assert [error for error in others if "/channels/1/7/9" in refusal(ENGLISH, error, form=MessageId(9))] == []
