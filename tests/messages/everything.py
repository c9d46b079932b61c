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
    Format,
    Game,
    GameId,
    GuildId,
    Level,
    MessageId,
    RatingChange,
    Series,
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
from bot.game.puzzles import Day, PuzzleChannel, Tap
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
from tests.messages.coached import ATTEMPTS, HINTS, REVIEWS
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
    game,
    more_boards,
    offer_to,
    updates,
)

CONTENT, BUTTON, TITLE, LABEL, PLACEHOLDER, OPTION, ABOUT, CHOICE, ALT = 2000, 80, 45, 45, 100, 100, 100, 100, 1024


class Said(NamedTuple):
    """A text that users read, its origin, and the largest length that Discord accepts."""

    where: str
    text: str
    limit: int = CONTENT


def of_draft(draft: Draft) -> Iterator[Said]:
    """Yield the words of a message."""
    yield Said("content", draft.content)
    yield from (of_button(button) for row in draft.rows for button in row)
    for shown in draft.menus:
        yield Said("placeholder", shown.label, PLACEHOLDER)
        yield from _options(shown)


def of_button(button: Button) -> Said:
    """Return the words of a button."""
    return Said("button", button.label, BUTTON)


def of_form(form: Form) -> Iterator[Said]:
    """Yield the words of a form."""
    yield Said("title", form.title, TITLE)
    for field in form.fields:
        yield Said("label", field.label, LABEL)
        yield from _options(field)
        if isinstance(field, TextField):
            yield Said("description", field.description or "", ABOUT)


def _options(shown: Menu | MemberMenu | TextField) -> Iterator[Said]:
    if isinstance(shown, Menu):
        for option in shown.options:
            yield Said("option", option.label, OPTION)
            yield Said("about an option", option.description or "", ABOUT)


def everything(tr: Translator) -> Iterator[Said]:
    """Yield every text that takes a translator, once."""
    for say in _ALL:
        for text in dict.fromkeys(say(tr)):
            yield text._replace(where=f"{say.__name__.strip('_')}: {text.where}")


def public(locale: str) -> Iterator[Said]:
    """Yield the texts of public messages, which are in the language of their game."""
    for text in dict.fromkeys(chain.from_iterable(of_draft(draft) for draft in _drafts(locale))):
        yield text._replace(where=f"public: {text.where}")


def in_language(spoken: Game, locale: str) -> Game:
    return replace(spoken, format=replace(spoken.format, locale=locale))


def _drafts(locale: str) -> Iterator[Draft]:
    tr = translator(locale)
    for _, of_game in groupby(updates(), lambda update: update.game):
        update = max(of_game, key=lambda update: len(texts.notice(tr, update)))
        before, after = (in_language(now, locale) for now in (update.before, update.game))
        yield boards.board(update._replace(before=before, game=after))
        if after.result is None:
            yield Draft(boards.outdated(after, DEFAULT_DISPLAY, MessageId(LONGEST)))
    asked = in_language(game(plies=[Cell(99, 99), Cell(99, 98)]), locale)
    yield boards.undo_request(asked, LONGEST, BOB.id)
    for offered in all_challenges():
        offer = replace(offered.offer, format=replace(offered.offer.format, locale=locale))
        yield lobby.challenge(replace(offered, offer=offer))


def _boards(tr: Translator) -> Iterator[Said]:
    for update in updates():
        now = update.game
        lines = (texts.notice(tr, update), texts.status(tr, now), texts.series(tr, now), coach.hints_used(tr, now))
        around = (texts.header(tr, now), *lines, ratings.rating_change(tr, now))
        yield Said("around a board", "\n".join(filter(None, around)))
    for rules in (LARGEST, Rules(3, 4, 3)):
        yield Said("unrated", texts.unrated(tr, game(rules, opened_unrated=True)))
    yield Said("typed", texts.typed(tr))
    yield from (Said("best play", lobby.best_play(tr, Value(winner), swap=False)) for winner in (None, Mark.X))
    yield Said("streak", ratings.winning_streak(tr, game(rating_change=RatingChange(1500, 1500, 16, 100))))
    for now in all_games():
        yield Said("replay", boards.replay(tr, now))
        yield from of_draft(boards.more(tr, now, LONGEST, can_end=True))
        yield from of_draft(boards.result_card(tr, now, Look()))
        yield from of_draft(boards.view_from(tr, now, Cell(50, 50)))
        yield Said("moved down", texts.moved_down(tr, now, MessageId(LONGEST)))
        yield Said("undo lapsed", texts.undo_lapsed(tr, now))
    yield Said("unmoved", texts.no_moves(tr))


def _descriptions(tr: Translator) -> Iterator[Said]:
    for now in all_games():
        yield Said("description", screen_reader.description(tr, now.board, screen_reader.end_description(tr, now)), ALT)
        yield Said(
            "replayed", screen_reader.replay_description(tr, now.board, screen_reader.end_description(tr, now)), ALT
        )
        yield Said("reading", screen_reader.reading(tr, now, LONGEST))
    for board in more_boards():
        yield Said("description", screen_reader.description(tr, board), ALT)
        yield Said("replayed", screen_reader.replay_description(tr, board, swapped=True), ALT)
        played = game(board.rules, BOB, board.plies)
        yield Said("reading", screen_reader.reading(tr, played, LONGEST))


