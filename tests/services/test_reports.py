"""Reports about players: how they join cases, what goes with them, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Case, CaseReport, ChatLine, Player
from games.models.people import PlayerKind
from games.selectors.cases import accuracy_of, lines_of
from games.services import reports
from games.services.chat import say
from games.services.players import forget_player, house_bot
from games.services.reports import Notice, Occasion, send_automatic, send_notice, send_report
from tests.services.moderation import refused, reported
from tests.services.people import table_of
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db


def said(count: int = 1, text: str = "line"):
    """A table at which somebody wrote lines, and the lines."""
    table = table_of(player_without_account("host"))
    author = player_without_account("eva")
    lines = []
    for number in range(count):
        line = say(
            table=table, player=author, client_id=f"line-{number:04}", text=f"{text} {number}"
        )
        ChatLine.objects.filter(pk=line.pk).update(at=timezone.now() - timedelta(minutes=count))
        lines.append(line)
    return table, author, lines


def test_reports_about_one_player_and_subject_join_one_case():
    first = reported(kind="insults", by="ana")
    second = reported(kind="threats", by="tom")
    other = reported(kind="stalling", by="ana")
    assert first.case == second.case != other.case
    assert Case.objects.count() == 2


def test_a_case_that_was_decided_is_not_joined():
    first = reported()
    Case.objects.update(closed_at=timezone.now())
    assert reported(by="tom").case != first.case


def test_a_case_is_as_urgent_as_its_worst_report_and_due_at_its_shortest_term():
    first = reported(kind="insults")
    before = Case.objects.get()
    reported(kind="threats", by="tom")
    case = Case.objects.get(pk=first.case_id)
    assert case.urgency > before.urgency
    assert case.due_at < before.due_at


def test_the_lines_around_those_picked_are_kept_with_a_hash():
    table, eva, lines = said(60)
    report = send_report(
        player=player_without_account("ana"), other=eva, kind="insults",
        occasion=Occasion(table=table, lines=[lines[30].pk]),
    )  # fmt: skip
    ids = [line["id"] for line in report.lines]
    assert ids == [line.pk for line in lines[10:51]]
    assert [line["id"] for line in report.lines if line["hit"]] == [lines[30].pk]
    assert len(report.lines_digest) == 64


def test_a_line_of_somebody_else_cannot_be_picked():
    table, eva, _lines = said(1)
    tom = player_without_account("tom")
    own = say(table=table, player=tom, client_id="own-line-1", text="mine")
    report = send_report(
        player=player_without_account("ana"), other=eva, kind="insults",
        occasion=Occasion(table=table, lines=[own.pk]),
    )  # fmt: skip
    assert not any(line["hit"] for line in report.lines if line["player"] == eva.pk)


def test_lines_that_three_people_with_a_good_record_report_are_hidden():
    table, eva, lines = said(2)
    for name in ("ana", "tom"):
        send_report(
            player=player_without_account(name), other=eva, kind="insults",
            occasion=Occasion(table=table, lines=[lines[0].pk]),
        )  # fmt: skip
    assert not ChatLine.objects.filter(hidden=True).exists()
    send_report(
        player=player_without_account("pep"), other=eva, kind="insults",
        occasion=Occasion(table=table, lines=[lines[0].pk]),
    )  # fmt: skip
    assert list(ChatLine.objects.filter(hidden=True)) == [lines[0]]


def test_a_deleted_account_has_no_name_in_a_report():
    eva = player_with_account("eva")
    table = table_of(player_without_account("host"))
    line = say(table=table, player=eva, client_id="line-0001", text="idiot")
    report = send_report(
        player=player_with_account("ana"), other=eva, kind="insults", note="She said so",
        occasion=Occasion(table=table, lines=[line.pk]),
    )  # fmt: skip
    for player in Player.objects.exclude(user=None):
        forget_player(user_id=player.user_id)
    report.refresh_from_db()
    assert report.reporter is None
    assert report.note == ""
    assert "eva" not in str(report.lines)
    assert lines_of([report])[0]["name"].startswith("deleted-")


def test_what_cannot_be_reported_is_refused_and_nothing_is_stored():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    guest = Player.objects.create(name="guest-9", kind=PlayerKind.GUEST)
    assert refused(send_report, player=ana, other=ana, kind="insults") == "oneself"
    assert refused(send_report, player=ana, other=eva, kind="hair") == "bad_kind"
    assert refused(send_report, player=guest, other=eva, kind="insults") == "no_account"
    bot = house_bot("rules", 0)
    assert refused(send_report, player=ana, other=bot, kind="insults") == "house_bot"
    assert not Case.objects.exists()


def test_nobody_floods_the_moderators(monkeypatch):
    ana, eva = player_without_account("ana"), player_without_account("eva")
    for kind in ("insults", "insults", "stalling"):
        send_report(player=ana, other=eva, kind=kind)
    assert refused(send_report, player=ana, other=eva, kind="name") == "too_many_on_one"
    monkeypatch.setattr(reports, "PER_DAY", 3)
    assert (
        refused(send_report, player=ana, other=player_without_account("tom"), kind="name")
        == "too_many"
    )


def test_a_reporter_is_known_by_what_was_found_right():
    ana = player_without_account("ana")
    assert accuracy_of(ana) == 50
    for name, status in (("x", "upheld"), ("y", "upheld"), ("z", "dismissed")):
        reported(name, by="ana")
        CaseReport.objects.filter(reported__name=name).update(status=status)
    assert accuracy_of(ana) == 60


def test_a_rule_does_not_report_again_what_is_open_or_was_dismissed_lately():
    eva = player_without_account("eva")
    assert send_automatic(player=eva, kind="stopped", facts={"left": 5}) is not None
    assert send_automatic(player=eva, kind="stopped", facts={"left": 6}) is None
    CaseReport.objects.update(status="dismissed", decided_at=timezone.now())
    Case.objects.update(closed_at=timezone.now())
    assert send_automatic(player=eva, kind="stopped", facts={"left": 6}) is None
    CaseReport.objects.update(decided_at=timezone.now() - timedelta(days=31))
    assert send_automatic(player=eva, kind="stopped", facts={"left": 6}) is not None


def test_anybody_gives_notice_of_illegal_content():
    notice = Notice(address="https://x.example/players/eva/", reason="hate", email="a@example.org")
    report = send_notice(notice=notice)
    assert (report.kind, report.reported, report.case.player) == ("illegal", None, None)
    assert report.case.due_at < timezone.now() + timedelta(hours=25)
    assert refused(send_notice, notice=Notice(address=" ", reason="x")) == "no_address"
    assert (
        refused(send_notice, notice=Notice(address="https://x.example", reason=" ")) == "no_reason"
    )
