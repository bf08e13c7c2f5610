"""Lists of matches: in order, and each filter picks what it says."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Team
from games.models.people import PlayerKind
from tests.api.support import ask
from tests.stats.support import FIRST_DAY, PEOPLE, drawn_log, running, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def ids(path: str = "/matches/", **query: object) -> list[str]:
    return [match["id"] for match in ask(path, **query)["results"]]


def test_matches_are_listed_the_newest_first():
    old, new = stored(day=0), stored(day=1, seed="2")
    assert ids() == [new.public_id, old.public_id]
    assert ask("/matches/")["results"][1] == ask(f"/matches/{old.public_id}/")


def test_filters_pick_what_they_say():
    two = stored(PEOPLE[:2], day=0).public_id
    four = stored(PEOPLE[:4], day=1, options={"teams": "pairs"}).public_id
    catalan = stored(("David", "Elena"), day=2, preset="catalan").public_id
    assert ids(player="ANA") == [four, two]
    assert ids(player="nobody") == []
    assert ids(preset="catalan") == [catalan]
    assert ids(preset="ludoteka", players=2) == [two]
    assert ids(players=4) == [four]
    assert ids(player="Ana", partner="Carles") == [four]
    assert ids(player="Ana", partner="Berta") == []
    assert ids(player="Ana", rival="Berta") == [four, two]
    assert ids(player="Ana", rival="Carles") == []
    assert ids(player="Ana", rival="nobody") == []
    team = Team.objects.get(players=player_without_account("Ana"))
    assert ids(team=team.pk) == [four]
    assert ids(team=team.pk, player="Berta") == []
    assert ids(team=10**6) == []
    rules = ask(f"/matches/{two}/")["rules_hash"]
    assert ids(rules=rules) == [two]
    assert ids("/players/Ana/matches/", players=2) == [two]
    assert ids("/players/Ana/matches/", preset="catalan") == []


def test_results_are_those_of_the_player():
    match = stored(day=0)
    drawn = stored(day=1, log=drawn_log()).public_id
    winner = match.seats.get(won=True).player.name
    loser = match.seats.get(won=False).player.name
    assert ids(player=winner, result="won") == [match.public_id]
    assert ids(player=loser, result="lost") == [match.public_id]
    assert ids(player=winner, result="lost") == []
    assert ids(player=loser, result="drawn") == [drawn]
    assert ids(f"/players/{loser}/matches/", result="lost") == [match.public_id]


def test_since_is_included_and_until_is_not():
    first, second = (stored(day=day, seed=str(day)).public_id for day in (0, 1))
    moment = (FIRST_DAY + timedelta(days=1)).isoformat()
    assert ids(since=moment) == [second]
    assert ids(until=moment) == [first]
    assert ids(since="2026-03-01", until="2026-03-02") == [first]
    assert ids(since="2026-03-01T20:00:00+02:00") == [second, first]
    assert ids(player="Ana", since=moment) == [second]


def test_one_bot_in_several_seats_has_the_match_once():
    player_without_account("Roble", PlayerKind.BOT)
    match = stored(("Roble", "Roble"))
    assert ids(player="Roble") == [match.public_id]


def test_running_matches_are_in_no_list():
    running()
    assert ids() == []
    assert ids(player="Gala") == []
