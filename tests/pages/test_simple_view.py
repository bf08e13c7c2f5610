"""The simple view: turned on and off for one device, with four targets in place of the lobby."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Table
from games.models.tables import TableStatus
from games.services.quick_play import QuickGame, play_bots_now
from tests.support.people import client_and_player

pytestmark = pytest.mark.django_db
VIEW = "/accounts/view/"


@pytest.fixture
def simple(client: Client) -> Client:
    """A stranger's browser whose device shows the simple view."""
    client.post(VIEW, {"view": "simple"})
    return client


def targets(client: Client) -> list[str]:
    """The words of each target of the front page."""
    html = client.get("/", headers={"accept-language": "en"}).content.decode()
    links = re.finditer(r'<(a|button) (?:type="submit"\s+)?class="target.*?</\1>', html, re.S)
    return [re.findall(r"<b>(.*?)</b>", target[0])[0] for target in links]


def test_a_device_keeps_the_simple_view_until_it_is_turned_off(client: Client) -> None:
    answer = client.post(VIEW, {"view": "simple", "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert 'data-view="simple"' in client.get("/rules/").content.decode()
    client.post(VIEW, {"view": "full"})
    assert 'data-view="simple"' not in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    "address",
    ["https://elsewhere.example/", "//elsewhere.example", "match", "people", "?x", "%", "["],
)
def test_the_switch_leads_to_paths_of_this_site_alone(client: Client, address: str) -> None:
    answer = client.post(VIEW, {"view": "simple", "next": address})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_the_view_belongs_to_the_device_and_not_to_the_account() -> None:
    ana, _player = client_and_player("ana")
    ana.post(VIEW, {"view": "simple"})
    other, _player = client_and_player("bea")
    assert 'data-view="simple"' in ana.get("/").content.decode()
    assert 'data-view="simple"' not in other.get("/").content.decode()


def test_the_front_page_is_four_targets_and_the_way_back(simple: Client) -> None:
    html = simple.get("/").content.decode()
    assert targets(simple) == ["Play", "Play with people", "Deal of the day", "Learn"]
    pressed = re.findall(r"<(?:a|button)\b[^>]*>", html)
    assert len(pressed) == 4 + len(["skip link", "name of the site", "full view"])


def test_a_stranger_never_sees_another_visitor_s_view(client: Client, settings: object) -> None:
    settings.STRANGER_PAGE_SECONDS = 5
    Client(headers={"cookie": "view=simple"}).get("/")
    assert 'data-view="simple"' not in client.get("/").content.decode()


def test_play_begins_at_once_against_the_house(simple: Client) -> None:
    html = simple.get("/").content.decode()
    level = re.findall(r'name="bot"\s+value="(\w+)"', html)[0]
    answer = simple.post("/play/", {"game": "ludoteka.2", "level": level, "bot": level})
    table = Table.objects.get()
    assert (answer["Location"], table.status) == (f"/t/{table.public_id}/", TableStatus.PLAYING)


def test_a_running_match_takes_the_place_of_the_day_s_deal() -> None:
    client, player = client_and_player("ana")
    client.post(VIEW, {"view": "simple"})
    table = play_bots_now(player=player, game=QuickGame("ludoteka", 2, "individual"))
    assert targets(client) == ["Go on with my match", "A new match", "Play with people", "Learn"]
    assert f'href="/t/{table.public_id}/"' in client.get("/").content.decode()


def test_the_table_in_the_simple_view_has_the_way_back_to_the_full_one() -> None:
    client, player = client_and_player("ana")
    client.post(VIEW, {"view": "simple"})
    table = play_bots_now(player=player, game=QuickGame("ludoteka", 2, "individual"))
    assert 'id="full-view"' in client.get(f"/t/{table.public_id}/").content.decode()


def test_every_page_offers_the_simple_view_at_its_foot(client: Client) -> None:
    assert 'name="view" value="simple"' in client.get("/rules/").content.decode()


def test_the_settings_turn_the_simple_view_on(client: Client) -> None:
    html = client.get("/accounts/preferences/").content.decode()
    assert 'id="h-simple"' in html
