"""The ladder of servers as a picture: what a second holds, from a bare echo to a durable move."""

from __future__ import annotations

from typing import Any

from tools.bench import bars
from tools.soak.site import ROOT

Json = dict[str, Any]
PICTURE = ROOT / "docs" / "images" / "ladder.svg"


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
    bars.draw(PICTURE, "Messages or moves a second of each server", rungs(known))
