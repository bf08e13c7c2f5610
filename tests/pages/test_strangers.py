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


@pytest.mark.parametrize(
    "path",
    ["/t/a%00/sit/", "/players/a%00/follow/", "/matches/a%00/picture.png", "/nothing/a%00/"],
)
def test_no_address_holds_a_nul(client: Client, django_assert_num_queries: Any, path: str) -> None:
    with django_assert_num_queries(0):
        assert client.get(path).status_code == client.post(path).status_code == 404


def test_no_parameter_field_or_cookie_holds_a_nul(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert client.get("/matches/?player=%00").status_code == 400
        assert client.post("/play/", {"game": "ludoteka.2\0"}).status_code == 400
        assert (
            client.get("/", headers={"cookie": r'sessionid="\000aaaaaaaaaaa"'}).status_code == 400
        )


def test_forms_that_are_sent_in_parts_are_read_as_ever(client: Client) -> None:
    assert client.post("/play/", {"game": "none"}).status_code == 400
    assert client.post("/play/", {"game": "ludoteka.2", "bots": ""}).status_code == 302
