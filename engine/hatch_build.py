"""A Hatchling hook: the distribution's long description is docs/engine.md. A source distribution has it as metadata."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Page(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        page = Path(self.root).parent / "docs" / "engine.md"
        metadata["readme"] = {"content-type": "text/markdown", "text": page.read_text(encoding="utf-8")}
