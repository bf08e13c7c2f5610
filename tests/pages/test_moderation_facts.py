"""The page of a case has the facts for each kind of report, and keeps others back."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import (
    CaseReport,
    MatchOutcome,
    Player,
    PlayerPause,
    Rating,
    RatingPoint,
    Statement,
)
from games.services.cases import take_case
from games.services.reports import send_automatic
from tests.accounts.support import moderator, with_factor
from tests.pages.test_review import finished
from tests.services.blind import favour_case, favours
from tests.services.moderation import moderator as colleague
from tests.services.moderation import reported
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod() -> Client:
    """A moderator's browser, after the second step."""
    return with_factor(Client(headers={"accept-language": "en"}), moderator())


def shown(mod: Client, report: CaseReport) -> str:
    """The HTML of the page of a report's case, without what is around every page."""
    answer = mod.get(f"/desk/cases/{report.case_id}/")
    assert answer.status_code == 200
    return answer.content.decode().split("<main", 1)[1]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_report_of_leaving_shows_how_the_latest_matches_ended_and_the_pauses(mod):
    report = reported(kind="stopped")
    now = timezone.now()
    for kind in ("left", "finished", "finished"):
        MatchOutcome.objects.create(player=report.reported, kind=kind, at=now)
    PlayerPause.objects.create(
        player=report.reported, starts_at=now, ends_at=now + timedelta(minutes=22), minutes=22
    )
    page = words(shown(mod, report))
    assert "2 of 3 finished" in page
    assert "1 pause by the rule" in page
    assert "22 min" in page
    assert "How their latest matches ended" not in words(shown(mod, reported("tom")))


def test_a_report_of_rigging_shows_results_against_the_reporter_and_the_rating(mod):
    report = reported(kind="rigging")
    eva, ana = report.reported, report.reporter
    for number, rival in enumerate((ana, player_with_account("leo")), 1):
        match, _record = finished(2, "individual", seed=str(number), people=[eva, rival])
        rating, _new = Rating.objects.get_or_create(
            player=eva, pool="2", defaults={"mu": 25, "sigma": 2, "display": 1500, "matches": 2}
        )
        RatingPoint.objects.get_or_create(
            rating=rating,
            number=number,
            defaults={"match": match, "display": 1500 + number, "deviation": 90},
        )
    page = words(shown(mod, report))
    against, latest = page.split("Against ana")[1].split("Their latest matches")
    assert "leo" not in against
    assert "leo" in latest
    assert "Rating over the last" in shown(mod, report)


def test_ratings_that_a_player_keeps_private_are_not_shown_to_moderators(mod):
    report = reported(kind="rigging")
    finished(2, "individual", people=[report.reported, report.reporter])
    Player.objects.update(figures_private=True)
    page = shown(mod, report)
    assert "They keep their ratings to themselves." in page
    assert "Rating over the last" not in page
    assert "Main figures" not in page


def test_a_report_of_two_accounts_shows_shared_places_unfolded_and_no_address(mod):
    report = reported(kind="two_accounts")
    User.objects.filter(pk=report.reported.user_id).update(email="eva@malo.example")
    page = shown(mod, report)
    assert "Shared places" in page
    assert page.count("The same place is no proof") == 1
    assert re.search(r"<details[^>]*signup[^>]*open", page)
    assert "eva@" not in page
    other = shown(mod, reported("tom"))
    assert "Shared places" not in other
    assert other.count("The same place is no proof") == 1
    assert not re.search(r"<details[^>]*signup[^>]*open", other)


def test_a_report_from_a_profile_leads_to_the_last_match_that_both_played(mod):
    eva, ana = player_with_account("eva"), player_with_account("ana")
    finished(2, "individual", seed="1", people=[eva, player_with_account("leo")])
    match, _record = finished(2, "individual", seed="2", people=[eva, ana])
    page = shown(mod, reported("eva", by="ana"))
    assert re.findall(r"/matches/([\w-]+)/", page) == [match.public_id]
    assert "the last that both played before the report" in page


