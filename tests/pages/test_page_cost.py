"""Pages take few queries and few model instances, and no more with more matches.

`python -m tools.bench.pages` has the same pages in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.services.tables import begin
from tests.services.people import table_of
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db

COSTS: dict[str, tuple[int, int]] = {
    "/offline/": (0, 0),
    "/accounts/password/reset/done/": (0, 0),
    "/": (8, 0),
    "/matches/{match}/": (5, 0),
    "/players/Ana/": (9, 1),
    "/matches/": (3, 0),
    "/leaderboard/?pool=2": (2, 0),
    "/tables/new/": (0, 0),
}
"""Most queries and most model instances of each page, asked for a second time by a stranger."""


@contextmanager
def instances(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the models of which instances are made inside, one for each."""
    made: list[str] = []
    make = vars(Model)["from_db"].__func__

    def counted(cls: type[Model], *args: Any) -> Model:
        made.append(cls.__name__)
        found: Model = make(cls, *args)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Model, "from_db", classmethod(counted))
        yield made


@pytest.mark.parametrize(("path", "most"), COSTS.items())
def test_a_page_takes_few_queries_and_instances(path, most, monkeypatch):
    for day in range(6):
        match = stored(PEOPLE[:2], day=day)
    client, address = Client(), path.format(match=match.public_id)
    assert client.get(address).status_code == 200
    with instances(monkeypatch) as made, CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    assert len(queries) <= most[0], [query["sql"] for query in queries]
    assert len(made) <= most[1], made


def lobby_queries(client: Client) -> int:
    """The number of queries of the lobby."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    return len(queries)


def test_more_tables_in_the_lobby_take_no_more_queries():
    client, counts = Client(), []
    for number in range(2):
        table_of(player_without_account(f"waiting{number}"))
        host = player_without_account(f"playing{number}")
        begin(table=table_of(host), player=host)
        client.get("/")
        counts.append(lobby_queries(client))
    assert counts[0] == counts[1]


def test_templates_are_compiled_once():
    names = ("base.html", "games/_names.html", "games/lobby.html")
    for name in names:
        assert get_template(name).template is get_template(name).template
