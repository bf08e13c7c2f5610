"""Races of two runtimes on one database, as two server processes are.

They race for the same seat, for the same move (sent through both with one id, or with two), and for a
turn whose time is up in both while its player moves at last. Exactly one may win, and the other must
answer why it lost. Needs Django set up.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.db import database_sync_to_async

from tests.support.live import Client, running
from tests.support.site_calls import lay

Json = dict[str, Any]
Step = Callable[[], None]
LOST = frozenset({"base_behind", "not_your_turn", "not_in_phase", "card_not_held", "match_over"})
"""Codes of refusal that the loser of a move may get: the move has been played already."""
_ids = (f"race-{number:08}" for number in itertools.count())
_QUIET = {"heads_every": 3600.0, "tick": 3600.0, "pubsub_in_memory": True}


@database_sync_to_async  # type: ignore[untyped-decorator]  # no types
def lay_table(**about: Any) -> tuple[Json, list[Any], Any]:
    """Create a table with people; return its ids (JSON), its users and its row."""
    from django.contrib.auth import SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore

    from games.models import Table

    laid = lay(**about)
    users = [
        get_user_model().objects.get(pk=SessionStore(key)[SESSION_KEY]) for key in laid["keys"]
    ]
    return laid, users, Table.objects.get(public_id=laid["table"])


@database_sync_to_async  # type: ignore[untyped-decorator]  # no types
def _rows(match: str, after: int) -> list[tuple[int, int, str]]:
    """Return (seq, seat, client id) of a match's public log entries after a seq."""
    from games.models import Action

    rows = Action.objects.filter(match__public_id=match, seq__gt=after, sub=0).order_by("seq")
    return list(rows.values_list("seq", "seat", "client_id"))


async def seats(count: int, step: Step) -> Json:
    """Let two people race for one seat `count` times; return how often each of them won."""
    _, users, table = await lay_table(
        preset="ludoteka", players=3, rules={"match.target": 1}, start=False
    )
    won: Counter[str] = Counter()
    async with running(**_QUIET) as first, running(**_QUIET) as second:
        clients = [
            await Client(runtime, table, user).connect()
            for runtime, user in zip((first, second), users[1:], strict=True)
        ]
        for client in clients:
            assert (await client.do("stand"))["t"] == "ack"
        for turn in range(count):
            for client in clients:
                await client.send({"t": "p", "have": None})
            order = clients if turn % 2 else clients[::-1]
            answers = await asyncio.gather(*(client.do("sit", seat=1) for client in order))
            codes = sorted(answer.get("code", "ack") for answer in answers)
            assert codes == ["ack", "seat_taken"], answers
            winner = order[[answer["t"] for answer in answers].index("ack")]
            won[str(clients.index(winner))] += 1
            assert (await winner.do("stand"))["t"] == "ack"
            step()
        for client in clients:
            await client.close()
    return {"races": count, "won": dict(won)}


@asynccontextmanager
async def _match(**fields: Any) -> AsyncIterator[tuple[Json, list[list[Client]]]]:
    """Give a match of two players, each with a socket in both runtimes, within the block."""
    laid, users, table = await lay_table(
        preset="ludoteka", players=2, rules={"match.target": 1000, "match.max_deals": 4}, **fields
    )
    more = {**_QUIET, "next_deal_after": 0.0}
    async with running(**more) as first, running(**more) as second:
        clients = [
            [await Client(runtime, table, user).connect() for runtime in (first, second)]
            for user in users
        ]
        try:
            yield laid, clients
        finally:
            for client in itertools.chain(*clients):
                await client.close()


async def to_move(clients: list[list[Client]], seq: int) -> list[Client] | None:
    """Return both sockets of the player to move, all at `seq` or later; None: the match is over."""
    every = list(itertools.chain(*clients))
    for client in every:
        await client.send({"t": "p", "have": client.state["seq"] if client.state else None})
    while True:
        for client in every:
            await client.until_seq(seq)
        ahead = max(client.state["seq"] for client in every if client.state)
        behind = [client for client in every if client.state and client.state["seq"] < ahead]
        if not behind:
            view = every[0].view
            if view["phase"] == "match_over":
                return None
            if view["phase"] == "play":
                return clients[view["turn"]]
            ahead += 1  # the next deal comes without anybody
        for client in behind:
            await client.send({"t": "sync", "have": client.state["seq"]})  # type: ignore[index]
        seq = ahead


