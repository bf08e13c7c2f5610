"""The pages of the moderators' desk with many reports over the same with few, as ratios.

Two sites of their own on SQLite, a process each, are filled by the services themselves: reports of
strangers about others, of which every second case is decided and every second decision appealed, so
that each list fills its page on both sites. Then the pages are asked for in turn.

    python -m tools.bench.desk [--few 100] [--many 10000] [--asked 40]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.two_sizes import Filled, run  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "desk.json"
DECIDED: Final = 2
"""Every so-manyth case is decided."""
APPEALED: Final = 2
"""Every so-manyth decision is appealed."""
BATCH: Final = 200
"""Reports stored in one transaction."""


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


def fill(reports: int) -> Filled:
    """Store so many reports, decisions and appeals, which a moderator looks at."""
    from django.contrib.auth.models import Group
    from django.db import transaction
    from django.test import Client

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
    open_case = Case.objects.filter(closed_at=None).order_by("pk").values_list("pk", flat=True)[0]
    pages = {
        "queue": "/desk/",
        "one's own cases": "/desk/?of=me",
        "appeals": "/desk/appeals/",
        "in force": "/desk/in-force/",
        "a case": f"/desk/cases/{open_case}/",
    }
    return Filled(pages, sign_in(Client(), moderator))


def _appeal(send_appeal: Any, case: Any) -> None:
    """Appeal against the latest statement to the player of a case."""
    from games.models import Statement

    statement = Statement.objects.filter(player=case.player).latest("pk")
    send_appeal(statement_id=statement.pk, player=case.player, text="I did not say that.")


if __name__ == "__main__":
    run(fill, RESULT, (100, 10_000), __doc__.splitlines()[0])
