"""Reads how a database goes about the queries of the API's lists, among very many rows.

The tests fill a database of their own; `tests.api.filled` reads the plans of a site that is filled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tokens import create_token
from games.api.core.schema import document
from games.models import Player
from tests.api.many import EVERYWHERE, NEWCOMER
from tests.support.path_values import PATH_VALUES


@dataclass(frozen=True, slots=True)
class Known:
    """Whom and what a site is asked for."""

    samples: Mapping[str, Sequence[str]]
    """Values of the parameters of lists: common ones first, then such as few rows or none have."""
    places: Mapping[str, str]
    """Values of what stands in addresses."""
    ends: Sequence[tuple[int, int]] = ((0, 0), (-1, -1))
    """Which samples of two parameters are put together."""

    @property
    def busiest(self) -> str:
        """The player with the most matches, whose own lists are read."""
        return self.places["name"]


SAMPLES: Final[Mapping[str, Sequence[str]]] = {
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
    "status": ("coming", "past"),
    "name": ("p1", "x"),
    "q": ("club 1", "x"),
    "entry": ("open", "request"),
    "season": ("8100", "8101"),
}
OF_ONE_TABLE: Final = frozenset({"get_tournament_standings"})
"""Operations whose pages are parts of one table that is read whole, not of rows in an index."""
PLACES: Final = {
    **PATH_VALUES,
    "name": EVERYWHERE,
    "match": f"{7:012x}",
    "rival": "p2",
    "hash": f"{1:08x}",
    "day": "2020-01-01",
    "club": "club-1",
}
MADE: Final = Known(SAMPLES, PLACES)
"""What `make_many` has made."""
KEY: Final = "accounts_token"
"""In queries that look for the key, of which there is one at most."""
SORTED: Final = "TEMP B-TREE"
"""In plans of SQLite that sort, or put equal ones together."""
STEPS: Final = 400_000
"""Of SQLite's machine, for all queries of one answer."""
ROWS: Final = 0.25
"""Of a table, that PostgreSQL may scan or sort: pages may be looked for in a fortieth of it."""


def lists(places: Mapping[str, str] = PLACES) -> Iterator[tuple[str, list[str]]]:
    """Addresses of lists with pages, and the names of their filters."""
    for path, methods in document()["paths"].items():
        told = methods.get("get", {})
        names = [one["name"] for one in told.get("parameters", []) if one["in"] == "query"]
        of_rows = told.get("operationId") not in OF_ONE_TABLE
        if "cursor" in names and path.endswith("/") and of_rows:
            place = path.format_map(places)
            yield place, [name for name in names if name not in ("cursor", "limit", "include")]


def questions(path: str, names: list[str], known: Known) -> Iterator[dict[str, str]]:
    """Every filter alone with every sample, and every two together."""
    samples = known.samples
    yield {}
    for name in names:
        for value in samples[name]:
            yield {name: value}
    # the matches of a player or of a team are read by the same filter as all of them
    for one, two in () if "matches/" in path and "player" not in names else combinations(names, 2):
        for first, second in known.ends:
            yield {one: samples[one][first], two: samples[two][second]}
    if {"partner", "rival"} <= set(names):
        for name in (*samples["partner"], *samples["rival"]):
            yield {"partner": name, "rival": name}


def key_of(name: str) -> str:
    """A key of the player of this name, who gets an account: some lists are one's own."""
    user = User.objects.create(username=name)
    Player.objects.filter(name=name).update(user=user)
    return str(create_token(user=user, name="plans", scopes=("read", "messages"), days=7)[1])


def faults(many: int, known: Known = MADE) -> list[str]:
    """What is wrong with the plans of any question and the page after it, among so many matches."""
    found: list[str] = []
    client = client_of(known.busiest)
    for path, names in lists(known.places):
        for query in questions(path, names, known):
            if (
                "player" in names
                and "player" not in query
                and set(query) & {"partner", "rival", "result"}
            ):
                query = {**query, "player": known.busiest}
            where: Any = path
            for page in range(2):
                answer, wrong = asked(client, where, query if page == 0 else None, many)
                if answer.status_code == 400:
                    break
                assert answer.status_code == 200, (where, query, answer.content)
                found += [f"{path} {query} page {page + 1}: {one}" for one in wrong]
                where = answer.json()["next"]
                if where is None:
                    break
    return found


def client_of(name: str) -> Client:
    """Who asks with a key of this player."""
    return Client(headers={"authorization": f"Bearer {key_of(name)}"})


def asked(
    client: Client, where: str, query: Mapping[str, str] | None, many: int, *, sorts: bool = False
) -> tuple[Any, list[str]]:
    """An answer, and what is wrong with the plans of its queries.

    `sorts`: what is read may be sorted, as it is little; that it is, the steps tell.
    """
    cache.clear()
    with CaptureQueriesContext(connection) as captured, _Steps() as steps:
        answer = client.get(where, query)
    found = [f"{steps.taken} steps"] if steps.taken > STEPS else []
    read = sqlite_faults if connection.vendor == "sqlite" else postgresql_faults
    if answer.status_code == 200:
        for sql in (one["sql"] for one in captured.captured_queries if KEY not in one["sql"]):
            wrong = [why for why in read(sql, many) if not (sorts and SORTED in why)]
            found += [f"{why}\n    {sql}" for why in wrong]
    return answer, found


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
    bad = [line for line in plan if SORTED in line]
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
