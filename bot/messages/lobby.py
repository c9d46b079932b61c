"""Challenges, and the menu of a new game, whose custom_ids hold the choices. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from enum import Enum, auto
from typing import assert_never

from bot.game.clocks import Pace
from bot.game.errors import OutOfDate
from bot.game.games import (
    BEST_OF,
    ChannelId,
    Ending,
    Format,
    Game,
    Level,
    UserId,
    known_value,
)
from bot.game.lobby import CHALLENGE_LASTS, Challenge, ChallengeAction, ChallengeState, First, Offer, Terms
from bot.game.playing import rules_for
from bot.game.requests import NewChallenge, Update
from bot.messages import texts
from bot.messages.custom_ids import (
    ANYONE,
    LEVELS,
    ChallengePress,
    NewAction,
    NewPress,
    challenge_custom_id,
    end_custom_id,
)
from bot.messages.drafts import Button, Draft, MemberMenu, Menu, Option, Tone
from bot.messages.preferences import NO_PACE, paces
from bot.messages.texts import moment, series_rule, size, swap_rule, terms, thread_rule, user
from bot.messages.translator import Translator, translator
from engine import Mark, Rules, Value

DEFAULT = rules_for(None, None, None)


CUSTOM = "custom"  # the option of 0.2.0 that opens the form


# The values of the options of each menu.
OPPONENTS: Mapping[str, Level | None] = {ANYONE: None, **LEVELS}  # ANYONE was an option of an earlier menu


FIRSTS: Mapping[str, First] = {first.value: first for first in First}


PACES: Mapping[str, timedelta | None] = {NO_PACE: None, **{pace.value: pace.time for pace in Pace}}


SERIES: Mapping[str, int | None] = {"1": None, **{str(games): games for games in BEST_OF}}


class Opponents(Enum):
    """The opponents that a user can have in a place."""

    MEMBERS = auto()
    ANYONE = auto()
    COMPUTER = auto()


def menu(tr: Translator, terms: Terms, last: Rules | None, opponents: Opponents) -> Draft:
    """Return the menu with its chosen terms. last is the board of the reader's last game."""
    unopposed = replace(terms, level=None)
    # Translators: Button, at most 30 characters.
    solo, anyone, size, options = (
        Button(tr.pgettext("button", "Play the computer"), str(NewPress(NewAction.START, terms)), Tone.X),
        Button(tr.pgettext("button", "Find an opponent"), str(NewPress(NewAction.START, unopposed)), Tone.GOOD),
        Button(tr.gettext("Another size…"), str(NewPress(NewAction.FORM, terms))),
        Button(tr.pgettext("button", "More options…"), str(NewPress(NewAction.OPTIONS, terms))),
    )
    # Translators: Shown in a menu until a member is chosen, at most 100 characters.
    friend = MemberMenu(tr.gettext("Challenge a friend"), str(NewPress(NewAction.MEMBER, unopposed)))
    # Translators: Shown in a menu until something is chosen, at most 100 characters.
    board, strength = tr.gettext("Which board?"), tr.gettext("How strong is the computer?")
    menus = (
        Menu(board, str(NewPress(NewAction.SIZE, terms)), sizes(tr, terms.format.rules, last)),
        Menu(strength, str(NewPress(NewAction.AGAINST, terms)), _levels(tr, terms)),
    )
    # Translators: Button, at most 30 characters: everyone in the channel plays one game against the computer.
    together = Button(tr.pgettext("button", "All together"), str(NewPress(NewAction.TOGETHER, terms)))
    is_plain = terms.format == Format(terms.format.rules) and not terms.thread
    starts = (solo,) if opponents is Opponents.COMPUTER else (solo, anyone, *((together,) if is_plain else ()))
    friends = (friend,) if opponents is Opponents.MEMBERS else ()
    return Draft(_summary(tr, terms), (starts, (size, options)), menus=(*friends, *menus))


