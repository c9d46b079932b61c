"""Certificates that boards are draws, and the program that checks them without the engine."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine import Rules
from tests.architecture import ROOT
from tools.certificates import certificate

CHECKER = ROOT / "docs/examples/check_draw.py"


def checker() -> Callable[[str], tuple[int, int, int]]:
    spec = importlib.util.spec_from_file_location("check_draw", CHECKER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.check


CHECK = checker()


def is_refused(text: str) -> bool:
    try:
        CHECK(text)
    except (ValueError, LookupError):
        return True
    return False


def mutated(text: str, random: Random) -> str:
    """Return the certificate with one character, word or line changed, added or taken away."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    words = lines[at].split(" ")
    word, character = random.randrange(len(words)), random.randrange(len(lines[at]))
    kind = random.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(random.randrange(len(lines)), lines[at])
    elif kind == 2:
        lines[at] = lines[at][:character] + random.choice("0123456789abcdef \n-x") + lines[at][character + 1 :]
    elif kind == 3:
        lines[at] = lines[at][:character] + random.choice("0123456789abcdef") + lines[at][character:]
    elif kind == 4:
        lines[at] = " ".join([*words[:word], *words[word + 1 :]])
    else:
        words[word] = random.choice(random.choice(lines).split(" "))
        lines[at] = " ".join(words)
    return "".join(lines)


@pytest.mark.parametrize(
    ("rules", "mutations"),
    [(Rules(3, 3, 3), 1_000), (Rules(5, 4, 4), 1_000), (Rules(7, 5, 5), 1_000), (Rules(9, 7, 6), 300)],
)
def test_a_certificate_is_accepted_and_all_its_mutations_are_refused(rules: Rules, mutations: int) -> None:
    text = certificate(rules)
    assert text
    assert CHECK(text) == (rules.m, rules.n, rules.k)
    random = Random(1)
    for _ in range(mutations):
        changed = mutated(text, random)
        assert changed == text or is_refused(changed), changed


def test_a_board_that_x_wins_has_no_certificate() -> None:
    assert certificate(Rules(4, 3, 3)) is None


@pytest.mark.process
def test_the_programs_prove_a_board_and_share_no_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.certificates", "5", "4", "4"]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    path = tmp_path / "certificate.txt"
    path.write_text(written, encoding="ascii")
    done = subprocess.run([sys.executable, "-I", CHECKER, path], check=True, capture_output=True, text=True)
    assert done.stdout == "5x4 k4 is a draw\n"
    assert is_refused(mutated(written, Random(3)))
