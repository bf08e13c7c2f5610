"""Filters of matches, each and together, against what a plain reading of all matches gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from games.common import keyset
from games.models import Match, Seat
from games.models.people import PlayerKind
from games.selectors.match_filter import MatchFilter, fitting_matches
from tests.api.support import ask, error_of, refused, whole_list
from tests.stats.support import FIRST_DAY, PEOPLE, drawn_log, stored

pytestmark = pytest.mark.django_db
ANA, BERTA, CARLES, DAVID = PEOPLE[:4]


@pytest.fixture
def season() -> list[Match]:
    """Matches of many kinds; bots among them, one of them in two seats."""
    kinds = {"Roble": PlayerKind.BOT}
    stored((ANA, BERTA), day=0)
    stored((BERTA, ANA), day=1, options={"match.target": 3})
    stored((ANA, CARLES), day=2, preset="doncomos", options={"match.target": 2}, seed="7")
    stored((ANA, BERTA, CARLES, DAVID), day=3, options={"teams": "pairs"})
    stored((BERTA, ANA, DAVID, CARLES), day=4, options={"teams": "pairs"}, seed="3")
    stored((ANA, BERTA, CARLES), day=5)
    stored((ANA, "Roble"), day=6, kinds=kinds)
    stored(("Roble", "Roble", BERTA), day=7, kinds=kinds)
    stored((ANA, BERTA, CARLES, DAVID, "Elena"), day=8, preset="chiamata")
    stored((ANA, BERTA), day=9, log=drawn_log())
    stored((CARLES, DAVID), day=20, seed="58")  # a side makes more than a hundred
    stored((CARLES, DAVID), day=20, preset="muerte_al_tres", seed="2")  # the ace meets the three
    for seed in range(6):
        stored((CARLES, DAVID), day=10 + seed / 4, preset="doncomos", seed=str(seed))
    return list(Match.objects.order_by("-finished_at", "-id"))


def seats_of(match: Match, name: str) -> list[Seat]:
    return [seat for seat in match.seats.select_related("player") if seat.player.name == name]


def by_ana(check: Callable[[Seat, list[Seat]], bool]) -> Callable[[Match], bool]:
    def fits(match: Match) -> bool:
        every = list(match.seats.select_related("player"))
        return any(check(own, every) for own in seats_of(match, ANA))

    return fits


FITS: dict[str, tuple[dict[str, Any], Callable[[Match], bool]]] = {
    "player": ({"player": ANA}, by_ana(lambda own, every: True)),
    "partner": (
        {"player": ANA, "partner": CARLES},
        by_ana(
            lambda own, every: any(
                one.player.name == CARLES and one.side == own.side and one.seat != own.seat
                for one in every
            )
        ),
    ),
    "rival": (
        {"player": ANA, "rival": BERTA},
        by_ana(
            lambda own, every: any(
                one.player.name == BERTA and one.side != own.side for one in every
            )
        ),
    ),
    "won": ({"player": ANA, "result": "won"}, by_ana(lambda own, every: own.won is True)),
    "drawn": ({"player": ANA, "result": "drawn"}, by_ana(lambda own, every: own.won is None)),
    "preset": ({"preset": "doncomos"}, lambda match: match.preset == "doncomos"),
    "pool": ({"pool": "4-pairs"}, lambda match: match.pool == "4-pairs"),
    "players": ({"players": 2}, lambda match: match.players == 2),
    "option": (
        {"options": (("match.target", 1), ("exchange.enabled", True))},
        lambda match: (
            match.ruleset.options["match.target"] == 1 and match.ruleset.options["exchange.enabled"]
        ),
    ),
    "rated": ({"rated": True}, lambda match: match.rated),
    "casual": ({"rated": False}, lambda match: not match.rated),
    "far": ({"min_margin": 2}, lambda match: match.margin >= 2),
    "near": ({"max_margin": 1}, lambda match: match.margin <= 1),
    "hundred": ({"contains": ("hundred",)}, lambda match: match.has_hundred),
    "kill": ({"contains": ("kill",)}, lambda match: match.has_kill),
    "since": (
        {"since": FIRST_DAY + timedelta(days=3)},
        lambda match: match.finished_at >= FIRST_DAY + timedelta(days=3),
    ),
    "until": (
        {"until": FIRST_DAY + timedelta(days=9)},
        lambda match: match.finished_at < FIRST_DAY + timedelta(days=9),
    ),
}


def fitting(limit: int = 100, **wanted: Any) -> list[int]:
    """Row ids of all pages."""
    found, cursor = [], None
    while True:
        page = fitting_matches(MatchFilter(**wanted), cursor=cursor, limit=limit)
        assert len(page.rows) <= limit
        found += [row["match"] for row in page.rows]
        cursor = page.next
        if cursor is None:
            return found


REACHES = (2, 3, 1000)
SETS = [*combinations(FITS, 2), *random.Random(2).sample(list(combinations(FITS, 3)), 60)]


@pytest.mark.parametrize("reach", REACHES)
def test_every_pair_and_many_threes_of_filters_give_what_fits_all(season, monkeypatch, reach):
    """Each alone however far a page looks, each pair and three at one of these distances."""
    monkeypatch.setattr(keyset, "SCAN_LIMIT_ROWS", reach)
    sets = [*combinations(FITS, 1), *SETS[REACHES.index(reach) :: len(REACHES)]]
    seen = 0
    for names in sets:
        wanted: dict[str, Any] = {}
        clash = False
        for name in names:
            clash |= any(wanted.get(key, value) != value for key, value in FITS[name][0].items())
            wanted |= FITS[name][0]
        if clash:
            continue
        expected = [match.pk for match in season if all(FITS[name][1](match) for name in names)]
        assert fitting(limit=2, **wanted) == expected, names
        assert fitting(limit=3, oldest_first=True, **wanted) == expected[::-1], names
        seen += 0 < len(expected) < len(season)
    assert seen > 40


def test_teams_and_players_fit_together_whoever_played_least(season):
    with_team = season[-4]
    team = with_team.seats.get(seat=0).team_id
    expected = [
        match.pk for match in season if match.seats.filter(team=team, player__name=ANA).exists()
    ]
    assert len(expected) == 2
    assert fitting(team=team) == fitting(team=team, player=ANA, partner=CARLES) == expected
    assert fitting(team=team, player=ANA, rival="Elena") == []
    for name in (BERTA, CARLES, "Roble"):
        assert fitting(player=name, rival=ANA) == [
            match.pk
            for match in season
            if any(
                one.side != own.side
                for own in seats_of(match, name)
                for one in seats_of(match, ANA)
            )
        ]


@pytest.mark.parametrize("reach", [1, 2, 1000])
def test_a_match_with_two_seats_of_a_bot_is_found_once_by_either(monkeypatch, reach):
    """Also where no more than one of the two seats is looked at for a page."""
    monkeypatch.setattr(keyset, "SCAN_LIMIT_ROWS", reach)
    kinds = {"Roble": PlayerKind.BOT}
    made = [
        stored(("Roble", "Roble", BERTA), day=day, kinds=kinds, seed=str(day)) for day in range(4)
    ]
    ways = [{seat.won for seat in seats_of(match, "Roble")} for match in made]
    assert {True, False} in ways
    for result, won in (("won", True), ("lost", False)):
        expected = [match.pk for match, way in zip(made, ways, strict=True) if won in way][::-1]
        assert fitting(limit=2, player="Roble", result=result) == expected
    assert fitting(limit=2, player="Roble") == [match.pk for match in made][::-1]


def test_traits_are_those_of_the_deals(season):
    assert {match.margin for match in season} > {0, 1}
    for match in season:
        deals = list(match.deals.all())
        assert match.has_claim == any(deal.ended_by == "claim" for deal in deals)
        assert match.has_kill == any(deal.ended_by == "three_killed" for deal in deals)
        assert match.has_hundred == any(max(deal.side_points) > 100 for deal in deals)
    assert sum(match.has_hundred for match in season) == 1
    assert sum(match.has_kill for match in season) == 1
    assert {match.rated for match in season} == {True, False}


def test_the_api_takes_every_filter(season):
    def found(**query: Any) -> set[str]:
        return {row["id"] for row in whole_list("/matches/", 3, **query)}

    every = {match.public_id for match in season}
    assert found(rated="true") | found(rated="false") == every
    assert found(contains="hundred") == {row.public_id for row in season if row.has_hundred}
    assert found(min_margin=1, max_margin=1) == {row.public_id for row in season if row.margin == 1}
    assert found(options="match.target:1,teams:pairs") == {
        row.public_id
        for row in season
        if (row.ruleset.options["match.target"], row.ruleset.options["teams"]) == (1, "pairs")
    }
    assert found(options="tie.chain:all_tied") < every
    oldest = ask("/matches/", limit=100, order="oldest")["results"]
    assert [row["id"] for row in oldest] == [row.public_id for row in season[::-1]]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("options", "match.goal:3", "match.goal"),
        ("options", "match.target", "name:value"),
        ("options", "match.target:x", "a number"),
        ("options", "match.target:9999999999999999999", "a number"),
        ("options", "match.target:3,match.target:3", "name:value"),
        ("options", "teams:trios", "individual"),
        ("options", "exchange.enabled:1", "true or false"),
        ("options", "talk.leak:nan", "a number"),
        ("options", "tie.chain:void+void", "a list"),
        ("rated", "yes", "yes"),
        ("contains", "kill,luck", "luck"),
        ("contains", "kill,", "hundred"),
        ("min_margin", "-1", ""),
        ("max_margin", "32768", ""),
        ("pool", "7", ""),
        ("order", "best", ""),
    ],
)
def test_a_wrong_filter_is_refused_and_told_what_there_is(name, value, told):
    answer = Client().get("/api/v1/matches/", {name: value}, headers={"accept-language": "en"})
    assert error_of(answer, 400, "invalid_parameter")["parameter"] == name
    assert told in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [("min_margin", "max_margin", ("3", "2")), ("since", "until", ("2026-03-02", "2026-03-01"))],
)
def test_a_range_with_nothing_in_it_is_refused(low, high, values):
    query = dict(zip((low, high), values, strict=True))
    assert refused("/api/v1/matches/", 400, "invalid_parameter", **query)["parameter"] == low
