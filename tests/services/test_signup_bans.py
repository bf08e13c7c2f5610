"""Bans of sign-up from a case, and measures that are lifted, each with its row in the log."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.bars import bar_account
from accounts.models import SignupBan
from accounts.signup_bans import email_ban
from games.models import ModAction, ModNote, Player, PlayerPause, Restriction, Statement
from games.models.people import PlayerKind
from games.selectors.conduct import any_paused
from games.selectors.measures_in_force import in_force
from games.selectors.mod_log import find_break
from games.services.decisions import Verdict, decide_by_rule, decide_case, undo_decision
from games.services.measure_lifting import lift_decision, lift_old_bar, lift_rule_pause
from games.services.signup_bans import SignupVerdict, ban_signup
from tests.services.moderation import MUTE, moderator, refused, reported
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
DOMAIN = SignupVerdict(measure="domain_ban", days=90, reason="spam", domain="malo.example")
ADDRESS = SignupVerdict(measure="address_ban", days=7, reason="spam")
WHY = {"reason": "By mistake."}


@pytest.fixture
def case():
    """An open case about somebody with an e-mail address of their own domain."""
    report = reported()
    user = report.reported.user
    user.email = "eva@correo.malo.example"
    user.save()
    UserSession.objects.create(user=user, ip="192.0.2.7", session_key="x", user_agent="x")
    return report.case


def pause(player, **facts):
    now = timezone.now()
    return PlayerPause.objects.create(
        player=player, starts_at=now, ends_at=now + timedelta(hours=1), minutes=60, facts=facts
    )


def test_a_ban_is_a_row_of_the_log_and_the_case_stays_open(case):
    action = ban_signup(case_id=case.pk, moderator=moderator(), verdict=DOMAIN)
    assert (action.measure, action.player, action.case) == ("domain_ban", case.player_id, case.pk)
    assert email_ban("x@malo.example").action == action.number
    assert "malo" not in str(vars(action))
    assert not Statement.objects.exists()
    case.refresh_from_db()
    assert case.closed_at is None
    assert find_break() is None


def test_addresses_are_banned_by_one_decision_and_lifted_by_one(case):
    mod = moderator()
    user = case.player.user
    UserSession.objects.create(user=user, ip="192.0.2.8", session_key="y", user_agent="x")
    action = ban_signup(case_id=case.pk, moderator=mod, verdict=ADDRESS)
    assert SignupBan.objects.filter(action=action.number).count() == 2
    lifted = lift_decision(number=action.number, moderator=mod, **WHY)
    assert lifted.reverses == action.number
    assert not SignupBan.objects.filter(lifted_at=None).exists()
    assert ModNote.objects.get().text == "By mistake."
    assert in_force(mod) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"domain": "otro.example"}, "bad_domain"),
        ({"domain": "example"}, "bad_domain"),
        ({"days": 366}, "bad_length"),
        ({"days": -1}, "bad_length"),
        ({"reason": " "}, "no_reason_given"),
        ({"measure": "mute"}, "unknown_measure"),
    ],
)
def test_a_ban_that_is_refused_leaves_nothing(case, changes, code):
    fields = ("measure", "days", "reason", "domain")
    verdict = SignupVerdict(**{**{name: getattr(DOMAIN, name) for name in fields}, **changes})
    assert refused(ban_signup, case_id=case.pk, moderator=moderator(), verdict=verdict) == code
    assert not ModAction.objects.exists()
    assert not SignupBan.objects.exists()


def test_public_providers_and_staff_are_not_banned(case):
    user = case.player.user
    user.email = "eva@gmail.com"
    user.save()
    verdict = SignupVerdict(measure="domain_ban", days=7, reason="x", domain="gmail.com")
    asked = {"case_id": case.pk, "moderator": moderator(), "verdict": verdict}
    assert refused(ban_signup, **asked) == "public_provider"
    user.is_staff = True
    user.save()
    assert refused(ban_signup, **asked) == "protected"


def test_a_ban_cannot_be_undone_as_a_decision_that_closed_a_case(case):
    mod = moderator()
    action = ban_signup(case_id=case.pk, moderator=mod, verdict=DOMAIN)
    assert refused(undo_decision, number=action.number, moderator=mod) == "no_such_decision"


def test_nobody_bans_or_lifts_in_a_case_about_themselves():
    mod = moderator("eva")
    Player.objects.create(name="eva", user=mod, kind=PlayerKind.HUMAN)
    report = reported("eva")
    assert refused(ban_signup, case_id=report.case_id, moderator=mod, verdict=ADDRESS) == "own_case"
    action = decide_by_rule(player=report.reported, verdict=MUTE)
    assert refused(lift_decision, number=action.number, moderator=mod, **WHY) == "own_case"
    found = pause(report.reported)
    asked = {"pause_id": found.pk, "moderator": mod, "text": "x"}
    assert refused(lift_rule_pause, **asked, **WHY) == "own_case"
    assert in_force(mod) == []


def test_a_measure_is_lifted_long_after_it_was_decided():
    report, mod = reported(), moderator()
    action = decide_case(case_id=report.case_id, moderator=mod, verdict=MUTE)
    assert refused(lift_decision, number=action.number, moderator=mod, reason="") == (
        "no_reason_given"
    )
    other = moderator("Aitor")
    lift_decision(number=action.number, moderator=other, **WHY)
    assert Restriction.objects.get().lifted_at is not None
    assert Statement.objects.get().withdrawn_at is not None
    again = {"number": action.number, "moderator": other}
    assert refused(lift_decision, **again, **WHY) == "no_such_decision"
    assert find_break() is None


def test_what_is_over_is_not_in_force():
    eva = player_with_account("eva")
    warning = Verdict(measure="warning", rule="insults", text="Speak well.")
    action = decide_by_rule(player=eva, verdict=warning)
    mod = moderator()
    assert refused(lift_decision, number=action.number, moderator=mod, **WHY) == "no_such_decision"
    assert in_force(mod) == []


def test_a_pause_by_the_rule_is_lifted_with_a_row_in_the_log_and_a_statement():
    eva, mod = player_with_account("eva"), moderator()
    found = pause(eva, weight=4, needed=4, outcomes=10, streak=1)
    assert [(one.kind, one.player) for one in in_force(mod)] == [("pause", "eva")]
    row = lift_rule_pause(pause_id=found.pk, moderator=mod, text="It is lifted.", **WHY)
    found.refresh_from_db()
    assert found.lifted_reason == "By mistake."
    assert not any_paused([eva])
    assert (row.measure, row.player, row.moderator) == ("reversal", eva.pk, mod.pk)
    assert Statement.objects.get().text == "It is lifted."
    asked = {"pause_id": found.pk, "moderator": mod, "text": "x"}
    assert refused(lift_rule_pause, **asked, **WHY) == "no_such_decision"


def test_a_pause_by_moderators_is_lifted_as_their_decision():
    eva, mod = player_with_account("eva"), moderator()
    verdict = Verdict(measure="pause", rule="finish", minutes=1440, text="Finish.")
    action = decide_by_rule(player=eva, verdict=verdict)
    found = PlayerPause.objects.get()
    asked = {"pause_id": found.pk, "moderator": mod, "text": "x"}
    assert refused(lift_rule_pause, **asked, **WHY) == "no_such_decision"
    lift_decision(number=action.number, moderator=mod, **WHY)
    assert not any_paused([eva])


def test_a_bar_without_a_decision_is_lifted_with_a_row_and_a_statement():
    eva, mod = player_with_account("eva"), moderator()
    bar = bar_account(user=eva.user, reason="long ago", until=None, barred_by=None)
    assert [(one.kind, one.id) for one in in_force(mod)] == [("bar", bar.pk)]
    lift_old_bar(bar_id=bar.pk, moderator=mod, text="Come in.", **WHY)
    eva.user.refresh_from_db()
    assert not eva.user.is_barred
    assert Statement.objects.get().text == "Come in."
    assert ModAction.objects.get().measure == "reversal"


def test_a_bar_by_a_decision_is_lifted_as_that_decision():
    eva, mod = player_with_account("eva"), moderator()
    verdict = Verdict(measure="suspension", rule="threats", minutes=10_080, text="Out.")
    action = decide_by_rule(player=eva, verdict=verdict)
    bar = eva.user.bars.get()
    asked = {"bar_id": bar.pk, "moderator": mod, "text": "x"}
    assert refused(lift_old_bar, **asked, **WHY) == "no_such_decision"
    assert [one.kind for one in in_force(mod)] == ["decision"]
    lift_decision(number=action.number, moderator=mod, **WHY)
    eva.user.refresh_from_db()
    assert not eva.user.is_barred
