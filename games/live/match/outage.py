"""Detection of outages of the whole site, after which running turns get their time back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Max, Min

from games.models import Deadline, Outage, Worker
from games.models.matches import MatchStatus

WORKER_ROW_TTL = timedelta(days=1)
"""Age at which the row of a process that no longer lives is deleted."""


def say_alive(worker: str, now: float, outage: float | None = None, min_left: float = 0.0) -> int:
    """Store that a process is alive; after an outage, give running turns back their time.

    Return the number of turns that got time back. Times are in seconds, `now` since the epoch. With
    `outage`, first give time back if no process lived for that long: each running turn then has the
    time that was left when the last process was alive, and at least `min_left`.
    """
    moment = datetime.fromtimestamp(now, UTC)
    moved = 0
    with transaction.atomic():
        if outage is not None:
            moved = _give_back(moment, timedelta(seconds=outage), timedelta(seconds=min_left))
            Worker.objects.filter(last_alive__lt=moment - WORKER_ROW_TTL).delete()
        Worker.objects.update_or_create(pk=worker, defaults={"last_alive": moment})
    return moved


def _give_back(now: datetime, outage: timedelta, min_left: timedelta) -> int:
    """Store an outage, and postpone the deadlines of running turns; return the number postponed."""
    if not _last_sign_of_life(now, outage):
        return 0
    # Several processes may notice the outage at once: one gives time back, and the others, which
    # wait for these rows, see its sign of life.
    list(Worker.objects.select_for_update().order_by("pk"))
    last = _last_sign_of_life(now, outage)
    if last is None:
        return 0
    Outage.objects.create(began_at=last, ended_at=now)
    # In the order in which the journal locks them, as it writes deadlines of many matches at once.
    turns = Deadline.objects.select_for_update().filter(kind__in=("turn", "away"))
    running = list(turns.order_by("match_id"))
    for deadline in running:
        deadline.due_at = max(deadline.due_at, now + max(min_left, deadline.due_at - last))
    Deadline.objects.bulk_update(running, ["due_at"], batch_size=200)
    return len(running)


def _last_sign_of_life(now: datetime, outage: timedelta) -> datetime | None:
    """Return when any process was last alive, if that is over `outage` seconds ago; else None."""
    last: datetime | None = Worker.objects.aggregate(last=Max("last_alive"))["last"]
    return last if last is not None and now - last > outage else None


def oldest_due() -> float | None:
    """Return the earliest deadline of all running matches, in seconds since the epoch.

    None where there is no deadline.
    """
    due = Deadline.objects.filter(match__status=MatchStatus.PLAYING)
    earliest = due.aggregate(earliest=Min("due_at"))["earliest"]
    return None if earliest is None else float(earliest.timestamp())
