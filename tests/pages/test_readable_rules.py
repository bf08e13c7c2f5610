"""The readable rules of any ruleset say what matters in it, in every language, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.conf import settings as site
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import OPTIONS, PRESETS, Ruleset, RulesetError, build_ruleset
from games.engine.conflicts import CONFLICTS
from games.rules_text import card_order, differences, explain, preset_title, signs, summary
from games.rules_text.choice import Choice, judge, offered_presets, read_options
from games.rules_text.clauses import matters
from games.rules_text.groups import GROUPS
from games.rules_text.options import OPTION_WORDS, value_words
from games.rules_text.presets import PRESET_WORDS
from games.rules_text.refusals import CONFLICT_REASONS

LANGUAGES = [code for code, _name in site.LANGUAGES]


def values(name: str) -> st.SearchStrategy[Any]:
    """Any value of an option."""
    option = OPTIONS[name]
    match option.kind:
        case "bool":
            return st.booleans()
        case "int":
            return st.integers(int(option.low), int(option.high))
        case "float":
            return st.sampled_from([0, 0.25, 0.5, 1])
        case "enum":
            return st.sampled_from(option.values)
    return st.lists(st.sampled_from(option.values), min_size=1, max_size=2, unique=True)


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, int, dict[str, Any]]:
    """A preset for so many players with some options changed, whether that can stand or not."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    players = draw(st.sampled_from(sorted(PRESETS[preset].players)))
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=6, unique=True))
    return preset, players, {name: draw(values(name)) for name in names}


def can_stand(preset: str, players: int, changes: dict[str, Any]) -> Ruleset | None:
    """The ruleset, where there is one."""
    try:
        ruleset = build_ruleset(preset, players, changes)
        _ = ruleset.rules
    except RulesetError:
        return None
    return ruleset


def text_of(ruleset: Ruleset) -> str:
    """All that the readable rules say."""
    lines = [f"{one.key}: {' '.join(one.lines)}" for one in explain(ruleset)]
    return "\n".join([*lines, str(card_order(ruleset)), str(signs(ruleset))])


@settings(max_examples=150)
@given(choices())
def test_the_rules_of_any_ruleset_are_told_in_every_language(chosen):
    ruleset = can_stand(*chosen)
    if ruleset is None:
        return
    told = {}
    for language in LANGUAGES:
        with translation.override(language):
            sections = explain(ruleset)
            assert all(section.lines and str(section.title) for section in sections)
            told[language] = [line for section in sections for line in section.lines]
            assert all(line.endswith(".") and "%(" not in line for line in told[language])
            assert len(summary(ruleset)) >= 2
            for one in differences(ruleset):
                assert one.label
                assert one.value != one.usual
    assert len({len(lines) for lines in told.values()}) == 1


@settings(max_examples=150)
@given(choices())
def test_an_option_that_matters_is_told_and_one_that_does_not_is_not(chosen):
    """Put back one changed option at a time: the text follows where it matters, and only there."""
    preset, players, changes = chosen
    ruleset = can_stand(preset, players, changes)
    if ruleset is None:
        return
    usual = build_ruleset(preset, players).options
    for name in changes:
        if ruleset.options[name] == usual[name] or name == "teams":
            continue
        other = can_stand(preset, players, {**changes, name: usual[name]})
        if other is None:
            continue
        here = name in matters(players, ruleset.options)
        there = name in matters(players, other.options)
        same = text_of(ruleset) == text_of(other)
        if not here and not there:
            assert same, name
        elif here and there and not _alike(name, ruleset, other):
            assert not same, name


def _alike(name: str, one: Ruleset, other: Ruleset) -> bool:
    """Two values of an option that come to the same."""
    if name == "ranks":
        return bool(one.rules.order == other.rules.order)
    if name == "talk.leak":
        return round(100 * one.options[name]) == round(100 * other.options[name])
    return name == "deck.removed" and len(one.rules.deck) == len(other.rules.deck)


@settings(max_examples=200)
@given(choices())
def test_whatever_is_chosen_there_is_a_ruleset_or_a_reason_in_every_language(chosen):
    preset, players, changes = chosen
    for language in LANGUAGES:
        with translation.override(language):
            verdict = judge(preset, players, changes)
            assert (verdict.ruleset is None) == bool(verdict.problems)
            for problem in verdict.problems:
                assert problem.text.endswith(".")
                assert "%(" not in problem.text
                assert problem.option in OPTIONS or problem.option == "players"
                assert problem.option in verdict.matters | {"players"}
    if verdict.ruleset is not None:
        assert verdict.ruleset == can_stand(preset, players, changes)


@settings(max_examples=100)
@given(choices())
def test_a_link_carries_a_choice_there_and_back(chosen):
    preset, players, changes = chosen
    choice = judge(preset, players, changes).choice
    given = dict(parse_qsl(Choice(preset, players, choice.options).link))
    assert (given["preset"], int(given["players"])) == (preset, players)
    assert read_options(given) == choice.options


