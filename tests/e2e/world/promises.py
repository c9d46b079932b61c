"""The promises, checked after a step by what people can see. Each check yields the promises that it finds broken."""

import re
from collections import Counter
from collections.abc import Iterator

from bot.messages import custom_ids
from bot.messages.custom_ids import Action, EndPress, GamePress
from tests.e2e.boards import board_in, newest
from tests.e2e.discord import payloads
from tests.e2e.discord.payloads import EPHEMERAL, Json
from tests.e2e.world.world import FREE, Step, World

MENTION = re.compile(r"<@(\d+)>")
ITEM = re.compile(r"^- .*https://discord\.com/channels/", re.MULTILINE)
# A next step: a link, a channel, a command, a time, a button, or what to do.
WAY = re.compile(
    r"https://|<#|`/ttt|<t:|\b(tap|press|choose|type|ask|wait|try|start|only|moves next|moment|moderator)\b",
    re.IGNORECASE,
)
# What was asked for needs no next step: a hint, a board in words, a replay, an end.
ANSWER = re.compile(r"(Take|Every move|Try) |\d+ rows|Game #|You resigned|You ended|Done|<@\d+> (resigned|ended)")
PLIES = "(SELECT count(*) FROM plies WHERE game = games.id)"
NEW_MESSAGE = 4  # interactions/receiving-and-responding.mdx, Interaction Callback Type


def broken(world: World, step: Step) -> Iterator[str]:
    """Yield every promise that is broken after a step."""
    yield from one_offer(world)
    yield from true_boards(world)
    yield from nothing_ends_by_one_tap(world, step)
    yield from no_cheap_loss(world)
    yield from no_bug(world, step)
    if step.undisturbed:
        yield from no_dead_ends(step)
        yield from no_refused_invitation(world, step)
        yield from one_ping(step)
        yield from true_list(world, step)


def one_offer(world: World) -> Iterator[str]:
    """P2: nobody has two equal open offers in a channel."""
    offers = Counter[tuple[int, str]]()
    for channel in world.places:
        for message in world.public(channel):
            if {"Accept", "Join"} & payloads.buttons(message).keys():
                offers[channel, " ".join(MENTION.findall(message["content"])[:2])] += 1
    for offer, number in offers.items():
        if number > 1:
            yield f"P2: {number} open offers of {offer}"


def true_boards(world: World) -> Iterator[str]:
    """P3: a board with buttons for moves, the newest of its channel, is the board of a live game."""
    public = [message for message in world.discord.messages.values() if not message["flags"] & EPHEMERAL]
    for channel in world.places:
        board = newest(public, channel)
        if board is None or not any(FREE in label for label in payloads.buttons(board.message)):
            continue
        query = f"SELECT ending, {PLIES} + coalesce(swapped, 0) FROM games WHERE id = ?"  # noqa: S608 - a constant
        for ending, plies in world.rows(query, board.game):
            if ending not in (None, "deleted"):
                yield f"P3: a board of game {board.game}, which has ended ({ending}), has buttons for moves"
            elif board.ply > plies:
                yield f"P3: a board of game {board.game} shows {board.ply} of {plies} moves"


def no_dead_ends(step: Step) -> Iterator[str]:
    """P4: every act is answered, and a private answer has a next step."""
    if step.unfinished:
        yield "P7: an answer that was promised never came"
    for act in step.acts:
        if not act.private:
            continue
        message = act.messages[-1]
        ways = message["components"] or message.get("attachments")
        if not (ways or ANSWER.match(message["content"]) or WAY.search(message["content"])):
            yield f"P4: a dead end: {message['content']!r}"


def no_refused_invitation(world: World, step: Step) -> Iterator[str]:
    """P4: a free cell of the newest board isn't refused to the player whose turn its text says it is."""
    if len(step.pressed) != 1:
        return
    [(label, message, user)] = step.pressed
    board = board_in(message)
    if (
        board
        and FREE in label
        and step.was_newest
        and board.to_move == user
        and f"Your turn, <@{user}>" in board.status
    ):
        [act] = step.acts
        if act.private:
            yield f"P4: {label!r} was refused to the player whose turn it is: {act.text!r}"


def nothing_ends_by_one_tap(world: World, step: Step) -> Iterator[str]:
    """P5: only an answer to a question ends a game in which somebody has moved, without a line."""
    for label, message, _ in step.pressed:
        pressed = custom_ids.parse(payloads.buttons(message)[label])
        if not isinstance(pressed, GamePress | EndPress):
            continue
        asks = isinstance(pressed, GamePress) and pressed.action in (Action.RESIGN, Action.END)
        if asks or (isinstance(pressed, EndPress) and not pressed.is_confirmed):
            ended = "ending IN ('stopped', 'resigned') AND touched >= ?"
            if world.rows(f"SELECT 1 FROM games WHERE id = ? AND {ended} AND {PLIES}", pressed.game, step.began):  # noqa: S608
                yield f"P5: {label!r} ended game {pressed.game} by one tap"


def no_cheap_loss(world: World) -> Iterator[str]:
    """P6: no rating changed in a game in which not both have moved."""
    for (game,) in world.rows(f"SELECT id FROM games WHERE gain IS NOT NULL AND {PLIES} < 2"):  # noqa: S608
        yield f"P6: game {game} was rated before both had moved"


def no_bug(world: World, step: Step) -> Iterator[str]:
    """P9: nobody reads of a bug, and the log has no traceback."""
    for act in step.acts:
        for message in act.messages:
            if "Something went wrong" in message["content"]:
                yield f"P9: {message['content']!r}"
    if "Traceback" in world.log:
        yield f"P9: {world.log}"


def one_ping(step: Step) -> Iterator[str]:
    """P2: an act pings each person at most once."""
    pings = Counter[str]()
    for request in step.requests:
        body: Json = request.json or {}
        is_new = request.method == "POST" and body.get("type", NEW_MESSAGE) == NEW_MESSAGE
        if is_new and not request.lost and not request.error_code:
            data: Json = body.get("data") or body
            if not (data.get("flags") or 0) & EPHEMERAL:
                pings.update((data.get("allowed_mentions") or {}).get("users", []))
    for user, number in pings.items():
        if number > len({press[1]["id"] for press in step.pressed} or {""}):
            yield f"P2: {number} pings for {user} by one act"


def true_list(world: World, step: Step) -> Iterator[str]:
    """P4: `/ttt games` lists the user's live games and open challenges, and no others."""
    for act in step.acts:
        if act.messages and act.payload["data"].get("options", [{}])[0].get("name") == "games":
            user = int((act.payload.get("member") or act.payload)["user"]["id"])
            live = "SELECT count(*) FROM games WHERE ending IS NULL AND ? IN (x, coalesce(o, 0))"
            wished = "SELECT count(*) FROM challenges WHERE state = 'open' AND opponent = ?"
            [(games,)], [(challenges,)] = world.rows(live, user), world.rows(wished, user)
            links = len(ITEM.findall(act.text))
            if links != games + challenges and "Page" not in act.text:
                yield f"P4: {links} links to {games} games and {challenges} challenges of {user % 10}: {act.text!r}"
