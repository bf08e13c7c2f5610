"""Outlines computed from a few points: limbs of changing width, and strokes of a broad pen."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

Point = tuple[float, float]
Joint = tuple[float, float, float]
"""A joint of a limb: x, y and the half width there."""


def _normals(points: Sequence[Point]) -> list[Point]:
    """Unit normals at each point of a polyline, averaged over its neighbours."""
    found = []
    for index in range(len(points)):
        before, after = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        found.append((-dy / length, dx / length))
    return found


def smooth(points: Sequence[Point], tension: float = 6.0) -> str:
    """Cubic segments through the points (Catmull-Rom), without the opening `M`."""
    parts = []
    for index in range(len(points) - 1):
        p0, p1 = points[max(index - 1, 0)], points[index]
        p2, p3 = points[index + 1], points[min(index + 2, len(points) - 1)]
        c1 = (p1[0] + (p2[0] - p0[0]) / tension, p1[1] + (p2[1] - p0[1]) / tension)
        c2 = (p2[0] - (p3[0] - p1[0]) / tension, p2[1] - (p3[1] - p1[1]) / tension)
        parts.append(f"C{c1[0]} {c1[1]} {c2[0]} {c2[1]} {p2[0]} {p2[1]}")
    return "".join(parts)


def limb(joints: Sequence[Joint], closed: bool = True) -> str:
    """Path data of an arm, leg or tail through its joints; open ends leave out the closing line."""
    points = [(x, y) for x, y, _ in joints]
    normals = _normals(points)
    left = [(x + nx * w, y + ny * w) for (x, y, w), (nx, ny) in zip(joints, normals, strict=True)]
    right = [(x - nx * w, y - ny * w) for (x, y, w), (nx, ny) in zip(joints, normals, strict=True)]
    right.reverse()
    turn = "L" if closed else "M"
    return (
        f"M{left[0][0]} {left[0][1]}{smooth(left)}{turn}{right[0][0]} {right[0][1]}{smooth(right)}"
        + ("Z" if closed else "")
    )


def polygon(points: Sequence[Point], digits: int = 1) -> str:
    """Closed path data through the points by straight lines."""
    return "M" + "L".join(f"{x:.{digits}f} {y:.{digits}f}" for x, y in points) + "Z"


_STEP = re.compile(r"([MLC])([^MLC]*)")


def _cubic(p0: Point, c1: Point, c2: Point, p3: Point, t: float) -> Point:
    """The point of a cubic Bezier curve at t."""
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (
        a * p0[0] + b * c1[0] + c * c2[0] + d * p3[0],
        a * p0[1] + b * c1[1] + c * c2[1] + d * p3[1],
    )


def sample(skeleton: str, per_curve: int = 9) -> list[Point]:
    """Points along a skeleton stroke given as path data of M, L and C."""
    points: list[Point] = []
    for command, text in _STEP.findall(skeleton):
        values = [float(value) for value in text.replace(",", " ").split()]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if command == "C":
            for index in range(0, len(pairs), 3):
                start, (c1, c2, end) = points[-1], pairs[index : index + 3]
                points += [
                    _cubic(start, c1, c2, end, step / per_curve) for step in range(1, per_curve + 1)
                ]
        else:
            points += pairs
    return points


def _touch(nx: float, ny: float, thick: float, thin: float) -> Point:
    """Where an elliptical nib touches its envelope in the direction of the normal."""
    reach = math.hypot(thick * nx, thin * ny) or 1.0
    return (thick * thick * nx / reach, thin * thin * ny / reach)


def _cap(x: float, y: float, angle: float, thick: float, thin: float) -> list[Point]:
    """Half of the nib's outline round the end of a stroke, starting from the normal at `angle`."""
    cap = []
    for step in range(1, 5):
        turned = angle - math.pi * step / 5
        dx, dy = _touch(math.cos(turned), math.sin(turned), thick, thin)
        cap.append((x + dx, y + dy))
    return cap


def pen(skeleton: str, thick: float, thin: float, per_curve: int = 9) -> str:
    """Outline of a stroke drawn by a broad nib: `thick` wide across stems, `thin` across bars."""
    points = sample(skeleton, per_curve)
    normals = _normals(points)
    offsets = [_touch(nx, ny, thick, thin) for nx, ny in normals]
    left = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, offsets, strict=True)]
    right = [(x - dx, y - dy) for (x, y), (dx, dy) in zip(points, offsets, strict=True)]
    end = _cap(*points[-1], math.atan2(normals[-1][1], normals[-1][0]), thick, thin)
    start = _cap(*points[0], math.atan2(-normals[0][1], -normals[0][0]), thick, thin)
    return polygon([*left, *end, *reversed(right), *start])
