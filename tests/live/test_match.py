"""Whole matches over sockets, and what a client may ask in them."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Action, Deal, DealSecret, Match, MatchRecord, Table, Trick
from tests.support.live import Client, FakeClock, alay, first_card, ids, play_out, running, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (4, 0), (1, 1), (2, 2), (1, 5), (0, 3)])
async def test_a_match_is_played_to_its_end(people, bots):
    table, users = await alay(people, bots)
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        both = {"status": "", "phase": ""}  # of the table and of the match, in either order

        def over(frame):
            if frame["t"] == "table":
                both["status"] = frame["table"]["status"]
            elif frame["t"] == "state":
                both["phase"] = frame["view"]["phase"]
            return both == {"status": "finished", "phase": "match_over"}

        await watcher.until(over, timeout=60)
        assert watcher.view["hand"] == []
        for client in (*clients, watcher):
            await client.close()
    assert await database_sync_to_async(_left_behind)() == (0, 0, "finished", "finished")


def _left_behind():
    match = Match.objects.get()
    assert MatchRecord.objects.filter(match=match).exists()
    assert Deal.objects.filter(match=match).exists()
    assert Trick.objects.filter(deal__match=match).exists()
    hidden = DealSecret.objects.filter(revealed_at=None).count()
    return (Action.objects.count(), hidden, match.status, Table.objects.get().status)


async def two(runtime, table, users):
    clients = await seated(runtime, table, users)
    mover = next(client for client in clients if client.view["turn"] == client.seat)
    return mover, next(client for client in clients if client is not mover)


async def test_seq_has_no_gaps_and_every_event_comes_once():
    table, users = await alay(2)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        for client in clients:
            states = [frame for frame in client.frames if frame["t"] == "state"]
            seqs = [state["seq"] for state in states]
            assert seqs == sorted(seqs)
            live = [state for state in states if not state["fresh"] and state["events"]]
            played = [
                (event["seat"], event["card"])
                for state in live
                for event in state["events"]
                if event["type"] == "card_played" and state["view"]["deal"] == 1
            ]
            assert len(played) == len(set(played)) == 40


async def test_a_resent_action_gets_the_same_answer_and_is_played_once():
    table, users = await alay(2)
    async with running() as runtime:
        mover, _ = await two(runtime, table, users)
        action, id = first_card(mover.view), next(ids)
        first = await mover.act(action, id=id)
        again = await mover.act(action, id=id, base=2)
        assert first == again == {"t": "ack", "id": id, "seq": 3}
        other = await mover.act({"type": "claim"}, id=id, base=3)
        assert other["code"] == "id_reused"


async def test_an_action_is_refused_for_its_reason():
    table, users = await alay(2)
    async with running() as runtime:
        mover, other = await two(runtime, table, users)
        watcher = await Client(runtime, table).connect()
        assert (await other.act(first_card(mover.view)))["code"] == "not_your_turn"
        assert (await mover.act(first_card(mover.view), base=9))["code"] == "base_ahead"
        assert (await mover.act({"type": "deal"}))["code"] == "unknown_action"
        assert (await mover.act({"type": "play", "card": "Z9"}))["code"] == "bad_action"
        assert (await mover.act({"type": "play"}))["code"] == "bad_action"
        assert (await watcher.act({"type": "claim"}))["code"] == "not_seated"
        assert (await mover.do("sit", seat=0))["t"] == "nak"
        assert (await mover.act(first_card(mover.view)))["t"] == "ack"


@pytest.mark.parametrize("kind", [{}, [], None, 7])
async def test_an_action_of_no_kind_is_refused_whatever_it_was_asked_as_of(kind):
    table, users = await alay(2)
    async with running() as runtime:
        (client, _) = await two(runtime, table, users)
        for base in (0, client.state["seq"]):
            answer = await client.act({"type": kind}, base=base)
            assert (answer["t"], answer["code"]) == ("nak", "bad_action")


async def test_a_card_meant_for_one_deal_is_not_played_in_the_next():
    """It was sent twice, and the second comes when the same card is in the same hand again."""
    table, users = await alay(2, rules={"match.target": 1000, "match.max_deals": 2})
    async with running(next_deal_after=0.0) as runtime:
        clients = await two(runtime, table, users)
        before: dict[int, int] = {}
        while True:
            ahead = max(client.state["seq"] for client in clients)
            for client in clients:
                await client.until_seq(ahead)
            mover = next((one for one in clients if one.view["turn"] == one.seat), None)
            if mover is None or mover.view["phase"] != "play":
                await clients[0].until_seq(ahead + 1)
                continue
            seq, card = mover.state["seq"], mover.view["legal"][0]
            if mover.view["deal"] > 1 and mover.seat in before:
                late = await mover.act(card, base=before[mover.seat])
                assert (late["t"], late["code"]) == ("nak", "not_in_phase")
                assert (await mover.act(card, base=seq))["t"] == "ack"
                return
            if mover.view["deal"] == 1:
                before[mover.seat] = seq
            assert (await mover.act(card, base=seq))["t"] == "ack"
            await mover.until_seq(seq + 1)


MOVES = ("play", "bid", "declare", "discard", "exchange", "claim")


def a_move(view):
    """Return the first legal move; in an auction the first bid stands and the others pass."""
    passes = {"type": "bid", "bid": "pass"}
    if view["phase"] == "auction" and view["auction"]["high"] and passes in view["legal"]:
        return passes
    return next(action for action in view["legal"] if action["type"] in MOVES and action != passes)


@pytest.mark.parametrize(
    ("people", "preset", "rules"),
    [
        (2, "ludoteka", {"match.target": 1, "match.tie": "draw"}),
        (5, "chiamata", {"match.target": 1}),
        (3, "rematada", {"match.target": 1}),
    ],
)
async def test_a_move_chosen_before_the_own_last_move_is_not_made(people, preset, rules):
    """It is the second press of a double click, when it is the same seat's turn again."""
    table, users = await alay(people, preset=preset, rules=rules)
    async with running(next_deal_after=0.0) as runtime:
        clients = await seated(runtime, table, users)
        bases: dict[int, int] = {}
        refused_types: set[str] = set()
        for _ in range(60):
            ahead = max(client.state["seq"] for client in clients)
            for client in clients:
                await client.until_seq(ahead)
            mover = next((client for client in clients if client.view["turn"] == client.seat), None)
            if mover is None or mover.view["deal"] > 1:
                break
            for action in mover.view["legal"]:
                if mover.seat in bases and action["type"] in MOVES:
                    refusal = await mover.act(action, base=bases[mover.seat])
                    assert (refusal["t"], refusal["code"]) == ("nak", "base_behind")
                    refused_types.add(action["type"])
            seq, id = mover.state["seq"], next(ids)
            move = a_move(mover.view)
            answer = await mover.act(move, id=id)
            assert answer["t"] == "ack"
            assert await mover.act(move, id=id, base=seq) == answer
            bases[mover.seat] = seq
            await mover.until_seq(answer["seq"])
        assert "play" in refused_types
        assert refused_types != {"play"} or people == 2


