"""Writes `index.html` beside the pictures of the gallery: all of them, by page and by way of playing."""

from __future__ import annotations

import json
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

HEAD: Final = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<h1>Gallery</h1>
<p>Every page, every kind of moment at a table and what opens over it, as <code>make gallery</code> found it:
{checked} views were checked for overflow, overlap, text that leaves its plate or is too faint, and targets that are too
small, and each once for all that axe knows. Pictures are kept of some, at reduced size, each in one of the languages
and themes by turns.{sample}</p>
"""
SAMPLE: Final = """ This was a sample: each way of playing in one of the languages, by turns."""
COUNTS: Final = "checked.json"
"""How many views the last run over pages, or over tables, has checked; beside the pictures."""


def write_index(out: Path, part: str, checked: int, *, sample: bool) -> None:
    """Write the index of the pictures in this folder, whose paths are `way/moment-size.webp`.

    `part` is what the run went through: `pages`, `tables`, `opened` or `all`.
    """
    out.mkdir(parents=True, exist_ok=True)
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
        parts.append(f"<h2>{escape(group)}</h2>")
        for name in members:
            title = name.split("/")[1]
            parts.append(
                f'<img src="{escape(name)}.webp" alt="{escape(title)}" title="{escape(title)}">'
            )
    (out / "index.html").write_text("\n".join(parts) + "\n", encoding="utf-8")
