"""The database comes back as it was at a moment, by the commands of the operations page."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs_own_archive
from tools.soak.archive import ArchivedPostgres
from tools.soak.restores import restores
from tools.soak.site import Site

pytestmark = [pytest.mark.long, needs_own_archive]


@pytest.fixture
def postgres() -> Iterator[ArchivedPostgres]:
    """A cluster with an archive and a base backup."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        with ArchivedPostgres(folder).running() as made:
            yield made


def test_a_lost_database_is_restored_to_a_moment_and_played_on(
    postgres: ArchivedPostgres, tmp_path: Path
) -> None:
    with Site(tmp_path, postgres=postgres.url) as site:
        result = asyncio.run(restores(site, postgres, 2, seed=1, step=lambda: None))
    assert result["faults"] == []
    assert result["exits"] == [0]
    assert result["restores"] == 2
    assert result["matches"] == 8
    assert result["matches_undone"] == 4
    assert result["rated"] == 4
    assert result["acknowledged_undone"] > 10
