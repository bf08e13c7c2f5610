"""Decisions of moderators: one transaction, one row of the log, one statement."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.bars import current_bar
from games.conduct.measures import lengths_of
from games.models import Case, CaseReport, ModAction, ModLogHead, ModNote, Player, Statement
from games.models.moderation import AppendOnlyError
from games.selectors.conduct import current_pause
from games.selectors.mod_log import find_break, monthly_counts
from games.selectors.restrictions import restricted_until
from games.services.cases import name_player, put_off_case, take_case
from games.services.decisions import Verdict, decide_by_rule, decide_case, undo_decision
from games.services.players import forget_player
from games.services.reports import Notice, send_notice
from tests.services.moderation import CLOSURE, MUTE, WARNING, moderator, refused, reported
from tests.support.needs import postgres_alone
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


def test_a_decision_closes_the_case_answers_the_reports_and_states_its_reasons():
    report = reported()
    reported(by="tom")
    action = decide_case(case_id=report.case_id, moderator=moderator(), verdict=MUTE)
    case = Case.objects.get()
    assert case.closed_at is not None
    assert case.upheld
    assert set(CaseReport.objects.values_list("status", flat=True)) == {"upheld"}
    statement = Statement.objects.get()
    assert (statement.player, statement.action) == (report.reported, action)
    assert statement.appeal_until - statement.at == timedelta(days=20)
    assert restricted_until(report.reported, "chat") == action.ends_at
    assert find_break() is None


@pytest.mark.parametrize(
    ("measure", "kind"),
    [
        ("chat_timeout", "chat"),
        ("mute", "chat"),
        ("unrated", "rated"),
        ("no_tournaments", "tournaments"),
    ],
)
def test_each_measure_restricts_what_it_says_and_ends_by_itself(measure, kind):
    report = reported()
    minutes = lengths_of(measure)[0]
    verdict = Verdict(measure=measure, rule="insults", minutes=minutes, text="so")
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=verdict)
    now = timezone.now()
    assert restricted_until(report.reported, kind, now=now) is not None
    over = now + timedelta(minutes=minutes, seconds=1)
    assert restricted_until(report.reported, kind, now=over) is None


def test_a_pause_by_moderators_is_a_pause():
    report = reported(kind="stalling")
    verdict = Verdict(measure="pause", rule="finish", minutes=1440, text="so")
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=verdict)
    assert current_pause(player=report.reported) is not None


def test_a_suspension_keeps_somebody_out_of_the_account():
    report = reported(kind="threats")
    verdict = Verdict(measure="suspension", rule="threats", minutes=10_080, text="so")
    action = decide_case(case_id=report.case_id, moderator=moderator(), verdict=verdict)
    user = report.reported.user
    user.refresh_from_db()
    bar = current_bar(user)
    assert bar is not None
    assert bar.until == action.ends_at


def test_a_closure_needs_two_people():
    report = reported(kind="threats")
    marta, aitor = moderator("Marta"), moderator("Aitor")
    decide_case(case_id=report.case_id, moderator=marta, verdict=CLOSURE)
    case = Case.objects.get()
    assert case.closed_at is None
    assert case.closure_by == marta
    assert not Statement.objects.exists()
    assert (
        refused(decide_case, case_id=case.pk, moderator=marta, verdict=CLOSURE) == "second_person"
    )
    decide_case(case_id=case.pk, moderator=aitor, verdict=CLOSURE)
    user = report.reported.user
    user.refresh_from_db()
    assert user.is_barred
    assert [row.measure for row in ModAction.objects.all()] == ["proposal", "closure"]


def test_staff_is_not_kept_out():
    report = reported("boss", kind="threats")
    report.reported.user.is_staff = True
    report.reported.user.save()
    verdict = Verdict(measure="suspension", rule="threats", minutes=10_080, text="so")
    assert (
        refused(decide_case, case_id=report.case_id, moderator=moderator(), verdict=verdict)
        == "protected"
    )
    assert not ModAction.objects.exists()
    assert Case.objects.get().closed_at is None


def test_nobody_decides_about_themselves():
    marta = moderator()
    own = Player.objects.create(name="Marta", user=marta, kind="human")
    report = reported(own.name)
    for act in (take_case, put_off_case):
        assert refused(act, case_id=report.case_id, moderator=marta) == "own_case"
    assert (
        refused(decide_case, case_id=report.case_id, moderator=marta, verdict=WARNING) == "own_case"
    )


def test_two_moderators_do_not_work_on_one_case():
    report = reported()
    marta, aitor = moderator("Marta"), moderator("Aitor")
    take_case(case_id=report.case_id, moderator=marta)
    assert refused(take_case, case_id=report.case_id, moderator=aitor) == "taken"
    assert refused(decide_case, case_id=report.case_id, moderator=aitor, verdict=WARNING) == "taken"
    Case.objects.update(locked_at=timezone.now() - timedelta(hours=1))
    decide_case(case_id=report.case_id, moderator=aitor, verdict=WARNING)
    assert (
        refused(decide_case, case_id=report.case_id, moderator=marta, verdict=WARNING) == "closed"
    )
    assert ModAction.objects.count() == 1


def test_an_error_in_the_middle_leaves_nothing(monkeypatch):
    report = reported()

    def broken(**_values):
        raise RuntimeError("the process ends here")

    monkeypatch.setattr(Statement.objects, "create", broken)
    with pytest.raises(RuntimeError), transaction.atomic():
        decide_case(case_id=report.case_id, moderator=moderator(), verdict=MUTE)
    assert not ModAction.objects.exists()
    assert restricted_until(report.reported, "chat") is None
    assert Case.objects.get().closed_at is None
    assert not ModLogHead.objects.exclude(number=0).exists()


def test_a_dismissal_answers_the_reporters_and_tells_the_player_nothing():
    report = reported()
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=Verdict(measure="dismissal"))
    assert CaseReport.objects.get().status == "dismissed"
    assert not Statement.objects.exists()


def test_a_note_and_a_silent_mute_are_not_told():
    first = reported()
    verdict = Verdict(measure="note", rule="insults", text="Look again in a week.")
    decide_case(case_id=first.case_id, moderator=moderator(), verdict=verdict)
    assert ModNote.objects.get().text == "Look again in a week."
    second = reported("spam", by="tom")
    verdict = Verdict(measure="silent_mute", rule="advertising", minutes=10_080)
    decide_case(case_id=second.case_id, moderator=moderator("Aitor"), verdict=verdict)
    assert restricted_until(second.reported, "seen_chat") is not None
    assert not Statement.objects.exists()


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(measure="hug", rule="insults", text="x"), "unknown_measure"),
        (Verdict(measure="mute", rule="insults", minutes=1, text="x"), "bad_length"),
        (Verdict(measure="warning", rule="insults", text=" "), "no_text"),
    ],
)
def test_a_verdict_that_is_not_allowed_changes_nothing(verdict, code):
    report = reported()
    assert (
        refused(decide_case, case_id=report.case_id, moderator=moderator(), verdict=verdict) == code
    )
    assert Case.objects.get().closed_at is None


def test_a_decision_just_made_is_undone_and_the_case_is_open_again():
    report, marta = reported(), moderator()
    action = decide_case(case_id=report.case_id, moderator=marta, verdict=MUTE)
    assert (
        refused(undo_decision, number=action.number, moderator=moderator("Aitor"))
        == "no_such_decision"
    )
    undo_decision(number=action.number, moderator=marta)
    assert restricted_until(report.reported, "chat") is None
    assert Statement.objects.get().withdrawn_at is not None
    assert CaseReport.objects.get().status == "open"
    assert Case.objects.get().closed_at is None
    assert refused(undo_decision, number=action.number, moderator=marta) == "too_late"


def test_a_notice_about_nobody_is_given_a_name_and_joins_the_open_case():
    marta, eva = moderator(), player_with_account("eva")
    first = send_notice(notice=Notice(address="https://x.example/a", reason="hate", player=eva))
    second = send_notice(notice=Notice(address="https://x.example/b", reason="hate"))
    assert (
        refused(decide_case, case_id=second.case_id, moderator=marta, verdict=WARNING)
        == "no_player"
    )
    found = name_player(case_id=second.case_id, moderator=marta, player=eva)
    assert found == first.case
    assert first.case.reports.count() == 2


def test_a_changed_a_missing_and_a_cut_off_row_are_found():
    eva = player_with_account("eva")
    for _number in range(4):
        decide_by_rule(player=eva, verdict=WARNING)
    assert find_break() is None
    rows = ModAction._base_manager.all()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE games_modaction DISABLE TRIGGER USER")
        cursor.execute("UPDATE games_modaction SET rule = 'names' WHERE number = 2")
        assert find_break() == "row 2 was changed"
        cursor.execute("UPDATE games_modaction SET rule = 'insults' WHERE number = 2")
        assert find_break() is None
        cursor.execute("DELETE FROM games_statement")
        cursor.execute("DELETE FROM games_modaction WHERE number = 4")
        assert find_break() == "the log ends at row 3 of 4"
        cursor.execute("DELETE FROM games_modaction WHERE number = 1")
        assert find_break() == "row 1 is missing"
    assert rows.count() == 2


def test_rows_of_the_log_are_neither_changed_nor_deleted_by_the_site():
    action = decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    action.rule = "names"
    for act in (
        action.save,
        action.delete,
        ModAction.objects.all().delete,
        lambda: ModAction.objects.update(rule="names"),
    ):
        with pytest.raises(AppendOnlyError):
            act()


@postgres_alone
def test_postgresql_itself_refuses_to_change_the_log():
    decide_by_rule(player=player_with_account("eva"), verdict=WARNING)
    for statement in ("UPDATE games_modaction SET rule = 'names'", "DELETE FROM games_modaction"):
        with (
            pytest.raises(Exception, match="only ever appended"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


def test_decisions_are_counted_by_month():
    eva = player_with_account("eva")
    for verdict in (WARNING, WARNING, MUTE):
        decide_by_rule(player=eva, verdict=verdict)
    ((_month, numbers),) = monthly_counts()
    assert numbers == {"warning": 2, "mute": 1}


def test_a_deleted_account_leaves_the_facts_without_an_identity():
    report = reported()
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=MUTE)
    forget_player(user_id=report.reported.user_id)
    assert not Statement.objects.exists()
    assert ModAction.objects.count() == 1
    assert find_break() is None
    assert Case.objects.get().player.name.startswith("deleted-")
