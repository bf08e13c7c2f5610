"""The page and the API's answer of a tournament of 500 over those of one of 50, as ratios.

A site of its own has two Swisses in the middle: people entered, rounds paired, scored by points of
lot and closed by the services themselves, the next round paired and being played. Both are asked for
in turn, by a stranger and by somebody who plays.

    python -m tools.bench.standings [--few 50] [--many 500] [--asked 40] [--postgres URL]
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "standings.json"
LIMIT: Final = 1.5
"""Limit of the ratio of a page."""
ROUNDS: Final = 3
"""Rounds that are over; one more is being played."""
DEALS: Final = 2

Taken: TypeAlias = tuple[float, float]
"""Seconds by the clock, and of the processor."""


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=50)
    parser.add_argument("--many", type=int, default=500)
    parser.add_argument("--asked", type=int, default=40, help="times that each page is asked for")
    parser.add_argument("--postgres", help="address of an empty database")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        if options.postgres:
            os.environ["DATABASE_URL"] = options.postgres
        result = measure(options.few, options.many, options.asked)
    print(f"{'page':<24}{'ms':>8}{'ratio':>8}{'CPU':>8}   (limit {LIMIT})")
    for row in result["rows"]:
        print(f"{row['page']:<24}{row['few_ms']:>8}{row['ratio']:>8}{row['cpu_ratio']:>8}")
    if options.many >= 500:
        kind = "postgresql" if options.postgres else "sqlite"
        write(RESULT.with_stem(f"standings_{kind}"), {"database": kind, **result})


def measure(few: int, many: int, asked: int) -> dict[str, Any]:
    """Return the median time of each page of the larger tournament over that of the smaller."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client, override_settings

    from accounts.models import User

    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    logging.disable(logging.INFO)
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage},
        ALLOWED_HOSTS=["testserver"],
        REST_FRAMEWORK=without_limits(),
    ):
        call_command("migrate", verbosity=0)
        events = [fill(count) for count in (few, many)]
        player = Client()
        own = User.objects.get(username=f"p{few}-0"), User.objects.get(username=f"p{many}-0")
        rows = []
        for page, client, path in (
            ("page", Client(), "/tournaments/{}/"),
            ("page, playing", player, "/tournaments/{}/"),
            ("state", Client(), "/tournaments/{}/state/"),
            ("API", Client(), "/api/v1/tournaments/{}/standings/"),
        ):
            taken: tuple[list[Taken], list[Taken]] = ([], [])
            for _ in range(asked + 2):
                for times, event, user in zip(taken, events, own, strict=True):
                    if client is player:
                        client.force_login(user, backend="accounts.backends.PasswordBackend")
                    times.append(_ask(client, path.format(event)))
            rows.append({"page": page, **_ratios(*taken)})
    return {"few": few, "many": many, "asked": asked, "limit": LIMIT, "rows": rows}


def _ask(client: Any, path: str) -> Taken:
    """Return the seconds that an answer took, and those of the processor in this process."""
    began, worked = time.perf_counter(), time.thread_time()
    answer = client.get(path)
    taken = time.perf_counter() - began, time.thread_time() - worked
    assert answer.status_code == 200, (path, answer.status_code)
    return taken


def _ratios(few: list[Taken], many: list[Taken]) -> dict[str, float]:
    """Return the medians' ratios, without the first two answers of each, which warm up."""
    (small, small_cpu), (large, large_cpu) = (
        map(statistics.median, zip(*times[2:], strict=True)) for times in (few, many)
    )
    return {
        "few_ms": round(1000 * small, 2),
        "ratio": round(large / small, 2),
        "cpu_ratio": round(large_cpu / small_cpu, 2),
    }


def without_limits() -> dict[str, Any]:
    """Return the settings of the API with rates that nobody reaches."""
    from django.conf import settings

    rates: Any = settings.REST_FRAMEWORK.get("DEFAULT_THROTTLE_RATES", {})
    return {
        **settings.REST_FRAMEWORK,
        "DEFAULT_THROTTLE_RATES": dict.fromkeys(rates, "1000000/second"),
    }


def fill(people: int) -> str:
    """Store a Swiss of so many people in its round ROUNDS + 1; return its public id."""
    from django.utils import timezone

    from games.models import TournamentEntrant, TournamentGame
    from games.models.tournaments import EntrantStatus, RoundStage, TournamentStatus
    from games.services.tournaments import rounds
    from games.services.tournaments.creating import TournamentOptions, create_tournament

    now = timezone.now()
    chosen = TournamentOptions(
        name=f"Swiss of {people}", format="swiss", preset="ludoteka", players=2, rounds=9,
        deals=DEALS, starts_at=now + timedelta(minutes=30), max_entrants=1000,
    )  # fmt: skip
    event = create_tournament(creator=None, chosen=chosen, now=now)
    _enter(event, people)
    TournamentEntrant.objects.filter(tournament=event).update(status=EntrantStatus.PLAYING)
    event.status, event.stage, event.began_at = TournamentStatus.RUNNING, RoundStage.PAIRING, now
    event.next_at = now
    event.save()
    dice = random.Random(f"standings/{people}")
    for number in range(1, ROUNDS + 2):
        rounds.pair_round(event, now, rounds.plan_next(event))
        games = TournamentGame.objects.filter(round__tournament=event, round__number=number)
        event.round_rows.filter(number=number).update(began_at=now)
        if number <= ROUNDS:
            for game in games:
                game.points = [[own := dice.randrange(121), 120 - own] for _ in range(DEALS)]
                game.deals_done, game.result, game.done_at = DEALS, "played", now
            TournamentGame.objects.bulk_update(
                games, ["points", "deals_done", "result", "done_at"], batch_size=200
            )
            rounds.score(event, now)
    event.stage, event.next_at = RoundStage.PLAYING, now + timedelta(minutes=30)
    event.save()
    return event.public_id


def _enter(event: Any, people: int) -> None:
    """Enter people with accounts, alone."""
    from accounts.models import User
    from games.models import Player, TournamentEntrant, TournamentMember
    from games.models.people import PlayerKind

    names = [f"p{people}-{number}" for number in range(people)]
    users = User.objects.bulk_create(
        User(username=name, name_key=name, name_skeleton=name) for name in names
    )
    players = Player.objects.bulk_create(
        Player(user=user, name=user.username, kind=PlayerKind.HUMAN) for user in users
    )
    entrants = TournamentEntrant.objects.bulk_create(
        TournamentEntrant(tournament=event, number=number, rating=2000 - number)
        for number in range(1, people + 1)
    )
    TournamentMember.objects.bulk_create(
        TournamentMember(tournament=event, entrant=entrant, player=player)
        for entrant, player in zip(entrants, players, strict=True)
    )


if __name__ == "__main__":
    main()
