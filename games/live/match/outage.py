"""Was anybody there? After an outage, running turns get their time back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Max, Min

from games.models import Deadline, Worker
from games.models.matches import MatchStatus

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
    if not _silent(now, outage):
        return 0
    # Several processes may find out at the same moment: one gives back, and the others, who waited
    # for these rows, see that it has spoken.
    list(Worker.objects.select_for_update().order_by("pk"))
    last = _silent(now, outage)
    if last is None:
        return 0
    running = list(Deadline.objects.select_for_update().filter(kind__in=("turn", "away")))
    for deadline in running:
        deadline.due_at = max(deadline.due_at, now + max(mercy, deadline.due_at - last))
    Deadline.objects.bulk_update(running, ["due_at"], batch_size=200)
    return len(running)


def _silent(now: datetime, outage: timedelta) -> datetime | None:
    """When the last process was heard of, if that is too long ago."""
    last: datetime | None = Worker.objects.aggregate(last=Max("last_alive"))["last"]
    return last if last is not None and now - last > outage else None


def oldest_due() -> float | None:
    """When the earliest deadline of running matches is due, in seconds since the epoch."""
    due = Deadline.objects.filter(match__status=MatchStatus.PLAYING)
    earliest = due.aggregate(earliest=Min("due_at"))["earliest"]
    return None if earliest is None else float(earliest.timestamp())
