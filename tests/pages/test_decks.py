"""A reader who chose a deck sees its cards on every page, and the page loads no other deck."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.preferences import COOKIE
from games.exhibition.play import play_deal
from games.exhibition.schedule import DEAL_S, scheduled_deal
from games.pages import house
from games.puzzles.services.making import PUZZLE_SET_FILE, load_set
from tests.clubs.builders import club_of
from tests.exhibition.test_play import QUICK
from tests.pages.test_review import finished
from tests.routes import every_path
from tests.support.people import player_with_account, signed_in

pytestmark = pytest.mark.django_db

CLASSIC_CARD = re.compile(r"cards/classic(?:/|[\w.]*\.svg#)\w+")


def reader(deck: str, client: Client | None = None) -> Client:
    """Return a client whose cookie has this deck."""
    client = client or Client(headers={"accept-language": "en"})
    client.cookies[COOKIE] = f"deck:{deck}"
    return client


def html(client: Client, path: str) -> str:
    """Return the text of a page or of JSON; "" for pictures and other files."""
    answer = client.get(path)
    is_text = "html" in answer["Content-Type"] or "json" in answer["Content-Type"]
    return answer.content.decode() if is_text else ""


def classic_cards(client: Client, path: str) -> list[str]:
    """Return the classic cards that a page draws."""
    return CLASSIC_CARD.findall(html(client, path))


def some_puzzles(folder: Path) -> Path:
    """Return a file in a folder with a few puzzles of the set."""
    path = folder / "few.ndjson"
    path.write_text("\n".join(PUZZLE_SET_FILE.read_text().splitlines()[::80]))
    return path


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Fill the site with a match, puzzles, a club and a running exhibition; return the match's id."""
    deal = scheduled_deal(QUICK, 0)
    monkeypatch.setattr(house, "time", SimpleNamespace(time=lambda: deal.starts_at + DEAL_S / 4))
    cache.set(deal.seed, play_deal(deal), 30)
    load_set(some_puzzles(tmp_path))
    ana = player_with_account("Ana")
    club_of(ana)
    match, _record = finished(2, "individual", people=[ana, player_with_account("Berta")])
    return match.public_id


def every_page(match_id: str) -> list[str]:
    """Return the paths of the site's pages, without the API."""
    world = {"match_id": match_id, "name": "Ana", "handle": "el-siete"}
    return [path for path in every_path(world) if not path.startswith("/api/")]


@pytest.mark.parametrize("name", ["", "Ana"])
def test_no_page_draws_a_card_in_another_deck_than_the_chosen_one(name: str, site: str) -> None:
    client = reader("contrast", signed_in(name) if name else None)
    drawn = {path: cards for path in every_page(site) if (cards := classic_cards(client, path))}
    assert drawn == {}


@pytest.mark.parametrize("path", ["/house/frames/", "/matches/", "/players/Ana/"])
def test_readers_of_the_same_page_each_see_their_own_deck(path: str, site: str) -> None:
    assert classic_cards(reader("classic"), path)
    assert "cards/contrast.svg#" in html(reader("contrast"), path)
    assert classic_cards(reader("classic"), path)
