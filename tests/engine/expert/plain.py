"""A fixed-depth search without pruning."""

from engine.expert.deepening import ROOT_WIDTH, TEMPO, WIDTH, WIN
from engine.expert.position import Position

LEAF_THREATS, NODE_THREATS = 6, 12


def best_score(position: Position, moves: list[int], depth: int) -> int:
    """Return the score of the best of the first moves for the side to move."""
    return max(-_after(position, place, depth - 1, 1) for place in moves[:ROOT_WIDTH])


def _after(position: Position, place: int, depth: int, ply: int) -> int:
    position.make(place)
    score = _score(position, depth, ply)
    position.unmake()
    return score


def _score(position: Position, depth: int, ply: int) -> int:
    own, other = position.live[position.turn], position.live[3 - position.turn]
    if own & position.completions:
        return WIN - ply - 1
    if must := position.places(other & position.completions):
        return -_after(position, must[0], depth, ply + 1) if len(must) == 1 else ply + 2 - WIN
    if not own and not other:
        return 0
    if depth != 1 and (plies := threats_win(position, NODE_THREATS if depth else LEAF_THREATS)):
        return WIN - ply - plies
    if not depth:
        score = (position.score if position.turn == 1 else -position.score) + TEMPO
        return min(score, 0) if not own else max(score, 0) if not other else score
    lanes = position.lanes(2 * own + other)
    places = sorted((place for place, lane in enumerate(lanes) if lane), key=lambda place: -lanes[place])
    return max(-_after(position, place, depth - 1, ply + 1) for place in places[:WIDTH])


def threats_win(position: Position, depth: int) -> int:
    """Return the length of the first line of threats that wins for the side to move, or 0."""
    own, other = position.live[position.turn], position.live[3 - position.turn]
    if own & position.completions:
        return 1
    must = position.places(other & position.completions)
    if not depth or len(must) > 1:
        return 0
    for place in sorted(position.places(own & position.threats), key=lambda place: -position.lane(own, place)):
        if must and place not in must:
            continue
        position.make(place)
        plies = _follow(position, depth)
        position.unmake()
        if plies:
            return plies
    return 0


def _follow(position: Position, depth: int) -> int:
    """Return the length of a win that starts with the threat just made, or 0."""
    attacker = position.live[3 - position.turn]
    if position.live[position.turn] & position.completions:
        return 0
    stops = position.places(attacker & position.completions)
    if len(stops) > 1:
        return 3
    position.make(stops[0])
    plies = threats_win(position, depth - 1)
    position.unmake()
    return plies and plies + 2
