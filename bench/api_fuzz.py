"""Asks the API whatever its own document allows and forbids, and holds every answer against it.

Schemathesis makes the questions of each group of addresses, half of them right and half wrong;
in half of them names and ids are of rows that there are. An answer that is a fault of the server,
or of a status, type or shape that the document does not tell of, is a fault.

    python -m bench.api_fuzz [--cases 5000] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from bench.api_limits import unlimited

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench" / "results" / "api_fuzz.json"
MATCHES = 200
STREAMS = ("export_matches", "follow_play")
"""Operations whose answers are no single JSON; their own tests ask them."""

Known = Mapping[str, Sequence[str]]


def questions(tag: str | None = None) -> dict[str, list[Any]]:
    """Group -> its operations, as schemathesis has them; the document is read once."""
    import schemathesis
    from django.core.wsgi import get_wsgi_application

    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    groups: dict[str, list[Any]] = {}
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.definition.raw["operationId"] not in STREAMS:
            groups.setdefault(operation.tags[0], []).append(operation)
    return {name: groups[name] for name in sorted(groups) if tag in (None, name)}


def ask(
    operation: Any,
    cases: int,
    seed: int,
    known: Known,
    step: Callable[[], None] = lambda: None,
    key: str = "",
) -> tuple[Counter[int], list[str]]:
    """Ask one operation so many times: how often it answered what, and what was wrong.

    What needs a key is asked with it in nine of ten cases.

    The first fault ends it: hypothesis makes it small and it is told as a command.
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

    def put(case: Any, data: st.DataObject) -> None:
        """Names and ids that there are, in the place of some that were made up."""
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
            if key and "security" in operation.definition.raw and data.draw(st.integers(0, 9)):
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {key}"}
            answer = case.call()
            statuses[answer.status_code] += 1
            step()
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
        found = [
            look(mode, max(1, cases // 2))
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        ]
    return statuses, [fault for fault in found if fault is not None]


def known_values() -> dict[str, list[str]]:
    """Names and ids of rows that there are, by the name of their parameter."""
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
    """Let a program play with a house bot, and another table of its own wait; its key."""
    from accounts.models import User
    from accounts.tokens import create_token
    from games.services.matches import create_match
    from games.services.players import house_bot, player_for
    from games.services.tables import open_table

    user = User.objects.create(username="Program", is_bot=True)
    _token, key = create_token(
        user=user, name="questions", scopes=("read", "tables", "play"), days=7
    )
    player = player_for(user)
    for full in (True, False):
        table = open_table(host=player, preset="ludoteka", players=2, programs="rated")
        if full:
            table.seats.filter(seat=1).update(player=house_bot("greedy", 0), agreed=True)
            create_match(table=table)
    return str(key)


def measure(cases: int, seed: int, key: str = "") -> dict[str, Any]:
    """So many questions to each group."""
    from games.management.progress import Progress

    known, groups = known_values(), questions()
    told: dict[str, Any] = {}
    with unlimited(), Progress("questions", cases * len(groups)) as progress:
        for name, operations in groups.items():
            statuses: Counter[int] = Counter()
            faults: list[str] = []
            each = -(-cases // len(operations))
            for operation in operations:
                # what may be asked in few ways only is asked again otherwise
                asked = 0
                for again in range(8):
                    found, wrong = ask(
                        operation, each - asked, seed + again, known, progress.step, key
                    )
                    statuses += found
                    asked += sum(found.values())
                    faults += wrong
                    if asked >= each or wrong:
                        break
            told[name] = {
                "operations": len(operations),
                "cases": sum(statuses.values()),
                "statuses": {str(status): statuses[status] for status in sorted(statuses)},
                "faults": faults,
            }
    return {"command": shlex.join(["python", "-m", "bench.api_fuzz", *sys.argv[1:]]), **told}


def main() -> None:
    """Fill a site of its own, ask, write down."""
    parser = argparse.ArgumentParser(prog="python -m bench.api_fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=5_000, help="a group (5000)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            VAR_DIR=folder, ALLOWED_HOSTS="localhost,testserver", LOG_LEVEL="CRITICAL"
        )
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.conf import settings

        settings.LIVE_DOOR = "bench.api_door.FarDoor"
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "table": "1000000/m/user"}
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("make_matches", count=MATCHES, workers=1)
        told = measure(options.cases, options.seed, seat_program())
    RESULT.write_text(json.dumps(told, indent=2) + "\n")
    faults = 0
    for name, group in told.items():
        if isinstance(group, dict):
            print(f"{name:14} {group['cases']:6} cases  {group['statuses']}")
            for fault in group["faults"]:
                faults += 1
                print(f"  {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
