"""A puzzle has one choice that is right beyond doubt, from a match that everybody may see."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from games.models.matches import MatchStatus
from games.puzzles.models import Puzzle
from games.puzzles.rules import Assessment, Choice, check, is_clear
from games.puzzles.rules.decisions import decisions_of, has_preset_rules
from games.puzzles.services import making as puzzle_making
from games.puzzles.services.making import load_set, make_from_match, matches_for_puzzles
from tests.puzzles.rules.support import lines
from tests.stats.support import PEOPLE, log_of, stored

BEST = Choice("O1", 60.0, 0.7, 0.0, 0.0)
OTHER = Choice("C4", 54.0, 0.4, 6.0, 0.3)


def assessed(*others, weight=1.0):
    return Assessment((BEST, *others), "cards", weight, exact=False)


@pytest.mark.parametrize(
    ("other", "clear"),
    [
        (OTHER, True),
        (replace(OTHER, behind=3.9), False),
        (replace(OTHER, behind_error=1.5), False),
        (replace(OTHER, win=0.65), False),
        (replace(OTHER, win=None), True),
    ],
)
def test_a_choice_must_be_ahead_in_points_surely_and_in_chances(other, clear):
    assert is_clear(assessed(other)) == clear
    assert is_clear(assessed(other, OTHER)) == clear


def test_game_points_weigh_as_card_points():
    assert not is_clear(assessed(replace(OTHER, behind=0.5, behind_error=0.01)))
    assert is_clear(assessed(replace(OTHER, behind=0.5, behind_error=0.01), weight=12.0))


def test_without_a_choice_there_is_no_puzzle():
    assert not is_clear(None)


def test_the_same_seed_makes_the_same_puzzle():
    log = log_of(PEOPLE[:2], seed="puzzles")
    found = [(one.at, check(one.view, one.at)) for one in decisions_of(log)]
    made = {at: each for at, each in found if each is not None}
    assert made
    again = {one.at: check(one.view, one.at) for one in decisions_of(log) if one.at in made}
    assert again == made


def test_decisions_of_an_auction_have_addresses_of_their_own():
    log = log_of(PEOPLE[:5], preset="chiamata", options={"match.target": 2})
    found = [one.at for one in decisions_of(log)]
    assert len(found) == len(set(found))
    assert any(at.startswith("d1b") for at in found)
    assert any(at.startswith("d1t1c") for at in found)


def test_a_game_by_rules_of_ones_own_makes_no_puzzles():
    assert has_preset_rules(log_of(PEOPLE[:2], options={"match.target": 7}).rules)
    assert not has_preset_rules(log_of(PEOPLE[:2], options={"score.hundred": 2}).rules)


@pytest.mark.django_db
def test_matches_that_are_held_back_or_run_make_none(monkeypatch):
    match = stored(PEOPLE[:2], seed="puzzles")
    assert list(matches_for_puzzles()) == [match]
    for status in (MatchStatus.HELD, MatchStatus.PLAYING, MatchStatus.ABANDONED):
        Match.objects.update(status=status)
        match.refresh_from_db()
        assert not matches_for_puzzles().exists()
        assert make_from_match(match=match) == 0


@pytest.mark.django_db
def test_a_match_gives_each_of_its_puzzles_once():
    match = next(
        one for seed in range(40) if make_from_match(match=(one := stored(seed=f"p{seed}")))
    )
    made = Puzzle.objects.count()
    assert made == make_from_match(match=match) + made
    row = Puzzle.objects.first()
    assert row.match == match
    assert row.position["choices"]
    assert row.solution["best"] in row.position["choices"]
    assert not matches_for_puzzles().filter(pk=match.pk).exists()


@pytest.mark.django_db
def test_the_set_is_loaded_once(monkeypatch, tmp_path):
    few = tmp_path / "few.ndjson"
    few.write_text("\n".join(puzzle_making.PUZZLE_SET_FILE.read_text().splitlines()[::40]))
    assert load_set(few) == len(lines()[::40])
    assert load_set(few) == 0
    assert {row.deal["preset"] for row in Puzzle.objects.all()} == {
        line["deal"]["preset"] for line in lines()[::40]
    }


@pytest.mark.django_db
def test_the_command_makes_them_from_matches_and_from_deals_of_bots(tmp_path):
    out, file = StringIO(), tmp_path / "made.ndjson"
    call_command("make_puzzles", bots=2, games=["ludoteka"], seed="x", stdout=out)
    call_command("make_puzzles", bots=2, games=["ludoteka"], seed="x", out=file, stdout=out)
    call_command("make_puzzles", matches=1, stdout=out)
    assert out.getvalue().splitlines() == ["2 puzzles made", "2 puzzles made", "0 puzzles made"]
    assert load_set(file) == 0


def test_the_deals_of_bots_can_be_of_some_numbers_of_players_alone(tmp_path):
    file = tmp_path / "pairs.ndjson"
    options = {"bots": 1, "games": ["ludoteka"], "players": [4], "out": file}
    call_command("make_puzzles", stdout=StringIO(), **options)
    assert json.loads(file.read_text())["deal"]["players"] == 4


@pytest.mark.parametrize("options", [{"matches": 0}, {"bots": 0}, {"out": "x"}])
def test_the_command_refuses_what_makes_no_sense(options):
    with pytest.raises(CommandError):
        call_command("make_puzzles", **options)
