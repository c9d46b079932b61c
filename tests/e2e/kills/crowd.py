"""People who play random games in several channels at once, and checks of these games after a kill."""

import asyncio
from asyncio import Event
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random
from typing import Any, TypeAlias

from bot.database.store import Store
from bot.game.games import ChannelId, Game, GameId
from bot.messages import export
from bot.messages.translator import ENGLISH
from tests.e2e.boards import FORGOTTEN, ShownBoard, board_in, losses, newest
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import ANN, CHANNELS

SIZES: tuple[dict[str, int], ...] = ({"m": 3}, {"m": 3, "n": 4}, {"m": 4}, {"m": 6, "k": 4})
LEVELS = ("easy", "classic", "expert")
REGULARS = range(ANN + 100, ANN + 108)  # they are challenged in all channels, and never leave


class Table:
    """One channel with its people. They act one after the other, but for double clicks."""

    def __init__(self, crowd: "Crowd", channel: int) -> None:
        self.channel = channel
        self._crowd = crowd
        self._discord = crowd.discord
        self._random = crowd.random
        self._unsure = False  # the last one to act was refused, or not answered: let them look at the board
        self._last = crowd.somebody()

    async def play(self) -> None:
        while True:
            try:
                await self._step()
            except TimeoutError:
                self._crowd.unanswered += 1
                self._unsure = True

    async def _step(self) -> None:
        now = newest(self._discord.messages.values(), self.channel)
        if self._unsure or (now and not now.over and now.to_move is None):  # an expert is thinking
            await self._slash(self._last, "board")
            self._unsure = False
        elif now is None or FORGOTTEN in now.people:
            await self._open()
        elif unheard := self._crowd.leaving & set(now.people):  # they asked before the kill, and ask again
            await self.forget(unheard.pop())
        elif now.over:
            await self._after(now)
        elif "Call it a draw" in payloads.buttons(now.message) and self._random.random() < 0.5:
            await self._call_draw(self._random.choice(now.people), now)
        elif "Take X" in payloads.buttons(now.message) and self._random.random() < 0.5:
            await self._press(now.to_move or now.x, "Take X", now.message)
        else:
            [act] = self._random.choices(list(_ACTS), list(_ACTS.values()))
            await act(self, now)

    async def _after(self, now: ShownBoard) -> None:
        """Go on after a game: with its series, with a new one, or with the same again."""
        goes_on = "Next game" in payloads.buttons(now.message)
        if goes_on and self._random.random() < 0.7:
            await self._press(self._random.choice(now.people), "Next game", now.message)
        elif goes_on or self._random.random() < 0.6:
            await self._open()
        else:
            await self._rematch(now)

    async def _open(self) -> None:
        author, size = self._crowd.somebody(), self._random.choice(SIZES)
        if self._random.random() < 0.5:
            await self._slash(author, "new", ai=self._random.choice(LEVELS), **size)
        else:
            opponent = self._random.choice((self._crowd.somebody(), self._random.choice(REGULARS)))
            terms = {"swap": self._random.random() < 0.5} | ({"best_of": 3} if self._random.random() < 0.3 else {})
            await self._accept(await self._slash(author, "new", opponent=opponent, **terms, **size))

    async def _rematch(self, now: ShownBoard) -> None:
        await self._accept(await self._press(now.x, "Rematch", now.message))

    async def _accept(self, challenge: Interaction) -> None:
        if challenge.messages and "Accept" in payloads.buttons(challenge.message):  # a second tap says nothing
            opponent = int(challenge.text.partition("<@")[2].partition(">")[0])
            await (await self._press(opponent, "Accept", challenge.message)).finish()

    async def _command(self, now: ShownBoard) -> None:
        i, j = self._random.choice(now.empty)
        await self._slash(now.to_move or now.x, "move", i=i, j=j)

    async def _tap(self, now: ShownBoard, *people: int) -> None:
        cells = payloads.buttons(now.message)
        taps = [cell for row, col in now.empty if (cell := f"{row}:{col}") in cells]
        if not taps:
            await self._command(now)
            return
        cell = self._random.choice(taps)
        people = people or (now.to_move or now.x,)
        await asyncio.gather(*(self._press(user, cell, now.message) for user in people))

    async def _tap_twice(self, now: ShownBoard) -> None:
        await self._tap(now, *self._random.choices(now.people, k=2))

    async def _resign(self, now: ShownBoard) -> None:
        user = self._random.choice(now.people)
        question = await self._slash(user, "resign")
        for button in {"Resign", "End the game"}.intersection(payloads.buttons(question.message)):
            await (await self._press(user, button, question.message)).finish()

    async def _call_draw(self, user: int, now: ShownBoard) -> None:
        answer = await self._press(user, "Call it a draw", now.message)
        if answer.private and "Call it a draw" in payloads.buttons(answer.message):
            await (await self._press(user, "Call it a draw", answer.message)).finish()

    async def _leave(self, now: ShownBoard) -> None:
        if leavers := set(now.people).difference(REGULARS):
            await self.forget(self._random.choice(sorted(leavers)))

    async def forget(self, user: int) -> None:
        """Let a user delete their data; from then on they only ask again if that failed."""
        self._crowd.leaving.add(user)
        self._unsure = True  # their game has ended
        panel = await self._slash(user, "me")
        if "Delete my data" not in payloads.buttons(panel.message):
            return
        question = await self._press(user, "Delete my data", panel.message)
        if "Delete it all" in payloads.buttons(question.message):
            answer = await self._press(user, "Delete it all", question.message)
            await answer.finish()
            if answer.text == export.deleted(ENGLISH):
                self._crowd.leaving.discard(user)
                self._crowd.deleted_users.add(user)

    async def _meddle(self, now: ShownBoard) -> None:
        await self._tap(now, self._crowd.somebody())

    async def _slash(self, user: int, name: str, **options: Any) -> Interaction:
        self._last = user
        return self._note(await self._discord.slash(user, name, channel=self.channel, **options))

    async def _press(self, user: int, button: str, on: payloads.Json) -> Interaction:
        self._last = user
        return self._note(await self._discord.press(user, button, on))

    def _note(self, answer: Interaction) -> Interaction:
        self._crowd.note_answer()
        self._unsure |= answer.private
        return answer

    async def play_out(self) -> None:
        """Begin a rated game between two strangers, and give it up."""
        author, opponent = self._crowd.somebody(), self._crowd.somebody()
        await self._accept(await self._slash(author, "new", opponent=opponent, m=3))
        for _ in range(2):  # before both have moved, giving up costs nothing
            await self._command(await self._look(author))
        await self._resign(await self._look(author))

    # -- after a restart

    async def revive(self, game: Game, *, resign: bool) -> str | None:
        """Continue a live game by ordinary actions; return an error if it is stuck."""
        try:
            async with asyncio.timeout(20):
                now = await self._look(game.humans[0])
                if now.game != game.id or now.ply < game.moves:
                    return f"game {game.id} is not shown as it was saved"
                # Once it has ended, another live game of the channel is shown.
                while now.game == game.id and not now.over and now.ply <= game.moves + game.awaits_computer:
                    if now.to_move is not None:  # else the computer is, by itself
                        await (self._resign(now) if resign else self._command(now))
                    now = await self._look(game.humans[0])
        except TimeoutError:
            return f"game {game.id} is stuck"
        return None

    async def _look(self, user: int) -> ShownBoard:
        """Show a player's board; an overloaded bot may take several attempts."""
        while True:
            if board := board_in((await self._slash(user, "board")).message):
                return board


