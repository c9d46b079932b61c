"""The promises, checked after a step by what people can see. Each check yields the promises that it finds broken."""

import re
from collections import Counter
from collections.abc import Iterator

from bot.messages import custom_ids
from bot.messages.custom_ids import Action, EndPress, GamePress
from tests.e2e.boards import board_in, newest
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction
from tests.e2e.discord.payloads import CY, DIRECT, EPHEMERAL, GUILD, OUTSIDE, SEND_MESSAGES, Json
from tests.e2e.discord.threads import CREATE_PUBLIC_THREADS, VIEW_CHANNEL
from tests.e2e.world.steps import Step, command_of, is_offer
from tests.e2e.world.world import CELL, MENTION, World

ITEM = re.compile(r"^- .*https://discord\.com/channels/\S+?/(\d+)(?:/|$)", re.MULTILINE)
LINK = re.compile(r"https://discord\.com/channels/\S+?/(\d+)/(\d+)")
# A next step: a link, a channel, a command, a time, a button, or what to do.
WAY = re.compile(
    r"https://|<#|`/ttt|<t:|\b(tap|press|choose|type|ask|wait|try|start|only|moves next|moment|moderator)\b",
    re.IGNORECASE,
)
# What was asked for needs no next step: a hint, a board in words, a replay, a review, an end, playing on.
ANSWER = re.compile(
    r"(Take|Try|Every move|Nobody can) |\d+ rows|Game #|Review|Done|"
    r"Your game has begun|You (resigned|ended)|<@\d+> (resigned|ended)|Nothing was changed\.$"
)
PLIES = "(SELECT count(*) FROM plies WHERE game = games.id)"
CURRENT = ("move", "undo", "board", "resign", "end")  # commands for a game that they don't name
NEW_MESSAGE = 4  # interactions/receiving-and-responding.mdx, Interaction Callback Type


def broken(world: World, step: Step) -> Iterator[str]:
    """Yield every promise that is broken after a step."""
    yield from one_offer(world, step)
    yield from true_results(world)
    yield from true_boards(world)
    yield from nothing_ends_by_one_tap(world, step)
    yield from no_unfair_loss(world, step)
    yield from no_bug(world, step)
    if step.undisturbed:
        yield from no_refused_invitation(step)
        yield from one_ping(step)
        for act in step.acts:
            yield from the_game_meant(world, step, act)
            yield from no_dead_end(world, step, act)
            yield from no_rights_lent(world, act)
            yield from true_list(world, act)


def the_game_meant(world: World, step: Step, act: Interaction) -> Iterator[str]:
    """P1: a command goes to the game in which its user acted last or leads to it, and a question names its game."""
    asks = act.private and {"Resign", "End the game", "Call it a draw"} & payloads.buttons(act.message).keys()
    if asks and not re.search("<@|computer", act.text):
        yield f"P1: a question that names no game: {act.text!r}"
    name, user, channel = command_of(act), act.user, int(act.payload["channel_id"])
    board = board_in(act.message) if act.messages else None
    live = "SELECT id FROM games WHERE ending IS NULL AND ? IN (x, coalesce(o, 0))"
    here = "SELECT id FROM games WHERE ending IS NULL AND channel"
    if board and name in CURRENT and (step.acted_in,) in set(world.rows(live, user)) - {(board.game,)}:
        yield f"P1: {name} went to game {board.game}, but its user had acted in game {step.acted_in}"
    is_elsewhere = world.rows(f"{live} AND parent = ?", user, channel) and not world.rows(f"{here} = ?", channel)
    if act.private and name in CURRENT and is_elsewhere and "<#" not in act.text:
        yield f"P1: no way to the game in a thread: {act.text!r}"


def one_offer(world: World, step: Step) -> Iterator[str]:
    """P2: nobody has two equal offers in a channel, nor one to their opponent there; a button makes at most one."""
    answers = (world.discord.messages.get(act.message["id"]) for act in step.acts if act.messages)
    offers = Counter({step.what: len({message["id"] for message in answers if message and is_offer(message)})})
    for channel in world.places:
        for message in filter(is_offer, world.public(channel)):
            people = MENTION.findall(message["content"])[:2]
            offers[f"of {people} in {channel}"] += 1
            live = "SELECT 1 FROM games WHERE channel = ? AND ending IS NULL AND ? IN (x, o) AND ? IN (x, o)"
            if "Accept" in payloads.buttons(message) and world.rows(live, channel, *people):
                yield f"P2: an open offer between two who are playing here: {message['content']!r}"
    yield from (f"P2: {number} open offers {what}" for what, number in offers.items() if number > 1)


def true_results(world: World) -> Iterator[str]:
    """P3: a channel reads of a result in its thread only while it is one."""
    for channel in world.channels:
        for message in world.public(channel):
            link = LINK.search(message["content"])
            if link and not message["components"] and re.search(r"Player \d won|Draw", message["content"]):
                endings = world.rows("SELECT ending FROM games WHERE channel = ?", int(link[1]))
                if endings == [(None,)]:
                    yield f"P3: the result of a game that is live: {message['content']!r}"


