"""The pages of the moderators' desk with many reports over the same with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by the services themselves: reports of
strangers about others, of which every second case is decided and every second decision appealed, so
that each list fills its page on both sites. Then the pages are asked for in turn.

    python -m tools.bench.desk [--few 100] [--many 10000] [--asked 40]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "desk.json"
LIMIT: Final = 1.3
"""Limit of the ratio of a page."""
DECIDED: Final = 2
"""Every so-manyth case is decided."""
APPEALED: Final = 2
"""Every so-manyth decision is appealed."""
BATCH: Final = 200
"""Reports stored in one transaction."""


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--asked", type=int, default=40, help="times that each page is asked for")
    options = parser.parse_args()
    result = measure(options.few, options.many, options.asked)
    show(result)
    if options.many >= 10_000:
        write(RESULT, result)


def measure(few: int, many: int, asked: int) -> dict[str, Any]:
    """Return the median time of each page with many reports over that with few."""
    with tempfile.TemporaryDirectory() as folder:
        sites = [_Site(Path(folder) / str(count), count) for count in (few, many)]
        pages, _same = (site.ready() for site in sites)
        rows = []
        for page in pages:
            taken: tuple[list[float], list[float]] = ([], [])
            for _ in range(asked):
                for times, site in zip(taken, sites, strict=True):
                    times.append(site.ask(page))
            small, large = map(statistics.median, taken)
            rows.append(
                {"page": page, "few_ms": round(1000 * small, 2), "ratio": round(large / small, 2)}
            )
        for site in sites:
            site.stop()
    return {"few": few, "many": many, "asked": asked, "limit": LIMIT, "rows": rows}


def show(result: dict[str, Any]) -> None:
    """Print the result as a table."""
    print(f"{'page':<20}{'ms':>8}{'ratio':>8}   (limit {result['limit']})")
    for row in result["rows"]:
        print(f"{row['page']:<20}{row['few_ms']:>8}{row['ratio']:>8}")


class _Site:
    """A site in a process of its own, with so many reports."""

    def __init__(self, folder: Path, reports: int) -> None:
        folder.mkdir(parents=True)
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(str(folder), reports, other))
        self.process.start()

    def ready(self) -> list[str]:
        """Wait until the site is filled; return the names of its pages."""
        names: list[str] = self.pipe.recv()
        return names

    def ask(self, page: str) -> float:
        """Return the seconds that a page took."""
        self.pipe.send(page)
        seconds: float = self.pipe.recv()
        return seconds

    def stop(self) -> None:
        """End the process."""
        self.pipe.send(None)
        self.process.join()


def serve(folder: str, reports: int, pipe: Connection) -> None:
    """Fill a site in an empty folder, then answer how long each page takes that is asked for."""
    os.environ.update(VAR_DIR=folder, DJANGO_SETTINGS_MODULE="brisca_site.settings")
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client, override_settings

    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage}, ALLOWED_HOSTS=["testserver"]
    ):
        call_command("migrate", verbosity=0)
        moderator, case = fill(reports)
        client = sign_in(Client(), moderator)
        paths = {
            "queue": "/desk/",
            "one's own cases": "/desk/?of=me",
            "appeals": "/desk/appeals/",
            "in force": "/desk/in-force/",
            "a case": f"/desk/cases/{case}/",
        }
        for path in paths.values():
            client.get(path)
        pipe.send(list(paths))
        while (page := pipe.recv()) is not None:
            began = time.perf_counter()
            answer = client.get(paths[page])
            pipe.send(time.perf_counter() - began)
            assert answer.status_code == 200, (page, answer.status_code)


def sign_in(client: Any, user: Any) -> Any:
    """Sign a moderator in with a second factor, without which the desk shows nothing."""
    from types import SimpleNamespace

    from allauth.account.internal.flows.login import record_authentication
    from allauth.mfa.models import Authenticator

    factor = Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": "ABCDEFGH"}
    )
    client.force_login(user, backend="accounts.backends.PasswordBackend")
    session = client.session
    record_authentication(SimpleNamespace(session=session), user, method="mfa", id=factor.pk)
    session.save()
    return client


def fill(reports: int) -> tuple[Any, int]:
    """Store reports, decisions and appeals; return a moderator and the id of an open case."""
    from django.contrib.auth.models import Group
    from django.db import transaction

    from accounts.models import User
    from games.management.progress import Progress
    from games.models import Case, Player
    from games.models.people import PlayerKind
    from games.services.appeals import send_appeal
    from games.services.decisions import Verdict, decide_case
    from games.services.reports import send_report

    def member(name: str) -> Player:
        user = User.objects.create(username=name)
        return Player.objects.create(name=name, user=user, kind=PlayerKind.HUMAN)

    moderator = User.objects.create(username="moderator", is_staff=True)
    moderator.groups.add(Group.objects.get(name="moderators"))
    verdict = Verdict(measure="mute", rule="insults", minutes=10_080, text="Be kind.")
    decided = 0
    with Progress("reports", reports) as progress:
        for start in range(0, reports, BATCH):
            with transaction.atomic():
                for number in range(start, min(start + BATCH, reports)):
                    report = send_report(
                        player=member(f"author{number}"), other=member(f"p{number}"), kind="insults"
                    )
                    if number % DECIDED == 0:
                        decide_case(case_id=report.case_id, moderator=moderator, verdict=verdict)
                        decided += 1
                        if decided % APPEALED == 0:
                            _appeal(send_appeal, report.case)
                    progress.step()
    open_case = Case.objects.filter(closed_at=None).order_by("pk").values_list("pk", flat=True)
    return moderator, open_case[0]


def _appeal(send_appeal: Any, case: Any) -> None:
    """Appeal against the latest statement to the player of a case."""
    from games.models import Statement

    statement = Statement.objects.filter(player=case.player).latest("pk")
    send_appeal(statement_id=statement.pk, player=case.player, text="I did not say that.")


if __name__ == "__main__":
    main()
