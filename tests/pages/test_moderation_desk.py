"""The moderators' desk: queue, case, decision, undo and appeals, and who may reach it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import SignupBan, User
from accounts.services import LOGIN_BACKEND
from games.models import (
    Appeal,
    Case,
    CaseReport,
    ModAction,
    ModNote,
    Player,
    PlayerPause,
    Statement,
)
from games.services.appeals import send_appeal
from games.services.cases import take_case
from games.services.decisions import Verdict, decide_by_rule
from games.services.players import player_for
from games.services.reports import Notice, send_notice
from tests.accounts.support import moderator, with_factor
from tests.services.moderation import MUTE, reported
from tests.services.moderation import moderator as colleague
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod() -> Client:
    """A moderator's browser, after the second step."""
    return with_factor(Client(headers={"accept-language": "en"}), moderator())


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def decide(mod, case_id, **form):
    return mod.post(f"/desk/cases/{case_id}/", form)


def test_the_queue_has_the_urgent_first_and_says_what_waits(mod):
    reported("eva", kind="insults")
    reported("tom", kind="threats")
    page = words(mod.get("/desk/").content.decode())
    assert page.index("about tom") < page.index("about eva")
    assert "urgent" in page
    assert "1 report" in page


def test_a_case_is_taken_from_the_queue_and_shown_to_others_as_taken(mod):
    report = reported()
    mod.post(f"/desk/cases/{report.case_id}/take/")
    assert Case.objects.get().locked_by.username == "Mireia"
    assert "about eva" in words(mod.get("/desk/?of=me").content.decode())
    other = with_factor(Client(headers={"accept-language": "en"}), moderator("Aitor"))
    assert "Mireia works on it" in words(other.get("/desk/").content.decode())
    page = words(other.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "Mireia works on this case." in page
    assert "What is done" not in page


def test_a_case_shows_the_reports_and_the_person_and_proposes_a_text(mod):
    report = reported()
    reported("eva", by="ana", kind="threats")
    page = words(mod.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "Insults, Hate or threats" in page
    assert "right in" not in page
    query = {"measure": "mute", "rule": "insults", "minutes": "10080"}
    text = mod.get(f"/desk/cases/{report.case_id}/text/", query).json()["text"]
    assert "2.2 Speak well" in text
    assert "You can appeal once" in text


def test_the_text_is_proposed_in_the_language_of_the_player(mod):
    report = reported()
    report.reported.user.language = "ca"
    report.reported.user.save()
    query = {"measure": "warning", "rule": "insults"}
    text = mod.get(f"/desk/cases/{report.case_id}/text/", query).json()["text"]
    assert "Parlar bé" in text


def test_a_decision_is_made_and_undone(mod):
    report = reported()
    done = decide(
        mod, report.case_id, measure="mute", rule="insults", minutes="10080", text="You insulted."
    )
    number = ModAction.objects.get().number
    assert done.headers["Location"] == f"/desk/?done={number}"
    assert Statement.objects.get().text == "You insulted."
    page = mod.get(done.headers["Location"]).content.decode()
    assert f"/desk/decisions/{number}/undo/" in page
    mod.post(f"/desk/decisions/{number}/undo/")
    assert Case.objects.get().closed_at is None
    assert "/undo/" not in mod.get(f"/desk/?done={number}").content.decode()


def test_a_decision_that_is_refused_keeps_what_was_written(mod):
    report = reported()
    answer = decide(mod, report.case_id, measure="hug", rule="insults", text="My words")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Choose a measure." in page
    assert "My words" in page


def test_closing_an_account_waits_for_a_second_moderator(mod):
    report = reported(kind="threats")
    form = {"measure": "closure", "rule": "threats", "text": "Closed."}
    decide(mod, report.case_id, **form)
    page = words(mod.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "You proposed to close the account." in page
    other = with_factor(Client(headers={"accept-language": "en"}), moderator("Aitor"))
    page = words(other.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "Another moderator proposes to close the account." in page
    assert "Closed." in page
    decide(other, report.case_id, **form)
    report.reported.user.refresh_from_db()
    assert report.reported.user.is_barred


def test_a_moderator_sees_no_case_about_themselves(mod):
    own = player_for(_user("Mireia"))
    report = reported(own.name)
    assert "about Mireia" not in words(mod.get("/desk/").content.decode())
    assert mod.get(f"/desk/cases/{report.case_id}/").status_code == 404
    assert decide(mod, report.case_id, measure="dismissal").status_code == 404


def test_a_case_is_put_off_and_notes_are_kept(mod):
    report = reported()
    mod.post(f"/desk/cases/{report.case_id}/note/", {"note": "Third time."})
    assert ModNote.objects.get().text == "Third time."
    mod.post(f"/desk/cases/{report.case_id}/later/")
    assert "Nothing waits here." in words(mod.get("/desk/").content.decode())
    page = words(mod.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "Third time." in page


def test_a_notice_is_given_a_name_decided_and_answered_by_mail(mod):
    report = send_notice(
        notice=Notice(address="https://x.example/", reason="hate", email="nora@example.org")
    )
    player_with_account("eva")
    mod.post(f"/desk/cases/{report.case_id}/player/", {"player": "nobody"})
    assert CaseReport.objects.get().reported is None
    mod.post(f"/desk/cases/{report.case_id}/player/", {"player": "eva"})
    decide(mod, report.case_id, measure="warning", rule="law", text="That is against the law.")
    assert mail.outbox[-1].to == ["nora@example.org"]
    assert "we have acted on it" in mail.outbox[-1].body


def test_an_appeal_is_answered_by_somebody_else(mod):
    report = reported()
    decide(mod, report.case_id, measure="warning", rule="insults", text="Speak well.")
    statement = Statement.objects.get()
    appeal = send_appeal(statement_id=statement.pk, player=report.reported, text="Not me")
    form = {"appeal": appeal.pk, "answer": "You are right.", "granted": "yes"}
    refused = mod.post("/desk/appeals/", form)
    assert refused.status_code == 422
    assert "You are right." in refused.content.decode()
    other = with_factor(Client(headers={"accept-language": "en"}), moderator("Aitor"))
    assert "Not me" in words(other.get("/desk/appeals/").content.decode())
    other.post("/desk/appeals/", form)
    assert Appeal.objects.get().granted
    assert "Nothing waits here." in words(other.get("/desk/appeals/").content.decode())


def test_a_page_of_the_queue_reads_as_much_for_few_cases_as_for_many(
    mod, django_assert_max_num_queries
):
    for number in range(12):
        reported(f"player{number}", by=f"reporter{number}")
    decide_by_rule(player=Player.objects.get(name="player0"), verdict=MUTE)
    take_case(case_id=Case.objects.first().pk, moderator=colleague("Pau"))
    with django_assert_max_num_queries(15):
        assert mod.get("/desk/").status_code == 200
    with django_assert_max_num_queries(34):
        assert mod.get(f"/desk/cases/{Case.objects.last().pk}/").status_code == 200


def test_a_long_queue_is_not_counted_to_its_end(mod, monkeypatch):
    monkeypatch.setattr("games.selectors.cases.MAX_COUNTED", 2)
    for number in range(3):
        reported(f"player{number}", by=f"reporter{number}")
    assert "Open 1+ Mine 0 Appeals 0" in words(mod.get("/desk/").content.decode())


def test_what_is_in_force_is_shown_of_one_player_or_of_all_and_lifted_for_a_reason(mod):
    for name in ("eva", "tom"):
        decide_by_rule(player=player_with_account(name), verdict=MUTE)
    assert {"eva : Muted", "tom : Muted"} <= {
        one.split(",")[0] for one in re.findall(r"\w+ : [^,]+,", words_of(mod, "/desk/in-force/"))
    }
    page = words_of(mod, "/desk/in-force/?player=eva")
    assert "tom" not in page
    assert "Nothing is in force." in words_of(mod, "/desk/in-force/?player=nobody")
    form = {"kind": "decision", "id": ModAction.objects.get(number=1).number, "reason": ""}
    answer = mod.post("/desk/in-force/", form)
    assert answer.status_code == 422
    assert "Say why: the reason is kept." in answer.content.decode()
    assert mod.post("/desk/in-force/", {**form, "kind": "hug"}).status_code == 422
    mod.post("/desk/in-force/", {**form, "reason": "A mistake."})
    page = words_of(mod, "/desk/in-force/")
    assert "Lifted." in page
    assert "eva" not in page


def test_a_pause_by_the_rule_is_lifted_and_its_player_reads_so_in_their_language(mod):
    eva = player_with_account("eva")
    eva.user.language = "ca"
    eva.user.save()
    now = timezone.now()
    pause = PlayerPause.objects.create(
        player=eva, starts_at=now, ends_at=now + timedelta(hours=1), minutes=60
    )
    assert "by the rule about leaving" in words_of(mod, "/desk/in-force/")
    mod.post("/desk/in-force/", {"kind": "pause", "id": pause.pk, "reason": "The site was slow."})
    own = Client(headers={"accept-language": "ca"})
    own.force_login(eva.user, backend=LOGIN_BACKEND)
    page = words(own.get("/standing/").content.decode())
    assert "La moderació ha aixecat la teva pausa" in page
    assert "Fes-hi una apel" not in page
    assert own.get("/standing/").status_code == 200


def test_whoever_has_a_pause_by_moderators_reads_that_a_person_decided_it(mod):
    eva = player_with_account("eva")
    pause = Verdict(measure="pause", rule="finish", minutes=1440, text="Finish your matches.")
    decide_by_rule(player=eva, verdict=pause)
    own = Client(headers={"accept-language": "en"})
    own.force_login(eva.user, backend=LOGIN_BACKEND)
    assert "A moderator decided it." in words(own.get("/standing/").content.decode())


def test_new_accounts_are_refused_from_a_case_without_showing_an_address(mod):
    report = reported()
    user = report.reported.user
    User.objects.filter(pk=user.pk).update(email="eva@malo.example")
    for number, who in enumerate((user, User.objects.create(username="otra"))):
        UserSession.objects.create(
            user=who, ip="192.0.2.77", session_key=f"s{number}", user_agent="x"
        )
    place = f"/desk/cases/{report.case_id}/"
    page = mod.get(place).content.decode()
    assert "192.0.2.77" not in page
    assert "eva@" not in page
    text = words(page)
    assert "0 other accounts have an e-mail address of malo.example." in text
    assert "1 other account was used from there." in text
    form = {"measure": "domain_ban", "domain": "malo.example", "days": "90", "reason": "spam"}
    mod.post(f"{place}signup/", form)
    mod.post(f"{place}signup/", {"measure": "address_ban", "days": "7", "reason": "spam"})
    page = mod.get("/desk/in-force/").content.decode()
    assert "malo.example" in page
    assert "New accounts refused by address" in page
    assert not any(ban.value in page for ban in SignupBan.objects.filter(kind="address"))
    again = mod.post(f"{place}signup/", form, follow=True)
    assert "It is refused already." in again.content.decode()


def test_an_account_with_a_public_provider_has_no_domain_to_refuse(mod):
    report = reported()
    User.objects.filter(pk=report.reported.user.pk).update(email="eva@gmail.com")
    page = words(mod.get(f"/desk/cases/{report.case_id}/").content.decode())
    assert "or one of a public provider" in page
    assert "gmail" not in page


def words_of(browser, place):
    return words(browser.get(place).content.decode())


def _user(name):
    return User.objects.get(username=name)
