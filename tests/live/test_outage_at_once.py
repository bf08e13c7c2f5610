"""Time is given back after an outage while others write to the journal, on PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction

from games.live.match import outage
from games.live.match_state.rows import DeadlineRow
from games.live.storage import journal_sql
from games.models import Deadline, Match
from games.services import tables
from tests.services.people import table_of
from tests.support.needs import postgres_alone
from tests.support.people import player_without_account

NOW = 1_800_000_000.0
WITHIN = 20.0
"""Seconds until somebody has to wait for a lock."""

pytestmark = [
    pytest.mark.django_db(transaction=True),
    postgres_alone,
]


def matches_with_turns() -> list[Match]:
    """Two matches by their row ids; the deadline of the second lies before that of the first."""
    for host, guest in (("ana", "eva"), ("leo", "mar")):
        table, second = table_of(player_without_account(host)), player_without_account(guest)
        tables.sit(table=table, player=second, seat=None)
        tables.set_agreed(table=table, player=second, on=True)
    found = list(Match.objects.order_by("pk"))
    Deadline.objects.all().delete()
    for match in reversed(found):
        due = datetime.fromtimestamp(NOW + 30, UTC)
        Deadline.objects.create(match=match, for_seq=1, kind="turn", due_at=due)
    return found


def write_turns(matches: Sequence[Match]) -> None:
    """Write the next turn's deadline of each match, as the journal does."""
    journal_sql.write(deadlines=[DeadlineRow(one.pk, 2, "turn", NOW + 700) for one in matches])


def give_back() -> int:
    """Come back after ten minutes in which no process lived; return how many turns were moved."""
    try:
        return outage.say_alive("other", NOW + 600, outage=3, min_left=20)
    finally:
        connection.close()


def wait_until_somebody_waits() -> None:
    """Return once another transaction waits for a lock."""
    until = time.monotonic() + WITHIN
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.02)
    raise AssertionError("nobody waits for a lock")


def test_time_is_given_back_while_the_journal_writes_the_same_deadlines() -> None:
    first, second = matches_with_turns()
    outage.say_alive("one", NOW)
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            write_turns([first])
            moved = other.submit(give_back)
            wait_until_somebody_waits()
            write_turns([second])
        assert moved.result(WITHIN) == 2
    assert set(Deadline.objects.values_list("for_seq", flat=True)) == {2}
