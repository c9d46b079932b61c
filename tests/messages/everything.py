"""Everything the bot can say, with the longest names and numbers, for tests in every language."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import chain, groupby, product
from typing import NamedTuple

from bot.game import errors
from bot.game.clocks import Clock, Pace
from bot.game.errors import Permission
from bot.game.games import (
    Ending,
    Format,
    Game,
    GameId,
    GuildId,
    Level,
    MessageId,
    RatingChange,
    Result,
    Score,
    Series,
    UndoRequest,
    UserId,
    has_next_game,
)
from bot.game.lobby import Challenge, ChallengeAction, ChallengeId, ChallengeState, First, Terms
from bot.game.preferences import (
    MAX_BLOCKED,
    PREFERENCES,
    SETTINGS,
    BoardKind,
    BoardPlacement,
    Labels,
    Preferences,
    ServerSettings,
    Shape,
    Switch,
    Theme,
    WhoMayEnd,
)
from bot.game.puzzles import Day, PuzzleChannel, Solvers, Tap
from bot.game.ratings import GameSummary, Leaderboard, Record, Season, Standing, Stats, Streak
from bot.game.requests import ActiveGames, Event, ExportPart, NewChallenge, Update
from bot.interactions.commands import Ttt
from bot.messages import (
    boards,
    coach,
    export,
    forms,
    lobby,
    panels,
    preferences,
    puzzles,
    ratings,
    screen_reader,
    texts,
)
from bot.messages.custom_ids import Action, ChallengePress, GamePress, PuzzlePress
from bot.messages.drafts import Button, Draft, Form, MemberMenu, Menu, TextField
from bot.messages.export import ExportFile
from bot.messages.games import active_games, game_choice
from bot.messages.help import COMMANDS, Operator, help_rules, help_topic
from bot.messages.lobby import Opponents
from bot.messages.refusals import broken, closed_thread, no_database, permission, refusal
from bot.messages.styles import DEFAULT_DISPLAY, Look
from bot.messages.translator import LANGUAGES, Translator, translator
from engine import Cell, Mark, Rules, Value
from tests.messages.coached import ATTEMPTS, HINTS, REVIEWS, trials
from tests.messages.refused import EXAMPLES
from tests.messages.states import (
    ACTIVE,
    ANN,
    AT,
    BOB,
    COMPUTER,
    INVITATION,
    LARGEST,
    LONGEST,
    PLACE,
    all_challenges,
    all_games,
    dead,
    game,
    more_boards,
    offer_to,
    updates,
)

CONTENT, BUTTON, TITLE, LABEL, PLACEHOLDER, OPTION, ABOUT, CHOICE, ALT = 2000, 80, 45, 45, 100, 100, 100, 100, 1024


class Text(NamedTuple):
    """A text that users read, its origin, and the largest length that Discord accepts."""

    where: str
    text: str
    limit: int = CONTENT


def of_draft(draft: Draft) -> Iterator[Text]:
    """Yield the words of a message."""
    yield Text("content", draft.content)
    yield from (of_button(button) for row in draft.rows for button in row)
    for menu in draft.menus:
        yield Text("placeholder", menu.label, PLACEHOLDER)
        yield from _options(menu)


def of_button(button: Button) -> Text:
    """Return the words of a button."""
    return Text("button", button.label, BUTTON)


def of_form(form: Form) -> Iterator[Text]:
    """Yield the words of a form."""
    yield Text("title", form.title, TITLE)
    for field in form.fields:
        yield Text("label", field.label, LABEL)
        yield from _options(field)
        if isinstance(field, TextField):
            yield Text("description", field.description or "", ABOUT)


def _options(field: Menu | MemberMenu | TextField) -> Iterator[Text]:
    if isinstance(field, Menu):
        for option in field.options:
            yield Text("option", option.label, OPTION)
            yield Text("about an option", option.description or "", ABOUT)


def everything(tr: Translator) -> Iterator[Text]:
    """Yield every text that takes a translator, once."""
    for say in _ALL:
        for text in dict.fromkeys(say(tr)):
            yield text._replace(where=f"{say.__name__.strip('_')}: {text.where}")


def public(locale: str) -> Iterator[Text]:
    """Yield the texts of public messages, which are in the language of their game."""
    for text in dict.fromkeys(chain.from_iterable(of_draft(draft) for draft in _drafts(locale))):
        yield text._replace(where=f"public: {text.where}")


def in_language(game: Game, locale: str) -> Game:
    return replace(game, format=replace(game.format, locale=locale))


def _drafts(locale: str) -> Iterator[Draft]:
    tr = translator(locale)
    for _, of_game in groupby(updates(), lambda update: update.game):
        update = max(of_game, key=lambda update: len(texts.notice(tr, update)))
        before, after = (in_language(now, locale) for now in (update.before, update.game))
        yield boards.board(update._replace(before=before, game=after))
        if after.result is None:
            yield Draft(boards.outdated(after, DEFAULT_DISPLAY, MessageId(LONGEST)))
    current = in_language(game(plies=[Cell(99, 99), Cell(99, 98)]), locale)
    yield from (boards.undo_request(current, UndoRequest(2, LONGEST, is_draw=is_draw)) for is_draw in (False, True))
    for challenge in all_challenges():
        offer = replace(challenge.offer, format=replace(challenge.offer.format, locale=locale))
        yield lobby.challenge(replace(challenge, offer=offer))


def _boards(tr: Translator) -> Iterator[Text]:
    for update in updates():
        now = update.game
        lines = (texts.notice(tr, update), texts.status(tr, now), texts.series(tr, now), coach.hints_used(tr, now))
        around = (texts.header(tr, now), *lines, ratings.rating_change(tr, now))
        yield Text("around a board", "\n".join(filter(None, around)))
    for pace in Pace:
        yield Text("first move", texts.status(tr, game(clock=Clock(pace.time, AT))))
    called = game(Rules(3, 3, 3), BOB, dead(), result=Result(None, Ending.AGREED, LONGEST))
    yield Text("called", texts.status(tr, called))
    moved = game(plies=[Cell(99, 99), Cell(99, 98)])
    yield Text("last move", texts.notice(tr, Update(moved, moved, Event.SHOWN, LONGEST)))
    for rules in (LARGEST, Rules(3, 4, 3)):
        yield Text("unrated", texts.unrated(tr, game(rules, opened_unrated=True)))
    yield from (Text("best play", lobby.best_play(tr, Value(winner), swap=False)) for winner in (None, Mark.X))
    yield Text("streak", ratings.winning_streak(tr, game(rating_change=RatingChange(1500, 1500, 16, 100))))
    yield Text("lead", ratings.lead(tr, game(rating_change=RatingChange(1500, 1500, 16, 0, Score(31, 9)))))
    for now in all_games():
        yield Text("replay", boards.replay(tr, now, Look()))
        if now.result and now.computer:
            yield Text("first win", texts.first_win(tr, now))
            medium = replace(now, o=replace(now.computer, level=Level.MEDIUM)) if now.o == now.computer else now
            yield from (of_button(boards.other_level(tr, medium, level)) for level in Level)
        yield from of_draft(boards.more(tr, now, LONGEST, can_end=True))
        yield from of_draft(boards.result_card(tr, now, Look()))
        yield from of_draft(boards.view_from(tr, now, Cell(50, 50)))
        yield Text("moved down", texts.moved_down(tr, now, MessageId(LONGEST)))
        for is_draw in (False, True):
            yield Text("lapsed", texts.lapsed(tr, now, UndoRequest(2, LONGEST, is_draw=is_draw)))
    yield Text("tip", texts.tip(tr))
    yield Text("unmoved", texts.no_moves(tr))


def _descriptions(tr: Translator) -> Iterator[Text]:
    for now in all_games():
        yield Text("description", screen_reader.description(tr, now.board, screen_reader.end_description(tr, now)), ALT)
        yield Text(
            "replayed", screen_reader.replay_description(tr, now.board, screen_reader.end_description(tr, now)), ALT
        )
        yield from (Text("reading", screen_reader.reading(tr, now, reader)) for reader in (LONGEST, UserId(7)))
    two_ways = game(Rules(3, 3, 3), BOB, [Cell(0, 0), Cell(1, 1), Cell(0, 2), Cell(2, 2), Cell(2, 0)])
    yield Text("reading", screen_reader.reading(tr, two_ways, LONGEST))
    for board in more_boards():
        yield Text("description", screen_reader.description(tr, board), ALT)
        yield Text("replayed", screen_reader.replay_description(tr, board, swapped=True), ALT)
        current = game(board.rules, BOB, board.plies)
        yield Text("reading", screen_reader.reading(tr, current, LONGEST))


def _questions(tr: Translator) -> Iterator[Text]:
    for now in all_games():
        if not now.result:
            yield from of_form(forms.move_form(tr, now))
        yield from of_draft(boards.resign_question(tr, now, now.humans[0]))
        yield from of_draft(boards.end_question(tr, now))
        yield from of_draft(boards.draw_question(tr, now))
    rated_game = game(plies=[Cell(0, 0), Cell(0, 1)])
    for current in (rated_game, replace(rated_game, opened_unrated=True)):
        yield from of_draft(boards.resign_question(tr, current, LONGEST))
    plies = [Cell(99, 99), Cell(99, 98)]
    yield Text("undo request", texts.undo_request(tr, game(plies=plies), LONGEST, BOB.id))
    for moves in (plies[:1], plies):
        swapped_game = game(plies=moves, swapped=True)
        yield Text("undo request", texts.undo_request(tr, swapped_game, LONGEST, BOB.id))
    yield Text("undo allowed", texts.undo_allowed(tr, LONGEST))
    yield Text("play on", texts.play_on(tr))
    for sentence in (texts.draw_accepted, texts.draw_declined):
        yield Text("draw", sentence(tr, LONGEST))
    yield Text("draw offer", texts.draw_offer(tr, LONGEST, BOB.id))
    yield Text("undo refused", texts.undo_refused(tr, LONGEST))
    clock = Clock(timedelta(days=3), AT)
    for opponent in (BOB, COMPUTER):
        yield Text("reminder", texts.reminder(tr, game(o=opponent, clock=clock)))
    yield Text("resigned", texts.resigned(tr))
    yield from of_draft(panels.forget_question(tr))
    yield Text("deleted", export.deleted(tr))
    yield Text("exported", export.exported(tr))
    yield of_button(forms.another_try(tr, GamePress(GameId(1), 0, Action.FORM)))


def _challenges(tr: Translator) -> Iterator[Text]:
    for challenge in all_challenges():
        yield Text("challenge", lobby.challenge_text(tr, challenge))
        yield Text("closed challenge", lobby.closed(tr, challenge))
        yield from of_draft(lobby.closed_challenge(tr, challenge))
    for how in ChallengeAction:
        yield Text("accepted", lobby.accepted(tr, Update(game(), game(), Event.STARTED, LONGEST), how))


def _new_games(tr: Translator) -> Iterator[Text]:
    others = [(level, None) for level in (*Level, None)] + [(None, BOB.id)]
    opponents = [*product([(Level.EXPERT, None)], First, Opponents), *product(others, [First.ME], [Opponents.MEMBERS])]
    for (level, opponent), first, company in opponents:
        pace, best_of = (Pace.THREE_DAYS.time, 5) if first is First.RANDOM else (None, None)
        terms = Terms(Format(LARGEST, pace, first is First.ME, best_of), level, opponent, first, bool(pace))
        yield from of_draft(lobby.menu(tr, terms, Rules(99, 99, 99), company))
        yield from of_draft(lobby.options(tr, terms, company))
    yield from of_form(forms.size_form(tr, LARGEST, "size"))
    for then in (Terms(Format(LARGEST)), ChallengePress(ChallengeId(1), ChallengeAction.JOIN), None):
        yield from (of_button(button) for button in lobby.already_playing(tr, game(), then))
    yield Text("closed menu", lobby.closed_menu(tr, Update(game(), game(), Event.STARTED, LONGEST)))
    yield Text("closed menu", lobby.closed_menu(tr, NewChallenge(all_challenges()[0], None)))


def _records(tr: Translator) -> Iterator[Text]:
    many = Record(99_999, 99_999, 99_999)
    kinds = dict.fromkeys((None, *Level), many)
    for streak in (Streak("won", 999), Streak("lost", 999), Streak("drawn", 999), None):
        yield Text("stats", ratings.stats(tr, Stats(LONGEST, kinds, 9999, streak)))
    yield Text("stats", ratings.stats(tr, Stats(LONGEST, kinds, 9999, None, many)))
    for number in (0, 1, 999):
        yield Text("stats", ratings.stats(tr, Stats(LONGEST, {}, None, None, puzzles=number)))
    yield Text("stats", ratings.no_computer_record(tr))
    lines = [Standing(place, LONGEST, 9999, many) for place in (*range(1, 11), 1000)]
    for season, rows in product((Season(1), Season(99, AT), Season(9, AT, AT)), (lines, [])):
        yield Text("top", ratings.leaderboard(tr, Leaderboard(season, rows)))
        yield Text("season", ratings.season_choice(tr, season), CHOICE)
        yield from of_draft(ratings.season_question(tr, season))
        yield Text("season", ratings.season_begun(tr, season))
    for level, result in product((*Level, None), (None, *(now.result for now in all_games()))):
        summary = GameSummary(GameId(10**12), LARGEST, level, 10_000, result)
        yield Text("game", game_choice(tr, summary), CHOICE)


def _active_games(tr: Translator) -> Iterator[Text]:
    yield from of_draft(active_games(tr, ActiveGames((), ())))
    for opponent, plies, user in product((ANN, COMPUTER), (0, 1), (LONGEST, None)):
        row = replace(ACTIVE, opponent=opponent, plies=plies, asked_by=user, offers_draw=plies > 0)
        yield from of_draft(active_games(tr, ActiveGames((row,) * 30, ())))
    yield from of_draft(active_games(tr, ActiveGames((), (INVITATION,) * 30)))
    yield from of_draft(active_games(tr, ActiveGames((ACTIVE,), ())))


_LANGUAGES = {language.name for language in LANGUAGES.values()}


def _choices(tr: Translator) -> Iterator[Text]:
    choices = Preferences(
        Shape.HOURGLASS, Theme.CONTRAST, BoardKind.PICTURE, Labels.COORDINATES, Switch.OFF, Switch.OFF
    )
    for mine in (Preferences(), choices):
        for picked in (None, *PREFERENCES):
            yield from of_draft(panels.me(tr, mine, picked, is_saved=picked is not None))
    everything_chosen = ServerSettings(
        LARGEST, is_rated=False, boards=BoardPlacement.NEW_MESSAGE, end=WhoMayEnd.MODERATORS, language="ja"
    )
    for server in (ServerSettings(), everything_chosen):
        for picked in (None, "size", *SETTINGS):
            parts = of_draft(panels.server(tr, server, picked, is_saved=picked is not None))
            yield from (one for one in parts if one.text not in _LANGUAGES)  # each is named in itself
    yield Text("blocked", preferences.blocked(tr, LONGEST))
    yield Text("unblocked", preferences.unblocked(tr, LONGEST))
    for who in ([], [LONGEST] * MAX_BLOCKED):
        yield from of_draft(panels.blocked(tr, who, 2, preferences.blocked(tr, LONGEST)))


def _refusals(tr: Translator) -> Iterator[Text]:
    servers = ServerSettings(), ServerSettings(end=WhoMayEnd.MODERATORS)
    for error, server in product((*EXAMPLES, *_longest_refusals()), servers):
        for offers_thread in (False, True) if isinstance(error, errors.ChannelBusy) else (False,):
            yield Text(type(error).__name__, refusal(tr, error, None, server, offers_thread=offers_thread))
    yield Text("old form", refusal(tr, errors.OldBoard(game()), MessageId(LONGEST)))
    yield from (Text("permission", permission(tr, one)) for one in Permission)
    for is_saved, unchanged in product((True, False), (True, False)):
        yield Text("broken", broken(tr, "0123abcd", saved=is_saved))
        yield Text("closed thread", closed_thread(tr, saved=is_saved))
        yield Text("no database", no_database(tr, "0123abcd", saved=is_saved, unchanged=unchanged))


def _longest_refusals() -> Iterator[errors.GameError]:
    """Yield refusals with the longest names and numbers, and those about the computer."""
    for user in (LONGEST, BOB.id):
        request = UndoRequest(2, LONGEST, MessageId(LONGEST))
        yield errors.UndoAlreadyAsked(game(plies=[Cell(0, 0), Cell(0, 1)], undo_request=request), user)
    yield from (errors.GameOver(now) for now in all_games() if now.result)
    first = game(o=ANN, plies=[Cell(99, 99)], x=COMPUTER)
    for now in (game(), game(o=COMPUTER, plies=[Cell(99, 99)]), first):
        yield from (errors.NotYourGame(now), errors.ChannelBusy(now), errors.OldBoard(now))
        yield (errors.ComputerThinking if now.awaits_computer else errors.NotYourTurn)(now)
        yield from (errors.AlreadyPlaying(now, user, None) for user in now.humans)
        yield from (errors.NotYetYours(now, AT), errors.CellTaken(now, Cell(99, 99), Mark.X))
        yield errors.MustBePlayedOut(now.with_changes(series=Series(5, 5, 2, 2)), AT)
    yield from (
        errors.CellTaken(first, Cell(99, 99), Mark.X),
        errors.UnreadableCell(""),
        errors.UnreadableCell("W" * 4000),
    )
    yield from (errors.UnreadableNumber("W" * 4000), errors.OffBoard(LARGEST, Cell(10**9, 10**9)))
    for opponent, state in product((BOB.id, None), ChallengeState):
        challenge = Challenge(ChallengeId(1), offer_to(opponent), state)
        yield errors.ChallengeOver(challenge)
        if state is ChallengeState.OPEN:
            everyone = product(ChallengeAction, (LONGEST, BOB.id, UserId(7)))
            yield from (
                errors.NotYourChallenge(challenge, action, user)
                for action, user in everyone
                if user != (LONGEST if action in {ChallengeAction.CANCEL, ChallengeAction.COMPUTER} else opponent)
            )


def _coach(tr: Translator) -> Iterator[Text]:
    for each in HINTS:
        yield Text("hint", coach.hint(tr, game(), each))
    for each in REVIEWS:
        yield Text("review", coach.review(tr, game(), each))
        yield from (Text("better line", coach.line_description(tr, moment), ALT) for moment in each.moments)
    yield Text("progress", coach.progress(tr, 1.0))
    for trial in trials():
        yield from of_draft(puzzles.retry(tr, trial))
    proven = [moment for each in REVIEWS for moment in each.moments if moment.before]
    over = next(each for each in all_games() if each.result and each.plies)
    yield from map(of_button, coach.retry_buttons(tr, over, proven))


def _puzzles(tr: Translator) -> Iterator[Text]:
    for attempt, cell, answer in ATTEMPTS:
        yield from of_draft(puzzles.board(tr, Tap(attempt, cell, answer, 999)))
        if attempt.solved:
            yield from () if attempt.is_late else of_draft(puzzles.shared(tr, Tap(attempt, cell, answer, 999)))
        else:
            yield from of_form(puzzles.form(tr, attempt.board, PuzzlePress(attempt.day, 0, is_form=True)))
    yield from of_draft(puzzles.post(tr, Day(0)))
    times = ((LONGEST, timedelta(hours=23, minutes=59)),) * 3
    yield from of_draft(puzzles.post(tr, Day(0), Solvers(99_999, times), Solvers(99_999)))
    yield Text("posted", puzzles.posted(tr))
    yield Text("posted", puzzles.not_posted(tr))
    yield Text("posted", puzzles.cannot_post(tr, PuzzleChannel(GuildId(LONGEST), PLACE.channel)))


def _threads(tr: Translator) -> Iterator[Text]:
    for author, other in (("8" * 32, "8" * 32), (None, None), ("8" * 32, texts.player(tr, COMPUTER))):
        yield Text("name of a thread", lobby.thread_name(tr, LARGEST, author, other), CHOICE)
    yield Text("thread", lobby.announcement(tr, LONGEST, Terms(Format(LARGEST))))
    yield of_button(lobby.in_thread(tr, Terms(Format(LARGEST))))
    yield Text("thread", lobby.started_in_thread(tr, PLACE.channel))
    yield Text("thread", lobby.without_board(tr, PLACE.channel))
    yield from (Text("thread", lobby.result(tr, now)) for now in all_games() if now.result)
    yield from (Text("thread", lobby.series_deleted(tr, now)) for now in all_games() if has_next_game(now))


def _help(tr: Translator) -> Iterator[Text]:
    address = f"https://example.org/{'x' * 40}"
    yield from of_draft(help_rules(tr, LARGEST, LONGEST, Operator(address, address, "·" * 200)))
    descriptions = {command.name: "·" * 100 for command in Ttt().commands}
    for topic in COMMANDS:
        yield from of_draft(help_topic(tr, topic, descriptions, LARGEST, LONGEST))
    file = ExportFile(tr, LONGEST, AT)
    file.add(ExportPart("games", []))
    yield Text("export", str(json.load(file.finished()[1])["about"]))


_ALL: tuple[Callable[[Translator], Iterator[Text]], ...] = (
    _boards,
    _descriptions,
    _questions,
    _challenges,
    _new_games,
    _records,
    _active_games,
    _choices,
    _refusals,
    _coach,
    _puzzles,
    _threads,
    _help,
)