async def test_the_exchange_is_armed_right_after_a_card():
    """Its page has not seen the own card's answer yet, which does not matter: it is no move."""
    table, users = await alay(2, rules={"match.target": 9})
    async with running() as runtime:
        clients = await two(runtime, table, users)
        for _ in range(400):
            for client in clients:
                await client.drain()
                view, seq = client.view, client.state["seq"]
                if view["turn"] != client.seat or view["phase"] != "play":
                    if view["phase"] == "deal_over":
                        await client.do("next")
                    continue
                arm = {"type": "arm_exchange", "on": True}
                await client.act(
                    next(action for action in view["legal"] if action["type"] == "play")
                )
                await client.drain()
                if arm in view["legal"] and arm in client.view["legal"]:
                    assert (await client.act(arm, base=seq))["t"] == "ack"
                    return
    pytest.fail("nobody could arm")


async def test_a_player_who_comes_back_at_any_point_is_sent_what_was_missed():
    table, users = await alay(2)
    async with running() as runtime:
        mover, other = await two(runtime, table, users)
        for _ in range(6):
            for client in (mover, other):
                await client.drain()
                if client.view["turn"] == client.seat:
                    await client.act(first_card(client.view))
        await other.drain()
        full = other.state
        told = [frame for frame in other.frames if frame["t"] == "state" and not frame["fresh"]]
        for have in range(2, full["seq"] + 1):
            back = await Client(runtime, table, other.socket.scope["user"]).connect(have=have)
            await back.until_seq(full["seq"])
            assert back.view == full["view"]
            assert not back.state["fresh"]
            missed = [event for frame in told if frame["seq"] > have for event in frame["events"]]
            assert back.state["events"] == missed
            await back.close()
        fresh = await Client(runtime, table, other.socket.scope["user"]).connect()
        await fresh.until_seq(full["seq"])
        assert fresh.state["fresh"]
        assert fresh.state["events"] == []
        await fresh.send({"t": "p", "have": 1})
        assert await fresh.until(lambda f: f["t"] == "p") == {"t": "p", "seq": full["seq"]}


