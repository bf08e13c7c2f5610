"""What may be read from a replica, and by whom; who reads the primary all the same."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections, router
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver

from accounts.models import User
from brisca_site import replica_monitor as monitors
from brisca_site import replica_views
from brisca_site.databases import check_max_lag, replica_of_url
from brisca_site.replica import (
    REPLICA_MODELS,
    ReplicaRouter,
    is_reading_from_replica,
    read_from_primary,
    reading_from_replica,
    require_primary,
)
from brisca_site.replica_views import OPTED_IN, call_on_replica, from_replica, remember_writes
from games.api.core.errors import MatchRunningError
from games.api.downloads import exports
from games.models import Block, Match, Player, Rating
from games.selectors.exports import Chunk
from games.selectors.match_filter import MatchFilter
from tests.site.replica_servers import monitor, servers
from tests.site.test_secret_values import GOOD, check

__all__ = ["monitor", "servers"]

HERE = "postgres://site@one/brisca"
ASK = RequestFactory()


# -- what is read there ---------------------------------------------------------------------------


def test_without_a_replica_nothing_asks_for_one():
    assert monitors.replica_monitor() is None
    assert router.routers == []
    with reading_from_replica() as reading:
        assert not reading
        assert router.db_for_read(Rating) == "default"
    assert call_on_replica(is_reading_from_replica) is False


@pytest.mark.usefixtures("monitor")
def test_the_replica_is_read_inside_of_the_context_alone_and_never_written():
    assert router.db_for_read(Rating) == "default"
    with reading_from_replica() as reading:
        assert reading
        assert router.db_for_read(Rating) == "replica"
        assert router.db_for_write(Rating) == "default"
        read_from_primary()
        assert router.db_for_read(Rating) == "default"
    assert not is_reading_from_replica()
    assert not ReplicaRouter().allow_migrate("replica", "games")


@pytest.mark.usefixtures("monitor")
@pytest.mark.parametrize("model", [User, Player, Block])
def test_who_may_see_what_is_read_from_the_primary_in_every_view(model):
    with reading_from_replica():
        assert router.db_for_read(model) == "default"


def test_the_models_of_the_replica_exist_and_hold_nothing_of_running_deals():
    from django.apps import apps

    assert {apps.get_model(label)._meta.app_label for label in REPLICA_MODELS} == {"games"}
    secret = {"deal", "action", "dealsecret", "table", "tableseat", "player", "message", "chatline"}
    assert not {f"games.{name}" for name in secret} & REPLICA_MODELS


@pytest.mark.usefixtures("monitor")
def test_what_came_from_the_replica_is_read_again_and_saved_at_the_primary():
    row = Rating(pk=1)
    row._state.db = "replica"
    assert router.db_for_read(Rating, instance=row) == "default"
    assert router.db_for_write(Rating, instance=row) == "default"
    assert router.allow_relation(row, Player(pk=1))


@pytest.mark.usefixtures("monitor")
def test_a_transaction_reads_where_it_writes(monkeypatch):
    monkeypatch.setattr(connections["default"], "in_atomic_block", True)
    with reading_from_replica():
        assert router.db_for_read(Match) == "default"


# -- who reads there ------------------------------------------------------------------------------


@from_replica
def where(request: HttpRequest) -> HttpResponse:
    """Say where this view reads."""
    return HttpResponse(router.db_for_read(Rating))


def read(request: HttpRequest) -> str:
    return where(request).content.decode()


def post(request: HttpRequest) -> None:
    """Answer a request as the site does, inside of the middleware."""
    remember_writes(lambda _request: HttpResponse())(request)


@pytest.mark.usefixtures("monitor")
def test_safe_requests_read_the_replica_and_others_the_primary():
    assert read(ASK.get("/")) == read(ASK.head("/")) == "replica"
    assert read(ASK.post("/")) == read(ASK.delete("/")) == "default"


@pytest.mark.usefixtures("monitor")
def test_while_processes_share_no_cache_known_visitors_read_the_primary(monkeypatch):
    monkeypatch.setattr(replica_views, "is_shared", lambda _cache: False)
    known = ASK.get("/", headers={"Authorization": "Bearer brisca_1"})
    assert read(known) == "default", "another process may have taken its write"
    assert read(ASK.get("/")) == "replica"


@pytest.mark.usefixtures("monitor")
def test_whoever_wrote_reads_the_primary_by_session_or_key():
    by_key = {"Authorization": "Bearer brisca_1"}
    ASK.cookies["sessionid"] = "one"
    mine = ASK.get("/")
    ASK.cookies.clear()
    assert read(mine) == "replica"
    post(mine)  # a safe request is no write
    assert read(mine) == "replica"
    wrote = ASK.post("/")
    wrote.COOKIES["sessionid"] = "one"
    post(wrote)
    post(ASK.post("/", headers=by_key))
    assert read(mine) == "default"
    assert read(ASK.get("/", headers=by_key)) == "default"
    assert read(ASK.get("/", headers={"Authorization": "Bearer brisca_2"})) == "replica"
    assert read(ASK.get("/")) == "replica"


@pytest.mark.usefixtures("monitor")
def test_a_session_that_a_request_began_is_known_afterwards():
    signing_in = ASK.post("/")
    signing_in.session = cast("Any", SimpleNamespace(session_key="new"))
    post(signing_in)
    after = ASK.get("/")
    after.COOKIES["sessionid"] = "new"
    assert read(after) == "default"


def test_a_write_is_remembered_for_longer_than_the_replica_may_be_behind(monitor, monkeypatch):
    kept = []
    monkeypatch.setattr(cache, "set_many", lambda _values, timeout: kept.append(timeout))
    post(ASK.post("/", headers={"Authorization": "Bearer brisca_1"}))
    assert kept == [32.0]
    assert monitor.max_lag_s == 30


@pytest.mark.usefixtures("monitor")
def test_without_the_cache_people_read_the_primary(monkeypatch):
    def away(*_args: Any) -> None:
        raise OSError("no redis")

    for method in ("get_many", "set_many"):
        monkeypatch.setattr(replica_views.cache, method, away)
    post(ASK.post("/", headers={"Authorization": "Bearer brisca_1"}))
    assert read(ASK.get("/", headers={"Authorization": "Bearer brisca_1"})) == "default"
    assert read(ASK.get("/")) == "replica"


@pytest.mark.parametrize("error", [OperationalError("gone"), Http404(), MatchRunningError()])
def test_a_view_is_run_again_on_the_primary_where_the_replica_fails_or_lacks_it(monitor, error):
    asked = []

    @from_replica
    def view(_request: HttpRequest) -> HttpResponse:
        asked.append(router.db_for_read(Rating))
        if asked[-1] == "replica":
            raise error
        return HttpResponse()

    assert view(ASK.get("/")).status_code == 200
    assert asked == ["replica", "default"]
    assert monitor.reads == {"replica": 0, "primary": 0, "again": 1}
    assert monitor.is_usable() is not isinstance(error, OperationalError)


@pytest.mark.usefixtures("monitor")
def test_an_error_that_the_primary_has_too_is_raised():
    @from_replica
    def view(_request: HttpRequest) -> HttpResponse:
        raise Http404

    with pytest.raises(Http404):
        view(ASK.get("/"))


def test_a_view_may_ask_for_the_primary(monitor):
    @from_replica
    def view(_request: HttpRequest) -> HttpResponse:
        require_primary()
        return HttpResponse(router.db_for_read(Rating))

    assert view(ASK.get("/")).content == b"default"
    assert monitor.reads["again"] == 1


@pytest.mark.asyncio
async def test_every_chunk_of_a_download_is_read_where_it_may_be(servers, monitor, monkeypatch):
    asked = []

    def chunk(_wanted: MatchFilter, cursor: str | None, _limit: int) -> Chunk:
        asked.append(is_reading_from_replica())
        servers.gone = cursor == "b"
        monitor.check()
        return Chunk([], chr(ord(cursor or "a") + 1) if cursor != "c" else None, 0)

    monkeypatch.setattr(exports, "read_records", chunk)
    lines = exports.stream(
        MatchFilter(), Chunk([], "a", 0), limit=None, pack=None, rate=0, replica=True
    )
    assert [orjson.loads(line)["end"] async for line in lines] == [True]
    assert asked == [True, True, False]


def opted_in(patterns: list[Any]) -> Iterator[str]:
    """Yield the names of the routes whose view asks for the replica."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from opted_in(one.url_patterns)
        else:
            view = getattr(one.callback, "cls", None)
            if hasattr(one.callback if view is None else getattr(view, "get", None), OPTED_IN):
                yield str(one.name)


