"""Variables of earlier releases in the environment warn, and change nothing."""

from __future__ import annotations

import pytest

from brisca_site.removed_settings import check_removed_settings
from tests.site.test_secret_values import GOOD, check


@pytest.mark.parametrize("url", ["postgres://site:change-me@two/brisca", "sqlite://", "nonsense"])
def test_an_old_read_replica_warns_once_and_the_site_starts(tmp_path, url):
    result = check(tmp_path, **GOOD, DATABASE_REPLICA_URL=url, REPLICA_MAX_LAG="soon")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("DATABASE_REPLICA_URL is no longer used") == 1
    assert "all reads go to the primary" in result.stderr
    assert url not in result.stderr


def test_an_old_read_replica_is_no_database_of_the_site(monkeypatch, settings):
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgres://site@two/brisca")
    assert [message.id for message in check_removed_settings(None)] == ["brisca.W001"]
    assert list(settings.DATABASES) == ["default"]


@pytest.mark.parametrize("value", [None, ""])
def test_without_it_nothing_is_said(monkeypatch, value):
    monkeypatch.delenv("DATABASE_REPLICA_URL", raising=False)
    if value is not None:
        monkeypatch.setenv("DATABASE_REPLICA_URL", value)
    assert check_removed_settings(None) == []