def options(tr: Translator, terms: Terms, opponents: Opponents, *, has_threads: bool = True) -> Draft:
    """Return the second page of the menu: who goes first, pace, series, swap and thread.

    has_threads: the requester may create threads.
    """
    swapped, threaded = terms.with_format(swap=not terms.format.swap), replace(terms, thread=not terms.thread)
    back = Button(tr.pgettext("button", "Back"), str(NewPress(NewAction.MAIN, terms)), Tone.X)
    value = known_value(terms.format.rules)
    can_swap = terms.format.swap or value is None or value.winner is not None  # a board that is drawn needs no swap
    # Translators: Button, at most 20 characters: whether the other player may take X after its first mark.
    swap_label = tr.pgettext("button", "Swap: on") if terms.format.swap else tr.pgettext("button", "Swap: off")
    swap = Button(swap_label, str(NewPress(NewAction.SWAP, swapped)))
    # Translators: Button, at most 20 characters: whether the game gets a thread of its own.
    thread_label = tr.pgettext("button", "Thread: on") if terms.thread else tr.pgettext("button", "Thread: off")
    thread = Button(thread_label, str(NewPress(NewAction.THREAD, threaded)))
    switches = (*((swap,) if can_swap else ()), *((thread,) if opponents is Opponents.MEMBERS and has_threads else ()))
    # Translators: Shown in a menu until something is chosen, at most 100 characters.
    first, pace, series = tr.gettext("Who goes first?"), tr.gettext("Time per move?"), tr.gettext("How many games?")
    menus = (
        Menu.of(first, str(NewPress(NewAction.FIRST, terms)), _first_player_options(tr), terms.first),
        Menu.of(pace, str(NewPress(NewAction.PACE, terms)), paces(tr), _pace(terms)),
        Menu.of(series, str(NewPress(NewAction.SERIES, terms)), _series(tr), str(terms.format.best_of or 1)),
    )
    return Draft(_summary(tr, terms), ((back, *switches),), menus=menus)


def _pace(terms: Terms) -> str:
    """Return the option of a pace in its menu."""
    return Pace.of(terms.format.pace).value if terms.format.pace else NO_PACE


# Translators: Option of the menu "How many games?", at most 100 characters. {number} is 3 or 5.
def _series(tr: Translator) -> Mapping[str, str]:
    one = tr.gettext("One game")
    return {
        value: tr.ngettext("Best of {number} game", "Best of {number} games", games) if games else one
        for value, games in SERIES.items()
    }


def buttons(tr: Translator, rules: Rules) -> tuple[Button, Button]:
    """Return the buttons that open the menu, and that start a first game against the computer."""
    first_game = Terms(Format(rules), Level.CLASSIC)
    new = tr.pgettext("button", "New game")
    # Translators: Button, at most 30 characters.
    play = tr.pgettext("button", "Play the computer")
    return (
        Button(new, str(NewPress(NewAction.MENU, replace(first_game, level=None))), Tone.GOOD),
        Button(play, str(NewPress(NewAction.PLAY, first_game)), Tone.X),
    )


def rules_in(option: str) -> Rules:
    """Return the rules of an option of the menu of sizes. Raises OutOfDate, SizeOutOfRange, LineTooLong."""
    size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})x([0-9]{1,3})", option)
    if size is None:
        raise OutOfDate
    return rules_for(*map(int, size.groups()))


def already_playing(
    tr: Translator, game: Game, then: Terms | ChallengePress | None, in_thread: Button | None = None
) -> tuple[Button, ...]:
    """Return the buttons for a user who is already playing here. then is what to do after ending that game."""
    label = tr.pgettext("button", "Go to the game")
    link = Button(label, "", url=texts.link(game.place, game.message))
    thread = () if in_thread is None else (in_thread,)
    if then is None:
        return (link, *thread)
    # Translators: Button, at most 30 characters: ends that game without a result, and starts the new one.
    end = tr.pgettext("button", "End it and start a new one")
    return link, Button(end, end_custom_id(game, then), Tone.BAD), *thread


def closed_menu(tr: Translator, result: Update | NewChallenge) -> str:
    """Return the text that replaces the menu after its game has started."""
    if isinstance(result, NewChallenge):
        return tr.gettext("Your challenge has been posted.")
    return tr.gettext("Your game has begun.")


def _summary(tr: Translator, terms: Terms) -> str:
    """Return the chosen terms as text, because a client may still show an option that opened a form."""
    game_format = terms.format
    game = [f"**{texts.size(tr, game_format.rules)}**", *((paces(tr)[_pace(terms)],) if game_format.pace else ())]
    value = known_value(terms.format.rules)
    rules = (
        best_play(tr, value, swap=game_format.swap) if value else "",
        "" if terms.first is First.ME else _first(tr, terms),
        texts.series_rule(tr, game_format.best_of) if game_format.best_of else "",
        texts.swap_rule(tr) if game_format.swap else "",
        texts.thread_rule(tr) if terms.thread else "",
    )
    return "\n".join(filter(None, (" · ".join(game), tr.joined(*rules))))


