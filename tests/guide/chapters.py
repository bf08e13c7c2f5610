"""The templates of the guide's chapters, and what they name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[2] / "templates" / "games" / "guide"


def chapter_files() -> list[Path]:
    """Return the templates of the chapters."""
    return sorted(path for path in FOLDER.glob("*.html") if not path.name.startswith("_"))


def named_in_chapters(variable: str) -> list[tuple[str, ...]]:
    """Return what follows a variable of the template wherever a chapter names it.

    `figures.exchange.ace.points` gives ("exchange", "ace", "points") for `figures`.
    """
    text = "\n".join(path.read_text(encoding="utf-8") for path in chapter_files())
    return [tuple(names.split(".")) for names in re.findall(rf"\b{variable}\.([\w.]+)", text)]
