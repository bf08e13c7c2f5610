"""A prepared query finds what the ORM's does, with its SQL made once."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.test.utils import CaptureQueriesContext

import accounts
import games.live.storage
import games.selectors
import games.services
from brisca_site.prepared_queries import Placeholder, PreparedQuery, prepared
from games.models import DailyStreak, Follow, Player
from games.models.people import PlayerKind
from games.selectors.prepared_pages import PreparedPage

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Berta", "Carles", "Dídac", "Eva")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def people() -> list[Player]:
    return Player.objects.bulk_create(Player(name=name) for name in NAMES)


@prepared
def by_name(name: str) -> QuerySet[Player]:
    return Player.objects.filter(name=name)


@prepared
def among(names: Collection[str]) -> QuerySet[Player, str]:
    return Player.objects.filter(name__in=names).order_by("name").values_list("name", flat=True)


def test_each_call_has_its_own_values(people):
    assert by_name("Ana") == [people[0]]
    assert by_name(name="Berta") == [people[1]]
    assert by_name("Zoe") == []
    assert by_name.first("Zoe") is None
    assert by_name.first("Eva") == people[4]


def test_the_queryset_is_built_once_however_often_it_is_asked(people):
    built = []

    @prepared
    def counted(kind: str) -> QuerySet[Player, int]:
        built.append(kind)
        return Player.objects.filter(kind=kind).values_list("pk", flat=True)

    assert len(counted(PlayerKind.HUMAN)) == len(NAMES)
    assert counted(PlayerKind.GUEST) == []
    with CaptureQueriesContext(connection) as queries:
        assert len(counted(PlayerKind.HUMAN)) == len(NAMES)
    assert len(built) == 1
    assert len(queries) == 1


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
@pytest.mark.parametrize("size", range(len(NAMES) + 1))
def test_collections_may_be_of_any_size(people, kind, size):
    assert among(kind(NAMES[:size])) == sorted(NAMES[:size])


def test_an_empty_collection_asks_nothing():
    with CaptureQueriesContext(connection) as queries:
        assert among([]) == []
    assert len(queries) == 0


def test_a_large_collection_has_the_room_of_the_next_power_of_two(people):
    assert among([*NAMES, *map(str, range(300))]) == sorted(NAMES)
    assert among([*map(str, range(299)), "Eva"]) == ["Eva"]


def test_rows_come_as_the_queryset_says(people):
    ana, berta = people[:2]
    Follow.objects.create(follower=ana, followed=berta)

    @prepared
    def tuples(name: str) -> QuerySet[Player, tuple[int, str]]:
        return Player.objects.filter(name=name).values_list("pk", "name")

    @prepared
    def dictionaries(name: str) -> QuerySet[Player, dict[str, Any]]:
        found = Player.objects.annotate(low=Lower("name")).filter(low=Lower(name))
        return found.values("pk", "low")

    @prepared
    def with_both(follower: int) -> QuerySet[Follow]:
        return Follow.objects.filter(follower=follower).select_related("follower", "followed")

    @prepared
    def with_followers(player: int) -> QuerySet[Player]:
        return Player.objects.filter(pk=player).prefetch_related("followers__follower").only("name")

    assert tuples("Ana") == [(ana.pk, "Ana")]
    assert dictionaries("ANA") == [{"pk": ana.pk, "low": "ana"}]
    with CaptureQueriesContext(connection) as queries:
        (follow,) = with_both(ana.pk)
        assert (follow.follower, follow.followed.name) == (ana, "Berta")
    assert len(queries) == 1
    (read,) = with_followers(berta.pk)
    assert [one.follower.name for one in read.followers.all()] == ["Ana"]
    assert read.get_deferred_fields() >= {"kind", "created_at"}
    assert [one.follower for one in with_followers(ana.pk)[0].followers.all()] == []


def test_times_and_days_are_compared_as_the_database_stores_them(people):
    Session.objects.create(session_key="a", session_data="", expire_date=NOON)
    DailyStreak.objects.create(player=people[0], last_day=NOON.date())

    @prepared
    def alive(now: datetime) -> QuerySet[Session, str]:
        return Session.objects.filter(expire_date__gt=now).values_list("session_key", flat=True)

    @prepared
    def days(day: date) -> QuerySet[DailyStreak, date | None]:
        return DailyStreak.objects.filter(last_day=day).values_list("last_day", flat=True)

    assert alive(NOON - timedelta(microseconds=1)) == ["a"]
    assert alive(NOON) == []
    assert days(NOON.date()) == [NOON.date()]
    assert days(NOON.date() + timedelta(days=1)) == []


def test_a_constant_may_end_a_slice(people):
    @prepared
    def first_of(kind: str, *, limit: int) -> QuerySet[Player, str]:
        rows = Player.objects.filter(kind=kind).order_by("name")
        return rows.values_list("name", flat=True)[:limit]

    assert first_of(PlayerKind.HUMAN, limit=2) == ["Ana", "Berta"]
    assert first_of(PlayerKind.HUMAN, limit=3) == ["Ana", "Berta", "Carles"]
    assert first_of(PlayerKind.GUEST, limit=3) == []


def test_columns_that_only_sort_are_not_in_the_rows(people):
    @prepared
    def kinds(name: str) -> QuerySet[Player, tuple[str]]:
        return Player.objects.exclude(name=name).order_by("name").values_list("kind").distinct()

    assert kinds("Ana") == [(PlayerKind.HUMAN,)] * 4


def test_no_value_may_be_none():
    with pytest.raises(TypeError, match="by_name: name is None"):
        by_name(None)


def test_a_value_may_not_be_converted_while_the_query_is_prepared(people):
    @prepared
    def converted(name: str) -> QuerySet[Player]:
        return Player.objects.filter(name=f"{name}")

    with pytest.raises(TypeError, match="the value of name is not known"):
        converted("Ana")


def test_threads_that_ask_first_at_once_make_it_once():
    """Run two compilers of one query at a time, and each counts the joins of the other."""
    built = []

    @prepared
    def slow(name: str) -> QuerySet[Player]:
        built.append(name)
        time.sleep(0.05)
        return Player.objects.filter(name=name).select_related("conduct")

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _number: slow._queryset(()), range(4)))
    assert len(built) == 1
    assert len(set(map(id, made))) == 1


def test_another_kind_of_database_under_an_alias_has_a_query_of_its_own(people, monkeypatch):
    """Values come as the driver of the other one gives them, as those of times do."""

    @prepared
    def at(name: str) -> QuerySet[Player, datetime]:
        return Player.objects.filter(name=name).values_list("created_at", flat=True)

    with monkeypatch.context() as patch:
        patch.setattr(connection, "vendor", "another")
        patch.setattr(connection.ops, "get_db_converters", lambda _expression: [])
        at("Ana")
    (moment,) = at("Ana")
    assert moment == people[0].created_at
    assert len(at._compiled) == 2


def test_threads_have_connections_of_their_own(people):
    found: list[list[Player]] = []

    def ask() -> None:
        try:
            found.append(by_name("nobody"))
        finally:
            connection.close()

    assert by_name("Ana") == [people[0]]
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [[]]
    assert by_name("Ana") == [people[0]]


def all_prepared() -> Iterator[tuple[str, PreparedQuery[Any, Any]]]:
    """Each prepared query of the project by its name."""
    for package in (accounts, games.live.storage, games.selectors, games.services):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, one in vars(importlib.import_module(module.name)).items():
                if isinstance(one, PreparedQuery) and one.__module__ == module.name:
                    yield f"{module.name}.{name}", one
                if isinstance(one, PreparedPage):
                    yield f"{module.name}.{name}, first page", one._first
                    yield f"{module.name}.{name}, later page", one._later


PREPARED = dict(all_prepared())


@pytest.mark.parametrize("name", PREPARED)
def test_every_prepared_query_depends_on_its_arguments_alone(name):
    """Find values, such as the time, that would stay as they were when the SQL was made."""
    parameters = inspect.signature(PREPARED[name]).parameters.values()
    form = {
        one.name: 2
        for one in parameters
        if one.kind is one.KEYWORD_ONLY or "Collection" in one.annotation
    }
    _sql, values = PREPARED[name]._built(form).query.sql_with_params()
    assert not [
        value for value in values if not isinstance(value, Placeholder | str | int | float | bool)
    ]


def test_the_project_has_prepared_queries():
    assert len(PREPARED) > 30
