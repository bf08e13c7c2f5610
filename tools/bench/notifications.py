"""Telling a club of thousands something: what its request waits for, and when all have been told.

A site of its own holds people and a group of them. Measured are the time of the call that a request
makes for a notice to the whole group, over that for one to ten people, and the time until every
member has the notification, written by the ticker's batches in this process.

    python -m tools.bench.notifications [--people 10000] [--postgres URL]
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
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

RESULT = ROOT / "tools" / "bench" / "results" / "notifications.json"
RUNS: Final = 15
"""Notices of each kind whose times are measured; their median counts."""
WITHIN_S: Final = 60.0
"""Seconds within which everybody has to be told."""
MOST: Final = 2.0
"""How many times as long the request of a notice to many may take."""


def main() -> None:
    """Measure, print and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--postgres", help="address of an empty database")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        if options.postgres:
            os.environ["DATABASE_URL"] = options.postgres
        result = measure(options.people)
    print(
        f"a notice to {options.people}: {result['many_ms']} ms of its request, "
        f"{result['ratio']} of one to 10 ({result['ten_ms']} ms); "
        f"everybody was told after {result['told_after_s']} s"
    )
    if options.people >= 10_000:
        from tools.bench.written import write

        kind = "postgresql" if options.postgres else "sqlite"
        write(RESULT.with_stem(f"notifications_{kind}"), {"database": kind, **result})


def measure(people: int) -> dict[str, Any]:
    """Return the times of the requests and of the batches, on a site of its own."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    members = _members(people)
    ten = _median_ms(lambda number: _notice(members[:10], f"ten:{number}"))
    many = _median_ms(lambda number: _notice(members, f"many:{number}", to_all=number))
    return {
        "people": people,
        "ten_ms": round(ten, 2),
        "many_ms": round(many, 2),
        "ratio": round(many / ten, 2),
        "told_after_s": _told_after(members),
        "ratio_most": MOST,
        "within_s": WITHIN_S,
    }


def _members(people: int) -> list[int]:
    """Store people with an account who all follow one another's host; return their row ids."""
    from django.contrib.auth import get_user_model

    from games.models import Follow, Player

    model = get_user_model()
    users = model.objects.bulk_create(
        (
            model(username=f"member{number}", name_key=f"k{number}", name_skeleton=f"s{number}")
            for number in range(people + 1)
        ),
        batch_size=1000,
    )
    players = Player.objects.bulk_create(
        (Player(user=user, name=user.username) for user in users), batch_size=1000
    )
    host, *members = (player.pk for player in players)
    Follow.objects.bulk_create(
        (
            Follow(follower_id=one, followed_id=other)
            for member in members
            for one, other in ((member, host), (host, member))
        ),
        batch_size=1000,
    )
    return members


def _notice(members: list[int], key: str, *, to_all: int | None = None) -> None:
    """Tell people something as a request does: some of them by name, all of them as a group."""
    from django.db import transaction

    from games.models import Player
    from games.services.notifications import notify, notify_group

    host = Player.objects.order_by("pk")[0]
    what = {"kind": "club_news", "text": "followed", "key": key, "data": {"actor": "Ana"}}
    with transaction.atomic():
        if to_all is None:
            notify(recipients=members, actor=host, **what)
        else:
            notify_group(audience="followers", about=host.pk, actor=host, **what)


def _median_ms(call: Any) -> float:
    """Return the median time of some calls in ms; the first, which warms up, does not count."""
    times = []
    for number in range(RUNS + 1):
        began = time.perf_counter()
        call(number)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times[1:])


def _told_after(members: list[int]) -> float:
    """Return the seconds from a notice to a group until its last member was told."""
    from games.models import Notification, NotificationBatch
    from games.services.notifications import run_batches

    NotificationBatch.objects.all().delete()
    began = time.perf_counter()
    _notice(members, "measured", to_all=0)
    while run_batches():
        pass
    took = time.perf_counter() - began
    told = Notification.objects.filter(key="measured").count()
    assert told == len(members), f"{told} of {len(members)} were told"
    return round(took, 2)


if __name__ == "__main__":
    main()
