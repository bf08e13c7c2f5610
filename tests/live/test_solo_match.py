"""A person among the house's bots takes a decision back, or gives the match up alone."""

from __future__ import annotations

import json
import zlib

import pytest
from channels.db import database_sync_to_async

from games.models import Action, MatchRecord
from games.record import verify_record
from tests.support.live import Client, alay, first_card, play_out, running, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

BACK = {"type": "take_back"}
LONG = {"match.target": 3}
TWO_BOARDS = {
    "match.end": "fixed_deals",
    "match.unit": "points",
    "match.tie": "draw",
    "match.max_deals": 2,
}


def mine(frame):
    return frame["t"] == "state" and frame["view"]["phase"] == "play" and my_turn(frame["view"])


def my_turn(view):
    return view["turn"] == view["seat"] and any(one["type"] == "play" for one in view["legal"])


async def turn(client):
    """The state in which it is the client's turn."""
    if client.state is None or not mine(client.state):
        await client.until(mine)
    return client.state


def plain(state):
    """What of a state a take-back leads back to."""
    return {name: value for name, value in state["view"].items() if name != "may_offer"}


async def play_one(client):
    """Play a card, and wait for the next turn; gives the state before it."""
    before = await turn(client)
    answer = await client.act(first_card(before["view"]))
    assert answer["t"] == "ack"
    await client.until_seq(answer["seq"])
    return before


@database_sync_to_async
def record():
    return json.loads(zlib.decompress(MatchRecord.objects.get().body))


@database_sync_to_async
def seqs():
    return list(Action.objects.order_by("seq", "sub").values_list("seq", flat=True))


async def test_a_card_is_taken_back_with_all_that_followed():
    table, users = await alay(1, 1, rules=LONG)
    async with running() as runtime:
        client = (await seated(runtime, table, users))[0]
        first = await turn(client)
        assert first["may"] == []
        before = await play_one(client)
        now = await turn(client)
        assert (now["may"], now["view"]["tricks"] == [0, 0]) == (["take_back"], False)
        answer = await client.act(BACK, id="back-0001")
        state = await client.until_seq(answer["seq"])
        assert state["seq"] == answer["seq"] > now["seq"]
        drawn = 33 - before["view"]["stock"] + 1  # of 33 that lie face down, with the turned one
        back = {"type": "taken_back", "seat": client.seat, "drawn": drawn}
        assert state["events"] == [back]
        assert plain(state) == plain(before)
        assert (await client.act(BACK, id="back-0001"))["seq"] == answer["seq"]
        await play_one(client)
        await turn(client)
    written = sorted(set(await seqs()))
    assert written == list(range(1, len(written) + 1))


async def test_a_process_that_starts_later_comes_to_the_same_state():
    table, users = await alay(1, 2, rules=LONG)
    async with running() as runtime:
        client = (await seated(runtime, table, users))[0]
        await play_one(client)
        await turn(client)
        await play_one(client)
        await turn(client)
        state = await client.until_seq((await client.act(BACK))["seq"])
        await client.close()
    async with running() as other:
        again = await Client(other, table, users[0]).connect()
        assert await again.until_seq(state["seq"]) == {**state, "events": [], "fresh": True} | {
            "clock": again.state["clock"]
        }
        await play_out([again])
    kept = await record()
    verify_record(kept)
    assert kept["taken_back"] > 1
    numbers = [action["seq"] for deal in kept["deals"] for action in deal["actions"]]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_after_the_match_a_client_finds_the_seq_that_it_knows():
    table, users = await alay(1, 1)
    async with running() as runtime:
        client = (await seated(runtime, table, users))[0]
        for _ in range(2):
            await play_one(client)
            await turn(client)
            await client.until_seq((await client.act(BACK))["seq"])
        await play_out([client])
        last = client.state
    async with running() as other:
        again = await Client(other, table, users[0]).connect(have=last["seq"])
        state = await again.until(lambda frame: frame["t"] == "state")
        assert (state["seq"], state["view"]["score"]) == (last["seq"], last["view"]["score"])
        assert state["may"] == []


async def test_bots_that_think_when_it_is_taken_back_play_to_what_stands():
    table, users = await alay(1, 1, rules=LONG)
    async with running(pace=1e6) as runtime:
        client = (await seated(runtime, table, users))[0]
        while client.view["turn"] != client.seat:
            await runtime.autoplay.carry_out(
                actor_of(runtime, table), actor_of(runtime, table).plan
            )
            await client.until_seq(client.state["seq"] + 1)
        before = await play_one(client)
        actor = actor_of(runtime, table)
        late = actor.plan
        state = await client.until_seq((await client.act(BACK))["seq"])
        assert plain(state) == plain(before)
        await runtime.autoplay.carry_out(actor, late)
        assert actor.game.seq == state["seq"]
        assert (actor.plan.kind, actor.plan.seat) != ("bot", 1 - client.seat)


def actor_of(runtime, table):
    return runtime.rooms[table.public_id].actor


@pytest.mark.parametrize(
    ("people", "bots", "fields"),
    [(2, 0, {}), (2, 1, {}), (1, 1, {"boards": 1, "rules": TWO_BOARDS})],
)
async def test_nothing_is_taken_back_where_others_play_or_are_compared(people, bots, fields):
    table, users = await alay(people, bots, **{"rules": LONG, **fields})
    async with running() as runtime:
        clients = await seated(runtime, table, users)
        mover = next((one for one in clients if my_turn(one.view)), clients[0])
        await play_one(mover)
        assert (await mover.act(BACK))["code"] == "take_back_not_now"
        assert mover.state["may"] == []


@pytest.mark.parametrize(
    ("bots", "rules", "winners"),
    [(2, LONG, 2), (3, {"match.target": 3, "teams": "pairs"}, 1), (3, {"teams": "individual"}, 3)],
)
async def test_who_plays_with_bots_alone_gives_up_alone(bots, rules, winners):
    table, users = await alay(1, bots, rules=rules)
    async with running() as runtime:
        client = (await seated(runtime, table, users))[0]
        assert "resign" in (await turn(client))["may"]
        assert (await client.act({"type": "resign"}))["t"] == "ack"
        state = await client.until(lambda frame: frame["t"] == "state" and frame["view"]["winners"])
        side = next(at for at, one in enumerate(state["view"]["sides"]) if client.seat in one)
        assert (state["view"]["ended_by"], len(state["view"]["winners"])) == ("resigned", winners)
        assert side not in state["view"]["winners"]
    kept = await record()
    verify_record(kept)
    assert "alone" not in str(kept["deals"][-1]["actions"][-1])
    kept["seats"][-1]["kind"] = "human"
    with pytest.raises(Exception, match="resign_not_allowed"):
        verify_record(kept)