_ACTS: dict[Callable[[Table, ShownBoard], Awaitable[None]], int] = {
    Table._tap: 45,
    Table._command: 30,
    Table._tap_twice: 8,
    Table._meddle: 4,
    Table._resign: 5,
    Table._leave: 4,
}


Live: TypeAlias = tuple[Table, Game]


class Crowd:
    """All tables, and the boards that their people saw."""

    def __init__(self, discord: Loopback, random: Random, tables: int = 10) -> None:
        self.discord = discord
        self.random = random
        self.answers = 0
        self.unanswered = 0
        self.boards = 0
        self.unshown = 0  # games with a move that was saved, but not shown before the kill
        self.leaving: set[int] = set()  # who has asked to be forgotten, and was not told that it was done
        self.deleted_users: set[int] = set()
        self.somebody = count(ANN + 1000).__next__  # nobody opens so many games that the cooldown refuses them
        self._tables = [Table(self, channel) for channel in CHANNELS[:tables]]
        self._enough = Event()
        self._goal = 0
        self._boards_of: dict[int, dict[int, ShownBoard]] = {}  # the boards of each game, by ply
        self._have_read = 0

    @property
    def games(self) -> int:
        """How many games were shown."""
        return len(self._boards_of)

    async def play(self, answers: int) -> None:
        """Play until this number of answers has arrived, and stop a moment later, in the middle of everything."""
        self._enough.clear()
        self._goal = self.answers + answers
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(table.play()) for table in self._tables]
            await self._enough.wait()
            await asyncio.sleep(self.random.uniform(0, 0.02))  # any moment, not that of an answer
            for task in playing:
                task.cancel()

    def note_answer(self) -> None:
        self.answers += 1
        if self.answers >= self._goal:
            self._enough.set()

    async def live_games(self, store: Store) -> list[Live]:
        return [(table, game) for table in self._tables for game in await store.games.live_in(ChannelId(table.channel))]

    async def revive(self, live: list[Live]) -> list[str]:
        """Continue live games, and end some; return the errors of games that are stuck.

        The bot goes on by itself with the deletion of a user's data, which ends their games.
        """
        live = [(table, game) for table, game in live if self.leaving.isdisjoint(game.humans)]
        reviving = (table.revive(game, resign=game.id % 3 == 0) for table, game in live)
        return [wrong for wrong in await asyncio.gather(*reviving) if wrong]

    async def settle(self) -> list[str]:
        """Let users who still wait for their deletion ask again; return those for whom it failed."""
        for user in sorted(self.leaving):
            await self._tables[0].forget(user)
        return [f"{user} could not be forgotten" for user in sorted(self.leaving)]

    async def play_out(self) -> None:
        """Let two strangers play a rated game to its end, in a channel of their own."""
        await Table(self, CHANNELS[len(self._tables)]).play_out()

    async def losses(self, store: Store) -> list[str]:
        """Compare a database that no bot uses with the boards shown since the last time; return the differences."""
        wrong: list[str] = []
        for number in self._read():
            boards, game = self._boards_of[number], await store.games.game(GameId(number))
            wrong += losses(boards, game)
            self.unshown += game is not None and game.moves > max(boards)
        for table in self._tables:
            live = [game.solo for game in await store.games.live_in(ChannelId(table.channel))]
            if len(live) > len(set(live)):
                wrong.append(f"channel {table.channel} has two live games between people, or of one player")
        return wrong

    def _read(self) -> set[int]:
        """Note the boards that the bot has sent by now; return their games."""
        requests = list(self.discord.requests)[self._have_read :]
        self._have_read += len(requests)
        boards = [board for request in requests if (board := board_in(_message(request.json)))]
        self.boards += len(boards)
        for board in boards:
            self._boards_of.setdefault(board.game, {})[board.ply] = board
        return {board.game for board in boards}


def _message(body: Any) -> payloads.Json | None:
    return body.get("data", body) if isinstance(body, dict) else None
