"""A match of every game is stored, reviewed, counted and served: from its log to the last address."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Player, PlayerFigures, Rating
from games.record import MatchLog, verify_text
from games.services.match_ends import store_match
from games.stats.figures import ALL, deal_totals, deal_winners
from tests.api.support import ask
from tests.record.family import BEGAN, ENDED, EVERY_PRESET, NAMES, random_match

pytestmark = pytest.mark.django_db

PAIRS = {"teams": "pairs", "match.target": 1}
WITH_OPTIONS: list[tuple[str, int, dict[str, Any]]] = [
    ("ludoteka", 4, {**PAIRS, "talk.mode": "senas", "first_dealer": "high_card"}),
    ("ludoteka", 4, {**PAIRS, "talk.mode": "senas", "talk.seen_by": "gaze"}),
    ("catalan", 4, {**PAIRS, "talk.mode": "parlant_tapat", "peek.at_deal": True}),
    ("doncomos", 6, {"teams": "threes", "match.target": 1, "talk.mode": "parlant"}),
    ("ludoteka", 4, {**PAIRS, "talk.penalty": "lose_deal"}),
    ("ludoteka", 4, {**PAIRS, "talk.penalty": "warn"}),
    ("scoperta", 2, {"open_stock": "all", "match.target": 1}),
    ("ludoteka", 2, {"play.cards_per_turn": 2}),
    ("ludoteka", 2, {"trump.source": "rotation", "match.end": "four_trumps"}),
    ("mariaje", 3, {"marriage.mode": "declared", "trump.source": "none_yet"}),
    ("chiamata_buia", 5, {"chiamata.dark_first": "retroactive", "deck.french": "kqj"}),
    ("rematada", 3, {"marriage.mode": "captured", "deck.french": "1098"}),
    ("ludoteka", 6, {"teams": "pairs", "deck.french": "all52"}),
    ("briscola", 3, {"deck.removed": "italian", "ranks": "tuscan"}),
    ("mexican", 3, {"mexican.none": "fewest"}),
]
GAMES = [(name, players, {"teams": teams}) for name, players, teams in EVERY_PRESET]


def kept(preset: str, players: int, options: dict[str, Any]) -> tuple[MatchLog, Match]:
    """A match as it was played, and as it is stored."""
    log = random_match(preset, players, options, match="0123456789ab")
    log.fairness[1].pop("dealer", None)  # of a draw among bots, and these are people
    people = [Player.objects.create(name=name) for name in NAMES[:players]]
    match = store_match(log=log, players=people, started_at=BEGAN, finished_at=ENDED)
    return log, Match.objects.get(pk=match.pk)


def downloaded(match: Match) -> dict[str, Any]:
    """The record as a browser gets it, verified."""
    body = Client().get(reverse("match_record", args=[match.public_id])).content
    return verify_text(body)


@pytest.mark.parametrize(
    ("preset", "players", "options"), [*GAMES, *WITH_OPTIONS], ids=lambda value: str(value)[:70]
)
def test_a_match_is_stored_reviewed_counted_and_served(preset, players, options):
    log, match = kept(preset, players, options)
    record = downloaded(match)
    _stored(log, match, record)
    _reviewed(match, record)
    _counted(match, record)
    _served(match, record)


def _stored(log: MatchLog, match: Match, record: dict[str, Any]) -> None:
    """The rows say what was played."""
    state = log.state
    assert (match.status, match.preset) == ("finished", record["preset"])
    assert (match.score, match.winners) == (list(state.score), list(state.winners or ()))
    assert match.ended_by == state.ended_by
    assert match.deal_count == len(record["deals"]) == match.deals.count()
    for row, deal in zip(match.deals.order_by("number"), record["deals"], strict=True):
        assert (row.number, row.dealer) == (deal["number"], deal["dealer"])
        assert (row.trump_suit or None, row.trump_card or None) == tuple(deal["trump"].values())
        assert (row.seat_points, row.side_points) == tuple(deal["points"].values())
        for field in ("game_points", "extras", "contract", "ended_by"):
            assert getattr(row, field) == deal[field], field
        tricks = [trick for trick in deal["tricks"] if trick["winner"] is not None]
        assert [
            (one.number, one.leader, one.winner, one.points, one.trump or None)
            for one in row.tricks.all()
        ] == [
            (one["number"], one["leader"], one["winner"], one["points"], one["trump"])
            for one in tricks
        ]


def _reviewed(match: Match, record: dict[str, Any]) -> None:
    """The page names every action under the address at which the replay stops."""
    answer = Client().get(
        reverse("match", args=[match.public_id]), headers={"accept-language": "en"}
    )
    assert answer.status_code == 200
    html = answer.content.decode()
    data = json.loads(re.search(r'id="review-data"[^>]*>(.*?)</script>', html)[1])
    assert data["record"] == reverse("match_record", args=[match.public_id])
    assert data["names"] == list(NAMES[: match.players])
    addresses = re.findall(r'id="(d\d+(?:[atx][\w]*|end))"', html)
    assert len(addresses) == len(set(addresses))
    for deal in record["deals"]:
        own = [one for one in addresses if re.match(rf"d{deal['number']}\D", one)]
        cards = [one for one in own if re.fullmatch(r"d\d+t\d+c\d+", one)]
        others = [one for one in own if re.fullmatch(r"d\d+[ax]\d+", one)]
        silent = ("play", "cut", "arm_exchange")
        assert len(cards) == sum(one["type"] == "play" for one in deal["actions"])
        assert len(others) == sum(one["type"] not in silent for one in deal["actions"])
    assert "None" not in re.sub(r"<[^>]+>", " ", html)


def _counted(match: Match, record: dict[str, Any]) -> None:
    """Figures and ratings have moved, in the pool of the match and in the sum."""
    played = [deal for deal in record["deals"] if deal["ended_by"] != "all_passed"]
    for seat in match.seats.select_related("player"):
        for pool in (match.pool, ALL):
            row = PlayerFigures.objects.get(player=seat.player, pool=pool, month=0)
            assert (row.matches, row.deals) == (1, len(played))
            assert row.game_points == match.score[seat.side]
            assert row.own_points == seat.points
        won = sum(seat.side in deal_winners(record, deal) for deal in record["deals"])
        assert seat.deals_won == won
        assert Rating.objects.filter(player=seat.player, matches=1).exists() == match.rated
    name = match.seats.get(seat=0).player.name
    page = Client().get(reverse("player", args=[name]), {"pool": match.pool})
    assert page.status_code == 200
    board = Client().get(reverse("leaderboard"), {"pool": match.pool})
    assert board.status_code == 200


def _served(match: Match, record: dict[str, Any]) -> None:
    """The API tells the match, its deals and tricks as the record has them, by its schema."""
    at = f"/matches/{match.public_id}/"
    told = ask(at)
    for name in ("preset", "rules_hash", "sides", "score", "winners", "ended_by"):
        assert told[name] == record[name], name
    assert (told["pool"], told["players"]) == (match.pool, len(record["seats"]))
    assert told["unit"] == record["rules"]["match.unit"]
    assert ask(f"{at}record/") == record
    for given, deal in zip(ask(f"{at}deals/")["results"], record["deals"], strict=True):
        number = deal["number"]
        assert given.pop("totals") == deal_totals(deal)
        assert given == {name: deal[name] for name in given}
        assert {"contract", "extras"} <= set(given)
        full = ask(f"{at}deals/{number}/")
        assert full["actions"] == deal["actions"]
        assert ask(f"{at}deals/{number}/tricks/")["results"] == deal["tricks"]
    query = {"preset": match.preset, "players": match.players, "player": NAMES[0]}
    assert [one["id"] for one in ask("/matches/", **query)["results"]] == [match.public_id]
    assert ask("/matches/", players=match.players % 5 + 2)["results"] == []
    listed = Client().get(reverse("match_list"), query)
    assert reverse("match", args=[match.public_id]) in listed.content.decode()
    stats = ask(f"/players/{NAMES[0]}/stats/")["pools"]
    assert [one["pool"] for one in stats] == [ALL, match.pool]
    ask(f"/leaderboards/{match.pool}/")
