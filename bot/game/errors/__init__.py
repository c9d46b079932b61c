"""What the bot refuses to do, each with the facts that its sentence needs; the words are in refusals.py.

GameError
+-- BadRules
|   +-- SizeOutOfRange      m or n outside 2..100
|   +-- LineTooLong         k below 2 or beyond both sides
|   +-- UnreadableNumber    the text of the size form
+-- BadOpponent             yourself, a bot, or both ai and opponent
+-- ComputerNotPlaying      the computer was to go first between people
+-- TooManyGames            the cooldown
+-- NobodyThere             the other person can't be played: why is theirs to know
+-- HasBlocked              you have blocked the other person
+-- CannotBlock             yourself, or a bot
+-- TooManyBlocked          you have blocked as many as you may
+-- NotBlocked              you want to unblock somebody whom you have not blocked
+-- ChannelBusy             a game is on in this channel
+-- AlreadyPlaying          a game of one's own is on in this channel
+-- NoGame                  none was ever played here
+-- NoSuchGame              a game with this number was not played here
+-- NoSuchChallenge         a challenge that is not known here
+-- GameOver                it has ended
+-- OldBoard                the board has changed since that button was drawn
+-- NotYourGame             you don't play in it
+-- NotYourTurn             the other side is to move
+-- ComputerThinking        the computer is to move, and has not yet
+-- UnreadableCell          the text of the move form
+-- OffBoard                the cell is not on the board
+-- CellTaken               the cell has a mark
+-- StillWinnable           somebody can still complete a line
+-- NoSwap                  nobody can take X now
+-- NothingToUndo           you have made no move
+-- PlayerDeleted           the other player's data was deleted
+-- UndoAlreadyAsked        the opponent has not answered yet
+-- UndoNotYours            the question is the opponent's to answer
+-- NotYetYours             neither a player nor a moderator, and the game has not rested
+-- MustBePlayedOut         a player may not end a rated game in which both have moved
+-- ChallengeOver           accepted, declined, cancelled, replaced or run out
+-- NotYourChallenge        that button is somebody else's
+-- HintsInRated            the game counts for the ratings
+-- StillOn                 a review of a game that has not ended
+-- PuzzleOver              its day has passed, or it is solved
+-- PuzzleCellTaken         the cell of the puzzle has a mark
+-- CannotPost              the bot may not write here
+-- CoachBusy               too many ask the coach at once
+-- NoSuchSeason            the server has had no season with this number
+-- SeasonBegun             somebody has begun the season already
+-- StillDrawing            you wait for a picture already
+-- OutOfDate               a button or command from another version of the bot
+-- NotInServer             a command for servers that have the bot
+-- UnknownLanguage         the text names no language that the bot speaks
+-- MissingPermission       you lack a permission of Discord's
+-- BotLacksPermissions     the bot may not open a thread here
+-- NoThread                no thread can be opened here and now
+-- WaitedTooLong           other requests held the channel until the deadline
+-- ShuttingDown            no new request is taken
"""

from typing import TypeAlias

from bot.game.errors.base import (
    GameError,
    MissingPermission,
    NotInServer,
    OutOfDate,
    Permission,
    ShuttingDown,
    StillDrawing,
    UnknownLanguage,
    WaitedTooLong,
)
from bot.game.errors.coaching import (
    CannotPost,
    CoachBusy,
    HintsInRated,
    PuzzleCellTaken,
    PuzzleOver,
    StillOn,
)
from bot.game.errors.opening import (
    AlreadyPlaying,
    BadOpponent,
    BadRules,
    ChallengeOver,
    ChannelBusy,
    ComputerNotPlaying,
    LineTooLong,
    NoSuchChallenge,
    NotYourChallenge,
    SizeOutOfRange,
    TooManyGames,
    UnreadableNumber,
    Why,
)
from bot.game.errors.people import (
    CannotBlock,
    HasBlocked,
    NobodyThere,
    NoSuchSeason,
    NotBlocked,
    SeasonBegun,
    TooManyBlocked,
    Unblockable,
)
from bot.game.errors.playing import (
    CellTaken,
    ComputerThinking,
    GameOver,
    MustBePlayedOut,
    NoGame,
    NoSuchGame,
    NoSwap,
    NothingToUndo,
    NotYetYours,
    NotYourGame,
    NotYourTurn,
    OffBoard,
    OldBoard,
    PlayerDeleted,
    StillWinnable,
    UndoAlreadyAsked,
    UndoNotYours,
    UnreadableCell,
)
from bot.game.errors.threads import BotLacksPermissions, NoThread, WhyNoThread

PlayingRefusal: TypeAlias = (  # those of who may do what in a game that was begun
    GameOver
    | OldBoard
    | NotYourGame
    | NotYourTurn
    | ComputerThinking
    | UnreadableCell
    | OffBoard
    | CellTaken
    | PlayerDeleted
    | StillWinnable
    | NoSwap
    | NothingToUndo
    | UndoAlreadyAsked
    | UndoNotYours
    | NotYetYours
    | MustBePlayedOut
)
Refusal: TypeAlias = (  # every error that is raised, so that a match over them can be exhaustive
    PlayingRefusal
    | SizeOutOfRange
    | LineTooLong
    | UnreadableNumber
    | BadOpponent
    | ComputerNotPlaying
    | TooManyGames
    | NobodyThere
    | HasBlocked
    | CannotBlock
    | TooManyBlocked
    | NotBlocked
    | ChannelBusy
    | AlreadyPlaying
    | NoGame
    | NoSuchGame
    | NoSuchChallenge
    | ChallengeOver
    | NotYourChallenge
    | HintsInRated
    | StillOn
    | CoachBusy
    | PuzzleOver
    | PuzzleCellTaken
    | CannotPost
    | NoSuchSeason
    | SeasonBegun
    | StillDrawing
    | NotInServer
    | UnknownLanguage
    | MissingPermission
    | BotLacksPermissions
    | NoThread
    | WaitedTooLong
    | OutOfDate
    | ShuttingDown
)

__all__ = [
    "AlreadyPlaying",
    "BadOpponent",
    "BadRules",
    "BotLacksPermissions",
    "CannotBlock",
    "CannotPost",
    "CellTaken",
    "ChallengeOver",
    "ChannelBusy",
    "CoachBusy",
    "ComputerNotPlaying",
    "ComputerThinking",
    "GameError",
    "GameOver",
    "HasBlocked",
    "HintsInRated",
    "LineTooLong",
    "MissingPermission",
    "MustBePlayedOut",
    "NoGame",
    "NoSuchChallenge",
    "NoSuchGame",
    "NoSuchSeason",
    "NoSwap",
    "NoThread",
    "NobodyThere",
    "NotBlocked",
    "NotInServer",
    "NotYetYours",
    "NotYourChallenge",
    "NotYourGame",
    "NotYourTurn",
    "NothingToUndo",
    "OffBoard",
    "OldBoard",
    "OutOfDate",
    "Permission",
    "PlayerDeleted",
    "PlayingRefusal",
    "PuzzleCellTaken",
    "PuzzleOver",
    "Refusal",
    "SeasonBegun",
    "ShuttingDown",
    "SizeOutOfRange",
    "StillDrawing",
    "StillOn",
    "StillWinnable",
    "TooManyBlocked",
    "TooManyGames",
    "Unblockable",
    "UndoAlreadyAsked",
    "UndoNotYours",
    "UnknownLanguage",
    "UnreadableCell",
    "UnreadableNumber",
    "WaitedTooLong",
    "Why",
    "WhyNoThread",
]
