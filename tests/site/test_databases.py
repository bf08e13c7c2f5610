"""A site says at once which address of a database it cannot use, and what to write instead."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from brisca_site.databases import (
    POSTGRESQL,
    database_of_url,
    postgresql_settings,
    sqlite_settings,
)
from tests.site.test_secret_values import GOOD, check


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:////tmp/other.sqlite3", "mysql://a@b/c"])
def test_only_postgresql_has_an_address(tmp_path, url):
    done = check(tmp_path, **GOOD, DATABASE_URL=url)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured: DATABASE_URL has to be postgres://" in last


def test_an_address_without_a_database_is_refused(tmp_path):
    done = check(tmp_path, **GOOD, DATABASE_URL="postgres://somebody@127.0.0.1")
    assert done.returncode == 1
    assert "ImproperlyConfigured: DATABASE_URL names no database" in done.stderr


def test_options_of_the_address_stay_beside_the_pool():
    given = {"ENGINE": POSTGRESQL, "NAME": "brisca", "OPTIONS": {"sslmode": "verify-full"}}
    made = postgresql_settings(given)
    assert made["OPTIONS"]["sslmode"] == "verify-full"
    assert made["OPTIONS"]["pool"]["max_size"] == 4
    with pytest.raises(ImproperlyConfigured):
        postgresql_settings({**given, "ENGINE": "django.db.backends.sqlite3"})


def test_without_an_address_everything_is_in_a_file(tmp_path):
    assert sqlite_settings(tmp_path)["NAME"] == str(tmp_path / "brisca.sqlite3")
    assert check(tmp_path, **GOOD).returncode == 0


def test_of_several_servers_the_one_that_accepts_writes_is_used():
    made = database_of_url(
        "postgres://site:p%40ss@one,two:5433,[::1]:5434/brisca?connect_timeout=7"
    )
    assert (made["HOST"], made["PORT"]) == ("one,two,::1", "5432,5433,5434")
    assert (made["NAME"], made["USER"], made["PASSWORD"]) == ("brisca", "site", "p@ss")
    assert made["OPTIONS"]["target_session_attrs"] == "read-write"
    assert made["OPTIONS"]["connect_timeout"] == 7
    assert made["OPTIONS"]["tcp_user_timeout"] == 4000
    assert made["OPTIONS"]["pool"]["max_size"] == 4


def test_of_one_server_nothing_more_is_asked():
    made = database_of_url("postgres://site@[::1]:5434/brisca")
    assert (made["HOST"], made["PORT"]) == ("::1", 5434)
    assert "target_session_attrs" not in made["OPTIONS"]
