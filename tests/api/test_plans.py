"""No list of the API scans or sorts a table, whatever it is filtered by: the plans are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games.selectors import keyset
from tests.api.many import make_many
from tests.api.plans import faults, lists
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


@needs_postgres
def test_so_it_is_on_postgresql(tmp_path):
    assert_again_on_postgresql(tmp_path, __file__)
