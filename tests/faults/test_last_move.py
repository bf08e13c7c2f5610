"""The move that ends a match is answered as any other, however often it is sent."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.live import Client, running
from tools.soak.races import lay_table, to_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

QUIET = {"heads_every": 3600.0, "tick": 3600.0, "pubsub_in_memory": True, "next_deal_after": 0.0}


async def last_turn(clients):
    """Play first cards up to the last; the sockets of who has it, and the seq before it."""
    seq = 1
    while True:
        pair = await to_move(clients, seq)
        view = pair[0].view
        if sum(view["counts"]) == 1:
            return pair, pair[0].state["seq"]
        seq = (await pair[0].act(view["legal"][0]))["seq"]


async def test_two_processes_take_the_last_move_at_once():
    _, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running(**QUIET) as first, running(**QUIET) as second:
        clients = [
            [await Client(runtime, table, user).connect() for runtime in (first, second)]
            for user in users
        ]
        pair, seq = await last_turn(clients)
        action = pair[0].view["legal"][0]
        answers = await asyncio.gather(
            *(client.act(action, id="the-last-one", base=seq) for client in pair)
        )
        assert answers == [{"t": "ack", "id": "the-last-one", "seq": seq + 1}] * 2


async def test_the_last_move_is_sent_again_after_a_restart():
    _, users, table = await lay_table(preset="ludoteka", players=2, rules={"match.max_deals": 1})
    async with running(**QUIET) as runtime:
        clients = [[await Client(runtime, table, user).connect()] for user in users]
        (client,), seq = await last_turn(clients)
        action, user = client.view["legal"][0], users[client.seat]
        taken = await client.act(action, id="the-last-one", base=seq)
        assert taken == {"t": "ack", "id": "the-last-one", "seq": seq + 1}
    async with running(**QUIET) as runtime:
        again = await Client(runtime, table, user).connect()
        assert await again.act(action, id="the-last-one", base=seq) == taken
        other = await again.act({"type": "claim"}, id="the-last-one", base=seq)
        assert other["code"] == "id_reused"
        unknown = await again.act(action, id="another-one", base=seq)
        assert unknown["code"] == "match_over"
