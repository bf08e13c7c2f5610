"""Worker of `tools/bench/api.py` for one site: it runs commands from standard input.

Two sites can be asked in turn only from two processes, one for each database. Each line of input is a
JSON list of a command and its arguments; each line of output is the result as JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

import django

django.setup()

import psycopg  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Max, Min  # noqa: E402
from django.test import Client  # noqa: E402

from games.api.core.schema import document  # noqa: E402
from games.api.downloads.exports import stream  # noqa: E402
from games.models import (  # noqa: E402
    Match,
    PlayerFigures,
    RivalFigures,
    Ruleset,
    Seat,
    TeamFigures,
)
from games.selectors.exports import CHUNK_RECORDS, read_records  # noqa: E402
from games.selectors.match_filter import MatchFilter, fitting_matches  # noqa: E402
from tests.support.api_limits import lift_limits  # noqa: E402
from tests.support.review_rows import analyse_once, shown_day  # noqa: E402
from tools.bench.unfilled_parameters import UNFILLED_PARAMETERS  # noqa: E402

V1: Final = "/api/v1"
LIST_OF_50: Final = f"{V1}/matches/?limit=50"
LIST_OF_20: Final = f"{V1}/matches/?limit=20"
"""Address of a list of matches that are too rare for a page of fifty on the small site."""
NO_MATCH: Final = "min_margin=9000"
"""Filter that fits no match, so that a page examines as many matches as it may and returns none."""
PAIRS_OF_FILTERS: Final = {
    "matches with a kill, none": f"contains=kill&{NO_MATCH}",
    "matches with a kill, none, oldest first": f"contains=kill&{NO_MATCH}&order=oldest",
    "matches with a kill, players it is not for": "contains=kill&players=2",
    "matches with a claim, none": f"contains=claim&{NO_MATCH}",
    "matches with a hundred, none": f"contains=hundred&{NO_MATCH}",
    "matches with a hundred, by option": "contains=hundred&options=match.target:9",
    "matches of a preset, players it is not for": "preset=gingo&players=2",
    "matches of a preset, none": f"preset=gingo&{NO_MATCH}",
    "matches of a preset, by option": "preset=gingo&options=match.target:9",
    "matches of a pool, none": f"pool=5-gingo&{NO_MATCH}",
    "matches of five, none": f"players=5&{NO_MATCH}",
    "rated matches, none": f"rated=true&{NO_MATCH}",
    "matches, none": NO_MATCH,
}
"""Queries with two filters, by name: an index finds the first one, each row is checked for the other."""
RECORDS_SQL: Final = (
    "SELECT r.body FROM games_match m JOIN games_matchrecord r ON r.match_id = m.id"
    " WHERE m.finished_at IS NOT NULL ORDER BY m.finished_at DESC, m.id DESC LIMIT "
)


def begin(player: int, team: int) -> dict[str, Any]:
    """Prepare the worker; return the site's number of matches and the addresses to request.

    `player` and `team` are the most matches that the player and the team of the addresses may have.
    """
    lift_limits()
    settings.ALLOWED_HOSTS = ["*"]
    values = example_values(player, team)
    facts = {
        "vendor": connection.vendor,
        "matches": Match.objects.filter(finished_at__isnull=False).count(),
        "paths": addresses(values),
        "played": values["played"],
    }
    gc.freeze()  # what is loaded by now is not gone through again before each address
    return facts


def addresses(values: dict[str, Any]) -> dict[str, str]:
    """Return the API addresses to request, by name: all documented ones, and lists with filters.

    `values` fills in the path parameters. Lists also start from the middle of all matches.
    """
    paths = {}
    for template, methods in document()["paths"].items():
        operation = methods.get("get", {"security": []})
        unfilled = any(f"{{{name}}}" in template for name in UNFILLED_PARAMETERS)
        if (
            "security" not in operation
            and operation["operationId"] != "export_matches"
            and not unfilled
        ):
            paths[operation["operationId"]] = template.format_map(values)
    deep = fitting_matches(MatchFilter(), limit=max(1, Match.objects.count() // 2)).next
    span = Match.objects.aggregate(first=Min("finished_at"), last=Max("finished_at"))
    middle = span["first"] + (span["last"] - span["first"]) / 2
    busy = PlayerFigures.objects.filter(pool="all", month=0).order_by("-matches").first()
    lists = {
        "list_matches": "",
        "matches, half way down": f"cursor={deep}",
        "matches of a preset": "preset=catalan",
        "matches of a pool, rated": "pool=4-pairs&rated=true",
        "matches since the middle, oldest first": f"since={middle.date()}&order=oldest",
        **PAIRS_OF_FILTERS,
        "matches of a usual player": f"player={values['name']}",
        "matches of the busiest, won": f"player={busy.player.name if busy else ''}&result=won",
        "matches of two": f"player={values['name']}&rival={values['rival']}",
        "matches of a team": f"team={values['team']}",
        "matches of a usual player, none": f"player={values['name']}&{NO_MATCH}",
        "matches by rules, none": f"rules={values['rules']}&{NO_MATCH}",
    }
    paths.update({name: f"{LIST_OF_50}&{query}".rstrip("&") for name, query in lists.items()})
    paths["matches with a kill, by margin"] = f"{LIST_OF_20}&contains=kill&min_margin=1"
    paths["list_player_matches"] += "?limit=50"
    analyse_once(values["match"], values["day"])
    return paths


def example_values(of_player: int, of_team: int) -> dict[str, Any]:
    """Return path parameters for the addresses: a player, rival, team, match and rules.

    They have many matches, but the player at most `of_player` and the team at most `of_team`, so
    that two sites can be asked for equally long lists.
    """
    row = _with_most(PlayerFigures.objects.filter(player__kind="human"), "player_id", of_player)
    rivalry = RivalFigures.objects.filter(player=row.player_id).order_by("-matches").first()
    team = _with_most(TeamFigures.objects.all(), "team_id", of_team)
    seat = (
        Seat.objects.filter(match__preset="ludoteka", match__players=2, match__deal_count=1)
        .order_by("match_id")
        .select_related("match__ruleset")
        .first()
    ) or Seat.objects.select_related("match__ruleset")[0]
    rare = Ruleset.objects.filter(preset="gingo").order_by("-match_count").first()
    return {
        "name": row.player.name,
        "rival": rivalry.rival.name if rivalry else row.player.name,
        "team": team.team_id,
        "match": seat.match.public_id,
        "number": 1,
        "pool": "2",
        "hash": seat.match.ruleset.hash,
        "rules": (rare or seat.match.ruleset).hash,
        "day": shown_day(),
        "played": (row.matches, team.matches),
    }


def _with_most(rows: Any, owner: str, most: int) -> Any:
    """Return the figures' row with the most matches, but at most `most`, over all pools and months.

    `owner` is the column that decides between equal rows.
    """
    ordered = rows.filter(pool="all", month=0).order_by("-matches", owner)
    return ordered.filter(matches__lte=most).first() or ordered[0]


def ask(address: str, rounds: int) -> list[float]:
    """Return the seconds of each of `rounds` requests to an address, after one that fills caches.

    Raises:
        SystemExit: the address does not answer 200.
    """
    client, durations = Client(), []
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address}: {answer.status_code} {answer.content[:300]!r}")
    for _ in range(rounds):
        began = time.perf_counter()
        client.get(address)
        durations.append(time.perf_counter() - began)
    return durations


def tidy() -> None:
    """Collect garbage now, so that the collector does not run during measured requests."""
    gc.collect()


def bare(count: int, unpack: bool) -> dict[str, float]:
    """Return how many records a second the database driver reads, in the order of a download.

    With `unpack` each record is decompressed.
    """
    began, rows, size = time.perf_counter(), 0, 0
    for body in _bodies(count):
        rows += 1
        size += len(zlib.decompress(body)) if unpack else len(body)
    return {"rows": rows, "bytes": size, "rate": rows / (time.perf_counter() - began)}


def _bodies(count: int) -> Iterator[bytes]:
    if connection.vendor == "sqlite":
        with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as file:
            for row in file.execute(RECORDS_SQL + str(count)):
                yield row[0]
        return
    database = settings.DATABASES["default"]
    with (
        psycopg.connect(
            dbname=database["NAME"], user=database["USER"], password=database["PASSWORD"] or None,
            host=database["HOST"], port=database["PORT"],
        ) as line,
        line.cursor("records") as cursor,
    ):  # fmt: skip
        cursor.itersize = CHUNK_RECORDS
        cursor.execute(RECORDS_SQL + str(count))
        for row in cursor:
            yield row[0]


def export(count: int) -> dict[str, float]:
    """Return the records a second of a streamed download, and the process's growth in MB."""

    async def run() -> tuple[int, int]:
        first = await asyncio.to_thread(
            read_records, MatchFilter(), None, min(count, CHUNK_RECORDS)
        )
        size, part = 0, b""
        parts = stream(MatchFilter(), first, limit=count, pack=None, rate=0)
        del first
        async for part in parts:
            size += len(part)
        return json.loads(part)["count"], size  # the last line counts the others

    asyncio.run(run()) if count <= CHUNK_RECORDS else None
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    lines, size = asyncio.run(run())
    elapsed = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {"rows": lines, "bytes": size, "rate": lines / elapsed, "grown_mb": round(grown, 1)}


COMMANDS: Final[dict[str, Callable[..., Any]]] = {
    "begin": begin, "tidy": tidy, "ask": ask, "bare": bare, "export": export,
}  # fmt: skip


def main() -> None:
    """Run the commands that come on standard input, and print their results."""
    for line in sys.stdin:
        name, *values = json.loads(line)
        print(json.dumps(COMMANDS[name](*values)), flush=True)


if __name__ == "__main__":
    main()
