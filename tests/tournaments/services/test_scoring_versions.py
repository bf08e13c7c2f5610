"""Versions of scoring: what is over stays as it was scored, whatever is added to standings later."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.tournaments.models import Tournament
from games.tournaments.rules import standings
from games.tournaments.rules.event import SCORING_VERSION
from games.tournaments.selectors.standings import standings_json
from games.tournaments.services.recount import faults
from tests.tournaments.builders import announced, play_out, started

pytestmark = pytest.mark.django_db
VERSIONS = range(1, SCORING_VERSION + 1)


@dataclass(frozen=True, slots=True)
class LineWithCup(standings.Line):
    """A line of standings as a later release could have it."""

    cup_points: float = 3.0


def of_version(version: int, count: int, **choices: object) -> Tournament:
    """A tournament that is over, and was scored by the rules of a version from its beginning."""
    tournament = started(count, **choices)
    Tournament.objects.filter(pk=tournament.pk).update(scoring_version=version)
    return play_out(tournament)


def test_a_new_event_keeps_the_latest_version():
    assert announced().scoring_version == SCORING_VERSION


def test_a_row_written_by_an_older_release_is_of_the_first_version():
    assert Tournament().scoring_version == 1


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("form", ["swiss", "knockout", "round_robin"])
def test_an_event_is_computed_again_by_the_version_it_was_scored_by(version, form):
    assert list(faults(of_version(version, 5, format=form, rounds=3))) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_new_field_of_a_line_leaves_what_is_over_as_it_was(version, monkeypatch):
    tournament = of_version(version, 5)
    before = standings_json(tournament)
    monkeypatch.setattr(standings, "Line", LineWithCup)
    assert isinstance(standings.standings({1: [], 2: []}, rounds=0, seed="")[0], LineWithCup)
    assert list(faults(tournament)) == []
    assert standings_json(tournament) == before


def test_a_line_stored_before_a_column_existed_is_shown_with_a_default():
    tournament = of_version(1, 4)
    entrant = tournament.entrants.get(place=1)
    del entrant.line["percent"], entrant.line["ranked"]
    entrant.save(update_fields=["line"])
    first = standings_json(tournament)["results"][0]
    assert (first["place"], first["percent"], first["ranked"]) == (1, 50.0, True)


def test_the_fingerprint_of_a_released_version_covers_the_same_fields_for_ever():
    fields = (
        "place", "entrant", "score", "direct", "buchholz", "sonneborn", "deals_won", "byes",
        "decided_by",
    )  # fmt: skip
    covered = {1: fields, 2: fields}
    assert covered == standings.HASHED_FIELDS
    assert set(covered) == set(VERSIONS)
