"""Pages by a prepared query are those that the ORM would read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.models.people import PlayerKind
from games.selectors.keyset import BadCursorError, Key, read_page
from games.selectors.prepared_pages import prepared_page

pytestmark = pytest.mark.django_db

KEYS = (Key("created_at", datetime), Key("id", int, falling=False))
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@prepared_page(*KEYS)
def newest(kind: str, *, doubled: bool) -> QuerySet[Player, dict[str, Any]]:
    rows = Player.objects.filter(kind=kind).values("created_at", "id")
    return rows.distinct() if doubled else rows


@pytest.fixture
def people() -> list[int]:
    """Row ids of seven people, two of whom came at each hour, the last first."""
    made = Player.objects.bulk_create(Player(name=f"P{number}") for number in range(7))
    for number, one in enumerate(made):
        one.created_at = NOON + timedelta(hours=number // 2)
    Player.objects.bulk_update(made, ["created_at"])
    return [one.pk for one in sorted(made, key=lambda one: (-one.created_at.timestamp(), one.pk))]


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 10, 11, 100])
def test_pages_are_those_that_the_orm_reads(people, limit, doubled):
    cursor, found = None, []
    while True:
        page = newest.read(cursor, limit, PlayerKind.HUMAN, doubled=doubled)
        rows = Player.objects.filter(kind=PlayerKind.HUMAN).values("created_at", "id")
        assert page == read_page(rows, KEYS, cursor, limit)
        found += [row["id"] for row in page.rows]
        cursor = page.next
        if cursor is None:
            break
    assert found == people


def test_each_page_is_one_query_whose_sql_is_made_once(people):
    def read(cursor: str | None) -> str | None:
        return newest.read(cursor, 2, PlayerKind.HUMAN, doubled=False).next

    second = read(None)
    third = read(second)
    made = [dict(one._compiled) for one in (newest._first, newest._later)]
    with CaptureQueriesContext(connection) as queries:
        assert read(None) == second
        assert read(second) == third
    assert len(queries) == 2
    assert [dict(one._compiled) for one in (newest._first, newest._later)] == made


def test_limits_of_one_step_share_a_query(people):
    for limit in range(1, 41):
        newest.read(None, limit, PlayerKind.HUMAN, doubled=False)
    assert len({dict(form)["limit"] for _database, form in newest._first._compiled}) <= 5


@pytest.mark.parametrize("cursor", ["x", "W10", "WzEsMl0", "bm9uZQ"])
def test_a_cursor_of_another_list_is_refused(people, cursor):
    with pytest.raises(BadCursorError):
        newest.read(cursor, 2, PlayerKind.HUMAN, doubled=False)
