"""Hatchling's hook: compile the catalogues before they go into the wheel."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Runs the compiler, which can't be imported from here: the build has no path to the project."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues; version and build_data are hatchling's."""
        del version, build_data
        subprocess.run([sys.executable, "-m", "tools.translating.compiler"], cwd=self.root, check=True)
