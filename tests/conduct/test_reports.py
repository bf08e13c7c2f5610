"""How urgent reports and cases are, and the measures that may follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conduct import measures, reports

SCORES = st.integers(0, 100)


def test_every_kind_of_report_has_a_room_a_term_and_a_usual_rule():
    assert len(reports.KINDS) == 10
    for kind in (*reports.KINDS, reports.ILLEGAL):
        assert reports.room_of(kind)
        assert reports.term_hours(kind) in (24, 72)
        assert measures.USUAL_RULES[kind] in measures.RULES


def test_threats_come_before_what_a_good_reporter_says_of_other_things():
    assert reports.report_urgency("threats", accuracy=0) >= reports.URGENT_FROM
    assert reports.report_urgency("threats", accuracy=0) > reports.report_urgency(
        "insults", accuracy=80
    )


@given(SCORES, SCORES)
def test_whoever_was_right_more_often_is_heard_sooner(one, other):
    low, high = sorted((one, other))
    assert reports.report_urgency("insults", accuracy=low) <= reports.report_urgency(
        "insults", accuracy=high
    )


@given(st.sampled_from(reports.KINDS), SCORES, st.booleans(), st.booleans())
def test_an_urgency_stays_within_its_bounds(kind, accuracy, automatic, marked):
    score = reports.report_urgency(kind, accuracy=accuracy, automatic=automatic, marked=marked)
    assert 0 <= score <= reports.MAX_URGENCY


@given(st.lists(SCORES, max_size=30), SCORES)
def test_a_further_report_never_makes_a_case_less_urgent(scores, more):
    assert reports.case_urgency([*scores, more]) >= reports.case_urgency(scores)


@pytest.mark.parametrize(
    ("measure", "rule", "minutes", "code"),
    [
        ("hug", "insults", None, "unknown_measure"),
        ("mute", "hair", 10_080, "unknown_rule"),
        ("mute", "insults", 5, "bad_length"),
        ("mute", "insults", None, "bad_length"),
        ("warning", "insults", 60, "bad_length"),
        ("silent_mute", "insults", 10_080, "not_silently"),
    ],
)
def test_a_measure_that_the_rules_do_not_know_is_refused(measure, rule, minutes, code):
    with pytest.raises(measures.MeasureError) as caught:
        measures.check_measure(measure, rule, minutes)
    assert caught.value.code == code


def test_each_measure_may_have_each_of_its_lengths():
    for measure in measures.MEASURES:
        for minutes in measures.lengths_of(measure) or (None,):
            measures.check_measure(measure, "advertising", minutes)