def _questions(tr: Translator) -> Iterator[Said]:
    for now in all_games():
        if not now.result:
            yield from of_form(forms.move_form(tr, now))
        yield from of_draft(boards.resign_question(tr, now))
        yield from of_draft(boards.end_question(tr, now))
    played = game(plies=[Cell(0, 0), Cell(0, 1)])
    for rated in (played, replace(played, opened_unrated=True)):
        yield from of_draft(boards.resign_question(tr, rated))
    plies = [Cell(99, 99), Cell(99, 98)]
    yield Said("undo request", texts.undo_request(tr, game(plies=plies), LONGEST, BOB.id))
    for swapped in (plies[:1], plies):
        asked = game(plies=swapped, swapped=True)
        yield Said("undo request", texts.undo_request(tr, asked, LONGEST, BOB.id))
    yield Said("undo refused", texts.undo_refused(tr, LONGEST))
    clock = Clock(timedelta(days=3), AT)
    for opponent in (BOB, COMPUTER):
        yield Said("reminder", texts.reminder(tr, game(o=opponent, clock=clock)))
    yield Said("resigned", texts.resigned(tr))
    yield from of_draft(panels.forget_question(tr))
    yield Said("deleted", export.deleted(tr))
    yield Said("exported", export.exported(tr))
    yield of_button(forms.another_try(tr, GamePress(GameId(1), 0, Action.FORM)))


def _challenged(tr: Translator) -> Iterator[Said]:
    for offered in all_challenges():
        yield Said("challenge", lobby.challenge_text(tr, offered))
        yield Said("closed challenge", lobby.closed(tr, offered))
    for how in ChallengeAction:
        yield Said("accepted", lobby.accepted(tr, Update(game(), game(), Event.STARTED, LONGEST), how))


def _new_games(tr: Translator) -> Iterator[Said]:
    others = [(level, None) for level in (*Level, None)] + [(None, BOB.id)]
    chosen = [*product([(Level.EXPERT, None)], First, Opponents), *product(others, [First.ME], [Opponents.MEMBERS])]
    for (level, opponent), first, company in chosen:
        pace, best_of = (Pace.THREE_DAYS.time, 5) if first is First.RANDOM else (None, None)
        terms = Terms(Format(LARGEST, pace, first is First.ME, best_of), level, opponent, first, bool(pace))
        yield from of_draft(lobby.menu(tr, terms, Rules(99, 99, 99), company))
        yield from of_draft(lobby.options(tr, terms, company))
    yield from of_form(forms.size_form(tr, LARGEST, "size"))
    for then in (Terms(Format(LARGEST)), ChallengePress(ChallengeId(1), ChallengeAction.JOIN), None):
        yield from (of_button(button) for button in lobby.already_playing(tr, game(), then))
    yield Said("closed menu", lobby.closed_menu(tr, Update(game(), game(), Event.STARTED, LONGEST)))
    yield Said("closed menu", lobby.closed_menu(tr, NewChallenge(all_challenges()[0], None)))


def _records(tr: Translator) -> Iterator[Said]:
    many = Record(99_999, 99_999, 99_999)
    kinds = dict.fromkeys((None, *Level), many)
    for streak in (Streak("won", 999), Streak("lost", 999), Streak("drawn", 999), None):
        yield Said("stats", ratings.stats(tr, Stats(LONGEST, kinds, 9999, streak)))
    yield Said("stats", ratings.stats(tr, Stats(LONGEST, kinds, 9999, None, many)))
    yield Said("stats", ratings.stats(tr, Stats(LONGEST, {}, None, None)))
    yield Said("stats", ratings.no_computer_record(tr))
    lines = [Standing(place, LONGEST, 9999, many) for place in (*range(1, 11), 1000)]
    for season, listed in product((Season(1), Season(99, AT), Season(9, AT, AT)), (lines, [])):
        yield Said("top", ratings.leaderboard(tr, Leaderboard(season, listed)))
        yield Said("season", ratings.season_choice(tr, season), CHOICE)
        yield from of_draft(ratings.season_question(tr, season))
        yield Said("season", ratings.season_begun(tr, season))
    for level, result in product((*Level, None), (None, *(now.result for now in all_games()))):
        summary = GameSummary(GameId(10**12), LARGEST, level, 10_000, result)
        yield Said("game", game_choice(tr, summary), CHOICE)


def _active_games(tr: Translator) -> Iterator[Said]:
    yield from of_draft(active_games(tr, ActiveGames((), ())))
    for opponent, plies, asked in product((ANN, COMPUTER), (0, 1), (LONGEST, None)):
        row = replace(ACTIVE, opponent=opponent, plies=plies, asked_by=asked)
        yield from of_draft(active_games(tr, ActiveGames((row,) * 30, ())))
    yield from of_draft(active_games(tr, ActiveGames((), (INVITATION,) * 30)))
    yield from of_draft(active_games(tr, ActiveGames((ACTIVE,), ())))


