"""Writes docs/gallery.md: the pictures that were kept, by page and by way of playing."""

from __future__ import annotations

from itertools import groupby

from tests.browser.site import ROOT

HEAD = """# Gallery

Every page and every kind of moment at a table, as `make gallery` found it: {checked} views were checked for overflow,
overlap, targets that are too small and text that is too faint. Pictures are kept of some, at reduced size, each in one of
the languages and themes by turns. The command fails where it finds anything.{sample}
"""
SAMPLE = """

This was a sample (`python -m tests.browser.gallery --sample`): each way of playing in one of the languages, by turns."""


def write_index(names: list[str], checked: int, *, sample: bool) -> None:
    """The index of these pictures, whose names are `way/moment-size`."""
    parts = [HEAD.format(checked=checked, sample=SAMPLE if sample else "")]
    for group, members in groupby(names, key=lambda name: name.split("/")[0]):
        parts.append(f"## {group}\n")
        for name in members:
            title = name.split("/")[1]
            parts.append(f'<img src="images/gallery/{name}.webp" alt="{title}" title="{title}">')
        parts.append("")
    (ROOT / "docs" / "gallery.md").write_text("\n".join(parts), encoding="utf-8")
