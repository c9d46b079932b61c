"""A Hatchling hook: the long description of the distribution is docs/engine.md, which is outside its folder.

A source distribution has that page in its metadata, from where Hatchling takes it without this hook.
"""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Page(MetadataHookInterface):
    """Reads the page."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        page = Path(self.root).parent / "docs" / "engine.md"
        metadata["readme"] = {"content-type": "text/markdown", "text": page.read_text(encoding="utf-8")}
