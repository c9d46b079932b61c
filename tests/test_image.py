"""The files of the image. .github/workflows/ci.yml builds and starts it."""

import re
from pathlib import Path

from click.testing import CliRunner

from bot.settings import Settings
from tests.architecture import ROOT

COMPOSE = (ROOT / "compose.yaml").read_text()
DOCKERFILE = re.sub(r"\\\n", "", (ROOT / "Dockerfile").read_text())


def instructions(word: str) -> list[str]:
    """Return the arguments of the Dockerfile's instructions of one kind."""
    return re.findall(rf"^{word} (.*)", DOCKERFILE, re.MULTILINE)


def locked(name: str) -> dict[str, set[str]]:
    """Return the hashes of each requirement of a lock."""
    lines = (ROOT / name).read_text().replace("\\\n", " ").splitlines()
    return {line.partition(" --hash")[0].strip(): set(re.findall(r"--hash=(\S+)", line)) for line in lines}


def test_the_image_installs_only_tested_requirements() -> None:
    full, playground, runtime = (locked(f"requirements.{part}lock") for part in ("", "playground.", "runtime."))
    assert runtime.items() < playground.items() < full.items()
    image, page, tests = ({line.partition("==")[0] for line in part} for part in (runtime, playground, full))
    assert {"discord-py", "asyncpg", "sqlalchemy", "uvloop"} <= image
    assert "simcord" in page - image
    assert {"pytest", "ruff", "basedpyright", "playwright", "uv"} <= tests - page


def test_base_images_are_pinned_to_an_exact_version() -> None:
    bases = {base.split()[0] for base in instructions("FROM")} | set(re.findall(r"image: (\S+)", COMPOSE))
    assert len(bases) == 2
    for base in bases:
        assert re.match(r"(python:3\.\d+\.\d+|postgres:\d+\.\d+)-", base), base


def test_the_image_runs_as_an_unprivileged_user() -> None:
    assert instructions("USER") == ["10001:10001"]
    assert instructions("VOLUME") == ["/data"]
    assert "DATABASE_URL=sqlite:////data/" in instructions("ENV")[0]
    assert "--require-hashes" in instructions("RUN")[0]


def test_the_image_contains_no_secrets_and_no_tests() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert ignored[0] == "*"
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    assert let_in == {"LICENSE", "requirements.runtime.lock", "bot", "engine", "tools"}
    sources = {word for copy in instructions("COPY") if "--from" not in copy for word in copy.split()[:-1]}
    assert sources == let_in


def test_the_secrets_of_compose_in_the_operators_guide_are_settings(tmp_path: Path) -> None:
    """Only secrets from files work with read_only: https://github.com/docker/compose/issues/12031."""
    from check_jsonschema import main  # noqa: PLC0415 - slow, and every worker of the tests would import it

    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    [text] = re.findall(r"^```yaml\n(services:\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "compose.override.yaml").write_text(text)
    result = CliRunner().invoke(
        main, ["--builtin-schema", "vendor.compose-spec", str(tmp_path / "compose.override.yaml")]
    )
    assert result.exit_code == 0, result.output
    [names] = re.findall(r"    secrets: \[(.*)\]", text)
    given = re.findall(r"^  (\w+):\n    file: ", text.partition("\nsecrets:")[2], re.MULTILINE)
    assert names.split(", ") == given
    assert {name.lower() for name in given} <= Settings.model_fields.keys()
    assert "  bot:" in COMPOSE


def test_compose_contains_no_secret_of_its_own() -> None:
    passwords = re.findall(r"PASSWORD: (.*)|postgresql://ttt:(.*)@", COMPOSE)
    assert len(passwords) == 2
    assert all("".join(parts).startswith("${POSTGRES_PASSWORD:?") for parts in passwords)
