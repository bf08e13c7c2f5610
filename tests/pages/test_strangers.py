"""What strangers and their programs ask pages for."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/rules/ludoteka/", "/tables/new/", "/matches/", "/leaderboard/"]
)
def test_pages_answer_head(client: Client, path: str) -> None:
    answer = client.head(path)
    assert answer.status_code in (200, 302)
    assert answer.content == b""


def test_an_address_that_no_table_can_have_asks_no_database(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert client.get("/t/%00/").status_code == 404
