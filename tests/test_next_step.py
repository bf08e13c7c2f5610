"""The choice of the next step: total, deterministic, and never the same kind twice in a row."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.common.house_bots import LEVELS
from games.common.next_step import RULES, Facts, Occasion, StepKind, next_step

LAST_KINDS = ("", *StepKind)
few = some.integers(min_value=0, max_value=9)
points = some.floats(min_value=0, max_value=40, allow_nan=False)
any_facts = some.builds(
    Facts,
    occasion=some.sampled_from(Occasion),
    match=some.sampled_from(["0a1b2c3d4e5f"]),
    level=some.sampled_from(("", *LEVELS)),
    wins_in_row=few,
    losses_in_row=few,
    mistakes=few,
    mistakes_loss=points,
    exercise=few,
    exercise_loss=points,
    exchange_chances=few,
    exchanges=few,
    exchange_missed=some.booleans(),
    rematch_table=some.sampled_from(("", "again")),
    friend_table=some.sampled_from(("", "theirs")),
    club_event=some.sampled_from(("", "night")),
    is_partners_club=some.booleans(),
    event=some.sampled_from(("", "sunday")),
    daily_open=some.booleans(),
    lesson_done=some.booleans(),
    path_url=some.sampled_from(("", "/guide/trumps/")),
    puzzles_in_row=few,
    theme=some.sampled_from(("", "trumps")),
    theme_misses=few,
    exercises_wait=some.booleans(),
    is_guest=some.booleans(),
    matches=few,
)


@given(any_facts, some.sampled_from(LAST_KINDS))
def test_there_is_always_a_step_and_never_the_kind_shown_last(facts: Facts, last: str) -> None:
    step = next_step(facts, last)
    assert step.kind != last
    assert step == next_step(facts, last), "the same facts give the same step"
    assert RULES[step.kind](facts) == step.data


@given(any_facts, some.sampled_from(LAST_KINDS))
def test_no_kind_of_a_higher_priority_applies(facts: Facts, last: str) -> None:
    kinds = list(StepKind)
    chosen = next_step(facts, last).kind
    for kind in kinds[: kinds.index(chosen)]:
        assert kind == last or RULES[kind](facts) is None


@given(any_facts)
def test_a_long_row_of_pages_repeats_no_kind_at_once(facts: Facts) -> None:
    shown = [""]
    for _page in range(6):
        shown.append(next_step(facts, shown[-1]).kind)
    assert all(kind != following for kind, following in pairwise(shown))


def test_every_kind_has_a_rule_in_the_order_of_its_priority() -> None:
    assert list(RULES) == list(StepKind)
    assert len(StepKind) >= 12


def test_a_stranger_who_knows_nothing_is_led_to_the_lesson() -> None:
    assert next_step(Facts()).kind == StepKind.LESSON
    assert next_step(Facts(), "lesson").kind == StepKind.PUZZLE


EVERYTHING = Facts(
    match="0a1b2c3d4e5f", level="rules", wins_in_row=3, mistakes=3, mistakes_loss=24.0,
    exercise=7, exercise_loss=9.4, exchange_chances=2, exchange_missed=True,
    rematch_table="again", friend_table="theirs", club_event="night", event="sunday",
    daily_open=True, path_url="/guide/trumps/", exercises_wait=True, is_guest=True, matches=1,
)  # fmt: skip


def test_what_is_over_soon_comes_before_own_cards_and_these_before_what_is_there_every_day() -> (
    None
):
    facts, kinds = EVERYTHING, []
    without = {
        "friend_table": "", "rematch_table": "", "club_event": "", "exercise": 0,
        "exchange_missed": False, "mistakes": 0, "daily_open": False, "lesson_done": True,
        "path_url": "", "wins_in_row": 0, "event": "", "matches": 3, "is_guest": False,
        "exercises_wait": False, "level": "",
    }  # fmt: skip
    for name, value in without.items():
        kinds.append(next_step(facts).kind)
        facts = replace(facts, **{name: value})
    assert kinds == [
        "friend_table", "rematch", "club_night", "try_card", "exchange", "mistakes", "daily",
        "lesson", "path", "stronger_bot", "event", "exercises", "account", "exercises", "again",
    ]  # fmt: skip
    assert next_step(facts).kind == StepKind.PUZZLE


@pytest.mark.parametrize(
    ("level", "row", "kind", "proposed"),
    [
        ("rules", {"losses_in_row": 2}, "easier_bot", "greedy"),
        ("random", {"losses_in_row": 5}, "again", "random"),
        ("rules", {"wins_in_row": 3}, "stronger_bot", "learned"),
        ("expert", {"wins_in_row": 9}, "again", "expert"),
        ("rules", {"losses_in_row": 1}, "again", "rules"),
    ],
)
def test_levels_go_down_after_losses_and_up_after_wins(level, row, kind, proposed) -> None:
    step = next_step(Facts(level=level, matches=5, **row))
    assert (step.kind, step.data["level"]) == (kind, proposed)


def test_each_fact_has_a_default_so_that_a_page_needs_to_know_none() -> None:
    assert Facts() == Facts(**{field.name: field.default for field in fields(Facts)})
