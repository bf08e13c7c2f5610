"""Chart of messages and moves a second: from a bare echo to a durable move of each server."""

from __future__ import annotations

from typing import Any

from tests.support.site import ROOT
from tools.bench import bar_chart

Json = dict[str, Any]
CHART_FILE = ROOT / "docs" / "images" / "ladder.svg"


def rungs(known: Json) -> list[tuple[str, float, bool]]:
    """Return (title, rate a second, True for the site) of all measured servers, fastest first."""
    rates: dict[str, tuple[float, bool]] = {}
    for part in ("echo", "moves"):
        for title, row in known.get(part, {}).get("rows", {}).items():
            if "rate" not in row or title.startswith("stock echo"):
                continue
            is_site = title.startswith("site")
            name = title.replace("site,", "durable move,")
            if part == "echo":
                app, server = title.split(", ")
                name = f"{app} echo, {server}"
            elif not is_site:
                name = f"{title}, not durable"
            rates[name] = (row["rate"], is_site)
    return sorted(((name, *value) for name, value in rates.items()), key=lambda rung: -rung[1])


def draw(known: Json) -> None:
    """Draw the chart of servers' rates from these results; without results draw nothing."""
    bar_chart.draw_bar_chart(CHART_FILE, "Messages or moves a second of each server", rungs(known))
