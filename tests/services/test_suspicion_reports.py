"""What rules of fair play find reaches the desk once, and nothing else happens to anybody."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import timezone

from games.models import CaseReport, ModAction, RatingRefund, Restriction, Statement
from games.services import decisions, suspicion_reports
from games.services.decisions import Verdict, decide_case, undo_decision
from tests.services.moderation import moderator, reported
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(monkeypatch):
    """Two partners, a gainer with a giver, and somebody with short losses, as the rules find them."""
    players = [player_with_account(name) for name in ("ana", "eva", "tom", "pep", "nora")]
    ana, eva, tom, pep, nora = (player.pk for player in players)
    partners = [SimpleNamespace(players=(ana, eva), z=5.25)]
    ratings = SimpleNamespace(
        results=[
            SimpleNamespace(gainer=tom, giver=pep, wins=9, matches=9, odds=0.001, gainer_share=0.5)
        ],
        losses=[SimpleNamespace(player=nora, losses=3, to_one_opponent=1, due="message")],
    )
    monkeypatch.setattr(suspicion_reports, "find_partner_suspicions", lambda _now: partners)
    favours = [SimpleNamespace(player=pep, opponent=nora, z=4.81)]
    monkeypatch.setattr(suspicion_reports, "find_favour_suspicions", lambda _now: favours)
    monkeypatch.setattr(suspicion_reports, "find_rating_suspicions", lambda _now: ratings)
    return ratings


def look():
    return suspicion_reports.look_around(
        now=timezone.now(), message=lambda player: f"Hello {player.name}"
    )


def test_each_finding_is_reported_once(found):
    assert look() == suspicion_reports.Found(reports=4, messages=1)
    assert look() == suspicion_reports.Found(reports=0, messages=0)
    rows = CaseReport.objects.order_by("reported__name").values_list("reported__name", "kind")
    assert list(rows) == [
        ("ana", "signals"), ("eva", "signals"), ("pep", "signals"), ("tom", "rigging"),
    ]  # fmt: skip
    assert CaseReport.objects.get(reported__name="pep").facts["z"] == 4.8
    assert not Restriction.objects.exists()


def test_short_losses_bring_a_message_and_then_a_case(found):
    look()
    statement = Statement.objects.get()
    assert (statement.player.name, statement.text) == ("nora", "Hello nora")
    found.losses[0].due = "case"
    assert look().reports == 1


def test_ratings_are_given_back_with_a_decision_and_taken_back_with_it(monkeypatch):
    calls = []
    monkeypatch.setattr(decisions, "refund_ratings", lambda **values: calls.append(values))
    monkeypatch.setattr(decisions, "take_back_refunds", lambda **values: calls.append(values))
    report, marta = reported(kind="program"), moderator()
    verdict = Verdict(measure="unrated", rule="programs", minutes=10_080, text="so", refund=True)
    action = decide_case(case_id=report.case_id, moderator=marta, verdict=verdict)
    undo_decision(number=action.number, moderator=marta)
    assert [(one["cheat"], one["action"]) for one in calls] == [(report.reported, 1)] * 2
    assert ModAction.objects.count() == 2
    assert not RatingRefund.objects.exists()
