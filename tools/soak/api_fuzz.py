"""Fuzzing of the API: requests that its own document allows and forbids, with every answer checked by it.

Schemathesis makes the requests of each group of addresses, half of them valid and half not. Half of
them use names and ids of existing rows, and half have headers. An answer is a fault if it is a server
error, or if its status, type or shape is not in the document.

    python -m tools.soak.api_fuzz [--cases 5000] [--seed 0] [--workers 2] [--only GROUP]
"""

from __future__ import annotations

import argparse
import atexit
import io
import os
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from tests.support.api_limits import unlimited
from tools.bench.result_files import write_result

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "tools" / "bench" / "results" / "api_fuzz.json"
MATCHES = 200
AGAIN = 24
"""Number of seeds at most with which an operation is asked until it was asked often enough."""
STREAMS = ("export_matches", "follow_play")
"""Operations that do not answer with one JSON value; they have tests of their own."""

HEADERS = {
    "Accept": ("application/json", "text/html", "application/*;q=0.5, */*;q=0", "*/*"),
    "Accept-Language": ("es", "ca-ES,ca;q=0.9", "xx", "*"),
    "Accept-Encoding": ("gzip", "identity;q=0", "br, zstd"),
    "If-None-Match": ("*", '"0"', 'W/"1", "2"'),
    "Range": ("bytes=0-1", "bytes=5-"),
    "Origin": ("https://example.org", "null"),
}
"""Headers for any address; half of the requests have some of them."""

Known = Mapping[str, Sequence[str]]


def questions(tag: str | None = None) -> dict[str, list[Any]]:
    """Return the operations of the API's document by group; of one group if `tag` is given."""
    import schemathesis
    from django.core.wsgi import get_wsgi_application

    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    groups: dict[str, list[Any]] = {}
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # an Err has no ok(), and stops here
        if operation.definition.raw["operationId"] not in STREAMS:
            groups.setdefault(operation.tags[0], []).append(operation)
    return {name: groups[name] for name in sorted(groups) if tag in (None, name)}


