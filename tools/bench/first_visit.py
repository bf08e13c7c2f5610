"""Measure a first visit with a mid-range phone on a slow connection.

The figures are the largest paint, the time to the first card, the bytes, and the longest task on the
main thread after the first card, while two tricks are played. The phone is Chromium with a touch
screen, an empty cache, 1.6 Mbit/s down, a round trip of 150 ms and a processor slowed down four times.
Each figure is the median of the runs, with its limit: a ratio under 1 is within it.

    python -m tools.bench.first_visit [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, ViewportSize, sync_playwright  # noqa: E402 - needs the project's path

from brisca_site.base.progress import Progress  # noqa: E402
from tests.support.browser_people import Person, play_on  # noqa: E402
from tests.support.browser_site import served  # noqa: E402
from tests.support.chromium import launch_chromium  # noqa: E402
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "first_visit.json"
PHONE_SIZE: Final[ViewportSize] = {"width": 360, "height": 640}
SLOW_NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
LIMITS: Final = {
    "lobby_paint_s": 1.5,
    "table_paint_s": 1.5,
    "first_card_s": 2.0,
    "longest_task_ms": 50.0,
    "lobby_kb": 150.0,
    "table_kb": 150.0,
    "script_kb": 40.0,
}
"""Limits of the figures; `table_kb` and `script_kb` count both pages, from opening the site."""
OBSERVERS_SCRIPT: Final = """
window.largest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.largest = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
}).observe({ type: 'longtask' });
"""


def visit(browser: Browser, address: str) -> dict[str, float]:
    """Visit the site for the first time, until a card is played against a bot; return the times."""
    person = Person(browser, address, size=PHONE_SIZE, locale="es-ES", touch=True)
    person.context.add_init_script(OBSERVERS_SCRIPT)
    page = person.page
    session = person.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def came(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    session.on("Network.responseReceived", came)
    session.on("Network.loadingFinished", ended)
    began = time.monotonic()
    person.open("/")
    page.wait_for_load_state("networkidle")
    settled = time.monotonic()
    figures = {"lobby_paint_s": page.evaluate("window.largest") / 1000}
    figures["lobby_kb"] = sum(sizes.values()) / 1024
    tapped = time.monotonic()
    page.tap("[data-bots]")
    page.wait_for_selector(".hand .card, #cut-at", timeout=30_000)
    figures["table_paint_s"] = page.evaluate("window.largest") / 1000
    person.wait_until(
        "() => document.querySelector('.mine .seat[data-turn]') &&"
        " document.querySelector('.hand .card')",
        seconds=30,
    )
    page.evaluate("window.longest = 0")
    person.play()
    # What the page waited for to fall silent is no part of anybody's way to the first card.
    figures["first_card_s"] = time.monotonic() - began - (tapped - settled) - 0.5
    cards = 0

    def count() -> None:
        nonlocal cards
        cards += 1

    play_on([person], until=lambda: cards >= 2 and person.to_play(), each=count, seconds=60)
    figures["longest_task_ms"] = page.evaluate("window.longest")
    figures["table_kb"] = sum(sizes.values()) / 1024
    figures["script_kb"] = (
        sum(size for key, size in sizes.items() if kinds.get(key) == "Script") / 1024
    )
    person.context.close()
    return figures


def measure(runs: int) -> dict[str, Any]:
    """Make `runs` first visits to a fresh server; return each figure's median with its limit."""
    visits: list[dict[str, float]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), BOT_PACE="1", GUEST_LIMIT="1000/m/ip") as address,
        sync_playwright() as playwright,
        Progress("first visits", runs) as progress,
    ):
        for _ in range(runs):
            browser = launch_chromium(playwright)
            visits.append(visit(browser, address))
            browser.close()
            progress.step()
    medians = {
        name: statistics.median(visit_figures[name] for visit_figures in visits) for name in LIMITS
    }
    return {
        "command": f"python -m tools.bench.first_visit --runs {runs}",
        "mbit_s": 1.6,
        "latency_ms": 150,
        "cpu_slowdown": 4,
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
        "runs": runs,
        "figures": {
            name: {
                "median": round(medians[name], 2),
                "limit": limit,
                "ratio": round(medians[name] / limit, 3),
            }
            for name, limit in LIMITS.items()
        },
    }


def show(result: dict[str, Any]) -> None:
    """Print the figures of first visits as a table."""
    for name, row in result["figures"].items():
        print(f"{name:16} {row['median']:8.2f}  of {row['limit']:6.1f}  ratio {row['ratio']:.3f}")


def main() -> None:
    """Measure first visits with the options of the command line; print and store the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.first_visit", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    result = measure(options.runs)
    show(result)
    write_result(RESULT, result)


if __name__ == "__main__":
    main()
