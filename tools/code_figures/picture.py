"""Draw a diagram of the packages and their imports: `python -m tools.code_figures.picture [--check]`.

The rows are the layers of the contracts in `.importlinter`, the lines are imports between packages; an
import that also leads over other packages is left out. The diagram is docs/images/packages.svg; with
`--check` the command exits with 1 if that file is out of date.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from tools.code_figures.figures import ROOT, product_files
from tools.code_figures.imports import python_graph

DIAGRAM_FILE: Final = ROOT / "docs" / "images" / "packages.svg"
PACKAGE_ROWS: Final[tuple[tuple[str, ...], ...]] = (
    ("brisca_site",),
    ("games.management",),
    ("games.site", "games.templatetags"),
    ("games.leagues", "games.puzzles", "games.tiles"),
    ("games.clubs",),
    ("games.tournaments",),
    ("games.pages", "games.api", "games.live"),
    ("games.services",),
    ("games.selectors",),
    ("games.answers", "games.exhibition"),
    ("games.stats",),
    ("games.models",),
    ("games.wording", "games.common", "games.analysis", "games.conduct"),
    ("games.bots", "games.lesson", "games.guide"),
    ("games.record", "games.rules_text"),
    ("games.engine",),
    ("accounts",),
    ("brisca_site.base",),
)
"""Packages from the top layer down; those in a row do not import one another, or only leftwards."""
WIDTH_PX: Final = 760
ROW_PX: Final = 58
BOX_PX: Final = (150, 30)
MARGIN_PX: Final = 40


class Box(NamedTuple):
    """A drawn package: its name and the centre of its box, in pixels."""

    name: str
    x: float
    y: float


def package_of(module: str) -> str:
    """Return the drawn package that a module belongs to; "" if it belongs to none.

    >>> package_of("games.live.core.clock"), package_of("brisca_site.base.dates"), package_of("games.apps")
    ('games.live', 'brisca_site.base', 'games.site')
    """
    names = [name for row in PACKAGE_ROWS for name in row]
    containing = [name for name in names if f"{module}.".startswith(f"{name}.")]
    if containing:
        return max(containing, key=len)
    return "games.site" if module.startswith("games.") else ""


def package_imports(graph: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """Return the pairs (package, imported package), from the imports of their modules."""
    pairs = (
        (package_of(module), package_of(target))
        for module, targets in graph.items()
        for target in targets
    )
    return {(start, end) for start, end in pairs if start and end and start != end}


def without_shortcuts(pairs: Set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the imports without those that a chain of other imports implies.

    >>> without_shortcuts({("a", "b"), ("b", "c"), ("a", "c")})
    [('a', 'b'), ('b', 'c')]
    """
    targets: dict[str, set[str]] = {}
    for start, end in pairs:
        targets.setdefault(start, set()).add(end)

    def reaches(start: str, end: str, visited: set[str]) -> bool:
        if start == end:
            return True
        new = targets.get(start, set()) - visited
        visited |= new
        return any(reaches(middle, end, visited) for middle in new)

    return [
        (start, end)
        for start, end in sorted(pairs)
        if not any(
            reaches(middle, end, {start, middle}) for middle in targets[start] if middle != end
        )
    ]


def draw(pairs: Set[tuple[str, str]]) -> str:
    """Return the picture as SVG: boxes in rows, a line for each pair of packages with an import."""
    boxes = {box.name: box for box in _boxes()}
    height = ROW_PX * len(PACKAGE_ROWS) + 20
    lines = [_line(boxes[start], boxes[end]) for start, end in without_shortcuts(pairs)]
    upward = sum(boxes[a].y > boxes[b].y for a, b in pairs)
    title = (
        f"{len(boxes)} packages in {len(PACKAGE_ROWS)} rows; {len(pairs)} pairs import each other, "
        f"{upward} of them upwards"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {height}" '
            f'role="img" aria-labelledby="t" font-family="sans-serif" font-size="13">',
            f'<title id="t">{title}</title>',
            f'<rect width="{WIDTH_PX}" height="{height}" fill="#fff"/>',
            '<g fill="none" stroke="#1f5f4a" stroke-width="1.5">',
            *lines,
            "</g>",
            *(_box(box) for box in boxes.values()),
            "</svg>\n",
        ]
    )


def _boxes() -> list[Box]:
    """Return the drawn boxes of all packages, the top layer first."""
    boxes = []
    for number, row in enumerate(PACKAGE_ROWS):
        step = (WIDTH_PX - 2 * MARGIN_PX) / len(row)
        for place, name in enumerate(row):
            boxes.append(Box(name, MARGIN_PX + step * (place + 0.5), ROW_PX * number + 30))
    return boxes


def _line(start: Box, end: Box) -> str:
    """Return the SVG line of an import from the lower edge of a box to the upper edge of another.

    An upward import is red. Lines that pass other rows bend outwards.
    """
    down = end.y > start.y
    y1 = start.y + BOX_PX[1] / 2 * (1 if down else -1)
    y2 = end.y - BOX_PX[1] / 2 * (1 if down else -1)
    rows = abs(end.y - start.y) / ROW_PX
    bend = 0 if rows <= 1 else (rows - 1) * 16 * (1 if hash_of(start.name + end.name) % 2 else -1)
    middle = (start.x + end.x) / 2 + bend
    colour = "" if down or start.y == end.y else ' stroke="#b3261e"'
    return (
        f'<path d="M{start.x:.0f} {y1:.0f}Q{middle:.0f} {(y1 + y2) / 2:.0f} {end.x:.0f} {y2:.0f}" '
        f'opacity=".7"{colour}/>'
    )


def hash_of(text: str) -> int:
    """Return a hash of a text, as a number that is the same in every run."""
    return sum(map(ord, text))


def _box(box: Box) -> str:
    """Return the SVG box of a package with its name."""
    x, y = box.x - BOX_PX[0] / 2, box.y - BOX_PX[1] / 2
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX_PX[0]}" height="{BOX_PX[1]}" rx="6" '
        f'fill="#f3efe2" stroke="#1f5f4a"/>'
        f'<text x="{box.x:.0f}" y="{box.y + 5:.0f}" text-anchor="middle">{box.name}</text>'
    )


def picture() -> str:
    """Return the diagram of this checkout as SVG."""
    trees = {name: ast.parse((ROOT / name).read_text(encoding="utf-8")) for name in product_files()}
    return draw(package_imports(python_graph(trees)))


def main() -> None:
    """Write the packages' diagram, or with `--check` compare the file with a new diagram.

    Raises:
        SystemExit: with 1 if the file is out of date.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.code_figures.picture")
    parser.add_argument("--check", action="store_true", help="compare only")
    if not parser.parse_args().check:
        DIAGRAM_FILE.write_text(picture(), encoding="utf-8")
    elif DIAGRAM_FILE.read_text(encoding="utf-8") != picture():
        raise SystemExit(
            f"{DIAGRAM_FILE.relative_to(ROOT)} is old: run python -m tools.code_figures.picture"
        )


if __name__ == "__main__":
    main()
