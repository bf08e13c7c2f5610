"""Sites of their own for faults, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.support.needs import POSTGRES, needs_postgres
from tests.support.site import Site


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def database(request):
    """What the site stores in."""
    return request.param


@pytest.fixture
def site(database, tmp_path):
    """A site in a folder and a database of its own."""
    with Site(tmp_path, postgres=POSTGRES if database == "postgres" else None) as made:
        yield made