async def moves(count: int, step: Step, *, same_id: bool) -> Json:
    """Let a player send one move through two live runtimes at once, `count` times.

    Return the counts of the answers.
    """
    codes: Counter[str] = Counter()
    done = 0
    while done < count:
        async with _match() as (laid, clients):
            seq = 1
            while done < count and (pair := await to_move(clients, seq)) is not None:
                seq = pair[0].state["seq"]  # type: ignore[index]
                seat, action = pair[0].seat, pair[0].view["legal"][0]
                name = next(_ids)
                names = (name, name) if same_id else (name, next(_ids))
                order = pair if done % 2 else pair[::-1]
                answers = await asyncio.gather(
                    *(
                        client.act(action, id=mine, base=seq)
                        for client, mine in zip(order, names, strict=True)
                    )
                )
                acks = [answer for answer in answers if answer["t"] == "ack"]
                assert len(acks) == (2 if same_id else 1), answers
                assert {ack["seq"] for ack in acks} == {seq + 1}, answers
                for answer in answers:
                    codes[answer.get("code", "ack")] += 1
                    assert answer["t"] == "ack" or answer["code"] in LOST, answer
                rows = await _rows(laid["match"], seq)
                if rows:  # else it was the last card: they are in the record
                    assert rows[0] == (seq + 1, seat, acks[0]["id"]), rows
                    assert sum(row[2] in names for row in rows) == 1, rows
                seq, done = seq + 1, done + 1
                step()
    return {"races": done, "told": dict(codes)}


async def clocks(count: int, step: Step) -> Json:
    """Let a player move just as the time is up in two live runtimes, `count` times.

    Return how often the player or the clock was first.
    """
    won: Counter[str] = Counter()
    done = 0
    while done < count:
        async with _match(turn_ms=3_600_000) as (laid, clients):
            seq, timed_out = 1, set()
            while done < count and (pair := await to_move(clients, seq)) is not None:
                client = pair[done % 2]
                seq, seat = client.state["seq"], client.seat  # type: ignore[index]
                action = client.view["legal"][0]
                if seat in timed_out:  # twice in a row, and a bot would play on
                    assert (await client.act(action, base=seq))["t"] == "ack"
                    timed_out.discard(seat)
                    seq += 1
                    continue
                name = next(_ids)
                fires = [_fire(socket) for socket in pair]
                work = [*fires, client.act(action, id=name, base=seq)]
                turned = done % 3
                results = await asyncio.gather(*work[turned:], *work[:turned])
                answer = next(result for result in results if isinstance(result, dict))
                rows = await _rows(laid["match"], seq)
                played = answer == {"t": "ack", "id": name, "seq": seq + 1}
                if rows:
                    assert rows[0] == (seq + 1, seat, name if played else f"timeout:{seq}"), rows
                    assert sum(row[2] in (name, f"timeout:{seq}") for row in rows[1:]) <= (
                        not played and answer["t"] == "ack"
                    ), rows
                elif answer["t"] == "nak":
                    assert answer["code"] in LOST, answer
                if answer["t"] == "ack" and not played:
                    won["clock, and the move led the trick that it won"] += 1
                    timed_out.discard(seat)
                    seq, done = answer["seq"], done + 1
                    step()
                    continue
                won["player" if played else "clock"] += 1
                if not played:
                    timed_out.add(seat)
                seq, done = seq + 1, done + 1
                step()
    return {"races": done, "won": dict(won)}


async def _fire(client: Client) -> None:
    """Let the clock in a socket's runtime act as if the time for this turn were up."""
    runtime = client.socket.scope["brisca.runtime"]
    (room,) = runtime.rooms.values()
    await asyncio.sleep(0)
    if room.actor.plan is not None:
        await room.actor.fire(room.actor.plan)
