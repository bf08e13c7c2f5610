"""Refunds at the same moment as others, and as matches of the same players that end."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from threading import Event
from time import sleep

import pytest
from django.core.management import call_command
from django.db import transaction

from games.models import Match, MatchOutcome, Rating, RatingPoint, RatingRefund
from games.services.decisions import Verdict, decide_case, reverse_action
from games.services.refunds import refund_ratings, take_back_refunds
from games.stats.ratings import PER_MU
from tests.services.moderation import moderator, reported
from tests.services.test_stakes_at_once import at_once
from tests.stats.support import FIRST_DAY, log_of, stored
from tests.stats.test_folding import rows
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db(transaction=True)
CHEAT, EVA, LEO = "Ana", "Eva", "Leo"
NOW = FIRST_DAY + timedelta(days=1)


def beaten(number: int, *, loser: str = EVA, by: str = CHEAT) -> None:
    """One match that the cheat won, `number` minutes after the first."""
    log = log_of((by, loser), seed=f"at once {number} {loser} {by}")
    names = (by, loser) if log.state.winners == (0,) else (loser, by)
    assert stored(names, day=number / 1440, log=log).rated


def refund() -> list[RatingRefund]:
    return refund_ratings(cheat=player_without_account(CHEAT), now=NOW)


def mu(name: str) -> float:
    return Rating.objects.get(player__name=name, pool="2").mu


def assert_recounted() -> None:
    """What stands is what counting again gives, and no refund is repeated elsewhere than it was."""
    before = rows()
    call_command("rebuild_stats", "--check", stdout=StringIO())
    call_command("rebuild_stats", stdout=StringIO())
    assert rows() == before


def test_several_refunds_at_once_give_back_once():
    for number in range(3):
        beaten(number)
        beaten(number, loser=LEO)
    before = mu(EVA)
    assert at_once(*[refund] * 4) == [None] * 4
    assert RatingRefund.objects.count() == 2
    assert mu(EVA) == before + RatingRefund.objects.get(player=player_without_account(EVA)).mu
    assert_recounted()


def test_several_take_backs_at_once_take_back_once():
    beaten(0)
    before = mu(EVA)
    refund()
    assert (
        at_once(*[lambda: take_back_refunds(cheat=player_without_account(CHEAT))] * 4) == [None] * 4
    )
    assert RatingRefund.objects.count() == 2
    assert mu(EVA) == pytest.approx(before)
    assert_recounted()


@pytest.mark.parametrize("turn", range(3))
def test_refunds_while_matches_end_recount_to_the_same(turn):
    for name in (CHEAT, EVA, LEO):
        player_without_account(name)
    beaten(0)
    beaten(1, loser=LEO)
    matches = [
        lambda: beaten(2), lambda: beaten(3, loser=LEO), lambda: beaten(4, loser=LEO, by=EVA),
        lambda: beaten(5),
    ]  # fmt: skip
    back = lambda: take_back_refunds(cheat=player_without_account(CHEAT))  # noqa: E731
    calls = [*matches[turn:], refund, *matches[:turn], refund, back]
    assert at_once(*calls) == [None] * len(calls)
    assert_recounted()
    refund()
    assert_recounted()
    assert refund() == []


def test_a_match_that_ends_while_a_refund_waits_for_it_is_given_back_once():
    for number in range(2):
        beaten(number)
    assert len(refund()) == 1
    begun, now = Event(), mu(EVA)

    def end() -> None:
        with transaction.atomic():
            beaten(2)
            begun.set()
            sleep(0.5)

    def give_back() -> None:
        begun.wait()
        refund()

    assert at_once(end, give_back) == [None, None]
    refund()
    counted = RatingRefund.objects.filter(player=player_without_account(EVA)).order_by("pk")
    assert counted.count() == 2
    last = RatingPoint.objects.filter(rating__player__name=EVA).order_by("-number")[:2]
    lost = now - Rating.objects.get(player__name=EVA).mu + counted[1].mu
    assert lost > 0
    assert counted[1].mu == pytest.approx(lost, abs=2 / PER_MU)
    assert last[0].match_id == Match.objects.latest("finished_at").pk
    assert_recounted()


def test_a_match_that_ends_after_a_refund_but_by_an_earlier_clock_is_counted_by_the_next():
    beaten(0)
    refund()
    Match.objects.update(finished_at=FIRST_DAY - timedelta(hours=1))
    beaten(1)  # a minute after the first: before NOW, the time of the first refund
    assert len(refund()) == 1
    assert refund() == []


def test_a_decision_is_taken_back_while_a_match_of_the_cheat_is_written():
    beaten(0)
    cheat = player_without_account(CHEAT)
    verdict = Verdict(measure="unrated", rule="programs", minutes=10_080, text="So.")
    report, marta = reported(CHEAT, kind="program", by="witness"), moderator()
    action = decide_case(case_id=report.case_id, moderator=marta, verdict=verdict)
    assert len(refund_ratings(cheat=cheat, action=action.number, now=NOW)) == 1
    held, taken = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            list(Rating.objects.select_for_update().order_by("player", "pool"))
            held.set()
            taken.wait(0.5)
            sleep(0.3)  # until the other thread has locked the player, and waits for the ratings
            MatchOutcome.objects.create(
                match=Match.objects.get(), player=cheat, kind="finished", at=NOW
            )

    def take_back() -> None:
        held.wait()
        taken.set()
        reverse_action(action=action, moderator=marta, now=NOW)

    assert at_once(write, take_back) == [None, None]
    assert_recounted()
