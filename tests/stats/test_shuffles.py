"""How the making of decks has gone, kept as matches end."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import DealReport, ShuffleFigures
from games.models.matches import MatchStatus
from games.record.recheck import dealt_deal
from games.services.fairness import report_shuffle
from games.services.match_ends import abandon_match
from games.stats.rebuild import rebuild
from games.stats.shuffles import (
    add_shuffles,
    fold_shuffles,
    recounted_shuffles,
    shuffle_counts,
)
from tests.accounts.test_leaving import match_of
from tests.services.shuffles import every_sort_of_shuffle
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def a_stored_match():
    """A match of two that is over, and its log."""
    log = log_of(PEOPLE[:2])
    return stored(PEOPLE[:2], log=log), log


def a_match(status=MatchStatus.PLAYING):
    return match_of(player_without_account("Ana"), player_without_account("Pau"), status=status)


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


def reports_of(match, number, seats):
    """Each seat of a stored match says that this deal is bad, as nobody checked it yet."""
    for seat in seats:
        DealReport.objects.create(
            match=match, deal_number=number, seat=seat, result=DealReport.BAD, why="deck"
        )
    add_shuffles({"reported_bad": len(seats)})


def test_a_report_that_the_servers_own_check_contradicts_counts_apart():
    match, log = a_stored_match()
    told = {"match_id": match.pk, "deal": 1, "why": "deck", "dealt": dealt_deal(log, 1)}
    verdict = report_shuffle(**told, seat=0, result="bad")
    assert (verdict.new, verdict.founded, verdict.fault) == (True, False, "")
    assert not report_shuffle(**told, seat=1, result="withheld").founded
    counts = shuffle_counts()
    assert (counts["reported_bad"], counts["reported_withheld"]) == (0, 0)
    assert counts["reported_unfounded"] == 2
    kept = DealReport.objects.order_by("seat").values_list("seat", "result", "why", "founded")
    assert list(kept) == [(0, "bad", "deck", False), (1, "withheld", "deck", False)]
    assert recounted_shuffles() == counts


def test_a_report_counts_where_the_deck_is_not_the_proofs():
    match, log = a_stored_match()
    dealt = dealt_deal(log, 1)
    other = replace(dealt, deck=tuple(reversed(dealt.deck)))
    verdict = report_shuffle(
        match_id=match.pk, deal=1, seat=0, result="bad", why="deck", dealt=other
    )
    assert (verdict.founded, verdict.fault) == (True, "deck")
    commits = replace(dealt, client_commits=[None, None])
    verdict = report_shuffle(
        match_id=match.pk, deal=1, seat=1, result="withheld", why="nonce", dealt=commits
    )
    assert (verdict.founded, verdict.fault) == (True, "client_commit")
    counts = shuffle_counts()
    assert (counts["reported_bad"], counts["reported_withheld"]) == (1, 1)
    assert (counts["reported_unfounded"], recounted_shuffles()) == (0, counts)


def test_a_report_counts_once_a_seat_and_deal():
    match, log = a_stored_match()
    told = {"match_id": match.pk, "deal": 1, "seat": 0, "why": "deck"}
    assert report_shuffle(**told, result="bad", dealt=dealt_deal(log, 1)).new
    assert not report_shuffle(**told, result="withheld", dealt=dealt_deal(log, 1)).new
    counts = shuffle_counts()
    assert (counts["reported_unfounded"], counts["reported_withheld"]) == (1, 0)


def test_reports_from_before_are_checked_as_the_figures_are_counted_anew():
    match, _ = a_stored_match()
    reports_of(match, 1, [0, 1])
    assert shuffle_counts()["reported_bad"] == 2
    call_command("rebuild_stats", check=True, stdout=StringIO())
    assert shuffle_counts()["reported_bad"] == 2
    out = StringIO()
    call_command("rebuild_stats", stdout=out)
    assert "2 reports of shuffles checked" in out.getvalue()
    counts = shuffle_counts()
    assert (counts["reported_bad"], counts["reported_unfounded"]) == (0, 2)
    call_command("rebuild_stats", check=True, stdout=StringIO())


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
