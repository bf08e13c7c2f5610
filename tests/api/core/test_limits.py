"""How much may be asked for: counted by visitor, told in every answer, records apart."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.api.core.base import CountingThrottle
from games.models import Team
from tests.api.support import V1, error_of
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


def test_every_answer_tells_how_many_more_may_be_asked_for(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "3/min", "record": "1/min"})
    cache.clear()
    left = []
    for path in ("/matches/", "/matches/?colour=red", "/nothing/", "/matches/"):
        answer = Client().get(V1 + path)
        assert answer["RateLimit-Limit"] == "3"
        assert answer["RateLimit-Policy"] == "3;w=60"
        assert 0 <= int(answer["RateLimit-Reset"]) <= 60
        left.append((answer.status_code, int(answer["RateLimit-Remaining"])))
    assert left == [(200, 2), (400, 1), (404, 0), (429, 0)]


def test_a_home_is_one_visitor_whatever_addresses_it_has(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "2/min"})
    statuses = [
        Client(REMOTE_ADDR=address).get(f"{V1}/matches/").status_code
        for address in (
            *("2001:db8::1", "2001:db8::2", "2001:db8:0:0:9:8:7:6", "2001:db8:0:1::1"),
            *("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"),
        )
    ]
    assert statuses == [200, 200, 429, 200, 200, 200, 429, 200]


def test_deals_put_into_matches_are_counted_as_records(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "9/min", "record": "1/min"})
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    team = Team.objects.values_list("pk", flat=True)[0]
    for path in (
        "/matches/",
        f"/matches/{match.public_id}/",
        "/players/Ana/matches/",
        f"/teams/{team}/matches/",
    ):
        cache.clear()
        assert Client().get(f"{V1}{path}?include=rules").status_code == 200
        assert Client().get(f"{V1}{path}?include=rules,deals_played").status_code == 200
        answer = Client().get(f"{V1}{path}?include=deals_played")
        error_of(answer, 429, "throttled")
        assert answer["RateLimit-Limit"] == "1"