def ask(
    operation: Any,
    cases: int,
    seed: int,
    known: Known,
    *,
    key: str = "",
) -> tuple[Counter[int], list[str]]:
    """Send `cases` requests to an operation; return counts of the answers' statuses, and faults.

    An operation that needs a key gets it in nine of ten cases. The first fault ends the series:
    hypothesis reduces it, and its text has a command that repeats it.
    """
    import hypothesis
    from hypothesis import strategies as st
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    held = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    statuses: Counter[int] = Counter()
    headers = {
        name: st.sampled_from(values)
        | st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=24)
        for name, values in HEADERS.items()
    }

    def put(case: Any, data: st.DataObject) -> None:
        """Replace some random names and ids in a request by those of existing rows."""
        for place in (case.path_parameters, case.query):
            for name in (name for name in set(place or ()) if known.get(name)):
                if data.draw(st.booleans()):
                    place[name] = data.draw(st.sampled_from(known[name]))

    def look(mode: GenerationMode, count: int) -> str | None:
        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=count,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        )
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode), data=st.data())
        def every_answer_is_as_told(case: Any, data: st.DataObject) -> None:
            put(case, data)
            if data.draw(st.booleans()):
                asked = data.draw(st.fixed_dictionaries({}, optional=headers))
                case.headers = {**(case.headers or {}), **asked}
            if key and "security" in operation.definition.raw and data.draw(st.integers(0, 9)):
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {key}"}
            answer = case.call()
            statuses[answer.status_code] += 1
            case.validate_response(answer, checks=held)

        try:
            every_answer_is_as_told()
        except hypothesis.errors.Unsatisfiable:
            return None  # there is nothing wrong that could be asked here
        except BaseException as fault:
            if isinstance(fault, KeyboardInterrupt):
                raise
            parts = getattr(fault, "exceptions", [fault])
            return f"{operation.label}: {' | '.join(str(part) for part in parts)}"
        return None

    with catch_warnings():
        simplefilter("ignore")
        faults = [
            look(mode, -(-cases // 2))
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        ]
    return statuses, [fault for fault in faults if fault is not None]


def known_values() -> dict[str, list[str]]:
    """Return names and ids of existing rows, by the parameter that they fill."""
    from games.models import DailyDeal, Match, Player, Ruleset, Table, Team

    names = list(Player.objects.values_list("name", flat=True)[:20])
    return {
        "name": names,
        "player": names,
        "partner": names,
        "rival": names,
        "team": [str(pk) for pk in Team.objects.values_list("pk", flat=True)[:20]] or ["1"],
        "match": list(Match.objects.values_list("public_id", flat=True)[:20]),
        "number": ["1", "2"],
        "hash": list(Ruleset.objects.values_list("hash", flat=True)[:20]),
        "pool": ["2", "4-pairs"],
        "day": [day.isoformat() for day in DailyDeal.objects.values_list("day", flat=True)[:20]]
        or ["2026-03-01"],
        "table": list(Table.objects.values_list("public_id", flat=True)[:20]),
    }


def seat_program() -> str:
    """Seat a program at a running match and at a waiting table; return its API key."""
    from accounts.models import User
    from accounts.tokens import create_token
    from games.services.matches import create_match
    from games.services.players import house_bot, player_for
    from games.services.tables import TableOptions, open_table

    user = User.objects.create(username="Program", is_bot=True)
    _token, key = create_token(
        user=user, name="questions", scopes=("read", "tables", "play"), days=7
    )
    player = player_for(user)
    for full in (True, False):
        table = open_table(
            host=player, chosen=TableOptions(preset="ludoteka", players=2, programs="rated")
        )
        if full:
            table.seats.filter(seat=1).update(player=house_bot("greedy", 0), agreed=True)
            create_match(table=table)
    return str(key)


def ask_group(name: str, cases: int, seed: int, key: str = "") -> dict[str, Any]:
    """Send `cases` requests to the operations of a group; return counts of statuses, and faults."""
    known, operations = known_values(), questions(name)[name]
    statuses: Counter[int] = Counter()
    faults: list[str] = []
    each = -(-cases // len(operations))
    for operation in operations:
        # what may be asked in few ways only is asked again otherwise
        asked = 0
        for again in range(AGAIN):
            answers, wrong = ask(operation, each - asked, seed + again, known, key=key)
            statuses += answers
            asked += sum(answers.values())
            faults += wrong
            if asked >= each or wrong:
                break
    return {
        "operations": len(operations),
        "cases": sum(statuses.values()),
        "statuses": {str(status): statuses[status] for status in sorted(statuses)},
        "faults": faults,
    }


class Site:
    """The fuzzed site of this process, with finished matches and a program that plays."""

    key = ""

    @classmethod
    def begin(cls) -> None:
        """Create and fill the site; its folder is deleted when the process ends."""
        folder = tempfile.TemporaryDirectory()
        atexit.register(folder.cleanup)
        os.environ.update(
            VAR_DIR=folder.name, ALLOWED_HOSTS="localhost,testserver", LOG_LEVEL="CRITICAL"
        )
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.conf import settings

        settings.LIVE_GATEWAY = "tools.bench.api_gateway.ThreadGateway"
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "table": "1000000/m/user"}
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("make_matches", count=MATCHES, workers=1, stdout=io.StringIO())
        cls.key = seat_program()


def _names() -> list[str]:
    return list(questions())


def _group(name: str, cases: int, seed: int) -> dict[str, Any]:
    with unlimited():
        return ask_group(name, cases, seed, Site.key)


def measure(cases: int, seed: int, workers: int, only: Sequence[str] = ()) -> dict[str, Any]:
    """Fuzz each group with `cases` requests, `workers` groups at a time, each on its own site."""
    result: dict[str, Any] = {}
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=Site.begin
    ) as pool:
        names = list(only) or pool.submit(_names).result()
        asked = {name: pool.submit(_group, name, cases, seed) for name in names}
        for name, group in asked.items():
            result[name] = counts = group.result()
            print(f"{name:14} {counts['cases']:6} cases  {counts['statuses']}", flush=True)
            for fault in counts["faults"]:
                print(f"  {fault}", flush=True)
    return {"command": shlex.join(["python", "-m", "tools.soak.api_fuzz", *sys.argv[1:]]), **result}


def main() -> None:
    """Fuzz all groups of the API, write the counts, and exit with 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak.api_fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=5_000, help="a group (5000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="groups at a time (2)")
    parser.add_argument("--only", action="append", default=[], metavar="GROUP")
    options = parser.parse_args()
    result = measure(options.cases, options.seed, options.workers, options.only)
    if not options.only:
        write_result(RESULT, result)
    faults = sum(len(group["faults"]) for group in result.values() if isinstance(group, dict))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
