"""The page of a blind review shows cards, and whom the case is about only when all is judged."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import BlindJudgement, BlindReview
from games.services.reports import send_automatic
from tests.accounts.support import moderator, with_factor
from tests.services.blind import favour_case, favours, partners
from tests.services.moderation import reported

pytestmark = pytest.mark.django_db


def desk(name: str = "Mireia") -> Client:
    """A moderator's browser, after the second step."""
    return with_factor(Client(headers={"accept-language": "en"}), moderator(name))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.fixture
def case_id() -> int:
    """A case with others to compare with."""
    report = favour_case()
    for letter in "ABC":
        favours(letter)
    return report.case_id


def test_nothing_before_the_judgement_says_whom_the_case_is_about(case_id):
    mod = desk()
    queue = words(mod.get("/desk/").content.decode())
    assert "to be judged blind" in queue
    assert "X0" not in queue
    assert mod.get(f"/desk/cases/{case_id}/").headers["Location"] == f"/desk/cases/{case_id}/blind/"
    posted = mod.post(f"/desk/cases/{case_id}/", {"measure": "dismissal"})
    assert posted.headers["Location"].endswith("/blind/")
    query = {"measure": "warning", "rule": "signals"}
    assert mod.get(f"/desk/cases/{case_id}/text/", query).status_code == 404
    page = mod.get(f"/desk/cases/{case_id}/blind/").content.decode()
    shown = words(page)
    for name in (f"{letter}{seat}" for letter in "XABC" for seat in range(3)):
        assert name not in shown
    assert "/matches/" not in page.split("<main", 1)[1]
    assert "/players/" not in page.split("<main", 1)[1]
    assert not re.search(r"\bz\b|5\.0|0\.\d\d", shown.split("Set A", 1)[1])


def test_the_three_sets_have_the_same_form_and_stay_where_they_are(case_id):
    mod = desk()
    first = mod.get(f"/desk/cases/{case_id}/blind/").content.decode()
    parts = re.split(
        r'<section class="stack tight" aria-labelledby="h-set\d">', first.split("</main>")[0]
    )[1:]
    assert len(parts) == 3
    assert {part.count("On the table") for part in parts} == {16}
    names = {
        re.sub(r"\d", "", name) for part in parts for name in re.findall(r'id="([^"]*)"', part)
    }
    assert names == {"h-set"}
    again = mod.get(f"/desk/cases/{case_id}/blind/").content.decode()
    token = re.compile(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"')
    assert token.sub("", again.split("<main", 1)[1]) == token.sub("", first.split("<main", 1)[1])


def test_what_was_judged_stands_on_the_case_with_that_of_others(case_id):
    mod, other = desk(), desk("Aitor")
    address = f"/desk/cases/{case_id}/blind/"
    mod.get(address)
    incomplete = mod.post(address, {"set0": "clear", "set1": "nothing"})
    assert incomplete.status_code == 422
    page = incomplete.content.decode()
    assert "Judge each of the sets." in page
    assert page.count("checked") == 2
    real = [one["real"] for one in BlindReview.objects.get().sets].index(True)
    chosen = {f"set{place}": "clear" if place == real else "nothing" for place in range(3)}
    assert mod.post(address, chosen).headers["Location"] == f"/desk/cases/{case_id}/"
    page = words(mod.get(f"/desk/cases/{case_id}/").content.decode())
    assert "About X0" in page
    assert "favours: X1" in page
    assert "Mireia : Clear (others, for comparison: Nothing, Nothing)" in page
    assert mod.get(address).headers["Location"] == f"/desk/cases/{case_id}/"
    assert "about X0" in words(mod.get("/desk/").content.decode())

    assert "Mireia" not in words(other.get(address).content.decode()).split("Judge without", 1)[1]
    other.post(address, {f"set{place}": "doubtful" for place in range(3)})
    page = words(other.get(f"/desk/cases/{case_id}/").content.decode())
    assert "Aitor : Doubtful" in page
    assert "Mireia : Clear" in page
    assert BlindJudgement.objects.count() == 6


def test_partners_are_told_apart_by_words_of_their_own():
    one, other = partners("X")
    report = send_automatic(player=one, kind="signals", facts={"with": other.pk, "z": 5.0})
    for letter in "AB":
        partners(letter)
    page = words(desk().get(f"/desk/cases/{report.case_id}/blind/").content.decode())
    assert "The partner's card on the table is marked." in page
    assert "both hands" in page


def test_without_anybody_to_compare_with_the_case_opens_and_says_so():
    report, mod = favour_case(), desk()
    page = mod.get(f"/desk/cases/{report.case_id}/", follow=True).content.decode()
    assert "nobody to compare with" in page
    assert "About X0" in words(page)


def test_other_cases_and_strange_numbers_have_no_blind_review():
    report, mod = reported(), desk()
    address = f"/desk/cases/{report.case_id}/blind/"
    assert mod.get(address).headers["Location"] == f"/desk/cases/{report.case_id}/"
    assert mod.get("/desk/cases/999999/blind/").status_code == 404
