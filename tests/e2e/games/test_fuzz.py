"""Hundreds of actions of three people who do anything at all, with restarts in between."""

from random import Random
from typing import Any

import discord

from bot.game.games import ChannelId, Computer, Ending, Game
from bot.messages.custom_ids import Action, GamePress, parse
from engine import Board
from engine.text import Style, draw
from tests.e2e.club import Club, buttons

ACTIONS = 240
TEXTS = ("0 0", "1 1", "2,2", "(3, 4)", "9 9", "-1 0", "x", "", "1 2 3", "99999999999 0", "``` ```", "<@1> @everyone")


class Crowd:
    """Ann, Bob and Cy, doing what comes to their mind."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club = club
        self.chance = Random(seed)
        self.forms: list[tuple[Any, Any]] = []
        self.done: dict[str, int] = {}

    async def act(self) -> None:
        """Do one thing; it must be answered once."""
        kinds = (self.press, self.command, self.fill, self.open, self.wait, self.restart)
        kind = self.chance.choices(kinds, weights=(45, 30, 12, 8, 4, 1))[0]
        self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1
        result = await kind()
        if result is not None:
            assert result.acknowledged, f"{kind.__name__}: This interaction failed"
            assert self.club.callbacks(result) == 1

    @property
    def who(self) -> Any:
        return self.chance.choice((self.club.ann, self.club.bob, self.club.cy))

    async def press(self) -> Any:
        """Press any button of the last messages."""
        messages = [message for message in self.club.latest(8) if buttons(message)]
        if not messages:
            return None
        message = self.chance.choice(messages)
        button = self.chance.choice(buttons(message))
        if button.disabled or not button.custom_id:
            return None
        person = self.who
        result = await person.click(message, custom_id=button.custom_id)
        if result.modal:
            self.forms.append((person, result))
        return result

    async def fill(self) -> Any:
        """Send a form that was opened at some time."""
        if not self.forms:
            return None
        person, form = self.forms.pop(self.chance.randrange(len(self.forms)))
        row, col = self.chance.randrange(6), self.chance.randrange(6)
        text = self.chance.choice((f"{row} {col}", f"{row},{col}", self.chance.choice(TEXTS)))
        return await person.submit_modal(form, {"cell": text}) if text else None

    async def command(self) -> Any:
        """Send any command but new."""
        name = self.chance.choice(("move", "move", "move", "undo", "board", "resign", "end", "help"))
        options = {"i": self.chance.randrange(7), "j": self.chance.randrange(7)} if name == "move" else {}
        return await self.who.slash(self.club.channel, f"ttt {name}", **options)

    async def open(self) -> Any:
        """Ask for a new game of any kind."""
        options: dict[str, Any] = {
            name: self.chance.choice((2, 3, 4, 5, 6, 38, 60)) for name in "mnk" if self.chance.random() < 0.6
        }
        if self.chance.random() < 0.5:
            options["ai"] = self.chance.choice(("easy", "classic"))
        if self.chance.random() < 0.4:
            options["opponent"] = self.chance.choice((self.club.ann, self.club.bob, self.club.cy, self.club.bot()))
        return await self.who.slash(self.club.channel, "ttt new", **options)

    async def wait(self) -> None:
        """Let time pass."""
        await self.club.env.advance_time(self.chance.choice((20, 70, 400, 2000, 4000)))

    async def restart(self) -> None:
        """Restart the bot."""
        await self.club.restart()


async def test_hundreds_of_actions_leave_nothing_unanswered_and_the_board_true(club: Club) -> None:
    crowd = Crowd(club, seed=3)
    compared = 0
    for number in range(ACTIONS):
        await crowd.act()
        if number % 20 == 0 and (games := await club.store.live_in(ChannelId(club.channel.id))):
            for game in games:
                await is_shown_as_saved(club, game)
            compared += 1
    await is_shown_as_saved(club, await club.game())
    assert compared > ACTIONS / 20 * 0.8
    assert set(crowd.done) == {"press", "command", "fill", "open", "wait", "restart"}
    assert (await club.game()).id > 5


async def is_shown_as_saved(club: Club, game: Game) -> None:
    """Check that the message of the channel's game shows it ply for ply, and that its end is the board's."""
    board = Board(game.rules)
    for cell in game.plies:
        board.push(cell)
    message = next(found for found in reversed(club.latest(40)) if is_board(found, game))
    is_whole = any(f"\n{draw(board, style=style)}\n" in message.content for style in Style)
    assert is_whole or (max(game.rules.m, game.rules.n) > 26 and message.attachments)
    if game.result is None or game.result.ending in (Ending.LINE, Ending.FULL):
        assert (board.outcome is None) == (game.result is None)
        assert board.outcome is None or (game.result and board.outcome.winner == game.result.winner)
    if isinstance(game.o, Computer) and not game.result:
        assert len(game.plies) % 2 == 0


def is_board(message: discord.Message, game: Game) -> bool:
    """Return whether a message is a board of a game. It has its buttons until a newer one is there."""
    pressed = [parse(button.custom_id or "") for button in buttons(message)]
    of_game = [press.action for press in pressed if isinstance(press, GamePress) and press.game == game.id]
    return bool(of_game) and Action.ALLOW not in of_game