def best_play(tr: Translator, value: Value, *, swap: bool) -> str:
    """Return how a game on a board ends with best play on both sides."""
    if value.winner is None:
        return tr.gettext("Perfect play ends in a draw.")
    if swap:
        return ""
    # Translators: The swap rule, which a button turns on, lets the other player take X after its first mark.
    return tr.gettext("X can always win on this board. For a fair game, turn on Swap under **More options…**.")


# Translators: Part of the menu of a new game.
def _first(tr: Translator, terms: Terms) -> str:
    if terms.first is First.RANDOM:
        return tr.gettext("A coin toss decides who goes first.")
    return tr.gettext("The other player goes first.")


# Translators: About an option of a menu of boards, at most 100 characters.
def sizes(tr: Translator, chosen: Rules, last: Rules | None) -> tuple[Option, ...]:
    """Return the options of a menu of sizes. last is the size of the reader's last game."""
    descriptions = {
        DEFAULT: tr.gettext("The classic board"),
        rules_for(4, 4, None): tr.gettext("A little larger"),
        rules_for(7, 6, None): tr.gettext("Room to plan ahead"),
        # Translators: The name of a game on a board of 15×15, at most 100 characters.
        rules_for(15, 15, None): tr.gettext("Gomoku"),
    }
    if last:
        descriptions[last] = tr.gettext("Your last board")
    if chosen not in descriptions:
        descriptions[chosen] = tr.gettext("Your choice")
    return tuple(
        Option(texts.size(tr, rules), f"{rules.m}x{rules.n}x{rules.k}", about, rules == chosen)
        for rules, about in descriptions.items()
    )


# Translators: About an option of a menu, a level of the computer, at most 100 characters.
def _levels(tr: Translator, terms: Terms) -> tuple[Option, ...]:
    levels = {
        Level.EASY: tr.gettext("Often overlooks threats"),
        Level.CLASSIC: tr.gettext("Takes wins, blocks threats"),
        Level.MEDIUM: tr.gettext("Looks ahead now and then"),
        Level.HARD: tr.gettext("Looks ahead, with a slip here and there"),
        Level.EXPERT: tr.gettext("Plans far ahead"),
    }
    return tuple(
        Option(_computer(tr, level), level, about, is_chosen=level is terms.level) for level, about in levels.items()
    )


def _computer(tr: Translator, level: Level) -> str:
    # Translators: Option of a menu, at most 100 characters.
    return tr.gettext("The computer: {level}", level=texts.level(tr, level))


def _first_player_options(tr: Translator) -> Mapping[str, str]:
    # Translators: Option of the menu "Who goes first?", at most 100 characters.
    return {
        First.ME: tr.gettext("You go first"),
        First.OPPONENT: tr.gettext("The other player goes first"),
        First.RANDOM: tr.gettext("A coin toss decides who goes first"),
    }


def challenge(offered: Challenge) -> Draft:
    """Return a challenge in its language. It has buttons only while it is open, and pings only the challenged user."""
    tr, opponent = translator(offered.locale), offered.offer.opponent
    if offered.state is not ChallengeState.OPEN:
        return closed_challenge(tr, offered)
    actions = (
        (
            (tr.pgettext("button", "Join"), ChallengeAction.JOIN, Tone.GOOD),
            # Translators: Button, at most 30 characters.
            (tr.pgettext("button", "Play the computer"), ChallengeAction.COMPUTER, Tone.X),
        )
        if opponent is None
        else (
            (tr.pgettext("button", "Accept"), ChallengeAction.ACCEPT, Tone.GOOD),
            (tr.pgettext("button", "Decline"), ChallengeAction.DECLINE, Tone.BAD),
        )
    )
    cancel = (tr.pgettext("button", "Cancel"), ChallengeAction.CANCEL, Tone.PLAIN)
    row = tuple(Button(label, challenge_custom_id(offered, action), tone) for label, action, tone in (*actions, cancel))
    return Draft(challenge_text(tr, offered), (row,), () if opponent is None else (opponent,))


