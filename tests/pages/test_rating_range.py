"""The range of ratings in the form of a new table, in the lobby, on sitting down and by key."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Rating, Table
from games.services import hosting, tables
from games.services.rating_range import RatingRange
from tests.live.keys import program
from tests.pages.reading import part_words
from tests.services.people import table_of
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db
ASKED = {
    "seating": "2",
    "preset": "ludoteka",
    "clock": "normal",
    "visibility": "public",
    "watch": "anyone",
}


def page(path: str, client: Client | None = None) -> str:
    """The HTML of a page, which may hold data for its script."""
    answer = (client or Client()).get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def opened(**more: str) -> Any:
    """The answer to the form, of somebody signed in."""
    return signed_in("Ana").post("/tables/new/", {**ASKED, **more})


@pytest.mark.parametrize(
    ("chosen", "stored"),
    [
        ({}, (None, None, None, True)),
        ({"rating": "200"}, (200, None, None, True)),
        ({"rating": "200", "rating_low": "9"}, (200, None, None, True)),
        (
            {"rating": "between", "rating_low": "1400", "rating_high": "1700", "newcomers": "no"},
            (None, 1400, 1700, False),
        ),
        ({"rating": "between", "rating_high": "1700"}, (None, None, 1700, True)),
        ({"rating": "200", "newcomers": "no", "visibility": "link"}, (None, None, None, True)),
    ],
)
def test_the_form_opens_a_table_with_a_range(chosen, stored):
    assert opened(**chosen).status_code == 302
    table = Table.objects.get()
    assert (table.rating_within, table.rating_low, table.rating_high, table.newcomers) == stored


def test_the_form_says_which_figures_cannot_be():
    for chosen in (
        {"rating_low": "1700", "rating_high": "1400"},
        {"rating_low": "-1"},
        {"rating_high": "4001"},
    ):
        answer = Client().post("/tables/new/", {**ASKED, "rating": "between", **chosen})
        assert answer.status_code == 422
    assert not Table.objects.exists()


def test_the_choice_stands_among_the_rare_ones():
    html = page("/tables/new/")
    assert "Who may sit down, by rating" in html.split("Name, watchers and more")[1]
    assert "<details open" not in html.split("h-table")[1].split("Name, watchers and more")[0]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        (RatingRange(within=300), "rating ±300 of the host's"),
        (RatingRange(low=1400, high=1700), "rating 1400 to 1700"),
        (RatingRange(low=1400), "rating from 1400"),
        (RatingRange(high=1700), "rating up to 1700"),
        (RatingRange(newcomers=False), "not without a rating"),
    ],
)
def test_the_lobby_and_the_invitation_say_the_range_in_words(wanted, shown):
    table = table_of(player_without_account("ana"), rating=wanted)
    assert shown in part_words(page("/"))
    assert shown in part_words(page(f"/t/{table.public_id}/"))


def test_whoever_is_outside_the_range_reads_why_they_cannot_sit_down():
    ana = player_without_account("ana")
    table = table_of(ana, rating=RatingRange(low=1700))
    eva = signed_in("Eva")
    Rating.objects.create(
        player=player_without_account("Eva"), pool="2", mu=25, sigma=3, display=1500, matches=8
    )
    told = eva.post(
        f"/t/{table.public_id}/sit/", follow=True, headers={"accept-language": "en"}
    ).content.decode()
    assert "Your rating is not in the range that this table is for." in told
    assert table.seats.filter(player=None).count() == 1


def test_a_banned_person_reads_why_they_cannot_sit_down():
    ana = player_without_account("ana")
    table = table_of(ana, 4)
    eva = signed_in("Eva")
    tables.sit(table=table, player=player_without_account("Eva"), seat=1)
    hosting.ban(table=table, player=ana, seat=1)
    html = page(f"/t/{table.public_id}/", eva)
    assert "/sit/" not in html


def by_key(key: str, **more: Any) -> Any:
    return Client().post(
        "/api/v1/play/tables/",
        {"id": "open-a-table-1", **more},
        content_type="application/json",
        headers={"authorization": f"Bearer {key}", "accept-language": "en"},
    )


def test_a_program_opens_a_table_with_a_range():
    _user, key = program()
    answer = by_key(key, rating_low=1400, rating_high=1700, newcomers=False)
    assert answer.status_code == 201
    table = Table.objects.get()
    assert (table.rating_low, table.rating_high, table.newcomers) == (1400, 1700, False)
    assert (by_key(key, rating_low=1400, rating_high=1700, newcomers=False)).status_code == 201
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"rating_within": 150}, "invalid_parameter"),
        ({"rating_low": 5000}, "invalid_parameter"),
        ({"rating_within": 100, "visibility": "link"}, "bad_range"),
        ({"rating_low": 1600, "rating_high": 1500}, "bad_range"),
    ],
)
def test_a_program_reads_which_range_cannot_be(wanted, code):
    _user, key = program()
    answer = by_key(key, **wanted)
    assert answer.json()["error"]["code"] == code
    assert not Table.objects.exists()
