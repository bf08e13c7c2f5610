"""Whoever only asks whether a page is there gets an answer."""

from __future__ import annotations

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
