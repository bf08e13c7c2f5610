"""Was anybody there? After an outage, running turns get their time back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Max

from games.models import Deadline, Worker

FORGET = timedelta(days=1)


def say_alive(worker: str, now: float, outage: float | None = None, mercy: float = 0.0) -> int:
    """Note that this process lives. With `outage`, first give time back if none lived so long.

    Then each turn that was running has what it had left when the last process was heard of, and at
    least `mercy` seconds. Gives how many turns that were.
    """
    moment = datetime.fromtimestamp(now, UTC)
    moved = 0
    with transaction.atomic():
        if outage is not None:
            moved = _give_back(moment, timedelta(seconds=outage), timedelta(seconds=mercy))
            Worker.objects.filter(last_alive__lt=moment - FORGET).delete()
        Worker.objects.update_or_create(pk=worker, defaults={"last_alive": moment})
    return moved


def _give_back(now: datetime, outage: timedelta, mercy: timedelta) -> int:
    last = Worker.objects.aggregate(last=Max("last_alive"))["last"]
    if last is None or now - last <= outage:
        return 0
    running = list(Deadline.objects.select_for_update().filter(kind__in=("turn", "away")))
    for deadline in running:
        deadline.due_at = max(deadline.due_at, now + max(mercy, deadline.due_at - last))
    Deadline.objects.bulk_update(running, ["due_at"], batch_size=200)
    return len(running)


def say_gone(worker: str, now: float) -> None:
    """This process ends in good order; its last word still counts for the next outage."""
    Worker.objects.filter(pk=worker).update(last_alive=datetime.fromtimestamp(now, UTC))
