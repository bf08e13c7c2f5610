"""A site reads from the replica what may be a little old, and does without it when it must."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connections, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.template.base import Template
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext, instrumented_test_render

from accounts.models import User
from brisca_site.databases import database_of_url, replica_of_url
from brisca_site.replica import reading_from_replica
from brisca_site.replica_monitor import ReplicaMonitor, ReplicaProblem, replica_monitor
from games.management.deploy_checks.read_replica import check_replica
from games.models import Player, Rating
from games.selectors.match_json import told_matches
from tests.needs import needs_postgres
from tools.soak.failover import PostgresPair

pytestmark = [pytest.mark.long, needs_postgres]

MAX_LAG_S = 2.0
SESSIONS = "django.contrib.sessions.middleware.SessionMiddleware"


def with_remembered_writes() -> list[str]:
    """The site's middleware, with that of a site that has a replica."""
    found = list(settings.MIDDLEWARE)
    found.insert(found.index(SESSIONS), "brisca_site.replica_views.remember_writes")
    return found


def serve_from(alias: str, given: dict[str, Any], patch: pytest.MonkeyPatch) -> None:
    """Let this process use a database under an alias."""
    made = dict(connections.configure_settings({"default": given})["default"])
    patch.setitem(connections.settings, alias, made)
    patch.setitem(settings.DATABASES, alias, made)
    patch.setattr(connections._connections, alias, DatabaseWrapper(made, alias), raising=False)


@pytest.fixture(scope="module")
def pair() -> Iterator[PostgresPair]:
    """A primary with the tables of the site, and its standby."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        with PostgresPair(folder / "postgres").running() as made:
            # a replica need not be one that commits wait for
            made.primary.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            made.primary.execute("SELECT pg_reload_conf()")
            yield made


@pytest.fixture(scope="module")
def databases(pair: PostgresPair, django_db_blocker: Any) -> Iterator[None]:
    """Both servers as the databases of this process, with the tables of the site."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr("brisca_site.replica_monitor.CHECK_S", 0.3)
        serve_from("default", database_of_url(pair.primary.url), patch)
        serve_from("replica", replica_of_url(pair.standby.url, pair.primary.url), patch)
        with connections["default"].schema_editor() as editor:
            for model in apps.get_models():
                if model._meta.managed and not model._meta.proxy:
                    editor.create_model(model)
        yield
        for alias in ("default", "replica"):
            connections[alias].close()
            connections[alias].close_pool()


@pytest.fixture
def site(databases: None) -> Iterator[ReplicaMonitor]:
    """This process as one of a site with that replica."""
    replica_monitor.cache_clear()
    with override_settings(
        MIDDLEWARE=with_remembered_writes(),
        DATABASE_ROUTERS=["brisca_site.replica.ReplicaRouter"],
    ):
        monitor = replica_monitor()
        assert monitor is not None
        yield monitor
        monitor.stop()
    replica_monitor.cache_clear()


@pytest.fixture
def ana(site: ReplicaMonitor, pair: PostgresPair) -> Iterator[Client]:
    """A browser of Ana's, whose rating is on the replica and who has written nothing lately."""
    user = User.objects.create_user("ana")
    player = Player.objects.create(user=user, name="ana")
    Rating.objects.create(player=player, pool="2", mu=25, sigma=3, display=1500, matches=20)
    browser = Client()
    browser.force_login(user)
    caught_up(pair)
    wait_until(site.is_usable)
    site.reads.update(replica=0, primary=0, again=0)
    yield browser
    pair.standby.execute("SELECT pg_wal_replay_resume()")
    player.delete()
    user.delete()


