"""The example of an environment, with stand-ins for gymnasium and numpy where they aren't installed."""

import importlib.util
import sys
from functools import partial
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from engine import Board, Cell, Mark, Player, Rules, player
from tests.architecture import ROOT

RULES = Rules(3, 4, 3)


class Env:
    """What the example uses of gymnasium.Env."""

    def reset(self, *, seed: int | None = None) -> None:
        assert seed is None or isinstance(seed, int)


STAND_INS: dict[str, Any] = {
    "gymnasium": SimpleNamespace(
        Env=Env,
        spaces=SimpleNamespace(
            Box=lambda low, high, shape, dtype: SimpleNamespace(low=low, high=high, shape=shape, dtype=dtype),
            Discrete=lambda n: SimpleNamespace(n=n),
        ),
    ),
    "numpy": SimpleNamespace(
        uint8="uint8",
        int8="int8",
        frombuffer=lambda data, _: list(data),
        array=lambda values, _: list(map(int, values)),
    ),
}

MISSING = [name for name in STAND_INS if not importlib.util.find_spec(name)]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module of the example."""
    for name in MISSING:
        monkeypatch.setitem(sys.modules, name, STAND_INS[name])
    path = ROOT / "docs" / "examples" / "gymnasium_environment.py"
    spec = importlib.util.spec_from_file_location("gymnasium_environment", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not MISSING:
        checker = importlib.import_module("gymnasium.utils.env_checker")
        checker.check_env(module.MnkEnvironment(RULES, render_mode="ansi"), skip_render_check=True)
    return module


def test_random_episodes_agree_with_the_board(example: ModuleType) -> None:
    rewards, marks = set[float](), set[Mark]()
    for seed in range(60):
        environment, random = example.MnkEnvironment(RULES), Random(seed)
        observation, info = environment.reset(seed=seed)
        first = Mark.X if not any(observation) else Mark.O
        marks.add(first)
        is_over, reward = False, 0.0
        while not is_over:
            assert reward == 0.0
            board = environment.board
            assert board.turn is first
            own = [0 if not mark else 1 if mark == first else 2 for mark in board.cells]
            assert list(observation) == own
            assert list(info["action_mask"]) == [int(not mark) for mark in own]
            action = random.choice([place for place, allowed in enumerate(info["action_mask"]) if allowed])
            observation, reward, is_over, is_cut, info = environment.step(action)
            assert not is_cut
        rewards.add(reward)
        outcome = environment.board.outcome
        assert reward == {None: 0.0, first: 1.0, first.other: -1.0}[outcome.winner]
        assert not any(info["action_mask"])
        assert environment.render() == str(environment.board)
    assert rewards == {-1.0, 0.0, 1.0}
    assert marks == set(Mark)


def test_the_same_seed_gives_the_same_episode(example: ModuleType) -> None:
    def episode(seed: int) -> Board:
        environment = example.MnkEnvironment(RULES, partial(player, "easy"))
        _, info = environment.reset(seed=seed)
        is_over = False
        while not is_over:
            _, _, is_over, _, info = environment.step(list(info["action_mask"]).index(1))
        return environment.board

    assert [episode(seed) for seed in range(10)] == [episode(seed) for seed in range(10)]
    assert len({episode(seed).key for seed in range(10)}) > 3


def test_an_illegal_action_loses(example: ModuleType) -> None:
    def in_order(_: Random) -> Player:
        return lambda board: board.legal_moves[0]

    environment = example.MnkEnvironment(RULES, in_order)
    for seed in range(4):
        environment.reset(seed=seed)
        environment.step(7)
        assert environment.board[Cell(1, 3)] is environment.board.turn
        observation, reward, is_over, _, _ = environment.step(7)
        assert (reward, is_over, observation[7]) == (-1.0, True, 1)
