"""Check requirements.lock against published security advisories: `make audit`.

Exit codes: 0 no known vulnerability; 1 a known vulnerability, or a check without advisories failed; 3 the advisories of
some packages couldn't be read. pip-audit itself exits with 0 even if its service knows none of the packages.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = "requirements.lock"
CLEAN, WRONG, UNREAD = 0, 1, 3
WITHOUT_ADVISORIES = {
    "the installed packages are those in the lock": (
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--no-index",
        "-r",
        LOCK,
    ),
    "the installed packages are compatible": ("pip", "check"),
    "our own code has no insecure call, by ruff's S rules": ("ruff", "check", "--quiet", "bot", "engine"),
}


def ask() -> list[dict[str, Any]]:
    """Return pip-audit's findings for each package, or nothing if it failed."""
    flags = ("--format", "json", "--progress-spinner", "off", "--disable-pip", "--require-hashes")
    answer = subprocess.run(
        [sys.executable, "-m", "pip_audit", *flags, "-r", LOCK],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    ).stdout
    return json.loads(answer)["dependencies"] if answer.startswith(b"{") else []


def judge(said: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """Return the exit code, and a line for each vulnerability or for the packages without advisories."""
    known = [
        f"{one['name']} {one['version']}: {found['id']}, fixed in {', '.join(found['fix_versions']) or 'none yet'}"
        for one in said
        for found in one.get("vulns", [])
    ]
    unread = [one["name"] for one in said if "vulns" not in one]
    if known:
        return WRONG, known
    if unread or not said:
        return UNREAD, [f"no advisories could be read for {', '.join(unread) or 'any package'}"]
    return CLEAN, []


def main() -> int:
    """Print the known vulnerabilities. If advisories can't be read, run and print the other checks."""
    said = ask()
    code, lines = judge(said)
    print(*lines, sep="\n")
    if code == CLEAN:
        print(f"no known vulnerabilities in {len(said)} packages")
    if code != UNREAD:
        return code
    print("NOT AUDITED: the advisories could not be read. The other checks:")
    for what, command in WITHOUT_ADVISORIES.items():
        ran = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        print(f"  yes: {what}" if ran.returncode == 0 else f"  NO: {what}\n{ran.stdout}{ran.stderr}")
        code = WRONG if ran.returncode else code
    return code


if __name__ == "__main__":
    sys.exit(main())
