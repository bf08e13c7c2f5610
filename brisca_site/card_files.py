"""Cards of the classic deck as image files of their own, cut out of its sprite."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

SVG: Final = "{http://www.w3.org/2000/svg}"
CARD: Final = re.compile(r"(?:card-)?((?:small-)?[OCEB]\d+|back|empty)")
"""Ids of symbols that are cards, and the file name of each; `small-` is drawn for small sizes."""


def cut_cards(sprite: Path, target: Path) -> None:
    """Write each card of a sprite as an SVG file into `target`, unless that was done before.

    Each process calls this when it starts; it takes a tenth of a millisecond when nothing changed.
    Several processes may do so at once.

    Args:
        sprite: An SVG file of definitions and one symbol for each card.
        target: The folder for `O1.svg` to `B12.svg`, `back.svg`, `empty.svg`, and `small-O1.svg`
            to `small-B12.svg`.

    Raises:
        OSError: the sprite cannot be read, or `target` cannot be written to.
        ParseError: the sprite is no XML.
    """
    changed_ns = sprite.stat().st_mtime_ns
    last = target / "small-B12.svg"  # written when all others are
    if last.exists() and last.stat().st_mtime_ns == changed_ns:
        return
    ElementTree.register_namespace("", SVG.strip("{}"))
    target.mkdir(parents=True, exist_ok=True)
    for code, content in _cards(ElementTree.parse(sprite).getroot()):  # noqa: S314 - our own file
        partial = target / f".{code}.{os.getpid()}"
        partial.write_bytes(content)
        os.utime(partial, ns=(changed_ns, changed_ns))
        partial.replace(target / f"{code}.svg")


def _cards(root: ElementTree.Element) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, SVG file) of each card, in the order of the sprite; a small one is the last."""
    shared = {element.get("id", ""): element for element in root.iterfind(f"{SVG}defs/*")}
    for symbol in root.iterfind(f"{SVG}symbol"):
        name = symbol.get("id", "")
        match = CARD.fullmatch(name)
        if match:
            yield match[1], _document(symbol, shared)


def _document(symbol: ElementTree.Element, shared: dict[str, ElementTree.Element]) -> bytes:
    """Return an SVG document that shows a symbol, with the definitions that the symbol needs."""
    root = ElementTree.Element(f"{SVG}svg", {"viewBox": symbol.get("viewBox", ""), "role": "img"})
    title = symbol.find(f"{SVG}title")
    if title is not None:
        root.append(title)
    definitions = ElementTree.SubElement(root, f"{SVG}defs")
    definitions.extend(shared[name] for name in _used(symbol, shared))
    definitions.append(symbol)
    ElementTree.SubElement(root, f"{SVG}use", {"href": f"#{symbol.get('id')}"})
    content: bytes = ElementTree.tostring(root, encoding="utf-8")
    return content


def _used(
    element: ElementTree.Element, shared: dict[str, ElementTree.Element]
) -> dict[str, ElementTree.Element]:
    """Return the SVG definitions that an element refers to, directly or through others."""
    used: dict[str, ElementTree.Element] = {}
    waiting = [element]
    while waiting:
        for use in waiting.pop().iter(f"{SVG}use"):
            name = use.get("href", "").removeprefix("#")
            if name in shared and name not in used:
                used[name] = shared[name]
                waiting.append(shared[name])
    return used
