"""Appeals: one for each decision, in time, answered by somebody else where there is somebody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services import LOGIN_BACKEND
from games.models import Appeal, CaseReport, ModAction, Player, Statement
from games.selectors.page_header import page_header
from games.selectors.restrictions import restricted_until
from games.services.appeals import answer_appeal, mark_read, send_appeal
from games.services.decisions import decide_case
from tests.services.moderation import MUTE, moderator, refused, reported
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided():
    """A statement about a mute, and the moderator who decided it."""
    marta = moderator("Marta")
    report = reported()
    decide_case(case_id=report.case_id, moderator=marta, verdict=MUTE)
    return Statement.objects.get(), marta


def test_an_appeal_that_is_granted_takes_the_decision_back(decided):
    statement, _marta = decided
    appeal = send_appeal(statement_id=statement.pk, player=statement.player, text="Not me")
    answer_appeal(appeal_id=appeal.pk, moderator=moderator("Aitor"), granted=True, answer="Right.")
    assert restricted_until(statement.player, "chat") is None
    statement.refresh_from_db()
    assert statement.withdrawn_at is not None
    assert [row.measure for row in ModAction.objects.all()] == ["mute", "reversal"]


def test_an_appeal_that_is_not_granted_changes_nothing(decided):
    statement, _marta = decided
    appeal = send_appeal(statement_id=statement.pk, player=statement.player, text="Not me")
    answer_appeal(appeal_id=appeal.pk, moderator=moderator("Aitor"), granted=False, answer="No.")
    assert restricted_until(statement.player, "chat") is not None
    assert (
        refused(
            answer_appeal,
            appeal_id=appeal.pk,
            moderator=moderator("Pau"),
            granted=True,
            answer="Yes.",
        )
        == "answered"
    )


def test_one_appeals_once_in_time_and_for_oneself(decided):
    statement, _marta = decided
    eva, other = statement.player, Player.objects.get(name="ana")
    ask = {"statement_id": statement.pk, "player": eva, "text": "Not me"}
    assert refused(send_appeal, **ask | {"player": other}) == "no_such_statement"
    assert refused(send_appeal, **ask | {"text": " "}) == "no_text"
    Statement.objects.update(appeal_until=timezone.now() - timedelta(seconds=1))
    assert refused(send_appeal, **ask) == "too_late"
    Statement.objects.update(appeal_until=timezone.now() + timedelta(days=1))
    send_appeal(**ask)
    assert refused(send_appeal, **ask) == "appealed"


def test_whoever_decided_does_not_answer_where_there_is_somebody_else(decided):
    statement, marta = decided
    appeal = send_appeal(statement_id=statement.pk, player=statement.player, text="Not me")
    answer = {"appeal_id": appeal.pk, "moderator": marta, "granted": False, "answer": "No."}
    assert refused(answer_appeal, **answer) == "own_decision"
    Appeal.objects.update(at=timezone.now() - timedelta(days=2))
    answer_appeal(**answer)  # nobody else is there, and a day has passed


def test_a_colleague_keeps_whoever_decided_from_answering_for_good(decided):
    statement, marta = decided
    moderator("Aitor")
    appeal = send_appeal(statement_id=statement.pk, player=statement.player, text="Not me")
    Appeal.objects.update(at=timezone.now() - timedelta(days=9))
    assert (
        refused(answer_appeal, appeal_id=appeal.pk, moderator=marta, granted=False, answer="No.")
        == "own_decision"
    )


def test_what_was_decided_is_unread_until_it_is_read(decided):
    statement, _marta = decided
    reporter = player_with_account("nora")
    CaseReport.objects.update(reporter=reporter)
    for player, unread in ((statement.player, (True, False)), (reporter, (False, True))):
        header = page_header(player.user_id)
        assert (header.decision_about_self, header.decision_on_report) == unread
        mark_read(player=player, now=timezone.now())
        header = page_header(player.user_id)
        assert (header.decision_about_self, header.decision_on_report) == (False, False)


def test_the_notice_of_a_page_tells_a_decision_about_oneself_from_an_answered_report(decided):
    statement, _marta = decided
    reporter = player_with_account("nora")
    CaseReport.objects.update(reporter=reporter)
    about_self, on_report = "There is a decision about you.", "A report of yours has been answered."
    for player, text, other in (
        (statement.player, about_self, on_report),
        (reporter, on_report, about_self),
    ):
        browser = Client(headers={"accept-language": "en"})
        browser.force_login(player.user, backend=LOGIN_BACKEND)
        page = browser.get("/rules/").content.decode()
        assert text in page
        assert other not in page
