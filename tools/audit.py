"""Hold what requirements.lock names against the published advisories: `make audit`.

Exit codes: 0 nothing is known against it; 1 something is, or a check without advisories fails; 3 for some of it no
advisory could be read. pip-audit by itself ends with 0 even where its service knew none of the names.
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
    "what is installed is what the lock names": ("pip", "install", "--quiet", "--dry-run", "--no-index", "-r", LOCK),
    "what is installed fits together": ("pip", "check"),
    "no insecure call in our own code, by ruff's rules S": ("ruff", "check", "--quiet", "bot", "engine"),
}


def ask() -> list[dict[str, Any]]:
    """Return what pip-audit says of each distribution; nothing where it broke off."""
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
    """Return the exit code, and a line for each thing that is known or that made it 3."""
    known = [
        f"{one['name']} {one['version']}: {found['id']}, mended in {', '.join(found['fix_versions']) or 'none yet'}"
        for one in said
        for found in one.get("vulns", [])
    ]
    unread = [one["name"] for one in said if "vulns" not in one]
    if known:
        return WRONG, known
    if unread or not said:
        return UNREAD, [f"no advisory could be read for {', '.join(unread) or 'anything'}"]
    return CLEAN, []


def main() -> int:
    """Say what is known; where no advisories can be read say so, and what was checked without them."""
    said = ask()
    code, lines = judge(said)
    print(*lines, sep="\n")
    if code == CLEAN:
        print(f"nothing is known against any of {len(said)} distributions")
    if code != UNREAD:
        return code
    print("NOT AUDITED against advisories. Checked without them:")
    for what, command in WITHOUT_ADVISORIES.items():
        ran = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        print(f"  yes: {what}" if ran.returncode == 0 else f"  NO: {what}\n{ran.stdout}{ran.stderr}")
        code = WRONG if ran.returncode else code
    return code


if __name__ == "__main__":
    sys.exit(main())
