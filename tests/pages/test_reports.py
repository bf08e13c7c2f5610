"""The pages on which players report others, read decisions and appeal, and strangers give notice."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client

from games.models import Appeal, Block, CaseReport, Statement
from games.services.chat import say
from games.services.decisions import Verdict, decide_by_rule, decide_case
from tests.pages.reading import without_tokens
from tests.services.moderation import MUTE, WARNING, moderator
from tests.services.people import table_of
from tests.support.people import client_and_player

pytestmark = pytest.mark.django_db


def test_a_report_goes_with_the_lines_that_were_ticked_and_may_block() -> None:
    ana, player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    table = table_of(player)
    line = say(table=table, player=other, client_id="line-0001", text="you idiot")
    form = ana.get(f"/players/eva/report/?table={table.public_id}").content.decode()
    assert "you idiot" in form
    sent = {
        "kind": "insults", "note": "rude", "table": table.public_id, "lines": [line.pk], "block": "on",
    }  # fmt: skip
    page = ana.post("/players/eva/report/", sent).content.decode()
    assert "We look at it within 3 days" in page
    report = CaseReport.objects.get()
    assert (report.reporter, report.reported, report.table) == (player, other, table)
    assert [one["text"] for one in report.lines if one["hit"]] == ["you idiot"]
    assert Block.objects.get().blocked == other


def test_a_ready_phrase_is_read_in_the_language_of_the_reporter() -> None:
    ana, player = client_and_player("ana")
    _client, other = client_and_player("bernat")
    table = table_of(player)
    say(table=table, player=other, client_id="line-0001", phrase="hello")
    page = ana.get(
        f"/players/bernat/report/?table={table.public_id}", headers={"accept-language": "es"}
    )
    assert "¡Hola!" in page.content.decode()


def test_a_report_without_a_kind_says_so_and_keeps_the_words() -> None:
    ana, _player = client_and_player("ana")
    client_and_player("eva")
    page = ana.post("/players/eva/report/", {"note": "long story"})
    assert page.status_code == 422
    assert "long story" in page.content.decode()
    assert not CaseReport.objects.exists()


def test_lines_of_a_private_table_are_not_shown_to_somebody_outside() -> None:
    ana, _player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    table = table_of(other, visibility="link")
    say(table=table, player=other, client_id="line-0001", text="between us")
    page = ana.get(f"/players/eva/report/?table={table.public_id}").content.decode()
    assert "between us" not in page


def test_strangers_are_asked_to_log_in_before_they_report() -> None:
    client_and_player("eva")
    answer = Client().get("/players/eva/report/")
    assert answer.status_code == 302
    assert "/login/" in answer.headers["Location"]


def test_a_notice_needs_no_account_and_is_confirmed_and_answered_by_mail() -> None:
    form = {"address": "https://testserver/players/eva/", "reason": "hate", "good_faith": "on"}
    nameless = Client(headers={"accept-language": "en"}).post("/notice/", form)
    assert nameless.status_code == 422
    assert "Give your name" in nameless.content.decode()
    named = {**form, "name": "Nora", "email": "nora@example.org"}
    page = Client(headers={"accept-language": "en"}).post("/notice/", named).content.decode()
    report = CaseReport.objects.get()
    assert f"number {report.pk}" in page
    (confirmation,) = mail.outbox
    assert confirmation.to == ["nora@example.org"]
    assert str(report.pk) in confirmation.body


def test_a_decision_is_read_and_appealed_against_on_ones_own_page() -> None:
    eva, player = client_and_player("eva")
    decide_by_rule(player=player, verdict=MUTE)
    page = eva.get("/standing/").content.decode()
    assert "You insulted your partner." in page
    assert "2.2 Speak well" in page
    assert "decided by a rule of the site" in page
    statement = Statement.objects.get()
    assert statement.read_at is not None
    answer = eva.post(f"/standing/decisions/{statement.pk}/appeal/", {"text": "It was my brother"})
    assert answer.headers["Location"] == "/standing/"
    assert Appeal.objects.get().text == "It was my brother"
    assert "Somebody is reading it." in eva.get("/standing/").content.decode()
    again = eva.post(f"/standing/decisions/{statement.pk}/appeal/", {"text": "more"}, follow=True)
    assert "You have appealed against it already." in again.content.decode()


def test_nobody_appeals_for_somebody_else() -> None:
    _eva, player = client_and_player("eva")
    ana, _player = client_and_player("ana")
    statement = decide_by_rule(player=player, verdict=WARNING).statement
    ana.post(f"/standing/decisions/{statement.pk}/appeal/", {"text": "no"})
    assert not Appeal.objects.exists()
    assert "Speak well." not in ana.get("/standing/").content.decode()


def test_somebody_kept_out_of_the_account_reads_why_and_appeals() -> None:
    _eva, player = client_and_player("eva")
    report = CaseReport.objects.create(
        case=_case_of(player), reported=player, kind="threats"
    )  # fmt: skip
    verdict = Verdict(measure="suspension", rule="threats", minutes=10_080, text="You threatened.")
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=verdict)
    stranger = Client(headers={"accept-language": "en"})
    barred = stranger.post("/accounts/login/", {"login": "eva", "password": "siete-de-oros"})
    # The address is signed with the second in which it was made: only the page knows it.
    address = re.search(r'href="(/appeal/[^"]+/)"', barred.content.decode())[1]
    assert "You threatened." in stranger.get(address).content.decode()
    sent = stranger.post(address, {"text": "It was a joke"}).content.decode()
    assert "Your appeal has arrived." in sent
    assert Appeal.objects.get().text == "It was a joke"
    assert stranger.get(f"{address[:-2]}x/").status_code == 404


def test_reporters_read_what_became_of_their_reports() -> None:
    ana, _player = client_and_player("ana")
    client_and_player("eva")
    ana.post("/players/eva/report/", {"kind": "name"})
    assert "being read" in ana.get("/standing/").content.decode()
    decide_case(
        case_id=CaseReport.objects.get().case_id,
        moderator=moderator(),
        verdict=Verdict(measure="dismissal"),
    )
    assert "no reason found" in ana.get("/standing/").content.decode()


def test_the_rules_of_conduct_and_the_numbers_of_decisions_are_public() -> None:
    _eva, player = client_and_player("eva")
    decide_by_rule(player=player, verdict=MUTE)
    page = Client(headers={"accept-language": "en"}).get("/conduct/").content.decode()
    page = without_tokens(page)
    assert "2.2 Speak well" in page
    assert "Muted" in page
    assert "eva" not in page


def _case_of(player):
    """An open case about a player."""
    from django.utils import timezone

    from games.models import Case

    now = timezone.now()
    return Case.objects.create(player=player, room="chat", opened_at=now, due_at=now)
