"""One site's half of `tools/bench/api.py`: answers, on standard output, what it is asked on its input.

A process for each database, so that two of them can be asked in turn. Every line in is a JSON list
(what to do and its values), every line out the JSON of what came of it.
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
from games.selectors.exports import CHUNK, read_records  # noqa: E402
from games.selectors.match_filter import MatchFilter, fitting_matches  # noqa: E402
from tools.bench.absent import ABSENT  # noqa: E402
from tools.bench.api_limits import lift_limits  # noqa: E402
from tools.laboratory.fixtures.review import analyse_once, shown_day  # noqa: E402

V1: Final = "/api/v1"
LIST: Final = f"{V1}/matches/?limit=50"
FEW: Final = f"{V1}/matches/?limit=20"
"""Of what is so rare that the small site has no page of fifty."""
NONE: Final = "min_margin=9000"
"""What no match is, beside a filter by which there are few matches in the small site: all that a
page may look at is looked at for nothing in the large one."""
SIFTED: Final = {
    "matches with a kill, none": f"contains=kill&{NONE}",
    "matches with a kill, none, oldest first": f"contains=kill&{NONE}&order=oldest",
    "matches with a kill, players it is not for": "contains=kill&players=2",
    "matches with a claim, none": f"contains=claim&{NONE}",
    "matches with a hundred, none": f"contains=hundred&{NONE}",
    "matches with a hundred, by option": "contains=hundred&options=match.target:9",
    "matches of a preset, players it is not for": "preset=gingo&players=2",
    "matches of a preset, none": f"preset=gingo&{NONE}",
    "matches of a preset, by option": "preset=gingo&options=match.target:9",
    "matches of a pool, none": f"pool=5-gingo&{NONE}",
    "matches of five, none": f"players=5&{NONE}",
    "rated matches, none": f"rated=true&{NONE}",
    "matches, none": NONE,
}
"""Two filters of which one leads and the other is looked up."""
BODIES: Final = (
    "SELECT r.body FROM games_match m JOIN games_matchrecord r ON r.match_id = m.id"
    " WHERE m.finished_at IS NOT NULL ORDER BY m.finished_at DESC, m.id DESC LIMIT "
)


def begin(player: int, team: int) -> dict[str, Any]:
    """Prepare the worker: return the size of the database and the addresses to request."""
    lift_limits()
    settings.ALLOWED_HOSTS = ["*"]
    values = usual(player, team)
    told = {
        "vendor": connection.vendor,
        "matches": Match.objects.filter(finished_at__isnull=False).count(),
        "paths": addresses(values),
        "played": values["played"],
    }
    gc.freeze()  # what is loaded by now is not gone through again before each address
    return told


def addresses(values: dict[str, Any]) -> dict[str, str]:
    """Every address of the document with values that exist, lists from far down, filters together."""
    found = {}
    for template, methods in document()["paths"].items():
        told = methods.get("get", {"security": []})
        absent = any(f"{{{place}}}" in template for place in ABSENT)
        if "security" not in told and told["operationId"] != "export_matches" and not absent:
            found[told["operationId"]] = template.format_map(values)
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
        **SIFTED,
        "matches of a usual player": f"player={values['name']}",
        "matches of the busiest, won": f"player={busy.player.name if busy else ''}&result=won",
        "matches of two": f"player={values['name']}&rival={values['rival']}",
        "matches of a team": f"team={values['team']}",
        "matches of a usual player, none": f"player={values['name']}&{NONE}",
        "matches by rules, none": f"rules={values['rules']}&{NONE}",
    }
    found.update({name: f"{LIST}&{query}".rstrip("&") for name, query in lists.items()})
    found["matches with a kill, by margin"] = f"{FEW}&contains=kill&min_margin=1"
    found["list_player_matches"] += "?limit=50"
    analyse_once(values["match"], values["day"])
    return found


def usual(of_player: int, of_team: int) -> dict[str, Any]:
    """A player, a rival, a team, a match and rules of whom there are many of the kind.

    Player and team have at most so many matches, so that two sites may be asked for as much.
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
    """Whose figures over everything count the most matches, but not more than so many."""
    ordered = rows.filter(pool="all", month=0).order_by("-matches", owner)
    return ordered.filter(matches__lte=most).first() or ordered[0]


def ask(address: str, rounds: int) -> list[float]:
    """Seconds of so many requests, the caches of the first one left out; `tidy` comes before."""
    client, spent = Client(), []
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address}: {answer.status_code} {answer.content[:300]!r}")
    for _ in range(rounds):
        began = time.perf_counter()
        client.get(address)
        spent.append(time.perf_counter() - began)
    return spent


def tidy() -> None:
    """Look for garbage now, so that it is not looked for soon."""
    gc.collect()


def bare(count: int, unpack: bool) -> dict[str, float]:
    """Records a second of the driver alone, over the same rows in the same order."""
    took, rows, size = time.perf_counter(), 0, 0
    for body in _bodies(count):
        rows += 1
        size += len(zlib.decompress(body)) if unpack else len(body)
    return {"rows": rows, "bytes": size, "rate": rows / (time.perf_counter() - took)}


def _bodies(count: int) -> Iterator[bytes]:
    if connection.vendor == "sqlite":
        with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as line:
            for row in line.execute(BODIES + str(count)):
                yield row[0]
        return
    given = settings.DATABASES["default"]
    with (
        psycopg.connect(
            dbname=given["NAME"], user=given["USER"], password=given["PASSWORD"] or None,
            host=given["HOST"], port=given["PORT"],
        ) as line,
        line.cursor("records") as cursor,
    ):  # fmt: skip
        cursor.itersize = CHUNK
        cursor.execute(BODIES + str(count))
        for row in cursor:
            yield row[0]


def export(count: int) -> dict[str, float]:
    """Records a second of a download as the address streams it, and what memory grew by, in MB."""

    async def run() -> tuple[int, int]:
        first = await asyncio.to_thread(read_records, MatchFilter(), None, min(count, CHUNK))
        size, part = 0, b""
        parts = stream(MatchFilter(), first, limit=count, pack=None, rate=0)
        del first
        async for part in parts:
            size += len(part)
        return json.loads(part)["count"], size  # the last line counts the others

    asyncio.run(run()) if count <= CHUNK else None
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    lines, size = asyncio.run(run())
    took = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {"rows": lines, "bytes": size, "rate": lines / took, "grown_mb": round(grown, 1)}


WORK: Final[dict[str, Callable[..., Any]]] = {
    "begin": begin, "tidy": tidy, "ask": ask, "bare": bare, "export": export,
}  # fmt: skip


def main() -> None:
    for line in sys.stdin:
        name, *values = json.loads(line)
        print(json.dumps(WORK[name](*values)), flush=True)


if __name__ == "__main__":
    main()
