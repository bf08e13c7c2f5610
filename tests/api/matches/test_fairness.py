"""How the shuffles have gone, as data."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import DealSecret
from tests.accounts.test_leaving import match_of
from tests.api.support import V1, ask
from tests.services.shuffles import every_sort_of_shuffle
from tests.support.people import player_without_account

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
    "reported_unfounded",
)


def test_proofs_that_fail_or_lack_something_are_counted():
    nothing = ask("/fairness/")
    assert nothing == {"scheme": "brisca-fair/1", **dict.fromkeys(FIGURES, 0)}
    every_sort_of_shuffle(
        match_of(player_without_account("Ana"), player_without_account("Pau"), status="playing")
    )
    cache.clear()
    figures = (4, 3, 2, 1, 1, 1, 2, 3, 1, 2, 1)
    assert ask("/fairness/") == {
        "scheme": "brisca-fair/1",
        **dict(zip(FIGURES, figures, strict=True)),
    }


def test_nothing_of_a_deal_that_runs_is_told():
    match = match_of(player_without_account("Ana"), player_without_account("Pau"))
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