_LANGUAGES = {language.name for language in LANGUAGES.values()}


def _choices(tr: Translator) -> Iterator[Said]:
    chosen = Preferences(Shape.HOURGLASS, Theme.CONTRAST, BoardKind.PICTURE, Labels.COORDINATES, Switch.OFF, Switch.OFF)
    for found in (Preferences(), chosen):
        for picked in (None, *PREFERENCES):
            yield from of_draft(panels.me(tr, found, picked, is_saved=picked is not None))
    everything_chosen = ServerSettings(
        LARGEST, is_rated=False, boards=BoardPlacement.NEW_MESSAGE, end=WhoMayEnd.MODERATORS, language="ja"
    )
    for server in (ServerSettings(), everything_chosen):
        for picked in (None, "size", *SETTINGS):
            said = of_draft(panels.server(tr, server, picked, is_saved=picked is not None))
            yield from (one for one in said if one.text not in _LANGUAGES)  # each is named in itself
    yield Said("blocked", preferences.blocked(tr, LONGEST))
    yield Said("unblocked", preferences.unblocked(tr, LONGEST))
    for who in ([], [LONGEST] * MAX_BLOCKED):
        yield from of_draft(panels.blocked(tr, who, 2, preferences.blocked(tr, LONGEST)))


def _refusals(tr: Translator) -> Iterator[Said]:
    servers = ServerSettings(), ServerSettings(end=WhoMayEnd.MODERATORS)
    for error, server in product((*EXAMPLES, *_longest_refusals()), servers):
        for offers_thread in (False, True) if isinstance(error, errors.ChannelBusy) else (False,):
            yield Said(type(error).__name__, refusal(tr, error, None, server, offers_thread=offers_thread))
    yield Said("old form", refusal(tr, errors.OldBoard(game()), MessageId(LONGEST)))
    yield from (Said("permission", permission(tr, one)) for one in Permission)
    for saved, unchanged in product((True, False), (True, False)):
        yield Said("broken", broken(tr, "0123abcd", saved=saved))
        yield Said("closed thread", closed_thread(tr, saved=saved))
        yield Said("no database", no_database(tr, "0123abcd", saved=saved, unchanged=unchanged))


def _longest_refusals() -> Iterator[errors.GameError]:
    """Yield refusals with the longest names and numbers, and those about the computer."""
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


def _coach(tr: Translator) -> Iterator[Said]:
    for found in HINTS:
        yield Said("hint", coach.hint(tr, game(), found))
    for found in REVIEWS:
        yield Said("review", coach.review(tr, game(), found))
        yield from (Said("better line", coach.line_description(tr, moment), ALT) for moment in found.moments)
    yield Said("progress", coach.progress(tr, 1.0))


def _puzzles(tr: Translator) -> Iterator[Said]:
    for attempt, cell, answer in ATTEMPTS:
        yield from of_draft(puzzles.board(tr, Tap(attempt, cell, answer, 999)))
        if attempt.solved:
            yield from of_draft(puzzles.shared(tr, Tap(attempt, cell, answer, 999)))
        else:
            yield from of_form(puzzles.form(tr, attempt, PuzzlePress(attempt.day, 0, is_form=True)))
    yield from of_draft(puzzles.post(tr, Day(0)))
    yield from of_draft(puzzles.post(tr, Day(0), 99_999))
    yield Said("posted", puzzles.posted(tr))
    yield Said("posted", puzzles.not_posted(tr))
    yield Said("posted", puzzles.cannot_post(tr, PuzzleChannel(GuildId(LONGEST), PLACE.channel)))


def _threads(tr: Translator) -> Iterator[Said]:
    for author, other in (("8" * 32, "8" * 32), (None, None), ("8" * 32, texts.player(tr, COMPUTER))):
        yield Said("name of a thread", lobby.thread_name(tr, LARGEST, author, other), CHOICE)
    yield Said("thread", lobby.announcement(tr, LONGEST, Terms(Format(LARGEST))))
    yield of_button(lobby.in_thread(tr, Terms(Format(LARGEST))))
    yield Said("thread", lobby.started_in_thread(tr, PLACE.channel))
    yield Said("thread", lobby.without_board(tr, PLACE.channel))
    yield from (Said("thread", lobby.result(tr, now)) for now in all_games() if now.result)
    yield from (Said("thread", lobby.series_deleted(tr, now)) for now in all_games() if has_next_game(now))


def _help(tr: Translator) -> Iterator[Said]:
    address = f"https://example.org/{'x' * 40}"
    yield from of_draft(help_rules(tr, LARGEST, LONGEST, Operator(address, address, "·" * 200)))
    described = {command.name: "·" * 100 for command in Ttt().commands}
    for chosen in COMMANDS:
        yield from of_draft(help_topic(tr, chosen, described, LARGEST, LONGEST))
    file = ExportFile(tr, LONGEST, AT)
    file.add(ExportPart("games", []))
    yield Said("export", str(json.load(file.finished()[1])["about"]))


_ALL: tuple[Callable[[Translator], Iterator[Said]], ...] = (
    _boards,
    _descriptions,
    _questions,
    _challenged,
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