def closed_challenge(tr: Translator, offered: Challenge) -> Draft:
    """Return how a challenge was closed. If it was declined or has expired, a button repeats it."""
    may_repeat = offered.state in (ChallengeState.DECLINED, ChallengeState.EXPIRED) and not offered.is_deleted
    if not may_repeat:
        return Draft(closed(tr, offered))
    # Translators: Button below a challenge that was declined or has expired, at most 30 characters.
    again, anyone = tr.pgettext("button", "Challenge again"), tr.pgettext("button", "Find an opponent")
    label = anyone if offered.offer.opponent is None else again
    return Draft(closed(tr, offered), ((Button(label, challenge_custom_id(offered, ChallengeAction.AGAIN)),),))


def challenge_text(tr: Translator, offered: Challenge) -> str:
    """Return the text of an open challenge."""
    offer = offered.offer
    parts = {"author": user(tr, offer.author), "terms": terms(tr, offer.format.rules, offer.format.pace)}
    if offer.opponent is None:
        offering = tr.gettext("{author} is looking for an opponent · {terms}.", **parts)
        other_first = tr.gettext("The player who joins goes first.")
        question = tr.gettext("Who's in?")
    elif offer.is_rematch:
        # Translators: {opponent} is asked to play again; who goes first follows.
        offering = tr.gettext("{opponent}, {author} wants a rematch.", opponent=user(tr, offer.opponent), **parts)
        # Translators: Comes after the sentence that {author} wants a rematch.
        other_first = tr.gettext("You go first.")
        question = ""
    else:
        opponent = user(tr, offer.opponent)
        offering = tr.gettext("{opponent}, {author} challenges you to a game: {terms}.", opponent=opponent, **parts)
        other_first = tr.gettext("{opponent} goes first.", opponent=opponent)
        question = ""
    # Translators: {when} is a time of day as Discord shows it, such as "22:40".
    until = tr.gettext("Open until {when}.", when=moment(offered.expires, "t"))  # which stays true
    text = tr.joined(offering, *_rules(tr, offer, other_first), until, question)
    return f"{text}\n{parts['terms']}" if offer.is_rematch else text


def _rules(tr: Translator, offer: Offer, other_first: str) -> Iterator[str]:
    """Yield a sentence for each unusual term. other_first is the sentence that the author doesn't go first."""
    if offer.author_side is Mark.O:
        yield other_first
    elif offer.author_side and offer.is_rematch:
        yield tr.gettext("{opponent} goes first.", opponent=user(tr, offer.author))
    if offer.author_side is None:
        yield tr.gettext("A coin toss decides who goes first.")
    if offer.format.swap:
        yield swap_rule(tr)
    if offer.format.best_of:
        yield series_rule(tr, offer.format.best_of)
    if offer.thread:
        yield thread_rule(tr)


def accepted(tr: Translator, update: Update, action: ChallengeAction) -> str:
    """Return the text that replaces a challenge when its game starts; the board has the details."""
    player = user(tr, update.by)
    match action:
        case ChallengeAction.JOIN:
            return tr.gettext("{player} joined.", player=player)
        case ChallengeAction.COMPUTER:
            return tr.gettext("{player} is playing the computer.", player=player)
        case _:
            return tr.gettext("{player} accepted.", player=player)


def closed(tr: Translator, offered: Challenge) -> str:  # noqa: PLR0911 - one for each state
    """Return how a challenge was closed."""
    offer = offered.offer
    rules = size(tr, offer.format.rules)
    parts = {"author": user(tr, offer.author), "size": rules}
    match offered.state:
        case ChallengeState.OPEN:
            return tr.gettext("{author}'s challenge ({size}) is open.", **parts)
        case ChallengeState.ACCEPTED:
            return tr.gettext("{author}'s challenge ({size}) was accepted.", **parts)
        case ChallengeState.DECLINED if offer.opponent is not None:
            return tr.gettext(
                "{opponent} declined {author}'s challenge ({size}).",
                **parts,
                opponent=user(tr, offer.opponent),
            )
        case ChallengeState.DECLINED:
            return tr.gettext("{author}'s challenge ({size}) was declined.", **parts)
        case ChallengeState.CANCELLED if offered.is_deleted:
            return tr.gettext("The challenge ({size}) was canceled because a player's data was deleted.", size=rules)
        case ChallengeState.CANCELLED:
            return tr.gettext("{author} canceled the challenge ({size}).", **parts)
        case ChallengeState.REPLACED:
            return tr.gettext("{author} replaced the challenge ({size}) with a newer one.", **parts)
        case ChallengeState.SUPERSEDED:
            return tr.gettext(
                "{author}'s challenge ({size}) is closed: the two players have started another game.", **parts
            )
        case ChallengeState.EXPIRED:
            return tr.ngettext(
                "{author}'s challenge ({size}) expired after {number} minute.",
                "{author}'s challenge ({size}) expired after {number} minutes.",
                CHALLENGE_LASTS.seconds // 60,
                **parts,
            )
        case _:
            assert_never(offered.state)


