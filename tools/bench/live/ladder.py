"""The ladder of servers as a picture: what a second holds, from a bare echo to a durable move."""

from __future__ import annotations

import html
from typing import Any

from tools.soak.site import ROOT

Json = dict[str, Any]
PICTURE = ROOT / "docs" / "images" / "ladder.svg"
ROW, LEFT, WIDE, NUMBER = 30, 250, 420, 90
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1d2733}.n{font-variant-numeric:tabular-nums}"
    ".bar{fill:#8fa3b8}.site{fill:#2b6d9f}"
    "@media(prefers-color-scheme:dark){text{fill:#dfe7ee}.bar{fill:#5f7388}.site{fill:#5ba3d9}}"
)


def rungs(known: Json) -> list[tuple[str, float, bool]]:
    """(title, a second, whether it is the site) of all that was measured, the quickest first."""
    found: dict[str, tuple[float, bool]] = {}
    for part in ("echo", "moves"):
        for title, row in known.get(part, {}).get("rows", {}).items():
            if "rate" not in row or title.startswith("stock echo"):
                continue
            ours = title.startswith("site")
            name = title.replace("site,", "durable move,")
            if part == "echo":
                app, server = title.split(", ")
                name = f"{app} echo, {server}"
            elif not ours:
                name = f"{title}, not durable"
            found[name] = (row["rate"], ours)
    return sorted(((name, *value) for name, value in found.items()), key=lambda one: -one[1])


def draw(known: Json) -> None:
    """Write the picture; nothing where nothing was measured."""
    rows = rungs(known)
    if not rows:
        return
    most = rows[0][1]
    height = ROW * len(rows) + 10
    width = LEFT + WIDE + NUMBER
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="Messages or moves a second of each server"><style>{STYLE}</style>'
    ]
    for at, (name, rate, ours) in enumerate(rows):
        top, long = at * ROW + 5, max(2.0, WIDE * rate / most)
        kind = "site" if ours else "bar"
        lines += [
            f'<text x="{LEFT - 10}" y="{top + 17}" text-anchor="end">{html.escape(name)}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{top + 3}" width="{long:.1f}" height="18" rx="3"/>',
            f'<text class="n" x="{LEFT + long + 8:.1f}" y="{top + 17}">{rate:,.0f}</text>',
        ]
    PICTURE.write_text("\n".join([*lines, "</svg>"]) + "\n")
