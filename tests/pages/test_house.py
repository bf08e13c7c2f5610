"""The page of the exhibition: what it shows, that it stores nothing, and when it rests."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from games.common import live_gateway as gateways
from games.exhibition.play import play_deal
from games.exhibition.schedule import DEAL_S, scheduled_deal
from games.models import Match, Player, Table
from games.pages import house as page
from tests.exhibition.test_play import QUICK

pytestmark = pytest.mark.django_db

DEAL = scheduled_deal(QUICK, 0)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Stand at ten seconds after the beginning of a deal whose bots need no time to think."""
    now = [DEAL.starts_at + 10.0]
    monkeypatch.setattr(page, "time", SimpleNamespace(time=lambda: now[0]))
    cache.delete_many([DEAL.seed, f"{DEAL.seed}/playing"])
    return now


def frames(client: Client) -> dict:
    return client.get("/house/frames/").json()


def test_the_next_seconds_are_told_with_the_cards_that_they_show(client: Client) -> None:
    answer = frames(client)
    played = play_deal(DEAL)
    assert [bot["name"] for bot in answer["bots"]] == [bot.name for bot in DEAL.bots]
    assert [frame["at"] for frame in answer["frames"]] == [
        frame.at for frame in played.frames if 10.0 <= frame.at <= 50.0
    ]
    assert {card for frame in answer["frames"] for hand in frame["hands"] for card in hand} <= set(
        answer["cards"]
    )
    assert answer["again"] == 30_000


def test_each_frame_says_how_many_cards_the_stock_has(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    labels = {frame["stock"]: frame["stock_label"] for frame in frames(client)["frames"]}
    assert len(labels) > 1
    assert all(
        label.startswith(f"Stock of {count} cards; trump") for count, label in labels.items()
    )
    page = client.get("/house/").content.decode()
    assert f'aria-label="{labels[max(labels)]}"' in page


def test_a_page_asks_again_when_the_next_deal_begins(client: Client, clock: list[float]) -> None:
    clock[0] = DEAL.starts_at + DEAL_S - 5
    answer = frames(client)
    assert answer["again"] == 5000
    assert not any(answer["frames"][-1]["hands"])


def test_the_page_shows_both_hands_without_script(client: Client) -> None:
    html = client.get("/house/").content.decode()
    frame = next(frame for frame in play_deal(DEAL).frames if frame.at == 10.0)
    for hand in frame.hands:
        for card in hand:
            assert f"cards/classic/{card}." in html
    for bot in DEAL.bots:
        assert bot.name in html


def test_nothing_of_it_is_stored(client: Client) -> None:
    client.get("/house/")
    frames(client)
    assert not Match.objects.exists()
    assert not Table.objects.exists()
    assert not Player.objects.exists()


def test_it_rests_while_the_tables_of_people_are_late(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(gateways.live_gateway()), "loop_delay", lambda _self: 1.0)
    answer = frames(client)
    assert (answer["frames"], answer["again"]) == ([], 3000)
    assert client.get("/house/").status_code == 200


def test_a_deal_that_another_process_plays_is_waited_for(client: Client) -> None:
    cache.set(f"{DEAL.seed}/playing", 1, 30)
    assert frames(client)["frames"] == []
    cache.set(DEAL.seed, play_deal(DEAL), 30)
    assert frames(client)["frames"]


def test_the_watch_page_shows_the_house_where_no_people_play(client: Client) -> None:
    html = client.get("/watch/").content.decode()
    assert 'data-house="/house/frames/"' in html
