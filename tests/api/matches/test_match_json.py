"""What the database writes of matches is what was stored of them, value by value."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match, MatchPot
from games.record.record import rfc3339
from games.selectors.match_filter import TRAIT_FIELDS
from games.selectors.match_json import _flag_combinations
from games.selectors.matches import match_detail
from tests.stats.support import PEOPLE, drawn_log, stored

pytestmark = pytest.mark.django_db


def told(match: Match):
    found = match_detail(match.public_id)
    assert found is not None
    return found


def test_every_value_is_that_of_its_row():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    match.refresh_from_db()
    found = told(match)
    row = {
        "id": match.public_id,
        "preset": match.preset,
        "rules_hash": match.ruleset.hash,
        "players": 4,
        "pool": match.pool,
        "status": "finished",
        "started_at": rfc3339(match.started_at),
        "finished_at": rfc3339(match.finished_at),
        "unit": match.ruleset.options["match.unit"],
        "deals": match.deal_count,
        "boards": match.boards,
        "sides": match.sides,
        "score": match.score,
        "winners": match.winners,
        "ended_by": match.ended_by,
        "rated": match.rated,
        "unrated_reason": match.unrated_reason or None,
        "margin": match.margin,
        "contains": [name for name, field in TRAIT_FIELDS.items() if getattr(match, field)],
        "pot": None,
    }
    assert {name: found[name] for name in row} == row
    assert found["seats"] == [
        {
            "seat": seat.seat,
            "side": seat.side,
            "player": seat.player.name,
            "kind": seat.kind,
            "team": seat.team_id,
            "result": "won" if seat.won else "lost",
            "deals_won": seat.deals_won,
            "points": seat.points,
        }
        for seat in match.seats.select_related("player").order_by("seat")
    ]
    assert set(found) == {*row, "seats"}


def test_nobody_won_a_drawn_match():
    match = stored(PEOPLE[:2], log=drawn_log(PEOPLE[:2]))
    assert {seat["result"] for seat in told(match)["seats"]} == {"drawn"}


@pytest.mark.parametrize("micros", [0, 999, 1000, 123_456, 999_999])
def test_times_are_cut_to_the_millisecond_and_not_rounded(micros):
    match = stored(PEOPLE[:2])
    whole = match.finished_at.replace(microsecond=0)
    Match.objects.filter(pk=match.pk).update(
        started_at=whole, finished_at=whole + timedelta(microseconds=micros)
    )
    match.refresh_from_db()
    found = told(match)
    assert found["started_at"] == rfc3339(match.started_at)
    assert found["finished_at"] == rfc3339(match.finished_at)


@pytest.mark.parametrize("fields", [(), *((field,) for field in TRAIT_FIELDS.values())])
def test_what_happened_is_named(fields):
    match = stored(PEOPLE[:2])
    marks = {field: field in fields for field in TRAIT_FIELDS.values()}
    Match.objects.filter(pk=match.pk).update(**marks)
    assert told(match)["contains"] == [name for name, field in TRAIT_FIELDS.items() if marks[field]]


def test_every_way_of_several_flags_is_there_once():
    ways = _flag_combinations({"a": "x", "b": "y"})
    assert [text for _up, text in ways] == ['["a", "b"]', '["a"]', '["b"]', "[]"]
    assert ways[3][0] == ["NOT x", "NOT y"]


def test_a_pot_is_told_with_what_came_of_it():
    match = stored(PEOPLE[:2])
    MatchPot.objects.create(
        match=match, stake=5, paid=[5, 5], carried=0, total=10, payouts=[10, 0], ended="paid"
    )
    assert told(match)["pot"] == {"stake": 5, "pot": 10, "outcome": "paid", "payouts": [10, 0]}