async def test_the_same_seat_twice_sees_the_same():
    table, users = await alay(2)
    async with running() as runtime:
        mover, _ = await two(runtime, table, users)
        twin = await Client(runtime, table, mover.socket.scope["user"]).connect()
        await twin.until_seq(2)
        assert twin.view == mover.view
        answer = await twin.act(first_card(twin.view))
        await mover.until_seq(answer["seq"])
        await twin.until_seq(answer["seq"])
        assert twin.view == mover.view


def states(client):
    return [frame for frame in client.frames if frame["t"] == "state"]


async def test_arming_the_exchange_is_told_to_that_seat_alone():
    table, users = await alay(2, rules={"match.target": 9})
    async with running() as runtime:
        mover, other = await two(runtime, table, users)
        arm = {"type": "arm_exchange", "on": True}
        for _ in range(400):
            for client, rival in ((mover, other), (other, mover)):
                await client.drain()
                await rival.drain()
                if arm in client.view["legal"]:
                    seq, heard = client.state["seq"], states(rival)
                    answer = await client.act(arm)
                    assert answer == {"t": "ack", "id": answer["id"], "seq": seq}
                    state = await client.until(lambda f: f["t"] == "state")
                    assert state["events"] == [
                        {"type": "exchange_armed", "seat": client.seat, "on": True}
                    ]
                    assert state["view"]["armed"]
                    await rival.drain()
                    assert states(rival) == heard
                    return
                if client.view["turn"] == client.seat:
                    await client.act(first_card(client.view))
                elif client.view["phase"] == "deal_over":
                    await client.do("next")
    pytest.fail("nobody could arm")


async def test_the_next_deal_waits_until_all_who_are_there_are_ready():
    table, users = await alay(2, rules={"match.target": 9})
    async with running(next_deal_after=3600.0) as runtime:
        clients = list(await two(runtime, table, users))
        while clients[0].view["phase"] == "play":
            for client in clients:
                await client.drain()
                if client.view["turn"] == client.seat:
                    await client.act(first_card(client.view))
        for client in clients:
            await client.drain()
        assert (await clients[0].do("next"))["t"] == "ack"
        table_now = await clients[1].until_table(
            lambda table: any(seat["ready"] for seat in table["seats"])
        )
        assert table_now["next_in_ms"] > 3_000_000
        await clients[1].do("next")
        await clients[0].until(lambda f: f["t"] == "state" and f["view"]["deal"] == 2)
        await clients[0].until_table(lambda table: table["next_in_ms"] is None)


async def test_who_comes_after_the_end_sees_how_it_ended():
    table, users = await alay(2)
    async with running() as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        end = clients[0].view
    async with running() as runtime:
        late = await Client(runtime, table, users[0]).connect()
        await late.until(lambda f: f["t"] == "state")
        assert late.view == end
        assert (await late.act({"type": "claim"}))["code"] == "match_over"


@pytest.mark.parametrize("asks", ["before", "after"])
async def test_a_rematch_waits_for_who_is_gone_as_long_as_a_turn_does(asks):
    # one deal is all, level or not: the clock that would begin another stands
    table, users = await alay(2, rules={"match.target": 1, "match.tie": "draw"})
    clock = FakeClock()
    async with running(clock, gone_after=60.0) as runtime:
        ana, eva = [await Client(runtime, table, user).connect() for user in users]
        await play_out([ana, eva])
        first = ana.state["match"]
        if ana.table["status"] != "finished":  # it may have come before the last state
            await ana.until_table(lambda table: table["status"] == "finished")
        await eva.close()
        await clock.go(30)
        if asks == "before":
            assert (await ana.do("rematch"))["t"] == "ack"
            await clock.go(29)
            await ana.drain()
            assert ana.table["status"] == "finished"
            await clock.go(2)
        else:
            await clock.go(40)
            assert (await ana.do("rematch"))["t"] == "ack"
        await clock.go(1)
        await ana.drain()
        assert ana.state["match"] != first
        assert ana.table["seats"][1]["kind"] == "bot"


async def test_people_play_on_at_turned_seats():
    table, users = await alay(3, rules={"match.target": 1, "match.tie": "draw"})
    clock = FakeClock()
    async with running(clock, gone_after=60.0) as runtime:
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        first = clients[0].state["match"]
        for client in clients:
            while client.table["status"] != "finished":
                await client.until(lambda f: f["t"] == "table")
        await clock.go(100)  # whoever is here is not taken to be gone at another seat
        for client in clients:
            assert (await client.do("rematch", turn=True))["t"] == "ack"
        for client in clients:
            while client.state["match"] == first:
                await client.until(lambda f: f["t"] == "state")
        assert [client.seat for client in clients] == [0, 2, 1]
        await clock.go(5)
        for client in clients:
            await client.drain()
            assert client.view["hand"]
            assert not any(seat["substitute"] for seat in client.table["seats"])
