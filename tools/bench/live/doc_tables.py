"""Tables of results in the documents, which each measurement updates.

A table stands between a line `<!-- NAME: ... -->` and a line `<!-- end of NAME -->`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.site import ROOT

Json = dict[str, Any]
PERFORMANCE_PAGE = ROOT / "docs" / "performance.md"
MONITORING_PAGE = ROOT / "docs" / "operations" / "monitoring.md"


def write_block(page: Path, name: str, lines: list[str]) -> None:
    """Replace the lines between a documentation page's markers for `name`.

    Raises:
        ValueError: the page has no such markers.
    """
    block = re.compile(rf"(<!-- {name}:[^\n]*-->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    text, count = block.subn(
        lambda match: match[1] + "\n".join(["", *lines, ""]) + "\n" + match[2], page.read_text()
    )
    if count != 1:
        raise ValueError(f"{page.name} has no place for {name}")
    page.write_text(text)


def results(known: Json) -> list[str]:
    """Return Markdown tables of all ratios with range and target, rates, and sizes, as lines."""
    lines = [
        "| # | figure | measured | range | to reach | |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    ratios = [row for part in known.values() for row in part["ratios"]]
    for row in sorted(ratios, key=lambda row: row["figure"]):
        ratio = "–" if row["ratio"] is None else f"{row['ratio']:.2f}"
        span = f"{row['low']:.2f} to {row['high']:.2f}" if "low" in row else ""
        verdict = "reached" if row["met"] else "missed"
        names = f"{row['of']} / {row['to']}"
        figure, target = row["figure"], row["target"]
        lines.append(f"| {figure} | {names} | {ratio} | {span} | {target:g} | {verdict} |")
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
    """Return a Markdown table of one process's capacity, for choosing a machine, as lines."""
    rows = known.get("moves", {}).get("rows", {})
    servers = [(name, rows.get(f"site, {name.lower()}", {})) for name in ("Daphne", "uvicorn")]
    columns = (
        ("durable moves a second, SQLite FULL", "rate", "{:,.0f}"),
        ("CPU a move, with four views and its share of the deal, µs", "server_us", "{:,.0f}"),
        ("memory a socket, KiB", "kib_a_socket_idle", "{:.0f}"),
    )
    lines = ["| | Daphne | uvicorn |", "| --- | --- | --- |"]
    for title, key, form in columns:
        cells = " | ".join(form.format(row[key]) if key in row else "–" for _, row in servers)
        lines.append(f"| {title} | {cells} |")
    process_rows = known.get("processes", {}).get("rows", {})
    for name, row in process_rows.items():
        if "rate" in row:
            lines.append(f"| durable moves a second, PostgreSQL, {name} | | {row['rate']:,.0f} |")
    return lines


def update_documents(known: Json) -> None:
    """Update the tables in docs/performance.md and docs/operations/monitoring.md from all results."""
    write_block(PERFORMANCE_PAGE, "results", results(known))
    write_block(MONITORING_PAGE, "measured", sizing(known))
