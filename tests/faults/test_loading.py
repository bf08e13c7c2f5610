"""A match is read from the database while another process writes to it."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.live.storage import match_store
from games.models import Match
from tests.support.live import Client, play_out, running
from tools.soak.races import lay_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_another_process_deals_between_two_reads(monkeypatch):
    """Whatever is read first has seen one deal, what is read after that has seen two."""
    laid, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 3})
    async with running(next_deal_after=3600.0) as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_deal(clients)
        first = [clients[0].state["seq"]]
        for client in clients:
            await client.do("next")
        await clients[0].until(lambda f: f["t"] == "state" and f["view"]["phase"] == "play")
        read_rows, read_decks = match_store.journal_after, match_store.load_decks

        def rows(match, head):
            most = first.pop() if first else None
            found = read_rows(match, head)
            return found if most is None else [row for row in found if row.entry.seq <= most]

        def decks(match, info, after=0):
            found = read_decks(match, info, after)
            if not first:
                return found
            first.clear()
            return {deal: deck for deal, deck in found.items() if deal == 1}

        monkeypatch.setattr(match_store, "journal_after", rows)
        monkeypatch.setattr(match_store, "load_decks", decks)
        game, _ = await runtime.db.run(lambda: match_store.load_game(laid["match"]))
        assert game.state.number == 1


async def play_deal(clients):
    """First cards until the deal is over."""
    for client in clients:
        await client.until_seq(1)
    while clients[0].view["phase"] != "deal_over":
        view = clients[0].view
        mover = clients[view["turn"]] if view["phase"] == "play" else None
        if mover is None:
            seq = clients[0].state["seq"] + 1
        else:
            await mover.until_seq(clients[0].state["seq"])
            seq = (await mover.act(mover.view["legal"][0]))["seq"]
        for client in clients:
            await client.until_seq(seq)


async def test_a_match_ends_between_two_reads(monkeypatch):
    laid, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        match = Match.objects.filter(public_id=laid["match"])
        await database_sync_to_async(match.update)(status="playing")  # as it was a moment ago

        def rows(pk, head):
            match.update(status="finished")
            return []

        monkeypatch.setattr(match_store, "journal_after", rows)
        game, _ = await runtime.db.run(lambda: match_store.load_game(laid["match"]))
        assert game.state.phase == "match_over"
