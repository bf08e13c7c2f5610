"""Hints at the table: for who plays with bots alone and for nothing, from their view alone."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.bots.evaluation.advice import advise
from games.live.process.runtime import Runtime
from games.models import Match
from tests.live.test_asyncapi import hold
from tests.live.test_daily import begin
from tests.live.test_duplicate import duplicate
from tests.support.live import Client, alay, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
ids = (f"hint-{number:06}" for number in itertools.count())


class Thinking:
    """Stands for the processes of the bots: it thinks at once, and remembers what of."""

    def __init__(self) -> None:
        self.asked = 0
        self.views: list[Any] = []

    async def advise(self, view: Any, seed: int) -> Any:
        import random

        self.views.append(view)
        return advise(view, random.Random(seed), worlds=20)

    async def choose(self, *_how: Any) -> None:
        return None

    def stop(self) -> None:
        pass


async def ask(client: Client) -> dict[str, Any]:
    """Ask for a hint; gives the hint or the nak."""
    name = next(ids)
    await client.send({"t": "hint", "id": name})
    return await client.until(lambda frame: frame.get("id") == name)


async def my_turn(client: Client) -> None:
    """Cut where asked to, and wait until a card is to be played."""
    await client.until(
        lambda _frame: (
            client.state is not None
            and client.view["phase"] == "play"
            and client.view["turn"] == client.seat
        )
    )


def thought_by(runtime: Runtime) -> Thinking:
    """What thinks for the house from now on, in place of its processes."""
    runtime.autoplay._pool = thinking = Thinking()
    return thinking


async def test_who_plays_with_bots_is_told_the_card_and_why() -> None:
    table, users = await alay(1, 1)
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)
        ana = await Client(runtime, table, users[0]).connect()
        await my_turn(ana)
        found = await ask(ana)
        hold(found)
        assert found["t"] == "hint"
        assert found["card"] in ana.view["hand"]
        assert {one["card"] for one in found["cards"]} == set(ana.view["hand"])
        assert min(one["behind"] for one in found["cards"]) == 0
        assert found["text"]
        (view,) = thinking.views
        assert view.seat == ana.seat
        assert list(view.hand) == ana.view["hand"]
        await ana.close()


async def test_too_many_hints_at_once_are_refused() -> None:
    table, users = await alay(1, 1)
    async with running(cut_within=0.0, hints_burst=2, hints_rate=1e-9) as runtime:
        thought_by(runtime)
        ana = await Client(runtime, table, users[0]).connect()
        await my_turn(ana)
        assert [(await ask(ana))["t"] for _ in range(2)] == ["hint", "hint"]
        assert (await ask(ana))["code"] == "rate_limited"
        await ana.close()


async def test_who_gets_no_answer_in_time_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table, users = await alay(1, 1)
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)

        async def nothing(*_how: Any) -> None:
            return None

        monkeypatch.setattr(thinking, "advise", nothing)
        ana = await Client(runtime, table, users[0]).connect()
        await my_turn(ana)
        assert (await ask(ana))["code"] == "internal"
        await ana.close()


async def test_among_people_and_for_those_who_watch_there_are_no_hints() -> None:
    table, users = await alay(2)
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)
        ana = await Client(runtime, table, users[0]).connect()
        stranger = await Client(runtime, table).connect()
        assert (await ask(ana))["code"] == "hint_off"
        assert (await ask(stranger))["code"] == "not_seated"
        assert thinking.views == []
        for client in (ana, stranger):
            await client.close()


async def test_rated_matches_have_no_hints() -> None:
    table, users = await alay(1, 1)
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)
        ana = await Client(runtime, table, users[0]).connect()
        await my_turn(ana)
        await database_sync_to_async(Match.objects.update)(rated=True)
        assert (await ask(ana))["code"] == "hint_off"
        assert thinking.views == []
        await ana.close()


async def test_where_the_same_decks_come_again_there_are_no_hints() -> None:
    """The other side is dealt these cards next, and others are measured by them."""
    table, users = await alay(1, 1, **duplicate(2, 1))
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)
        ana = await Client(runtime, table, users[0]).connect()
        await my_turn(ana)
        assert (await ask(ana))["code"] == "hint_off"
        assert thinking.views == []
        await ana.close()


async def test_the_deal_of_the_day_is_played_without_hints() -> None:
    user, table = await database_sync_to_async(begin)("Ana")
    async with running(cut_within=0.0) as runtime:
        thinking = thought_by(runtime)
        ana = await Client(runtime, table, user).connect()
        await my_turn(ana)
        assert (await ask(ana))["code"] == "hint_off"
        assert thinking.views == []
        await ana.close()
