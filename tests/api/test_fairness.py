"""How the shuffles have gone, as data."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import DealReport, DealSecret
from tests.accounts.test_leaving import match_of
from tests.api.support import V1, ask
from tests.services.people import person

pytestmark = pytest.mark.django_db

FIGURES = (
    "dealt",
    "shown",
    "verified",
    "failed",
    "dropped",
    "clock_cuts",
    "incomplete",
    "nonces_missing",
    "reported_bad",
    "reported_withheld",
)


def test_proofs_that_fail_or_lack_something_are_counted():
    nothing = ask("/fairness/")
    assert nothing == {"scheme": "brisca-fair/1", **dict.fromkeys(FIGURES, 0)}
    match = match_of(person("Ana"), person("Pau"))
    now, proof = timezone.now(), {"server_seed": "ab" * 32}
    rows = [
        {"fairness": proof, "revealed_at": now, "verified": True},
        {"fairness": proof, "revealed_at": now, "verified": True, "missing": 2},
        {"fairness": proof, "revealed_at": now, "verified": False, "cut_by_clock": True},
        {"fairness": proof, "missing": 1},
        {"revealed_at": now},
        {},
    ]
    for number, row in enumerate(rows, start=1):
        DealSecret.objects.create(
            match=match,
            deal_number=number,
            server_seed=b"s" * 32,
            server_commit=f"{number:064}",
            **row,
        )
    for seat, result in enumerate((DealReport.BAD, DealReport.WITHHELD, DealReport.WITHHELD)):
        DealReport.objects.create(match=match, deal_number=3, seat=seat, result=result, why="deck")
    cache.clear()
    figures = (4, 3, 2, 1, 1, 1, 2, 3, 1, 2)
    assert ask("/fairness/") == {
        "scheme": "brisca-fair/1",
        **dict(zip(FIGURES, figures, strict=True)),
    }


def test_nothing_of_a_deal_that_runs_is_told():
    match = match_of(person("Ana"), person("Pau"))
    DealSecret.objects.create(
        match=match,
        deal_number=1,
        server_seed=bytes.fromhex("cd" * 32),
        server_commit="ef" * 32,
        fairness={"server_seed": "cd" * 32},
    )
    body = Client().get(f"{V1}/fairness/").content.decode()
    assert "cd" * 8 not in body
    assert match.public_id not in body


def test_figures_are_kept_for_a_minute(django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        first = Client().get(f"{V1}/fairness/")
        again = Client().get(f"{V1}/fairness/")
    assert first.content == again.content
    assert first["Cache-Control"] == "public, max-age=60"