def true_boards(world: World) -> Iterator[str]:
    """P3: a board with buttons for moves, the newest of its channel, is the board of a live game."""
    public = [message for message in world.discord.messages.values() if not message["flags"] & EPHEMERAL]
    for channel in world.places:
        board = newest(public, channel)
        if board is None or not any("·" in label for label in payloads.buttons(board.message)):
            continue
        query = f"SELECT ending, {PLIES} + coalesce(swapped, 0) FROM games WHERE id = ?"  # noqa: S608 - a constant
        for ending, plies in world.rows(query, board.game):
            if ending not in (None, "deleted"):
                yield f"P3: a board of game {board.game}, which has ended ({ending}), has buttons for moves"
            elif board.ply > plies:
                yield f"P3: a board of game {board.game} shows {board.ply} of {plies} moves"


def no_dead_end(world: World, step: Step, act: Interaction) -> Iterator[str]:
    """P4: every act is answered, a private answer has a next step, and nothing is offered that can only refuse."""
    if not act.has_answer.is_set():
        yield "P9: no answer"
    elif step.unfinished:
        yield "P7: an answer that was promised never came"
    if int(act.payload["channel_id"]) == DIRECT and act.messages and is_offer(act.message):
        yield "P4: an offer that nobody can accept, in a direct message"
    content, message = (act.messages[-1]["content"], act.messages[-1]) if act.private else ("", None)
    if message and step.pressed and step.pressed[0][0] == "Hint" and "rated" in content:
        yield f"P4: Hint only refuses: {content!r}"
    if message and not (message["components"] or message.get("attachments") or ANSWER.match(content)):
        dead = [number for _, number in LINK.findall(content) if number not in world.discord.messages]
        if not WAY.search(LINK.sub("", content)) and (dead or not LINK.search(content)) and command_of(act) != "games":
            yield f"P4: a dead end: {content!r}"


def no_rights_lent(world: World, act: Interaction) -> Iterator[str]:
    """P8: a command does nothing in a channel for those who may not do it, and challenges nobody who can't answer."""
    if command_of(act) != "new" or not act.messages or act.private or int(act.payload["channel_id"]) in OUTSIDE:
        return
    options = {option["name"]: option["value"] for option in act.payload["data"]["options"][0]["options"]}
    needed = SEND_MESSAGES | (CREATE_PUBLIC_THREADS if options.get("thread") else 0)
    if act.user == CY and world.lacks & needed:
        yield f"P8: a game of somebody who may not start it: {act.text!r}"
    if options.get("opponent") == str(CY) and world.lacks & (SEND_MESSAGES | VIEW_CHANNEL):
        yield f"P8: a challenge to somebody who can't answer: {act.text!r}"


def no_refused_invitation(step: Step) -> Iterator[str]:
    """P4: a free cell of the newest board isn't refused to the player whose turn its text says it is."""
    if len(step.pressed) == 1 and step.was_newest:
        [(label, message, user)], [act] = step.pressed, step.acts
        board = board_in(message)
        is_invited = board and board.to_move == user and f"Your turn, <@{user}>" in board.status
        if is_invited and CELL.fullmatch(label) and act.private:
            yield f"P4: {label!r} was refused to the player whose turn it is: {act.text!r}"


def nothing_ends_by_one_tap(world: World, step: Step) -> Iterator[str]:
    """P5: only an answer to a question ends a game in which somebody has moved, without a line."""
    for label, message, _ in step.pressed:
        match custom_ids.parse(payloads.buttons(message)[label]):
            case GamePress(game=game, action=Action.RESIGN | Action.END) | EndPress(game=game, is_confirmed=False):
                ended = f"ending IN ('stopped', 'resigned') AND touched >= ? AND {PLIES} > computer_is_x"
                if world.rows(f"SELECT 1 FROM games WHERE id = ? AND {ended}", game, step.began):  # noqa: S608
                    yield f"P5: {label!r} ended game {game} by one tap"
            case _:
                pass


def no_unfair_loss(world: World, step: Step) -> Iterator[str]:
    """P6: no rating changed in a game in which not both have moved, and no clock ran out in an outage."""
    for (game,) in world.rows(f"SELECT id FROM games WHERE gain IS NOT NULL AND {PLIES} < 2"):  # noqa: S608
        yield f"P6: game {game} was rated before both had moved"
    if step.is_outage:
        query = "SELECT id FROM games WHERE ending IN ('timeout', 'stopped') AND guild = ? AND touched >= ?"
        yield from (f"P6: game {game} was lost in an outage" for (game,) in world.rows(query, GUILD, step.began))


def no_bug(world: World, step: Step) -> Iterator[str]:
    """P9: nobody reads of a bug, and the log has no traceback."""
    for act in step.acts:
        for message in act.messages:
            if "Something went wrong" in message["content"]:
                yield f"P9: {message['content']!r}"
    if world.bot.process.returncode is not None:
        yield "P9: the process has ended"
    if "Traceback" in world.bot.output:
        yield f"P9: {world.bot.output}"


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


def true_list(world: World, act: Interaction) -> Iterator[str]:
    """P4: `/ttt games` lists the user's live games and open challenges, and no others."""
    if act.messages and command_of(act) == "games":
        live = "SELECT count(*) FROM games WHERE ending IS NULL AND ? IN (x, coalesce(o, 0))"
        wished = "SELECT count(*) FROM challenges WHERE state = 'open' AND opponent = ?"
        [(games,)], [(challenges,)] = world.rows(live, act.user), world.rows(wished, act.user)
        links = ITEM.findall(act.text)
        if len(links) != games + challenges and "Page" not in act.text:
            yield f"P4: {len(links)} links to {games} games and {challenges} challenges: {act.text!r}"
        if {*map(int, links)} - {*world.places, *OUTSIDE}:
            yield f"P4: a link to a channel that is gone: {act.text!r}"
