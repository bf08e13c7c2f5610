"""Figures as a picture of bars, for the documents."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROW, LEFT, WIDE, NUMBER = 30, 250, 420, 90
STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#1d2733}.n{font-variant-numeric:tabular-nums}"
    ".bar{fill:#8fa3b8}.site{fill:#2b6d9f}.limit{stroke:#b3473c;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){text{fill:#dfe7ee}.bar{fill:#5f7388}.site{fill:#5ba3d9}}"
)


def draw(
    path: Path,
    label: str,
    bars: Sequence[tuple[str, float, bool]],
    *,
    form: str = ",.0f",
    limit: float | None = None,
) -> None:
    """Write bars (name, value, whether it is one of the site's own) as SVG; nothing without bars.

    `form` is the format of the values; a line stands at `limit`.
    """
    if not bars:
        return
    most = max(limit or 0.0, *(value for _name, value, _own in bars))
    height, width = ROW * len(bars) + 10, LEFT + WIDE + NUMBER
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{html.escape(label)}"><style>{STYLE}</style>'
    ]
    for at, (name, value, own) in enumerate(bars):
        top, long = at * ROW + 5, max(2.0, WIDE * value / most)
        kind = "site" if own else "bar"
        lines += [
            f'<text x="{LEFT - 10}" y="{top + 17}" text-anchor="end">{html.escape(name)}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{top + 3}" width="{long:.1f}" height="18" rx="3"/>',
            f'<text class="n" x="{LEFT + long + 8:.1f}" y="{top + 17}">{value:{form}}</text>',
        ]
    if limit is not None:
        place = f"{LEFT + WIDE * limit / most:.1f}"
        lines.append(f'<line class="limit" x1="{place}" x2="{place}" y1="0" y2="{height}"/>')
    path.write_text("\n".join([*lines, "</svg>"]) + "\n")
