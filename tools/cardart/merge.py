"""Fewer elements for the same picture: a page pays for every element of every card that it shows.

Shapes are brought into one system of coordinates, and those that are painted alike become one path,
wherever that changes nothing to be seen: a shape passes only others that it does not touch, and
shapes with a filling do not touch those that they are joined to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from .outline import (
    PLAIN,
    Box,
    Matrix,
    Outline,
    box,
    even,
    matrix,
    meet,
    outline,
    text,
    times,
    turned,
)
from .palette import INK
from .svg import LINE, num, paint

STYLE: Final = ("fill", "stroke", "stroke-width")
AROUND: Final = {"fill": "none", "stroke": INK, "stroke-width": num(LINE)}
"""What surrounds every drawing: see `svg.ROOT_STYLE`."""


@dataclass
class Shape:
    """Outlines that are painted alike, and where each of them lies."""

    fill: str
    stroke: str
    width: float
    outlines: list[Outline]
    boxes: list[Box]

    def touches(self, other: Box) -> bool:
        """Return whether any part of the shape may lie under or over this box."""
        return any(meet(one, other) for one in self.boxes)

    def markup(self) -> str:
        """The one element."""
        data = "".join(text(one) for one in self.outlines)
        fill = "" if self.fill == "none" else self.fill
        stroke = "" if self.stroke == INK else self.stroke
        return f'<path d="{data}"{paint(fill, stroke, self.width)}/>'


WORTH: Final = 0.5
"""At most this share of the elements is left, or a drawing stays as it is: drawings that are not
taken apart have more in common, and so a sprite of them is smaller."""


def merge(body: str) -> str:
    """The same drawing in fewer elements, where that is worth it."""
    merged = _merged(body)
    return merged if merged.count("<") <= WORTH * (body.count("<") - body.count("</")) else body


def _merged(body: str) -> str:
    parts: list[Shape | str] = []
    drawing = ElementTree.fromstring(f"<g>{body}</g>")  # noqa: S314 - our own drawing
    for part in _walk(drawing, PLAIN, AROUND):
        if isinstance(part, str) or not _joined(part, parts):
            parts.append(part)
    return "".join(part if isinstance(part, str) else part.markup() for part in parts)


def _joined(new: Shape, parts: list[Shape | str]) -> bool:
    """Join a shape to one painted alike below it; return whether there was one."""
    for part in reversed(parts):
        if isinstance(part, str):
            return False
        meets = part.touches(new.boxes[0])
        alike = (part.fill, part.stroke, part.width) == (new.fill, new.stroke, new.width)
        if alike and (new.fill == "none" or not meets):
            part.outlines += new.outlines
            part.boxes += new.boxes
            return True
        if meets:
            return False
    return False


def _walk(parent: ElementTree.Element, at: Matrix, style: dict[str, str]) -> Iterator[Shape | str]:
    """The shapes of a group in the order of painting; what is none stays as markup."""
    for element in parent:
        here = times(at, matrix(element.get("transform", "")))
        known = {name: element.get(name, style[name]) for name in STYLE}
        found = outline(element)
        if element.tag == "g" and not set(element.attrib) - {*STYLE, "transform"}:
            yield from _walk(element, here, known)
        elif found is None or not even(here):
            yield _kept(element, at, style)
        else:
            size = math.hypot(here[0], here[1])
            line = known["stroke"]
            width = round(float(known["stroke-width"]) * size, 2) if line != "none" else 0.0
            laid = turned(found, here)
            yield Shape(known["fill"], line, width, [laid], [box(laid, width)])


def _kept(element: ElementTree.Element, at: Matrix, style: dict[str, str]) -> str:
    """An element as it was, in what surrounded it."""
    around = "".join(f' {name}="{style[name]}"' for name in STYLE if style[name] != AROUND[name])
    if at != PLAIN:
        values = times(at, matrix(element.get("transform", "")))
        element.set("transform", f"matrix({' '.join(num(value, 3) for value in values)})")
    markup = ElementTree.tostring(element, encoding="unicode").replace(" />", "/>")
    return f"<g{around}>{markup}</g>" if around else markup
