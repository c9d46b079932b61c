"""A Hatchling hook that compiles the catalogs before they go into the wheel."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogs(BuildHookInterface[Any]):
    """Runs the compiler as a program, because the build can't import the project."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogs. version and build_data are Hatchling's."""
        del version, build_data
        subprocess.run([sys.executable, "-m", "tools.translating.compiler"], cwd=self.root, check=True)
