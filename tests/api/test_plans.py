"""No list of the API scans or sorts a table, whatever it is filtered by: the plans are read."""

from __future__ import annotations

import os
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common import keyset
from games.models import DailyDeal, DailyTry, Mistake, PlayerFigures, Seat
from games.puzzles.selectors.exercises import puzzle_candidates
from games.selectors.daily import daily_page
from games.selectors.match_filter import MatchFilter, fitting_matches
from tests.api.many import make_many
from tests.api.plans import faults, lists, postgresql_faults, sqlite_faults

MATCHES = int(
    os.environ.get("PLAN_MATCHES") or (100_000 if os.environ.get("REQUIRE_ALL") else 8_000)
)
"""A hundred thousand in the whole proof, of which a page looks at one in forty as on the site;
fewer are enough for a plan that is plainly wrong."""


@pytest.mark.django_db
def test_every_list_is_served_by_its_index_however_it_is_filtered(monkeypatch):
    monkeypatch.setattr(keyset, "SCAN_LIMIT_ROWS", MATCHES // 40)
    assert len(list(lists())) >= 6
    make_many(MATCHES)
    found = faults(MATCHES)
    assert not found, "\n".join(found)


@pytest.mark.django_db
def test_a_puzzle_is_looked_for_from_the_mistakes_on():
    """Not from the matches, as if there were fewer of them than of mistakes nobody has counted."""
    make_many(2_000)
    Mistake.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        puzzle_candidates()
    read = sqlite_faults if connection.vendor == "sqlite" else postgresql_faults
    found = [fault for one in asked.captured_queries for fault in read(one["sql"], 100)]
    assert not found, "\n".join(found)


@pytest.mark.django_db
def test_the_days_are_read_in_their_order_and_their_proofs_together():
    """Not from the rulesets on, as if there were fewer of them than of days nobody has counted."""
    make_many(2_000)
    DailyTry.objects.all().delete()
    days = list(DailyDeal.objects.values())
    DailyDeal.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for day in range(3):
        DailyDeal.objects.bulk_create(
            DailyDeal(
                **{**row, "id": None, "day": row["day"] + timedelta(days=day), "origin": f"d{day}"}
            )
            for row in days
        )
    with CaptureQueriesContext(connection) as asked:
        found = daily_page(until=date(2030, 1, 1))
    assert [row["day"] for row in found.rows] == ["2020-01-03", "2020-01-02", "2020-01-01"]
    assert all(row["fairness"] is not None for row in found.rows)
    assert len(asked) == 3
    read = sqlite_faults if connection.vendor == "sqlite" else postgresql_faults
    faulty = [fault for one in asked.captured_queries for fault in read(one["sql"], 100)]
    assert not faulty, "\n".join(faulty)


@pytest.mark.django_db
def test_two_who_play_much_are_looked_up_by_the_match():
    """Not by all the seats that one of them ever had, again for each match of the other."""
    matches = 20_000
    make_many(matches)
    together = Seat.objects.filter(match__players=4, match__in=range(0, matches, 100))
    for seat, player in ((1, 2), (3, 3)):
        together.filter(seat=seat).update(player=player)
    PlayerFigures.objects.filter(player=3).update(matches=1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        for team in (None, 1):
            fitting_matches(MatchFilter(player="p2", partner="p3", rival="p3", team=team))
    read = sqlite_faults if connection.vendor == "sqlite" else postgresql_faults
    found = [fault for one in asked.captured_queries for fault in read(one["sql"], 2_000)]
    assert not found, "\n".join(found)
