"""Reads how a database goes about the queries of the API's lists, among very many rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tokens import create_token
from games.api.schema import document
from games.models import Player
from tests.api.many import EVERYWHERE, NEWCOMER

SAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "player": (EVERYWHERE, NEWCOMER),
    "partner": ("p201", NEWCOMER),
    "rival": ("p2", NEWCOMER),
    "team": ("1", "2"),
    "result": ("won", "drawn"),
    "preset": ("ludoteka", "muerte_al_tres"),
    "pool": ("2", "6-threes"),
    "players": ("2", "5"),
    "rules": (f"sha256:{1:08x}{'0' * 56}",),
    "options": ("match.target:3", "match.target:9,teams:pairs"),
    "rated": ("true", "false"),
    "min_margin": ("1", "9"),
    "max_margin": ("0",),
    "contains": ("hundred", "kill", "claim,kill"),
    "since": ("2020-01-02",),
    "until": ("2020-01-03",),
    "order": ("oldest",),
    "name": ("p1", "x"),
}
"""Values of the parameters of lists: common ones first, then such as few rows or none have."""
PLACES: Final = {
    "name": EVERYWHERE,
    "team": "1",
    "pool": "2",
    "match": f"{7:012x}",
    "rival": "p2",
    "hash": f"{1:08x}",
    "day": "2020-01-01",
}
KEY: Final = "accounts_token"
"""In queries that look for the key, of which there is one at most."""
STEPS: Final = 400_000
"""Of SQLite's machine, for all queries of one answer."""
ROWS: Final = 0.25
"""Of a table, that PostgreSQL may scan or sort: pages may be looked for in a fortieth of it."""


def lists() -> Iterator[tuple[str, list[str]]]:
    """Addresses of lists with pages, and the names of their filters."""
    for path, methods in document()["paths"].items():
        told = methods.get("get", {})
        names = [one["name"] for one in told.get("parameters", []) if one["in"] == "query"]
        if "cursor" in names and path.endswith("/"):
            place = path.format_map(PLACES)
            yield place, [name for name in names if name not in ("cursor", "limit", "include")]


def questions(path: str, names: list[str]) -> Iterator[dict[str, str]]:
    """Every filter alone with every sample, and every two together."""
    yield {}
    for name in names:
        for value in SAMPLES[name]:
            yield {name: value}
    # the matches of a player or of a team are read by the same filter as all of them
    for one, two in () if "matches/" in path and "player" not in names else combinations(names, 2):
        for number in (0, -1):
            yield {one: SAMPLES[one][number], two: SAMPLES[two][number]}


def key_of(name: str) -> str:
    """A key of the player of this name, who gets an account: some lists are one's own."""
    user = User.objects.create(username=name)
    Player.objects.filter(name=name).update(user=user)
    return str(create_token(user=user, name="plans", scopes=("read", "tables", "play"), days=7)[1])


def faults(many: int) -> list[str]:
    """What is wrong with the plans of any question and the page after it, among so many matches."""
    found: list[str] = []
    client = Client(headers={"authorization": f"Bearer {key_of(EVERYWHERE)}"})
    read = sqlite_faults if connection.vendor == "sqlite" else postgresql_faults
    for path, names in lists():
        for query in questions(path, names):
            if (
                "player" in names
                and "player" not in query
                and set(query) & {"partner", "rival", "result"}
            ):
                query = {**query, "player": EVERYWHERE}
            where: Any = path
            for page in range(2):
                cache.clear()
                with CaptureQueriesContext(connection) as asked, _Steps() as steps:
                    answer = client.get(where, query if page == 0 else None)
                if answer.status_code == 400:
                    break
                assert answer.status_code == 200, (where, query, answer.content)
                told = f"{path} {query} page {page + 1}"
                if steps.taken > STEPS:
                    found.append(f"{told}: {steps.taken} steps")
                for sql in (one["sql"] for one in asked.captured_queries):
                    if KEY not in sql:
                        found += [f"{told}: {why}\n    {sql}" for why in read(sql, many)]
                where = answer.json()["next"]
                if where is None:
                    break
    return found


class _Steps:
    """Counts the steps that SQLite's machine takes, by the thousand."""

    def __enter__(self) -> _Steps:
        self.taken = 0
        self._watch(self._count, 1_000)
        return self

    def __exit__(self, *error: object) -> None:
        self._watch(None, 0)

    def _count(self) -> int:
        self.taken += 1_000
        return 0

    def _watch(self, handler: Any, every: int) -> None:
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(handler, every)


def sqlite_faults(sql: str, many: int) -> list[str]:
    """Scans and sorts in the plan of a query.

    Going through a table by its row ids or an index is how a page is read in order: that is a
    scan in name only, where there is a limit; the steps taken tell whether it is one in deed.
    """
    if not sql.startswith(("SELECT", "WITH")):
        return []
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + sql.replace("%", "%%"), None)
        plan = [row[3] for row in cursor.fetchall()]
    bad = [line for line in plan if "TEMP B-TREE" in line]
    bad += [line for line in plan if line.startswith("SCAN games_") and " LIMIT " not in sql]
    return bad


def postgresql_faults(sql: str, many: int) -> list[str]:
    """Scans of whole tables and sorts of many rows in the plan of a query."""
    if not sql.startswith(("SELECT", "WITH")):
        return []
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql)
        (told,) = cursor.fetchone()
    plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    return list(_walk(plan, many))


def _walk(node: dict[str, Any], many: int) -> Iterator[str]:
    looked = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    if looked > (ROWS if node["Node Type"] in ("Seq Scan", "Sort") else 1) * many:
        yield f"{node['Node Type']} of {looked} rows {node.get('Relation Name', '')}"
    for child in node.get("Plans", []):
        yield from _walk(child, many)