def wait_until(holds: Callable[[], bool], seconds: float = 8.0) -> None:
    """Wait until something holds, and fail where it does not."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def caught_up(pair: PostgresPair) -> None:
    """Wait until the standby has all that the primary has now."""
    ((place,),) = pair.primary.execute("SELECT pg_current_wal_lsn()")
    query = f"SELECT pg_last_wal_replay_lsn() >= '{place}'"
    wait_until(lambda: pair.standby.execute(query) == [(True,)])


def pause(pair: PostgresPair) -> None:
    """Let the standby replay nothing more."""
    pair.standby.execute("SELECT pg_wal_replay_pause()")
    query = "SELECT pg_get_wal_replay_pause_state()"
    wait_until(lambda: pair.standby.execute(query) == [("paused",)])


def shown(browser: Client) -> int:
    """Return the rating that the leaderboard of the API shows of its only player."""
    (row,) = browser.get("/api/v1/leaderboards/2/").json()["results"]
    return int(row["rating"])


def on_page(browser: Client) -> list[str]:
    """Return the ratings that the page of the leaderboard shows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", instrumented_test_render)
        page = browser.get("/leaderboard/")
    assert page.status_code == 200
    return re.findall(r"\b1[5-9]00\b", str(page.context["rows"]))


@pytest.mark.usefixtures("ana")
def test_queries_go_to_the_replica_where_a_view_asks_for_it() -> None:
    here = Rating.objects.extra(select={"here": "pg_is_in_recovery()"}).values_list("here")
    with reading_from_replica():
        assert list(here.all()) == [(True,)]
        with transaction.atomic():
            assert list(here.all()) == [(False,)]
        assert Player.objects.get().name == "ana"
        with CaptureQueriesContext(connections["replica"]) as asked:
            told_matches([1])  # a query that is no model's
    assert len(asked) == 1
    assert list(here.all()) == [(False,)]


@pytest.mark.usefixtures("ana")
def test_a_replica_that_is_too_far_behind_or_dead_is_named_and_not_used(
    site: ReplicaMonitor, pair: PostgresPair, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = Client()
    assert shown(stranger) == 1500  # the first request of a process takes longer
    site.max_lag_s = MAX_LAG_S
    pause(pair)
    Rating.objects.update(display=1600)
    began = time.monotonic()
    assert shown(stranger) == 1500
    wait_until(lambda: shown(stranger) == 1600)
    assert time.monotonic() - began < MAX_LAG_S + 1
    assert "the replica is too far behind, by" in caplog.text
    (finding,) = check_replica(site)
    assert "too far behind" in finding.text
    assert site.is_missing()
    pair.standby.execute("SELECT pg_wal_replay_resume()")
    wait_until(site.is_usable)
    assert shown(stranger) == 1600
    again = site.reads["again"]
    pair.standby.stop()
    try:
        began = time.monotonic()
        assert shown(stranger) == 1600  # begun on the replica, and again on the primary
        assert time.monotonic() - began < 2.5
        assert site.reads["again"] == again + 1
        began = time.monotonic()
        assert [shown(stranger) for _ in range(5)] == [1600] * 5
        assert time.monotonic() - began < 1
        assert site.problem() == ReplicaProblem.UNREACHABLE
    finally:
        pair.standby.start()
    wait_until(site.is_usable)
    assert shown(stranger) == 1600
    assert caplog.text.count("reads go to the primary") == 1


def test_who_has_written_reads_the_primary_and_others_the_replica(
    ana: Client, pair: PostgresPair
) -> None:
    stranger = Client()
    assert on_page(ana) == on_page(stranger) == ["1500"]
    pause(pair)
    Rating.objects.update(display=1800)
    assert on_page(ana) == ["1500"]
    ana.post("/people/figures/", {"private": ""})
    assert on_page(ana) == ["1800"]
    assert on_page(stranger) == ["1500"]
    pair.standby.execute("SELECT pg_wal_replay_resume()")
    wait_until(lambda: on_page(stranger) == ["1800"])


def test_whoever_makes_their_figures_private_is_hidden_at_once(
    ana: Client, site: ReplicaMonitor, pair: PostgresPair
) -> None:
    stranger = Client()
    assert on_page(stranger) == ["1500"]
    pause(pair)
    ana.post("/people/figures/", {"private": "on"})
    assert on_page(stranger) == []
    assert stranger.get("/api/v1/leaderboards/2/").json()["results"] == []
    assert site.reads["replica"] == 3
    assert stranger.get("/api/v1/players/ana/stats/").status_code == 404
