"""Measure pages with much stored over the same pages with little, as ratios in one run.

Each size is a site of its own on SQLite in a process of its own. A `Fill` puts so much into its
empty database; then both sites are asked for each page in turn.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeAlias

from tools.bench.standings import without_limits
from tools.bench.written import write
from tools.soak.empty import sqlite

LIMIT: Final = 1.3
"""Limit of the ratio of a page."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled site: the address of each page by its name, and the client that asks for them."""

    pages: Mapping[str, str]
    client: Any = None
    """A `django.test.Client`; None for a stranger."""


Fill: TypeAlias = Callable[[int], Filled]
"""Store so many things in the empty database; it is a function of a module, and called there."""


def run(fill: Fill, result: Path, sizes: tuple[int, int], about: str) -> None:
    """Measure with the sizes that the command line says, print the table and keep it.

    It is kept where as much is stored as `sizes`, the usual few and many, say. `about` is the
    sentence that `--help` shows.
    """
    few, many = sizes
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--few", type=int, default=few)
    parser.add_argument("--many", type=int, default=many)
    parser.add_argument("--asked", type=int, default=40, help="times that each page is asked for")
    options = parser.parse_args()
    found = measure(fill, options.few, options.many, options.asked)
    print(f"{'page':<24}{'ms':>8}{'ratio':>8}   (limit {LIMIT})")
    for row in found["rows"]:
        print(f"{row['page']:<24}{row['few_ms']:>8}{row['ratio']:>8}")
    if options.many >= many:
        write(result, found)


def measure(fill: Fill, few: int, many: int, asked: int) -> dict[str, Any]:
    """Return the median time of each page with much over that with little."""
    with tempfile.TemporaryDirectory() as folder:
        empty_site = sqlite()
        sites = [_Site(Path(folder) / str(size), fill, size, empty_site) for size in (few, many)]
        pages, _same = (site.pipe.recv() for site in sites)
        rows = []
        for page in pages:
            taken: tuple[list[float], list[float]] = ([], [])
            for _ in range(asked):
                for times, site in zip(taken, sites, strict=True):
                    times.append(site.ask(page))
            small, large = map(statistics.median, taken)
            ratio = round(large / small, 2)
            rows.append({"page": page, "few_ms": round(1000 * small, 2), "ratio": ratio})
        for site in sites:
            site.stop()
    return {"few": few, "many": many, "asked": asked, "limit": LIMIT, "rows": rows}


class _Site:
    """A site in a process of its own, with so much stored."""

    def __init__(self, folder: Path, fill: Fill, size: int, empty_site: Path) -> None:
        folder.mkdir(parents=True)
        shutil.copy(empty_site, folder)
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(str(folder), fill, size, other), daemon=True
        )
        self.process.start()

    def ask(self, page: str) -> float:
        """Return the seconds that a page took."""
        self.pipe.send(page)
        seconds: float = self.pipe.recv()
        return seconds

    def stop(self) -> None:
        """End the process."""
        self.pipe.send(None)
        self.process.join()


def _serve(folder: str, fill: Fill, size: int, pipe: Connection) -> None:
    """Fill the empty site of a folder, then answer how long each page takes that is asked for."""
    os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="brisca_site.settings")
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.test import Client, override_settings

    logging.disable(logging.INFO)
    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage},
        ALLOWED_HOSTS=["testserver"],
        REST_FRAMEWORK=without_limits(),
    ):
        filled = fill(size)
        client = filled.client or Client()
        for path in filled.pages.values():
            client.get(path)
        pipe.send(list(filled.pages))
        while (page := pipe.recv()) is not None:
            began = time.perf_counter()
            answer = client.get(filled.pages[page])
            pipe.send(time.perf_counter() - began)
            assert answer.status_code == 200, (page, answer.status_code)
