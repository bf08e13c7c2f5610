"""The tables of results in the documents, written anew with each measurement.

They stand between a line `<!-- NAME: ... -->` and a line `<!-- end of NAME -->`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tools.soak.site import ROOT

Json = dict[str, Any]
PERFORMANCE = ROOT / "docs" / "performance.md"
OPERATIONS = ROOT / "docs" / "operations.md"


def put(page: Path, name: str, lines: list[str]) -> None:
    """Write these lines into their place; ValueError where the page has none for them."""
    block = re.compile(rf"(<!-- {name}:[^\n]*-->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    text, count = block.subn(
        lambda found: found[1] + "\n".join(["", *lines, ""]) + "\n" + found[2], page.read_text()
    )
    if count != 1:
        raise ValueError(f"{page.name} has no place for {name}")
    page.write_text(text)


def results(known: Json) -> list[str]:
    """Every ratio with its range and what it was to be, then every rate."""
    lines = [
        "| # | figure | measured | range | to reach | |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    told = [(one["figure"], one) for part in known.values() for one in part["ratios"]]
    for figure, one in sorted(told, key=lambda pair: pair[0]):
        ratio = "–" if one["ratio"] is None else f"{one['ratio']:.2f}"
        span = f"{one['low']:.2f} to {one['high']:.2f}" if "low" in one else ""
        verdict = "reached" if one["met"] else "missed"
        names = f"{one['of']} / {one['to']}"
        lines.append(f"| {figure} | {names} | {ratio} | {span} | {one['target']:g} | {verdict} |")
    lines += ["", "| | a second | median ms | 99 % ms | server's CPU, µs | on disk |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    for part in ("echo", "moves", "waiting", "pages", "processes"):
        for name, row in known.get(part, {}).get("rows", {}).items():
            if "rate" in row:
                times = f"{row['p50_ms']:.1f} | {row['p99_ms']:.1f} | {row['server_us']:,.0f}"
                disk = row.get("on_disk") or ""
                lines.append(f"| {part}: {name} | {row['rate']:,.0f} | {times} | {disk} |")
    lines += ["", "| | stored, bytes a match | zlib of its actions | record | actions | deals |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    for name, row in known.get("storage", {}).get("rows", {}).items():
        sizes = f"{row['stored']:,} | {row['log']:,.0f} | {row['record']:,.0f}"
        lines.append(f"| {name} | {sizes} | {row['actions']:.0f} | {row['deals']:.1f} |")
    return lines


def sizing(known: Json) -> list[str]:
    """Return the lines on what one process carries, for sizing a machine."""
    rows = known.get("moves", {}).get("rows", {})
    servers = [(name, rows.get(f"site, {name.lower()}", {})) for name in ("Daphne", "uvicorn")]
    wanted = (
        ("durable moves a second, SQLite FULL", "rate", "{:,.0f}"),
        ("CPU a move, with four views and its share of the deal, µs", "server_us", "{:,.0f}"),
        ("memory a socket, KiB", "kib_a_socket_idle", "{:.0f}"),
    )
    lines = ["| | Daphne | uvicorn |", "| --- | --- | --- |"]
    for title, key, form in wanted:
        cells = " | ".join(form.format(row[key]) if key in row else "–" for _, row in servers)
        lines.append(f"| {title} | {cells} |")
    both = known.get("processes", {}).get("rows", {})
    for name, row in both.items():
        if "rate" in row:
            lines.append(f"| durable moves a second, PostgreSQL, {name} | | {row['rate']:,.0f} |")
    return lines


def write(known: Json) -> None:
    """Bring both documents up to date."""
    put(PERFORMANCE, "results", results(known))
    put(OPERATIONS, "measured", sizing(known))
