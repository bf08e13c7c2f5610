"""How the making of decks has gone, kept as matches end."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import ShuffleFigures
from games.models.matches import MatchStatus
from games.services.fairness import report_shuffle
from games.services.matches import abandon_match
from games.stats.rebuild import rebuild
from games.stats.shuffles import fold_shuffles, shuffle_counts
from tests.accounts.test_leaving import match_of
from tests.services.people import person
from tests.services.shuffles import every_sort_of_shuffle

pytestmark = pytest.mark.django_db


def a_match(status=MatchStatus.PLAYING):
    return match_of(person("Ana"), person("Pau"), status=status)


@pytest.mark.parametrize("status", [MatchStatus.PLAYING, MatchStatus.HELD])
def test_deals_of_a_match_that_runs_or_is_held_back_count_before_its_end_and_once_after(status):
    match = a_match(status)
    every_sort_of_shuffle(match)
    before = shuffle_counts()
    assert (before["dealt"], before["incomplete"], before["reported_bad"]) == (4, 2, 1)
    match.status = MatchStatus.FINISHED
    match.save()
    fold_shuffles([match.pk])
    assert shuffle_counts() == before


def test_the_deals_of_a_match_that_is_given_up_stay_counted():
    match = a_match()
    every_sort_of_shuffle(match)
    assert abandon_match(match_id=match.pk, now=timezone.now())
    after = shuffle_counts()
    # all are shown now, and what was sealed without being dealt is dropped
    assert (after["dealt"], after["shown"], after["dropped"]) == (4, 4, 2)


def test_a_report_counts_once_a_seat_and_deal():
    match = a_match()
    told = {"match_id": match.pk, "deal": 1, "seat": 0, "why": "deck"}
    assert report_shuffle(**told, result="bad")
    assert not report_shuffle(**told, result="withheld")
    counts = shuffle_counts()
    assert (counts["reported_bad"], counts["reported_withheld"]) == (1, 0)


def test_a_row_that_says_else_is_found_and_put_right():
    match = a_match()
    every_sort_of_shuffle(match)
    abandon_match(match_id=match.pk, now=timezone.now())
    right = shuffle_counts()
    assert "shuffle figures" not in rebuild(check=True)[1]
    ShuffleFigures.objects.update(dealt=7, reported_bad=0)
    assert rebuild(check=True)[1]["shuffle figures"] == 1
    rebuild()
    assert shuffle_counts() == right