def test_views_that_ask_for_the_replica_are_few_and_known():
    assert sorted(opted_in(get_resolver().url_patterns)) == [
        *("deal", "deals", "export", "head_to_head", "leaderboard", "leaderboard", "match"),
        *("match", "match_list", "match_record", "match_tricks", "matches", "openings"),
        *("partners", "player", "player_days", "player_matches", "player_months"),
        *("player_stats", "pool_months", "pool_stats", "rating_history", "ratings", "record"),
        *("rivals", "ruleset_months", "ruleset_stats", "site_days", "site_stats"),
        *("team_leaderboard", "team_matches", "team_months", "team_rating_history"),
        *("team_stats", "tricks"),
    ]


# -- its address ----------------------------------------------------------------------------------


def test_only_standbys_are_connected_to_and_nobody_waits_long():
    made = replica_of_url("postgres://site@two,three:5433/brisca?connect_timeout=1", HERE)
    assert (made["HOST"], made["PORT"]) == ("two,three", "5432,5433")
    assert made["OPTIONS"]["target_session_attrs"] == "standby"
    assert made["OPTIONS"]["connect_timeout"] == 1
    assert made["OPTIONS"]["pool"]["timeout"] == 1
    proxy = replica_of_url("postgres://site@two/brisca?target_session_attrs=any", HERE)
    assert proxy["OPTIONS"]["target_session_attrs"] == "any"


@pytest.mark.parametrize("url", ["sqlite:////tmp/two.sqlite3", "mysql://a@b/c", "postgres://a@b"])
def test_an_address_that_is_none_of_postgresql_is_refused_by_name(url):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_REPLICA_URL "):
        replica_of_url(url, HERE)


def test_sqlite_has_no_replica(tmp_path):
    done = check(tmp_path, **GOOD, DATABASE_REPLICA_URL=HERE)
    assert done.returncode == 1
    assert "ImproperlyConfigured: DATABASE_REPLICA_URL" in done.stderr.strip().splitlines()[-1]


def test_a_site_with_a_replica_has_its_router_and_its_middleware(tmp_path):
    two = "postgres://site@two/brisca"
    done = check(tmp_path, **GOOD, DATABASE_URL=HERE, DATABASE_REPLICA_URL=two)
    assert done.returncode == 0, done.stderr


def test_a_limit_that_no_replica_can_keep_is_refused():
    assert check_max_lag(5) == 5
    for seconds in (4.9, -1, float("nan")):
        with pytest.raises(ImproperlyConfigured, match="REPLICA_MAX_LAG"):
            check_max_lag(seconds)
