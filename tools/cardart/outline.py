"""Outlines of shapes: read from markup, turned and moved, measured, written as path data.

An outline is a list of segments with absolute coordinates: M, L, Q, C, A and Z.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Final, TypeAlias
from xml.etree import ElementTree

from .svg import num

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Box: TypeAlias = tuple[float, float, float, float]
Outline: TypeAlias = list[tuple[str, tuple[float, ...]]]

PLAIN: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
TWO_DECIMALS_BELOW: Final = 16.0
"""Outlines smaller than this, in units of the card, keep two decimals."""

_STEP = re.compile(r"([a-z]+)\(([^)]*)\)")
_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_TAKES: Final = {"M": 2, "L": 2, "T": 2, "Q": 4, "C": 6, "A": 7, "Z": 0}
_SHAPES: Final = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
}
_PAINT: Final = {"fill", "stroke", "stroke-width", "transform"}


# -- turning and moving ----------------------------------------------------------------------------


def times(one: Matrix, other: Matrix) -> Matrix:
    """First `other`, then `one`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    turn = (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j)
    return (*turn, a * k + c * m + e, b * k + d * m + f)


def matrix(transform: str) -> Matrix:
    """Return the matrix of a `transform` attribute."""
    found = PLAIN
    for name, values in _STEP.findall(transform):
        found = times(found, _step(name, [float(value) for value in _TOKEN.findall(values)]))
    return found


def _step(name: str, values: list[float]) -> Matrix:
    if name == "matrix":
        a, b, c, d, e, f = values
        return (a, b, c, d, e, f)
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, values[0], values[1] if len(values) > 1 else 0.0)
    if name == "scale":
        return (values[0], 0.0, 0.0, values[-1], 0.0, 0.0)
    if name != "rotate":
        raise ValueError(f"unknown step of a transform: {name}")
    angle = math.radians(values[0])
    spin = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
    if len(values) == 1:
        return spin
    x, y = values[1:]
    there: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    return times(times(there, spin), (1.0, 0.0, 0.0, 1.0, -x, -y))


def even(at: Matrix) -> bool:
    """Return whether a matrix keeps circles round, so that lines keep one width throughout."""
    a, b, c, d, _, _ = at
    same = math.isclose(math.hypot(a, b), math.hypot(c, d), rel_tol=1e-3)
    return same and abs(a * c + b * d) < 1e-3


def turned(found: Outline, at: Matrix) -> Outline:
    """An outline where a matrix puts it."""
    a, b, c, d, e, f = at
    size, flips = math.hypot(a, b), a * d - b * c < 0

    def put(values: tuple[float, ...]) -> tuple[float, ...]:
        pairs = zip(values[::2], values[1::2], strict=True)
        return tuple(v for x, y in pairs for v in (a * x + c * y + e, b * x + d * y + f))

    def arc(values: tuple[float, ...]) -> tuple[float, ...]:
        rx, ry, spin, large, sweep, x, y = values
        tilt = math.degrees(math.atan2(b, a)) + (-spin if flips else spin)
        return (rx * size, ry * size, tilt, large, sweep != flips, *put((x, y)))

    return [(kind, arc(values) if kind == "A" else put(values)) for kind, values in found]


# -- reading ---------------------------------------------------------------------------------------


def outline(element: ElementTree.Element) -> Outline | None:
    """The outline of a shape; None for what is none, or has more to it than filling and line."""
    known = _SHAPES.get(element.tag)
    if known is None or set(element.attrib) - known - _PAINT:
        return None
    if element.tag == "path":
        return _path(element.attrib["d"])
    x, y = float(element.get("cx", 0)), float(element.get("cy", 0))
    rx = float(element.get("rx") or element.get("r") or 0)
    ry = float(element.get("ry") or rx)
    ends = ((x + rx, y), (x - rx, y))
    arcs: Outline = [("A", (rx, ry, 0.0, 0.0, 1.0, *end)) for end in ends]
    return [("M", ends[1]), *arcs, ("Z", ())]


