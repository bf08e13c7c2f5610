"""Tournaments by key: a program enters, follows what happens, checks in and finds its table."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.test import AsyncClient
from django.utils import timezone

from games.services.players import player_for
from games.tournaments.live import stream as tournament_stream
from games.tournaments.services import entries, ticker
from games.tournaments.services.creating import TournamentOptions, create_tournament
from tests.api.support import validate
from tests.live.keys import current, program
from tests.support.live import running, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
on_db = database_sync_to_async


def announced(**choices):
    now = timezone.now()
    chosen = {
        "name": "Programs", "format": "swiss", "preset": "ludoteka", "players": 2, "rounds": 1,
        "deals": 1, "programs": "welcome", "starts_at": now + timedelta(minutes=5), **choices,
    }  # fmt: skip
    return create_tournament(creator=None, chosen=TournamentOptions(**chosen), now=now)


class ByKey:
    """A program that asks by its key."""

    def __init__(self, key: str) -> None:
        self.client = AsyncClient()
        self.headers = {"authorization": f"Bearer {key}", "accept-language": "en"}

    async def ask(self, method: str, path: str, body: object = None):
        await on_db(cache.clear)()
        more = (
            {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        )
        ask = getattr(self.client, method)
        return await ask(f"/api/v1/play/tournaments/{path}", headers=self.headers, **more)


async def line_of(lines) -> dict:
    """The next line that tells something."""
    while True:
        text = (await anext(lines)).decode().strip()
        if text:
            told = json.loads(text)
            validate(told, {"$ref": "#/components/schemas/TournamentLine"})
            return told


async def test_a_program_enters_follows_checks_in_and_is_told_its_table(monkeypatch):
    monkeypatch.setattr(tournament_stream, "KEEP_ALIVE", 0.2)
    tournament = await on_db(announced)()
    made = [await on_db(program)(f"Program{number}") for number in range(2)]
    one, other = (ByKey(key) for _user, key in made)
    async with running(tournaments_every=3600.0) as runtime:
        with current(runtime):
            identity = tournament.public_id
            assert (await one.ask("get", f"{identity}/entry/")).status_code == 404
            answer = await one.ask("post", f"{identity}/entry/", {})
            assert answer.status_code == 201
            assert answer.json()["status"] == "entered"
            again = await one.ask("post", f"{identity}/entry/", {})
            assert (again.status_code, again.json()["error"]["code"]) == (409, "already_entered")
            stream = await one.ask("get", f"{identity}/stream/")
            lines = aiter(stream.streaming_content)
            first = await line_of(lines)
            assert (first["event"]["entrants"], first["entry"]["here"]) == (1, False)
            early = await one.ask("post", f"{identity}/check-in/")
            assert early.json()["error"]["code"] == "not_checkin"
            assert (await other.ask("post", f"{identity}/entry/", {})).status_code == 201
            await on_db(ticker.tick)(now=timezone.now())
            for program_ in (one, other):
                here = await program_.ask("post", f"{identity}/check-in/")
                assert here.json()["here"]
            told = await line_of(lines)
            while not told["entry"]["here"]:
                told = await line_of(lines)
            assert told["event"]["status"] == "checkin"
            await on_db(ticker.tick)(now=timezone.now() + timedelta(minutes=5))
            runtime.tournament_changed(identity)
            await settle()
            while told["entry"]["table"] is None:
                told = await line_of(lines)
            entry = (await one.ask("get", f"{identity}/entry/")).json()
            assert entry["table"] == told["entry"]["table"]
            stream.close()
            gone = await one.ask("delete", f"{identity}/entry/")
            assert gone.status_code == 204
            assert (await one.ask("get", f"{identity}/entry/")).json()["status"] == "withdrawn"


async def test_a_stream_ends_with_its_reader_and_leaves_nothing_behind(monkeypatch):
    monkeypatch.setattr(tournament_stream, "KEEP_ALIVE", 0.05)
    tournament = await on_db(announced)()
    _user, key = await on_db(program)("Reader")
    async with running(tournaments_every=3600.0) as runtime:
        with current(runtime):
            before = len(runtime.connections)
            answer = await ByKey(key).ask("get", f"{tournament.public_id}/stream/")
            lines = aiter(answer.streaming_content)
            await line_of(lines)
            assert len(runtime.connections) == before + 1
            assert await anext(lines) == b"\n"  # nothing has changed, and it says that it lives
            answer.close()
            await settle()
            assert len(runtime.connections) == before
            assert not runtime.tournament_listeners


async def test_a_daily_event_begins_as_a_program_enters_it():
    now = timezone.now()
    tournament = await on_db(announced)(format="daily", bots="greedy", starts_at=now)
    await on_db(ticker.tick)(now=now)
    _user, key = await on_db(program)("Daily")
    async with running(tournaments_every=3600.0) as runtime:
        with current(runtime):
            entry = await ByKey(key).ask("post", f"{tournament.public_id}/entry/", {})
            assert entry.status_code == 201
            assert entry.json()["table"]


async def test_a_private_event_is_followed_by_those_alone_who_take_part():
    tournament = await on_db(announced)(visibility="link")
    user, key = await on_db(program)("Inside")
    _other, stranger = await on_db(program)("Outside")
    player = await on_db(player_for)(user)
    await on_db(entries.enter)(tournament=tournament, player=player, invite=tournament.invite)
    async with running(tournaments_every=3600.0) as runtime:
        with current(runtime):
            path = f"{tournament.public_id}/stream/"
            assert (await ByKey(stranger).ask("get", path)).status_code == 404
            answer = await ByKey(key).ask("get", path)
            assert answer.status_code == 200
            answer.close()
            refused = await ByKey(stranger).ask("post", f"{tournament.public_id}/entry/", {})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "link_needed")
