"""Bar charts as SVG, for the documents."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROW_PX, LABEL_PX, BAR_PX, NUMBER_PX = 30, 250, 420, 90
"""Height of a row; widths of the labels, of the longest bar and of the numbers."""
STYLE: Final = (
    "text{font:14px system-ui,sans-serif;fill:#1d2733}.n{font-variant-numeric:tabular-nums}"
    ".bar{fill:#8fa3b8}.site{fill:#2b6d9f}.limit{stroke:#b3473c;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){text{fill:#dfe7ee}.bar{fill:#5f7388}.site{fill:#5ba3d9}}"
)


def draw_bar_chart(
    path: Path,
    label: str,
    bars: Sequence[tuple[str, float, bool]],
    *,
    form: str = ",.0f",
    limit: float | None = None,
) -> None:
    """Write bars (name, value, whether to emphasise it) as an SVG file; write nothing without bars.

    `label` is the chart's accessible name and `form` the format of the values; a line is drawn at
    `limit`.
    """
    if not bars:
        return
    most = max(limit or 0.0, *(value for _name, value, _own in bars))
    height, width = ROW_PX * len(bars) + 10, LABEL_PX + BAR_PX + NUMBER_PX
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{html.escape(label)}"><style>{STYLE}</style>'
    ]
    for at, (name, value, own) in enumerate(bars):
        top, long = at * ROW_PX + 5, max(2.0, BAR_PX * value / most)
        kind = "site" if own else "bar"
        lines += [
            f'<text x="{LABEL_PX - 10}" y="{top + 17}" text-anchor="end">{html.escape(name)}</text>',
            f'<rect class="{kind}" x="{LABEL_PX}" y="{top + 3}" width="{long:.1f}" height="18" rx="3"/>',
            f'<text class="n" x="{LABEL_PX + long + 8:.1f}" y="{top + 17}">{value:{form}}</text>',
        ]
    if limit is not None:
        place = f"{LABEL_PX + BAR_PX * limit / most:.1f}"
        lines.append(f'<line class="limit" x1="{place}" x2="{place}" y1="0" y2="{height}"/>')
    path.write_text("\n".join([*lines, "</svg>"]) + "\n")
