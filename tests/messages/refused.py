"""An example of every refusal, and the games in them."""

from dataclasses import replace
from datetime import timedelta

from bot.game import errors
from bot.game.clocks import Clock
from bot.game.errors import GameError, WhyNotOpponent
from bot.game.games import (
    EVERYONE,
    Computer,
    Ending,
    Format,
    Game,
    GameId,
    Human,
    Level,
    MessageId,
    Mover,
    Player,
    Result,
    Series,
    UndoRequest,
    UserId,
)
from bot.game.lobby import Challenge, ChallengeAction, ChallengeId, ChallengeState, Offer
from engine import Cell, Mark, Rules
from tests.game import values
from tests.game.values import NOW
from tests.messages import states
from tests.people import ANN, BOB, CY, HERE, THERE

RULES = Rules(3, 4, 3)
BOB_PLAYS = Human(BOB)


def game(o: Player = BOB_PLAYS, result: Result | None = None) -> Game:
    request = UndoRequest(1, ANN, MessageId(6))
    return values.game(
        (0, 0), rules=RULES, id=GameId(5), o=o, result=result, message=MessageId(9), undo_request=request
    )


def both_moved() -> Game:
    return replace(game(), plies=(Cell(0, 0), Cell(0, 1)))


def paced() -> Game:
    return replace(both_moved(), clock=Clock(timedelta(days=1), NOW + timedelta(hours=1)))


def together() -> Game:
    return replace(both_moved(), x=Human(EVERYONE), o=Computer(Level.CLASSIC), movers=(Mover(BOB, NOW), None))


def dead() -> Game:
    return replace(game(), format=Format(Rules(3, 3, 3)), plies=tuple(states.dead()))


def challenge(opponent: UserId | None = BOB, state: ChallengeState = ChallengeState.OPEN) -> Challenge:
    return Challenge(ChallengeId(3), Offer(HERE, Format(RULES), ANN, opponent, NOW), state)


EXAMPLES: list[GameError] = [
    errors.SizeOutOfRange(1, 7),
    errors.LineTooLong(3, 4, 5),
    errors.UnreadableNumber("five"),
    *(errors.BadOpponent(why) for why in WhyNotOpponent),
    errors.ComputerNotPlaying(),
    errors.TooManyGames(),
    errors.DeletionRunning(),
    errors.NobodyThere(BOB),
    errors.HasBlocked(BOB),
    *(errors.CannotBlock(why) for why in errors.WhyNotBlocked),
    errors.TooManyBlocked(),
    errors.NotBlocked(BOB),
    errors.ChannelBusy(game()),
    errors.AlreadyPlaying(game(), ANN, None),
    errors.AlreadyPlaying(both_moved(), BOB, errors.MustBePlayedOut(both_moved(), NOW + timedelta(minutes=30))),
    errors.NoGame(),
    errors.WhichGame((replace(game(), message=None), replace(game(Computer(Level.CLASSIC)), message=None))),
    errors.GameElsewhere(THERE, MessageId(9), has_more=False),
    errors.GameElsewhere(THERE, None, has_more=True),
    errors.NoSuchGame(),
    errors.NoSuchChallenge(),
    errors.GameOver(game(result=Result(None, Ending.FULL))),
    errors.GameOver(replace(game(result=Result(None, Ending.FULL)), series=Series(3))),
    errors.OldBoard(game()),
    errors.NotYourGame(game()),
    errors.NotYourTurn(game()),
    errors.ComputerThinking(game(Computer(Level.EXPERT))),
    errors.MovedLast(together(), NOW + timedelta(hours=5)),
    errors.NotYourMove(together(), BOB),
    errors.NoResignation(together()),
    errors.UnreadableCell("b4"),
    errors.IncompleteCell(has_row=True),
    errors.IncompleteCell(has_row=False),
    errors.OffBoard(RULES, Cell(3, 0)),
    errors.CellTaken(game(), Cell(0, 0), Mark.X),
    errors.PlayerDeleted(game()),
    errors.StillWinnable(game()),
    errors.NoSwap(game()),
    errors.NothingToUndo(game()),
    errors.UndoAlreadyAsked(game(), ANN),
    errors.UndoDeclined(both_moved()),
    errors.NoDrawOffer(game()),
    errors.DrawOfferedLately(game(), 3),
    errors.UndoNotYours(game()),
    errors.NotYetYours(game(), NOW + timedelta(minutes=30)),
    errors.NotYetYours(both_moved(), NOW + timedelta(minutes=30)),
    errors.NotYetYours(paced(), None),
    errors.NotYetYours(together(), NOW + timedelta(hours=24)),
    errors.ChannelBusy(together()),
    errors.MustBePlayedOut(both_moved(), NOW + timedelta(minutes=30)),
    errors.MustBePlayedOut(both_moved(), None),
    errors.MustBePlayedOut(paced(), None),
    errors.MustBePlayedOut(dead(), None),
    *(errors.ChallengeOver(challenge(state=state)) for state in ChallengeState),
    errors.ChallengeOver(challenge(state=ChallengeState.REPLACED), challenge()),
    errors.AlreadyOffered(challenge()),
    errors.NotYourChallenge(challenge(), ChallengeAction.DECLINE, CY),
    errors.HintsInRated(),
    errors.StillRunning(),
    errors.CoachBusy(),
    errors.PuzzleOver(),
    errors.NoPuzzleLeft(),
    errors.PuzzleShared(),
    errors.PuzzleCellTaken(Cell(1, 2)),
    errors.CannotPost(),
    errors.NoSuchSeason(2),
    errors.SeasonBegun(2),
    errors.StillDrawing(),
    errors.NotDrawn(),
    errors.ExportedLately(NOW),
    errors.ExportRunning(),
    errors.NotInServer(),
    errors.MissingPermission(errors.Permission.MANAGE_SERVER),
    errors.BotLacksPermissions((errors.Permission.CREATE_PUBLIC_THREADS,)),
    errors.BotLacksPermissions((errors.Permission.VIEW_CHANNEL, errors.Permission.READ_MESSAGE_HISTORY)),
    *(errors.NoThread(why) for why in errors.WhyNoThread),
    errors.WaitedTooLong(),
    errors.TooMuchAtOnce(),
    errors.TooBusy(),
    errors.OutOfDate(),
    errors.ShuttingDown(),
]
