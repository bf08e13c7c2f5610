"""Cases of fair play are judged without knowing whom they are about, once, and each moderator apart."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import timezone

from games.common.errors import CaseError
from games.models import BlindJudgement, Case, OpponentDecisions, Player
from games.models.moderation import AppendOnlyError
from games.selectors.blind_reviews import alike, judgements_of, subject_of, to_judge_blind
from games.services.blind_reviews import begin_blind_review, judge_blind
from games.services.decisions import DISMISSAL, Verdict, decide_case
from games.services.reports import send_automatic
from tests.services.blind import favour_case, favours, partners
from tests.services.moderation import WARNING, moderator, refused, reported

pytestmark = pytest.mark.django_db
FREE = ["clear", "nothing", "doubtful"]


@pytest.fixture
def case() -> Case:
    """A case with four others to compare with."""
    report = favour_case()
    for letter in "ABCD":
        favours(letter)
    return report.case


def test_three_sets_of_the_same_size_hold_cards_and_nothing_else(case):
    marta = moderator()
    review = begin_blind_review(case=case, moderator=marta)
    assert sorted(one["real"] for one in review.sets) == [False, False, True]
    assert {len(one["decisions"]) for one in review.sets} == {16}
    shown = review.sets[0]["decisions"][0]
    assert set(shown) == {
        "trump", "turned", "stock", "points", "trick", "hand", "played", "best", "asked",
    }  # fmt: skip
    for one in (each for found in review.sets for each in found["decisions"]):
        assert {one["played"], one["best"], one["asked"]} <= set(one["hand"])
        assert all(mark in ("", "other") for _card, mark in one["trick"])
    assert begin_blind_review(case=case, moderator=marta) == review


def test_the_place_of_the_real_set_is_drawn_by_chance(case):
    places = Counter(
        [one["real"] for one in begin_blind_review(case=case, moderator=moderator(f"M{n}")).sets]
        .index(True)
        for n in range(24)
    )  # fmt: skip
    assert set(places) == {0, 1, 2}  # misses one of three by chance in 0.02 % of runs


def test_nobody_decides_before_judging_and_judging_ends_the_blindness(case):
    marta = moderator()
    assert to_judge_blind([case], marta) == {case.pk}
    verdict = Verdict(measure=DISMISSAL)
    assert refused(decide_case, case_id=case.pk, moderator=marta, verdict=verdict) == "blind_first"
    begin_blind_review(case=case, moderator=marta)
    assert refused(decide_case, case_id=case.pk, moderator=marta, verdict=verdict) == "blind_first"
    assert refused(judge_blind, case=case, moderator=marta, verdicts=["clear"]) == "no_verdict"
    bad = ["clear", "guilty", "nothing"]
    assert refused(judge_blind, case=case, moderator=marta, verdicts=bad) == "no_verdict"
    judge_blind(case=case, moderator=marta, verdicts=FREE)
    assert to_judge_blind([case], marta) == set()
    assert decide_case(case_id=case.pk, moderator=marta, verdict=WARNING).case == case.pk


def test_a_judgement_is_stored_once_and_never_changed(case):
    marta = moderator()
    assert refused(judge_blind, case=case, moderator=marta, verdicts=FREE) == "no_such_case"
    begin_blind_review(case=case, moderator=marta)
    judge_blind(case=case, moderator=marta, verdicts=FREE)
    again = ["nothing"] * 3
    assert refused(judge_blind, case=case, moderator=marta, verdicts=again) == "judged"
    row = BlindJudgement.objects.get(place=0)
    row.verdict = "nothing"
    with pytest.raises(AppendOnlyError):
        row.save()
    with pytest.raises(AppendOnlyError):
        BlindJudgement.objects.update(verdict="nothing")
    with pytest.raises(AppendOnlyError):
        BlindJudgement.objects.all().delete()
    case.delete()
    assert not BlindJudgement.objects.exists()


def test_a_second_moderator_has_sets_of_their_own_and_judges_apart(case):
    marta, aitor = moderator(), moderator("Aitor")
    first = begin_blind_review(case=case, moderator=marta)
    judge_blind(case=case, moderator=marta, verdicts=FREE)
    assert to_judge_blind([case], aitor) == {case.pk}
    second = begin_blind_review(case=case, moderator=aitor)
    assert second.pk != first.pk
    judge_blind(case=case, moderator=aitor, verdicts=["nothing"] * 3)
    one, other = judgements_of(case)
    assert (one.moderator, other.moderator) == (marta, aitor)
    real = [found["real"] for found in first.sets].index(True)
    assert one.real == FREE[real]
    assert sorted(one.controls) == sorted(FREE[:real] + FREE[real + 1 :])
    assert (other.real, other.controls) == ("nothing", ["nothing"] * 2)


def test_partners_are_judged_in_the_same_way():
    one, other = partners("X")
    for letter in "AB":
        partners(letter)
    report = send_automatic(player=other, kind="signals", facts={"with": one.pk, "z": 5.0})
    assert report is not None
    subject = subject_of(report.case)
    assert subject is not None
    assert (subject.kind, subject.two) == ("partner", (one.pk, other.pk))
    review = begin_blind_review(case=report.case, moderator=moderator())
    assert review.subject == "partner"
    assert len(review.sets) == 3


def test_where_there_is_nobody_to_compare_with_the_case_is_open_at_once():
    case, marta = favour_case().case, moderator()
    favours("A")
    assert begin_blind_review(case=case, moderator=marta).sets == []
    assert to_judge_blind([case], marta) == set()
    assert decide_case(case_id=case.pk, moderator=marta, verdict=WARNING).measure == "warning"


def test_a_set_of_few_decisions_says_nothing():
    case = favour_case("X", number=11).case
    for letter in "ABC":
        favours(letter)
    assert begin_blind_review(case=case, moderator=moderator()).sets == []


def test_all_sets_are_as_long_as_the_shortest():
    case = favour_case("X", number=18).case
    favours("A", 18)
    one, _other = favours("B", 18)
    row = OpponentDecisions.objects.get(player=one)
    row.places = row.places[:14] + [["d99t1c1", "O1", True]] * 4  # the analysis has only 14
    row.save()
    review = begin_blind_review(case=case, moderator=moderator())
    assert {len(found["decisions"]) for found in review.sets} == {14}


def test_those_a_rule_has_reported_and_the_moderator_are_nobodys_controls(case):
    subject = subject_of(case)
    assert subject is not None
    now = timezone.now()
    others = alike(subject, least=12, now=now, without=())
    assert len(others) == 4
    (one, _), (two, _), *rest = others
    send_automatic(player=Player.objects.get(pk=one), kind="signals", facts={"favours": two})
    assert alike(subject, least=12, now=now, without=[two]) == rest


def test_a_moderator_who_is_one_of_the_two_is_refused(case):
    marta = moderator()
    subject = subject_of(case)
    assert subject is not None
    Player.objects.filter(pk=subject.two[1]).update(user=marta)
    with pytest.raises(CaseError) as caught:
        begin_blind_review(case=case, moderator=marta)
    assert caught.value.code == "own_case"


def test_other_cases_are_not_judged_blind():
    report, marta = reported(kind="signals"), moderator()
    assert to_judge_blind([report.case], marta) == set()
    assert refused(begin_blind_review, case=report.case, moderator=marta) == "no_such_case"
