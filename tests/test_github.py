"""The workflows and forms of .github."""

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.architecture import ROOT

CI = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
RELEASE = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
SCHEMAS = {
    ".github/workflows/*.yml": "vendor.github-workflows",
    ".github/ISSUE_TEMPLATE/[!c]*.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    ".github/dependabot.yml": "vendor.dependabot",
    "compose.yaml": "vendor.compose-spec",
}


@pytest.mark.parametrize(("files", "schema"), SCHEMAS.items())
def test_the_github_files_are_valid(files: str, schema: str) -> None:
    """The schemas come with check-jsonschema: no network is needed."""
    from check_jsonschema import main  # noqa: PLC0415 - slow, and every worker of the tests would import it

    paths = list(map(str, ROOT.glob(files)))
    assert paths
    result = CliRunner().invoke(main, ["--builtin-schema", schema, *paths])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("workflow", [CI, RELEASE], ids=["ci", "release"])
def test_actions_are_pinned_by_commit(workflow: str) -> None:
    uses = re.findall(r"uses: (?!\./)(.*)", workflow)
    assert uses
    assert [use for use in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []


def test_ci_on_windows_runs_the_lines_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = readme.partition("```powershell\n")[2].partition("```")[0].splitlines()
    windows = CI.partition("\n  windows:\n")[2].partition("\n  image:\n")[0].replace(' "-m bot"', " -m bot")
    commands = [line.partition("#")[0].strip() for line in lines]
    assert len(commands) == 5
    assert [line for line in commands if line not in windows] == []


def test_ci_covers_every_supported_python() -> None:
    tested = re.findall(r'"(3\.\d+)"', CI.partition("matrix:")[2].partition("]")[0])
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert tested == re.findall(r"Programming Language :: Python :: (3\.\d+)", project)
    assert f'requires-python = ">={tested[0]}"' in project


@pytest.mark.process
def test_a_release_takes_its_notes_from_the_changelog(tmp_path: Path) -> None:
    """Run the workflow's own script for the first release."""
    script = re.search(r"( +)(awk .*CHANGELOG\.md) >notes\.md", RELEASE)
    assert script
    environment = {"GITHUB_REF_NAME": "v0.1.0", "PATH": "/usr/bin:/bin"}
    result = subprocess.run(
        ["sh", "-c", script[2]], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "## " not in result.stdout.replace("### ", "")
    assert "tic-tac-toe" in result.stdout.lower()
