"""Writes docs/gallery.md: the pictures that are kept, by page and by way of playing."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.browser.site import ROOT

HEAD: Final = """# Gallery

Every page, every kind of moment at a table and what opens over it, as `make gallery` found it: {checked} views were checked
for overflow, overlap, text that leaves its plate or is too faint, and targets that are too small, and each once for all that axe knows. Pictures
are kept of some, at reduced size, each in one of the languages and themes by turns. The command fails where it finds
anything.{sample}
"""
SAMPLE: Final = """

This was a sample (`python -m tests.browser.gallery --sample`): each way of playing in one of the languages, by turns."""
COUNTS: Final = "checked.json"
"""How many views the last run over pages, or over tables, has checked; beside the pictures."""


def write_index(out: Path, part: str, checked: int, *, sample: bool) -> None:
    """The index of the pictures in this folder, whose paths are `way/moment-size.webp`.

    `part` is what the run went through: `pages`, `tables`, `opened` or `all`.
    """
    counts = out / COUNTS
    known: dict[str, int] = json.loads(counts.read_text()) if counts.exists() else {}
    known = {part: checked} if part == "all" else {**known, part: checked}
    if part != "all":
        known.pop("all", None)
    if "tables" in known:
        known.pop("opened", None)  # what opens is among what was seen of tables
    counts.write_text(json.dumps(known) + "\n")
    names = sorted(str(path.relative_to(out).with_suffix("")) for path in out.glob("*/*.webp"))
    parts = [HEAD.format(checked=sum(known.values()), sample=SAMPLE if sample else "")]
    for group, members in groupby(names, key=lambda name: name.split("/")[0]):
        parts.append(f"## {group}\n")
        for name in members:
            title = name.split("/")[1]
            parts.append(f'<img src="images/gallery/{name}.webp" alt="{title}" title="{title}">')
        parts.append("")
    (ROOT / "docs" / "gallery.md").write_text("\n".join(parts), encoding="utf-8")