def _path(data: str) -> Outline:
    """Path data with every coordinate absolute. Raises ValueError where numbers are missing."""
    found: Outline = []
    start = here = bend = (0.0, 0.0)
    tokens = _TOKEN.findall(data)
    letter = ""
    at = 0
    while at < len(tokens):
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
        kind = letter.upper()
        taken = tokens[at : at + _TAKES[kind]]
        if len(taken) < _TAKES[kind] or any(token.isalpha() for token in taken):
            raise ValueError(f"{letter} takes {_TAKES[kind]} numbers: {data}")
        values = tuple(map(float, taken))
        at += _TAKES[kind]
        if letter.islower():
            values = _absolute(kind, values, here)
        if kind == "T":
            bend = (2 * here[0] - bend[0], 2 * here[1] - bend[1])
            kind, values = "Q", (*bend, *values)
        found.append((kind, values))
        here = start if kind == "Z" else (values[-2], values[-1])
        bend = (values[0], values[1]) if kind == "Q" else here
        if kind == "M":
            start, letter = here, "l" if letter == "m" else "L"
    return found


def _absolute(kind: str, values: tuple[float, ...], here: tuple[float, float]) -> tuple[float, ...]:
    if kind == "A":
        return (*values[:5], values[5] + here[0], values[6] + here[1])
    return tuple(value + here[index % 2] for index, value in enumerate(values))


# -- measuring and writing -------------------------------------------------------------------------


def box(found: Outline, width: float) -> Box:
    """Where an outline lies, its line of this width included: rather too much than too little."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for kind, values in found:
        points = values[5:] if kind == "A" else values
        reach = 0.0
        if kind == "A":
            # At most as far out as its centre, and half round again.
            half = math.dist(here, points) / 2
            reach = max(values[0], values[1]) * (2 if half < 0.9 * min(values[0], values[1]) else 1)
            xs += ((here[0] + points[0]) / 2 - reach, (here[0] + points[0]) / 2 + reach)
            ys += ((here[1] + points[1]) / 2 - reach, (here[1] + points[1]) / 2 + reach)
        xs += points[::2]
        ys += points[1::2]
        here = (points[-2], points[-1]) if points else here
    rim = width / 2 + 0.2
    return (min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim)


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def text(found: Outline) -> str:
    """Path data, as short as it goes: relative, rounded where that cannot be seen."""
    left, top, right, bottom = box(found, 0)
    digits = 2 if max(right - left, bottom - top) < TWO_DECIMALS_BELOW else 1
    parts: list[str] = []
    here = start = (0.0, 0.0)
    for kind, values in found:
        if kind == "Z":
            parts.append("z")
            here = start
            continue
        rounded = [round(value, digits) for value in values]
        points = rounded[5:] if kind == "A" else rounded
        moved = [num(value - here[index % 2], digits) for index, value in enumerate(points)]
        if kind == "A":
            parts.append(_arc(values, digits, moved))
        elif kind == "M":
            parts.append("M" + _numbers([num(value, digits) for value in points]))
            start = (points[0], points[1])
        else:
            parts.append(kind.lower() + _numbers(moved))
        here = (points[-2], points[-1])
    return _without_repeated_letters(parts)


def _arc(values: tuple[float, ...], digits: int, end: list[str]) -> str:
    rx, ry, tilt, large, sweep = values[:5]
    spin = "0" if math.isclose(rx, ry, rel_tol=1e-3) else num(tilt)
    return "a" + _numbers([num(rx, digits), num(ry, digits), spin, num(large), num(sweep), *end])


def _numbers(values: list[str]) -> str:
    joined = values[0]
    for previous, value in pairwise(values):
        joined += value if _follows(previous, value) else f" {value}"
    return joined


def _without_repeated_letters(parts: list[str]) -> str:
    """Leave a command's letter out after the same command where no space is needed in its place."""
    joined = parts[0]
    for previous, part in pairwise(parts):
        again = part[0] == previous[0] and part[0] not in "Mz"
        joined += part[1:] if again and _follows(previous, part[1:]) else part
    return joined


def _follows(before: str, numbers: str) -> bool:
    """Return whether numbers can be read after others without a space between: `.5` after `1.5`."""
    last = _TOKEN.findall(before)[-1]
    return numbers.startswith("-") or (numbers.startswith(".") and "." in last)