def test_everything_has_its_words():
    assert set(OPTION_WORDS) == set(OPTIONS)
    assert set(PRESET_WORDS) == set(PRESETS)
    grouped = [name for _title, names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(set(OPTIONS) - {"teams"})
    for name, option in OPTIONS.items():
        for value in option.values:
            shown = [value] if option.kind == "chain" else value
            assert value_words(name, shown) != str(value) or option.kind == "enum"
        if option.kind in ("enum", "chain") and name != "auction.step":
            assert set(OPTION_WORDS[name].values) == set(option.values), name


def test_the_document_for_players_has_every_game():
    text = (Path(site.BASE_DIR) / "docs" / "rules.md").read_text(encoding="utf-8")
    assert {preset for preset in PRESETS if f"`{preset}`" in text} == set(PRESETS)


def test_every_conflict_of_the_engine_has_a_reason_in_words():
    assert set(CONFLICT_REASONS) == {conflict.why for conflict in CONFLICTS}
    for language in LANGUAGES:
        with translation.override(language):
            assert all(str(why) for why in CONFLICT_REASONS.values())


def test_all_fifteen_games_are_offered_with_rules_for_every_seating():
    assert set(offered_presets()) == set(PRESETS)
    for preset, data in PRESETS.items():
        for players, seatings in data.players.items():
            for teams in seatings:
                assert explain(build_ruleset(preset, players, {"teams": teams}))


@pytest.mark.parametrize(
    ("preset", "players", "said"),
    [
        ("ludoteka", 2, "right after winning a trick"),
        ("catalan", 4, "say arrastre"),
        ("mexican", 3, "11 points or fewer"),
        ("scoperta", 2, "All hands lie open"),
        ("mariaje", 2, "40 points in trumps"),
        ("chiamata", 5, "names a card: its suit is trumps"),
        ("chiamata_buia", 5, "only after the first trick"),
        ("chiamata_punti", 5, "61 at least"),
        ("gingo", 5, "highest trump that the caller does not hold"),
        ("rematada", 3, "10 more for the last trick"),
        ("muerte_al_tres", 2, "the ace kills the three"),
    ],
)
def test_a_game_says_what_it_is_known_for(preset, players, said):
    with translation.override("en"):
        assert said in text_of(build_ruleset(preset, players))


def test_the_short_rules_name_whatever_was_changed():
    changes = {"exchange.chain": False, "talk.mode": "senas", "match.tie": "draw", "pot.stake": 5}
    with translation.override("en"):
        said = " ".join(summary(build_ruleset("doncomos", 4, changes)))
    assert "The two takes the seven: no." in said
    assert "How partners talk: with signs." in said
    assert "If the match is tied: it is drawn." in said
    assert "Stake of each player: 5." in said
    with translation.override("en"):
        without = " ".join(summary(build_ruleset("catalan", 2, {"arrastre": False})))
    assert "Arrastre: no." in without


def test_the_signs_take_the_seven_where_it_has_the_place_of_the_three():
    with translation.override("en"):
        plain = build_ruleset("doncomos", 4, {"talk.mode": "senas"})
        swapped = build_ruleset("doncomos", 4, {"talk.mode": "senas", "ranks": "swap_3_7"})
        assert {one: two for one, two, _ in signs(plain)}["trump_three"] == "Three of trumps"
        assert signs(swapped)[1][1] == "Seven of trumps"
        assert signs(build_ruleset("ludoteka", 4)) == []


def test_all_that_is_wrong_is_said_at_once():
    with translation.override("en"):
        verdict = judge("ludoteka", 2, {"talk.mode": "senas", "open_stock": "top", "score": 3})
    assert [problem.code for problem in verdict.problems] == [
        "unknown_option",
        "conflict",
        "conflict",
    ]
    assert verdict.problems[1].text == (
        "“How partners talk” and “Sides” do not go together: signs and talk are for partners."
    )


def test_a_game_for_others_says_for_whom_it_is():
    with translation.override("es"):
        (problem,) = judge("mexican", 5, {}).problems
    assert problem.text == "Brisca mexicana se juega entre 2, 3 o 4, no entre 5."
    with translation.override("en"):
        assert preset_title("mexican") == "Mexican Brisca"


def test_how_cards_are_drawn_is_said_and_named_where_it_is_by_seat():
    with translation.override("en"):
        by_seat = build_ruleset("ludoteka", 4, {"deal.draw": "by_seat"})
        usual = build_ruleset("ludoteka", 4)
        told, before = (
            " ".join(next(one.lines for one in explain(rules) if one.key == "tricks"))
            for rules in (by_seat, usual)
        )
        assert "Cards are drawn by seat" in told
        assert "Whoever takes it draws first" not in told
        assert "Whoever takes it draws first" in before
        assert any(line.startswith("How cards are drawn: by seat") for line in summary(by_seat))
        assert not any("drawn" in line for line in summary(usual))
