"""Lists by their keys: every row once, whatever is added between two pages."""

from __future__ import annotations

import base64
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api.core.params import Cursor
from games.common.keyset import BadCursorError, Key, encode, read_page
from games.models import Match, Player, Rating, Seat
from games.models.people import PlayerKind
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import match_page
from tests.api.support import V1, ask, whole_list
from tests.stats.support import FIRST_DAY, PEOPLE, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def season(count: int, first: int = 0) -> list[str]:
    """Ids of matches, the newest first; two end at every moment."""
    made = [
        stored(PEOPLE[:2], day=(first + number) // 2, seed=f"page {first + number}").public_id
        for number in range(count)
    ]
    return made[::-1]


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


@given(
    place=st.lists(st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20), min_size=1, max_size=4),
    seen=st.integers(0, 2**53),
)
def test_every_cursor_has_the_form_that_the_document_gives(place, seen):
    try:
        cursor = encode(place, seen)
    except TypeError:  # a lone surrogate, which no database holds
        return
    assert re.search(Cursor.pattern, cursor)


@pytest.mark.parametrize("cursor", ["0", "abc", "next", "AAAAAAA", "Wz", "WzEsMF", "-_-_-_-"])
def test_an_invented_cursor_has_not_the_form_that_the_document_gives(cursor):
    assert not re.search(Cursor.pattern, cursor)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 100])
def test_pages_together_hold_every_match_once_in_order(limit):
    expected = season(7)
    assert ids(whole_list("/matches/", limit)) == expected
    assert ids(whole_list("/matches/", limit, player="Ana")) == expected
    assert ids(whole_list("/players/Ana/matches/", limit)) == expected


def test_a_page_that_is_just_full_is_the_last():
    season(4)
    assert ask("/matches/", limit=4)["next"] is None
    assert ask("/matches/", limit=3)["next"] is not None


def test_what_is_added_in_between_shifts_nothing():
    expected = season(5)
    first = ask("/matches/", limit=2)
    newer = season(3, first=6)
    second = Client().get(first["next"]).json()
    third = Client().get(second["next"]).json()
    assert ids(first["results"] + second["results"] + third["results"]) == expected
    assert ids(whole_list("/matches/", 2)) == newer + expected


def test_what_is_gone_in_between_is_missed_by_nobody():
    expected = season(5)
    first = ask("/matches/", limit=2)
    # the very match that the cursor names
    Match.objects.get(public_id=expected[1]).delete()
    rest = Client().get(first["next"]).json()
    assert ids(rest["results"]) == expected[2:4]


def test_the_next_address_keeps_the_filters():
    season(3)
    stored(("Carles", "David"), day=9)
    following = ask("/matches/", limit=2, player="Ana", preset="ludoteka")["next"]
    assert following.startswith(f"http://testserver{V1}/matches/?")
    assert "player=Ana" in following
    assert len(Client().get(following).json()["results"]) == 1


def test_the_next_address_is_right_for_any_name():
    name = "A+b @c.ñ"
    for day in range(2):
        stored((name, "Berta"), day=day, seed=str(day))
    body = Client().get(f"{V1}/players/{name}/matches/", {"limit": 1}).json()
    assert len(Client().get(body["next"]).json()["results"]) == 1
    odd = player_without_account("what? #1%20")
    Seat.objects.filter(player__name=name).update(player=odd)
    body = Client().get(f"{V1}/players/what%3F%20%231%2520/matches/", {"limit": 1}).json()
    assert len(Client().get(body["next"]).json()["results"]) == 1


def test_players_come_in_the_order_of_their_names_in_any_case():
    for name in ("b", "A", "c", "Z9", "ñu", "_x", "Ab"):
        player_without_account(name)
    expected = [one["name"] for one in ask("/players/")["results"]]
    assert sorted(expected) == sorted(["b", "A", "c", "Z9", "ñu", "_x", "Ab"])
    for limit in (1, 2, 3):
        assert [one["name"] for one in whole_list("/players/", limit)] == expected


def test_teams_come_the_newest_first_page_by_page():
    for day, names in enumerate((PEOPLE[:4], PEOPLE[2:6], PEOPLE[1:5])):
        stored(names, day=day, options={"teams": "pairs"}, seed=str(day))
    every = [team["id"] for team in ask("/teams/")["results"]]
    assert every == sorted(every, reverse=True)
    assert len(every) == 4
    assert [team["id"] for team in whole_list("/teams/", 3)] == every
    assert len(whole_list("/teams/", 1, player="Carles")) == 2


def test_places_of_a_leaderboard_go_on_over_its_pages():
    people = Player.objects.bulk_create(Player(name=f"p{number}") for number in range(9))
    Rating.objects.bulk_create(
        Rating(player=one, pool="2", mu=25, sigma=3, display=1500 + number // 2, matches=20)
        for number, one in enumerate(people)
    )
    board = whole_list("/leaderboards/2/", 2)
    assert [row["rank"] for row in board] == list(range(1, 10))
    shown = [row["rating"] for row in board]
    assert shown == sorted(shown, reverse=True)
    assert len({row["player"] for row in board}) == 9


def test_a_bot_in_several_seats_is_on_its_pages_once_a_match():
    player_without_account("Roble", PlayerKind.BOT)
    made = [stored(("Roble", "Roble"), day=day, seed=str(day)).public_id for day in range(3)]
    assert ids(whole_list("/players/Roble/matches/", 1)) == made[::-1]


def test_a_page_far_down_costs_no_more_than_the_first(django_assert_max_num_queries):
    season(6)
    body = ask("/matches/", limit=2)
    following = Client().get(body["next"]).json()["next"]
    with django_assert_max_num_queries(3):
        assert Client().get(following).status_code == 200


@settings(max_examples=100)
@given(
    place=st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        lambda inner: st.lists(inner, max_size=4),
        max_leaves=6,
    )
)
def test_a_made_up_cursor_is_refused_or_a_place_of_the_list(place):
    text = json.dumps(place).encode()
    cursor = base64.urlsafe_b64encode(text).decode().rstrip("=")
    try:
        page = match_page(MatchFilter(), cursor=cursor)
    except BadCursorError:
        return
    assert page.rows == []
    assert isinstance(place, list)
    assert len(place) == 3


def test_a_cursor_after_the_last_rating_is_an_empty_page():
    stored(PEOPLE[:2])
    body = ask("/players/Ana/ratings/2/", cursor=encode((1,), 1))
    assert (body["results"], body["next"]) == ([], None)


def test_halves_of_characters_are_in_no_cursor():
    text = json.dumps(["\ud800", 1, 1]).encode()
    cursor = base64.urlsafe_b64encode(text).decode().rstrip("=")
    keys = (Key("name", str, falling=False), Key("id", int, falling=False))
    with pytest.raises(BadCursorError):
        read_page(Player.objects.values("name", "id"), keys, cursor, 5)


def test_matches_that_end_within_a_microsecond_are_told_apart():
    made = season(4)
    for number, public_id in enumerate(made):
        moment = FIRST_DAY + timedelta(microseconds=number // 2)
        Match.objects.filter(public_id=public_id).update(finished_at=moment)
    every = ids(ask("/matches/")["results"])
    assert ids(whole_list("/matches/", 1)) == every
    assert sorted(every) == sorted(made)
