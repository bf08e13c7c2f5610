"""No list of the API scans or sorts a table, whatever it is filtered by: the plans are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Mistake
from games.selectors import keyset
from games.selectors.exercises import puzzle_candidates
from tests.api.many import make_many
from tests.api.plans import faults, lists, postgresql_faults, sqlite_faults
from tests.needs import assert_again_on_postgresql, needs_postgres

ROOT = Path(__file__).parents[2]
MATCHES = int(
    os.environ.get("PLAN_MATCHES") or (100_000 if os.environ.get("REQUIRE_ALL") else 8_000)
)
"""A hundred thousand in the whole proof, of which a page looks at one in forty as on the site;
fewer are enough for a plan that is plainly wrong."""


@pytest.mark.django_db
def test_every_list_is_served_by_its_index_however_it_is_filtered(monkeypatch):
    monkeypatch.setattr(keyset, "REACH", MATCHES // 40)
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


@needs_postgres
def test_so_it_is_on_postgresql(tmp_path):
    assert_again_on_postgresql(tmp_path, __file__)
