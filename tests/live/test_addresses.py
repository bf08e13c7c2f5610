"""Where players of a table play from: what the socket and a key's calls keep, and what it decides."""

from __future__ import annotations

import asyncio
import json

import pytest
from channels.db import database_sync_to_async

from games.engine import is_turn
from games.models import Match, PlayAddress, Rating
from games.services.addresses import address_digest
from tests.support.live import Client, alay, first_card, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
on_db = database_sync_to_async
HOME, OFFICE = "192.0.2.7", "198.51.100.9"


async def comes(runtime, table, user, address: str) -> Client:
    """A member whose socket comes from this address."""
    client = Client(runtime, table, user)
    client.socket.scope["client"] = [address, 5]
    return await client.connect()


@pytest.mark.parametrize(
    ("other", "rated", "reason"), [(HOME, False, "same_address"), (OFFICE, True, None)]
)
async def test_who_plays_from_where_the_opponent_does_wins_nothing(other, rated, reason):
    table, users = await alay(2)
    async with running() as runtime:
        people = [
            await comes(runtime, table, user, address)
            for user, address in zip(users, (HOME, other), strict=True)
        ]
        await play_out(people)
        for one in people:
            if one.table["status"] != "finished":
                await one.until_table(lambda table: table["status"] == "finished")
            assert one.table["unrated"] == reason
        frames = json.dumps([frame for one in people for frame in one.frames])
    digest = address_digest(HOME, purpose=f"play.{table.public_id}")
    assert digest not in frames
    assert HOME not in frames

    def over() -> None:
        match = Match.objects.get(table=table)
        assert (match.rated, match.unrated_reason) == (rated, reason or "")
        assert Rating.objects.exists() is rated
        assert not PlayAddress.objects.exists()

    await on_db(over)()


async def test_those_at_a_table_are_told_when_their_match_is_not_rated_any_more():
    table, users = await alay(2)
    async with running() as runtime:
        people = [await comes(runtime, table, user, HOME) for user in users]
        assert all(one.table["unrated"] is None for one in people)
        await asyncio.gather(*(some_cards(one) for one in people))
        for one in people:
            if one.table["unrated"] is None:
                await one.until_table(lambda told: told["unrated"] is not None)
            assert one.table["unrated"] == "same_address"
            assert one.table["status"] == "playing"


async def test_it_is_kept_once_for_each_player_however_often_they_play():
    table, users = await alay(2)
    async with running() as runtime:
        people = [await comes(runtime, table, user, HOME) for user in users]
        await asyncio.gather(*(some_cards(one) for one in people))
        rows = await on_db(lambda: list(PlayAddress.objects.values_list("player__user")))()
    assert sorted(rows) == sorted((user.pk,) for user in users)


async def some_cards(client: Client) -> None:
    """Play a client's part for some tricks."""
    while client.state is None or client.state["seq"] < 12:
        view = client.state and client.view
        if view and is_turn(view["phase"]) and view["turn"] == client.seat:
            answer = await client.act(first_card(view))
            assert answer["t"] == "ack", answer
            await client.until_seq(answer["seq"])
        else:
            await client.until(lambda frame: frame["t"] == "state")