def test_the_person_has_a_face_and_figures(mod):
    report = reported()
    finished(2, "individual", people=[report.reported, report.reporter])
    page = shown(mod, report)
    person = page.split('aria-labelledby="h-person"')[1].split("</section>")[0]
    assert 'class="tile"' in person
    assert "Points per deal" in person


def test_the_queue_stands_beside_the_case_with_the_case_marked(mod):
    report = reported()
    reported("tom", by="nora")
    page = shown(mod, report)
    queue = page.split('<ol class="queue"')[1].split("</ol>")[0]
    assert {"about eva", "about tom"} <= set(re.findall(r"about \w+", words(queue)))
    assert queue.count("aria-current") == 1


@pytest.mark.parametrize(
    ("kind", "measure"), [("stopped", "warning"), ("threats", "mute"), ("other", "dismissal")]
)
def test_each_kind_of_report_proposes_a_measure_with_its_text(mod, kind, measure):
    page = shown(mod, reported(kind=kind))
    chosen = re.findall(r'name="measure"\s+value="(\w+)"\s+checked', page)
    assert chosen == [measure]
    text = re.search(r"<textarea[^>]*id=\"id_text\"[^>]*>([^<]*)<", page)
    assert bool(text[1].strip()) == (measure != "dismissal")


def test_other_open_cases_about_the_same_person_are_named_and_taken_together(mod):
    first = reported(kind="insults")
    second, third = reported(kind="stopped"), reported(kind="rigging")
    elsewhere = reported("tom", by="nora")
    take_case(case_id=third.case_id, moderator=colleague("Aitor"))
    page = words(shown(mod, first))
    assert "2 other cases about this person are open" in page
    mod.post(f"/desk/cases/{first.case_id}/take-all/")
    for report, name in ((first, "Mireia"), (second, "Mireia"), (third, "Aitor")):
        report.case.refresh_from_db()
        assert report.case.locked_by.username == name
    elsewhere.case.refresh_from_db()
    assert elsewhere.case.locked_by is None


def test_a_case_to_be_judged_blind_is_neither_named_nor_taken_beside_another_of_the_person(mod):
    hidden = favour_case()
    for letter in "ABC":
        favours(letter)
    open_report = reported(hidden.reported.name)
    page = shown(mod, open_report)
    assert "about this person" not in page
    assert f"/desk/cases/{hidden.case_id}/" not in page.split("desk-person")[1]
    mod.post(f"/desk/cases/{open_report.case_id}/take-all/")
    hidden.case.refresh_from_db()
    assert hidden.case.locked_by is None


def test_how_often_a_reporter_was_right_is_shown_after_five_judged_reports(mod):
    report = reported()
    for number in range(4):
        judged = send_automatic(player=player_with_account(f"p{number}"), kind="stopped", facts={})
        CaseReport.objects.filter(pk=judged.pk).update(reporter=report.reporter, status="upheld")
    assert "right in" not in words(shown(mod, report))
    judged = send_automatic(player=player_with_account("p4"), kind="stopped", facts={})
    CaseReport.objects.filter(pk=judged.pk).update(reporter=report.reporter, status="upheld")
    assert "right in 86 %" in words(shown(mod, report))


def test_a_text_proposed_for_another_measure_is_never_sent_unread(mod):
    report = reported(kind="stopped")
    page = shown(mod, report)
    fields = dict(re.findall(r'name="(proposed(?:_for)?)"\s+value="([^"]*)"', page))
    form = {"rule": "finish", "minutes": "", "text": fields["proposed"], **fields}
    fields_of = {**form, "text": unescape(form["text"]), "proposed": unescape(form["proposed"])}
    refused = mod.post(f"/desk/cases/{report.case_id}/", {**fields_of, "measure": "pause"})
    assert refused.status_code == 422
    assert "you play no rated matches" in words(refused.content.decode())
    assert not Statement.objects.exists()
    mod.post(f"/desk/cases/{report.case_id}/", {**fields_of, "measure": "warning"})
    assert Statement.objects.get().action.measure == "warning"
