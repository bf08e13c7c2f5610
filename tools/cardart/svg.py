"""The few SVG primitives that the drawings need, and the shared definitions of a sprite.

Every drawing is a plain string of SVG elements. Fill and stroke defaults stand once on the group
that surrounds a card (see `ROOT_STYLE`), so an element only says what differs: no fill, an ink
line of width 1.4.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .palette import INK

LINE = 1.4
ROOT_STYLE = (
    f'fill="none" stroke="{INK}" stroke-width="{LINE}" '
    'stroke-linejoin="round" stroke-linecap="round"'
)

_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")


def num(value: float, digits: int = 1) -> str:
    """Write a number as short as it goes: `3.0` as `3`, `-0.50` as `-.5`."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    text = text.replace("-0.", "-.", 1) if text.startswith("-0.") else text
    text = text[1:] if text.startswith("0.") else text
    return "0" if text in ("", "-0", "-") else text


def compact(d: str, digits: int = 1) -> str:
    """Round the numbers of path data and drop the spaces that it does not need."""
    d = _NUMBER.sub(lambda match: num(float(match.group()), digits), d)
    d = re.sub(r"[\s,]+", " ", d).strip()
    d = re.sub(r" ?([A-Za-z]) ?", r"\1", d)
    return d.replace(" -", "-")


def paint(fill: str = "", stroke: str = "", width: float = 0) -> str:
    """Presentation attributes, leaving out what the surrounding group already says."""
    parts = []
    if fill:
        parts.append(f' fill="{fill}"')
    if stroke:
        parts.append(f' stroke="{stroke}"')
    if width and width != LINE:
        parts.append(f' stroke-width="{num(width, 2)}"')
    return "".join(parts)


def path(d: str, fill: str = "", width: float = 0, stroke: str = "") -> str:
    """A path; without a fill it is a line."""
    return f'<path d="{compact(d)}"{paint(fill, stroke, width)}/>'


def flat(d: str, fill: str) -> str:
    """A filled shape without an outline: shading, highlights, blush."""
    return path(d, fill, stroke="none")


def circle(x: float, y: float, r: float, fill: str = "", width: float = 0, stroke: str = "") -> str:
    """A circle."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"{paint(fill, stroke, width)}/>'


def ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float,
    fill: str = "",
    width: float = 0,
    stroke: str = "",
    turn: float = 0,
) -> str:
    """An ellipse, turned about its own centre."""
    spin = f' transform="rotate({num(turn)} {num(x)} {num(y)})"' if turn else ""
    return (
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" '
        f'ry="{num(ry)}"{paint(fill, stroke, width)}{spin}/>'
    )


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    rx: float = 0,
    *,
    fill: str = "",
    line: str = "",
) -> str:
    """A rectangle; `line` holds further attributes, such as `stroke="none"`."""
    corner = f' rx="{num(rx)}"' if rx else ""
    more = f" {line}" if line else ""
    box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f"<rect {box}{corner}{paint(fill)}{more}/>"


def document(width: float, height: float, body: str, title: str) -> str:
    """A drawing as a file of its own."""
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 '
        f'0 {num(width)} {num(height)}" role="img">'
    )
    return f"{head}<title>{title}</title><g {ROOT_STYLE}>{body}</g></svg>\n"


def symbol(name: str, view_box: str, title: str, body: str) -> str:
    """A drawing as a symbol of a sprite."""
    return (
        f'<symbol id="{name}" viewBox="{view_box}"><title>{title}'
        f"</title><g {ROOT_STYLE}>{body}</g></symbol>"
    )


def place(
    body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, flip: bool = False
) -> str:
    """Move, turn, scale and perhaps mirror a drawing about its own origin."""
    return f"<g{transform(x, y, scale, turn, flip)}>{body}</g>"


def transform(
    x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, flip: bool = False
) -> str:
    """The `transform` attribute for `place`, empty where nothing moves."""
    steps = []
    if x or y:
        steps.append(f"translate({num(x)} {num(y)})")
    if turn:
        steps.append(f"rotate({num(turn)})")
    if flip:
        steps.append(f"scale({num(-scale, 3)} {num(scale, 3)})")
    elif scale != 1:
        steps.append(f"scale({num(scale, 3)})")
    return f' transform="{"".join(steps)}"' if steps else ""


def half_turn(body: str, width: float, height: float) -> str:
    """The drawing upside down in the same card."""
    return f'<g transform="matrix(-1 0 0-1 {num(width)} {num(height)})">{body}</g>'


def ring(
    count: int, radius: float, draw: Callable[[float, float, float], str], start: float = 0
) -> str:
    """Call `draw(x, y, degrees)` for points evenly round a circle."""
    parts = []
    for index in range(count):
        angle = start + 2 * math.pi * index / count
        parts.append(draw(radius * math.cos(angle), radius * math.sin(angle), math.degrees(angle)))
    return "".join(parts)


def beads(points: Iterable[tuple[float, float]], r: float, fill: str, width: float = 0.8) -> str:
    """Little outlined balls: pearls, studs, jewels."""
    return "".join(circle(x, y, r, fill, width) for x, y in points)


def star(points: int, outer: float, inner: float) -> str:
    """Path data of a star that points up."""
    corners = []
    for index in range(2 * points):
        radius, angle = (inner if index % 2 else outer), math.pi * index / points
        corners.append(f"{radius * math.sin(angle):.2f} {-radius * math.cos(angle):.2f}")
    return "M" + "L".join(corners) + "Z"


@dataclass
class Defs:
    """Shared drawings of one sprite (or one card): drawn once, placed with `<use>`.

    Ids are `<variant>-<name>`, so several sprites can stand in one page.
    """

    variant: str
    bodies: dict[str, str] = field(default_factory=dict)

    def use(
        self,
        name: str,
        draw: Callable[[], str],
        x: float = 0,
        y: float = 0,
        scale: float = 1,
        turn: float = 0,
        flip: bool = False,
    ) -> str:
        """Place the shared drawing `name`, drawing it the first time."""
        if name not in self.bodies:
            self.bodies[name] = draw()
        return f'<use href="#{self.variant}-{name}"{transform(x, y, scale, turn, flip)}/>'

    def markup(self) -> str:
        """The `<defs>` element, in the order of first use."""
        if not self.bodies:
            return ""
        groups = (f'<g id="{self.variant}-{name}">{body}</g>' for name, body in self.bodies.items())
        return f"<defs>{''.join(groups)}</defs>"
