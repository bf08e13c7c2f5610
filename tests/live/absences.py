"""Matches in which a player's connection is lost, for tests of what becomes of the seat."""

from __future__ import annotations

from channels.db import database_sync_to_async

from games.models import AbsenceVote, Departure, Match, MatchOutcome
from tests.support.live import alay, first_card, play_a_trick, seated, settle

PLAYERS = {2: {}, 3: {}, 4: {"teams": "pairs"}, 6: {"teams": "pairs"}}
"""Number of players -> the rules that a match of so many needs."""
GONE = 1
"""The seat whose connection is lost."""

the_match = database_sync_to_async(lambda: Match.objects.get())
departures = database_sync_to_async(
    lambda: list(Departure.objects.values_list("seat", "reason", "returned_at"))
)
excused = database_sync_to_async(lambda: list(Departure.objects.values_list("excused", flat=True)))
outcomes = database_sync_to_async(
    lambda: list(MatchOutcome.objects.order_by("player").values_list("kind", flat=True))
)
matches = database_sync_to_async(lambda: Match.objects.count())
votes = database_sync_to_async(lambda: list(AbsenceVote.objects.values_list("seat", "result")))


async def begun(runtime, count=2, *, rules=None, **clock):
    """Return a table at which everybody has played a card, its users and its clients."""
    table, users = await alay(
        count, rules={"match.target": 5, **PLAYERS[count], **(rules or {})}, **clock
    )
    clients = await seated(runtime, table, users)
    await play_a_trick(clients)
    return table, users, clients


async def turn_to(clients, seat):
    """Play cards until it is this seat's turn."""
    while True:
        for client in clients:
            await client.drain()
        turn = clients[0].view["turn"]
        if turn == seat:
            return
        assert (await clients[turn].act(first_card(clients[turn].view)))["t"] == "ack"
        await settle()


async def lose(clients, clock, seconds=61, *, turn=GONE):
    """Cut the connection of the seat GONE in a turn, and wait; return those who remain, asked."""
    await turn_to(clients, turn)
    remain = [*clients[:GONE], *clients[GONE + 1 :]]
    await clients[GONE].close()
    await settle()
    await clock.go(seconds)
    for client in remain:
        await client.until_table(lambda table: bool(table["absences"]))
    return remain


async def choose(clients, *choices):
    """Send each client's choice about the seat GONE."""
    for client, choice in zip(clients, choices, strict=False):
        answer = await client.do("vote", seat=GONE, choice=choice)
        assert answer["t"] == "ack", answer


def absence(client):
    """Return the only vote on an absent player, as a client has it."""
    (vote,) = client.table["absences"]
    return vote
