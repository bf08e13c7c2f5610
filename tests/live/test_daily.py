"""The deal of the day: the same for everybody, committed to before, and hidden until it is over."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.test import Client as Browser

from games.common.errors import TableError
from games.models import DailyDeal, DailyTry, DealSecret, Match, PlayerFigures
from games.models.matches import MatchStatus
from games.record.fairness import server_commit
from games.record.verify import verify_record
from games.services import daily
from games.services.match_ends import abandon_match
from tests.support.live import Client, first_card, play, running, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

MONDAY = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
"""For two, by the rules of Ludoteka."""
on_db = database_sync_to_async


def begin(name: str, now: datetime = MONDAY):
    """A person's table for the deal of that day."""
    user, player = user_and_player(name)
    return user, daily.start_try(player=player, now=now)


async def tried(runtime, name: str, choose=first_card):
    """A try to its end; gives the client and every frame it was sent."""
    user, table = await on_db(begin)(name)
    client = await Client(runtime, table, user).connect()
    await play(client, choose)
    frames = list(client.frames)
    await client.close()
    return client, frames


def last_card(view):
    """Never an exchange, which some decks offer; armed and put off, it would go on for ever."""
    return [action for action in view["legal"] if action["type"] == "play"][-1]


def plays(match: Match) -> list[tuple[int, str]]:
    record = json.loads(zlib.decompress(match.record.body))
    (deal,) = record["deals"]
    return [(one["seat"], one["card"]) for one in deal["actions"] if one["type"] == "play"]


def of(name: str) -> Match:
    tried = DailyTry.objects.select_related("match__record").get(player__name=name)
    return tried.match


async def test_everybody_plays_the_same_deck_against_the_same_replies_and_no_seed_is_told():
    async with running() as runtime:
        _ana, frames = await tried(runtime, "Ana")
        await tried(runtime, "Berta")
        await tried(runtime, "Carles", last_card)
    block = (await on_db(DailyDeal.objects.get)()).fairness
    told = json.dumps(frames)
    assert block["server_commit"] in told
    assert block["server_seed"] not in told
    assert not any(nonce in told for nonce in block["nonces"])
    assert all(one["block"] is None for one in frames if one["t"] == "fair")
    ana, berta, carles = [await on_db(of)(name) for name in ("Ana", "Berta", "Carles")]
    assert plays(ana) == plays(berta) != plays(carles)

    def over() -> None:
        tries = {one.player.name: one for one in DailyTry.objects.select_related("player")}
        assert (tries["Ana"].points, tries["Ana"].tricks) == (
            tries["Berta"].points,
            tries["Berta"].tricks,
        )
        for match in (ana, berta, carles):
            assert (match.status, match.finished_at, match.rated) == ("held", None, False)
            record = json.loads(zlib.decompress(match.record.body))
            verify_record(record)
            assert record["deals"][0]["fairness"]["server_seed"] == block["server_seed"]
            assert "duplicate:d20260601" in record["deals"][0]["fairness"]["flags"]
        assert list(DealSecret.objects.values_list("verified", "revealed_at")) == [(True, None)] * 3

    await on_db(over)()


async def test_nothing_of_it_is_shown_before_the_day_is_over_and_all_of_it_after():
    async with running() as runtime:
        await tried(runtime, "Ana")

    def before() -> None:
        match = of("Ana")
        web = Browser()
        assert web.get(f"/matches/{match.public_id}/")["Location"] == "/daily/"
        for path in ("", "record/", "deals/", "tricks/"):
            answer = web.get(f"/api/v1/matches/{match.public_id}/{path}")
            assert answer.status_code == 404, path
        assert web.get(f"/matches/{match.public_id}/record.json").status_code == 404
        assert web.get("/api/v1/matches/").json()["results"] == []
        assert web.get("/api/v1/daily/2026-06-01/results/").status_code == 409
        (row,) = web.get("/api/v1/daily/").json()["results"]
        assert (row["fairness"], row["shown_at"], row["tried"]) == (None, None, 1)
        assert not PlayerFigures.objects.exists()
        soon = MONDAY.replace(hour=1, minute=59) + timedelta(days=1)
        assert daily.turn_days(now=soon) == 0
        assert of("Ana").status == MatchStatus.HELD

    def after() -> None:
        later = MONDAY.replace(hour=2) + timedelta(days=1)
        assert daily.turn_days(now=later) == 1
        assert daily.turn_days(now=later) == 0
        match = of("Ana")
        assert (match.status, match.finished_at) == ("finished", later)
        assert not DealSecret.objects.filter(revealed_at=None).exists()
        assert PlayerFigures.objects.filter(player__name="Ana", pool="2").exists()
        web = Browser()
        rows = web.get("/api/v1/daily/").json()["results"]
        assert [row["day"] for row in rows][-1] == "2026-06-01"
        proof = rows[-1]["fairness"]
        seed = bytes.fromhex(proof["server_seed"])
        commit = server_commit(proof["match"], 1, rows[-1]["rules_hash"], seed)
        assert commit.hex() == rows[-1]["server_commit"]
        (result,) = web.get("/api/v1/daily/2026-06-01/results/").json()["results"]
        assert (result["place"], result["player"]) == (1, "Ana")
        assert result["match"] == match.public_id
        assert web.get(f"/matches/{match.public_id}/").status_code == 200
        page = web.get("/daily/2026-06-01/").content.decode()
        assert proof["server_seed"] in page
        assert match.public_id in page

    await on_db(before)()
    await on_db(after)()


async def test_a_held_match_can_still_be_looked_at_where_it_was_played():
    async with running() as runtime:
        client, _ = await tried(runtime, "Ana")
        user = client.socket.scope["user"]
        table = await on_db(lambda: DailyTry.objects.get().match.table)()
        runtime.rooms.clear()
        again = await Client(runtime, table, user).connect()
        state = await again.until(lambda frame: frame["t"] == "state")
        assert state["view"]["phase"] == "match_over"
        await again.close()
        stranger = Client(runtime, table)
        await stranger.connect(hello=False)
        await stranger.send({"t": "hello", "proto": 1, "have": None})
        assert (await stranger.receive())["t"] in ("bye", "closed")


async def test_one_try_a_day_and_another_the_day_after():
    def tries() -> None:
        _user, table = begin("Ana")
        player = table.host
        assert daily.start_try(player=player, now=MONDAY) == table
        abandon_match(match_id=table.match_id, now=MONDAY)
        with pytest.raises(TableError, match="daily_played"):
            daily.start_try(player=player, now=MONDAY)
        assert daily.start_try(player=player, now=MONDAY + timedelta(days=1)) != table

    await on_db(tries)()
