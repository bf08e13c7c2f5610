"""The page that counts how the shuffles have gone."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from tests.accounts.test_leaving import match_of
from tests.pages.test_chips import words
from tests.services.shuffles import every_sort_of_shuffle
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def figures(client):
    cache.clear()
    html = client.get("/fairness/", headers={"accept-language": "en"}).content.decode()
    rows = re.findall(r"<th scope=.row.>(.*?)</th>\s*<td[^>]*>(.*?)</td>", html, re.DOTALL)
    plain = [(re.sub(r"<[^>]+>", " ", name), value) for name, value in rows]
    return {" ".join(name.split("·")[0].split()): int(value) for name, value in plain}


def test_it_counts_deals_and_what_went_wrong(client: Client):
    assert set(figures(client).values()) == {0}
    every_sort_of_shuffle(
        match_of(player_without_account("Ana"), player_without_account("Pau"), status="playing")
    )
    assert figures(client) == {
        "Deals dealt": 4,
        "Proofs shown": 3,
        "Computed again by the server, the same": 2,
        "Computed again by the server, another deck": 1,
        "Checks that failed in a browser": 1,
        "Cut by the clock": 1,
        "Deals without a number of somebody": 2,
        "Numbers that were not given": 3,
        "Numbers said to be given and left out": 2,
        "Reports without a fault": 1,
        "Sealed and never dealt": 1,
    }


def test_it_says_how_and_tells_no_deal(client: Client):
    text = words(client, "/fairness/")
    assert "The player at the dealer's left cuts" in text
    assert "ab" * 16 not in text
    assert "/fairness/" in client.get("/").content.decode()