NAME_LIMIT = 100  # docs: resources/channel.mdx, Start Thread from Message


_SHORTEST = 8  # characters of a shortened name


# Characters that change the direction of text, and so could end an isolation: unicode.org/reports/tr9.
_ISOLATION = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def isolated(name: str) -> str:
    """Return a name whose direction doesn't change that of the text around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def thread_name(tr: Translator, rules: Rules, author: str | None, other: str | None) -> str:
    """Return the name of a thread as plain text: names and size, or only the size if a name is missing.

    author and other are display names; other may be the name of the computer.
    """
    board = size(tr, rules)
    plain = tr.gettext("Tic-tac-toe · {size}", size=board)[:NAME_LIMIT]
    names = [" ".join(name.translate(_ISOLATION).split()) for name in (author or "", other or "")]
    if not all(names):
        return plain
    for longest in range(max(_SHORTEST, *map(len, names)), _SHORTEST - 1, -1):
        one, two = (name if len(name) <= longest else f"{name[: longest - 1]}…" for name in names)
        full = tr.gettext("{one} vs {other} · {size}", one=isolated(one), other=isolated(two), size=board)
        if len(full) <= NAME_LIMIT:
            return full
    return plain


def announcement(tr: Translator, by: UserId, terms: Terms) -> str:
    """Return the message from which the thread of a game against the computer starts."""
    return tr.gettext(
        "{player} is playing the computer in a thread · {terms}.",
        player=user(tr, by),
        terms=size(tr, terms.format.rules),
    )


def in_thread(tr: Translator, game: Terms | ChallengePress) -> Button:
    """Return the button that starts a game in its own thread, by a challenge or with given terms."""
    if isinstance(game, ChallengePress):
        press = replace(game, thread=True)
    else:
        press = NewPress(NewAction.PLAY, replace(game, thread=True))
    # Translators: Button, at most 30 characters.
    return Button(tr.pgettext("button", "Play in a thread"), str(press), Tone.GOOD)


def started_in_thread(tr: Translator, thread: ChannelId) -> str:
    """Return the text that replaces an ephemeral message after its button has started a game in a thread."""
    return tr.gettext("Your game has begun in {thread}.", thread=f"<#{thread}>")


def without_board(tr: Translator, thread: ChannelId) -> str:
    """Return the message to a player whose game has started, but whose board Discord didn't accept."""
    return tr.gettext(
        "Your game has begun in {thread}, but I couldn't post its board. Use `/ttt board` there.", thread=f"<#{thread}>"
    )


def series_deleted(tr: Translator, last: Game) -> str:
    """Return the message to the channel about the end of a series whose thread was deleted after a game."""
    outcome = tr.gettext("The thread was deleted. The series ends without a result.")
    return f"{texts.header(tr, last)}\n{outcome}"


def reopened(tr: Translator, update: Update) -> str:
    """Return what replaces a result in the channel of a thread after the winner took back the last move."""
    game = update.game
    return f"{texts.header(tr, game)}\n{texts.notice(tr, update)} {texts.link(game.place, game.message)}"


def result(tr: Translator, game: Game) -> str:
    """Return the message to the channel about the end of a game in one of its threads."""
    assert game.result is not None
    if game.result.ending is Ending.DELETED:
        deleted = tr.gettext("The thread was deleted. No result.")
        return f"{texts.header(tr, game)}\n{deleted}"
    outcome = texts.outcome(tr, game, game.result)
    return f"{texts.header(tr, game)}\n{outcome} {texts.link(game.place, game.message)}"
