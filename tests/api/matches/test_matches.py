"""A match in all its parts: the same as what was played, by the rules it was played by."""

from __future__ import annotations

import hashlib
import json

import pytest

from games.engine import PRESETS
from games.models import Match
from games.record import verify_record
from tests.api.support import V1, ask, refused
from tests.stats.support import PEOPLE, drawn_log, resigned_log, running, stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("players", "teams", "preset"),
    [
        (2, "individual", "ludoteka"),
        (3, "individual", "catalan"),
        (4, "pairs", "wikipedia_en"),
        (4, "individual", "doncomos"),
        (6, "threes", "ludoteka"),
    ],
)
def test_a_match_in_all_its_parts_is_its_record(players, teams, preset):
    match = stored(PEOPLE[:players], preset=preset, options={"teams": teams, "match.target": 2})
    at = f"/matches/{match.public_id}/"
    record = ask(f"{at}record/")
    verify_record(record)
    told = ask(at)
    for name in ("preset", "rules_hash", "sides", "score", "winners", "ended_by"):
        assert told[name] == record[name]
    assert told["started_at"] == record["started_at"]
    assert told["finished_at"] == record["finished_at"]
    assert told["deals"] == len(record["deals"])
    names = [seat["player"] for seat in told["seats"]]
    assert names == [seat["player"] for seat in record["seats"]] == list(PEOPLE[:players])
    for seat in told["seats"]:
        won = seat["side"] in record["winners"]
        assert seat["result"] == ("won" if won else "lost")
        points = sum(deal["points"]["seats"][seat["seat"]] for deal in record["deals"])
        assert seat["points"] == points
    for told_deal, deal in zip(ask(f"{at}deals/")["results"], record["deals"], strict=True):
        totals = {"totals": told_deal.pop("totals")}
        assert told_deal == {name: deal[name] for name in told_deal}
        assert sum(totals["totals"]) == sum(deal["points"]["sides"])
        number = deal["number"]
        tricks = ask(f"{at}deals/{number}/tricks/")
        assert (tricks["match"], tricks["deal"]) == (match.public_id, number)
        assert tricks["results"] == deal["tricks"]
        played = {k: v for k, v in deal.items() if k != "tricks"}
        assert ask(f"{at}deals/{number}/") == {**played, **totals}
    for number in (0, len(record["deals"]) + 1, 10**30):
        ask(f"{at}deals/{number}/", 404)
        ask(f"{at}deals/{number}/tricks/", 404)


def test_the_tricks_of_the_api_are_those_in_the_database():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    deal = match.deals.get(number=1)
    told = ask(f"/matches/{match.public_id}/deals/1/tricks/")["results"]
    rows = [
        (row.number, row.leader, [tuple(play) for play in row.plays], row.winner, row.points)
        for row in deal.tricks.all()
    ]
    assert rows == [
        (
            one["number"],
            one["leader"],
            [(play["seat"], play["card"]) for play in one["plays"]],
            one["winner"],
            one["points"],
        )
        for one in told
    ]


@pytest.mark.parametrize("after", [0, 1, 9])
def test_a_match_given_up_is_told_as_it_stood(after):
    match = stored(log=resigned_log(after))
    at = f"/matches/{match.public_id}/"
    told = ask(at)
    assert (told["ended_by"], told["winners"], told["deals"]) == ("resigned", [1], 0)
    assert [seat["result"] for seat in told["seats"]] == ["lost", "won"]
    record = ask(f"{at}record/")
    assert record["deals"][0]["ended_by"] == "resigned"
    ask(f"{at}deals/")
    ask(f"{at}deals/1/")
    ask(f"{at}deals/1/tricks/")


def test_a_match_that_is_not_rated_says_why_by_a_code():
    match = stored()
    at = f"/matches/{match.public_id}/"
    assert (ask(at)["rated"], ask(at)["unrated_reason"]) == (True, None)
    casual = stored(day=1, options={"ranks": "tuscan"})
    told = ask(f"/matches/{casual.public_id}/")
    assert (told["rated"], told["unrated_reason"]) == (False, "other_rules")
    Match.objects.filter(pk=match.pk).update(rated=False, unrated_reason="same_opponent")
    assert ask(at)["unrated_reason"] == "same_opponent"
    going = running()
    told = ask(f"/matches/{going.public_id}/")
    assert (told["rated"], told["unrated_reason"]) == (None, None)


def test_a_drawn_match_has_no_winner():
    match = stored(log=drawn_log())
    told = ask(f"/matches/{match.public_id}/")
    assert (told["winners"], told["ended_by"]) == ([], "draw")
    assert [seat["result"] for seat in told["seats"]] == ["drawn", "drawn"]


def test_times_are_rfc_3339_in_utc():
    match = stored()
    told = ask(f"/matches/{match.public_id}/")
    assert told["finished_at"] == "2026-03-01T18:00:00.000Z"
    assert told["started_at"] == "2026-03-01T17:40:00.000Z"


def test_presets_and_the_ruleset_of_a_match():
    match = stored()
    body = ask("/presets/")
    assert {preset["name"] for preset in body["results"]} == set(PRESETS)
    record = ask(f"/matches/{match.public_id}/record/")
    ruleset = ask(f"/rulesets/{record['rules_hash']}/")
    assert ruleset["options"] == record["rules"]
    canonical = json.dumps(ruleset["options"], sort_keys=True, separators=(",", ":"))
    assert ruleset["hash"] == "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()
    for other in ("sha256:00", "x" * 500, "a%00b", "%ff"):
        refused(f"{V1}/rulesets/{other}/", 404, "not_found")
