"""Duplicate matches: the same decks once for every side, and their seeds shown at the end alone."""

from __future__ import annotations

import json
import zlib
from copy import deepcopy

import pytest
from channels.db import database_sync_to_async

from games.engine import build_ruleset
from games.models import DealSecret, Match, Rating
from games.record import RecordError, verify_record
from games.record.boards import boards_rules
from games.services.bulk import BulkStore
from games.services.outcomes import kept
from tests.support.live import Client, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
on_db = database_sync_to_async


def duplicate(players: int, boards: int):
    """What `lay` takes for a table of so many boards."""
    rules = boards_rules(build_ruleset("ludoteka", players), boards)
    return {"boards": boards, "rules": dict(rules.options)}


def record_of(table) -> dict:
    match = Match.objects.select_related("record").get(table=table)
    return json.loads(zlib.decompress(match.record.body))


async def test_each_deck_is_dealt_once_for_every_side_and_the_record_says_so():
    table, users = await alay(2, **duplicate(2, 1))
    async with running() as runtime:
        people = [await Client(runtime, table, user).connect() for user in users]
        await play_out(people)
        frames = [json.dumps(frame) for one in people for frame in one.frames]
    record = await on_db(record_of)(table)
    verify_record(record)
    first, second = record["deals"]
    assert first["deck"] == second["deck"]
    assert (first["dealer"] + 1) % 2 == second["dealer"]
    assert record["duplicate"] == {"boards": 1}
    assert record["score"] == [
        sum(points)
        for points in zip(*(deal["points"]["sides"] for deal in record["deals"]), strict=True)
    ]
    assert second["fairness"]["deal"] == 1
    assert f"duplicate:{record['match']}" in second["fairness"]["flags"]
    assert second["fairness"]["server_seed"] == first["fairness"]["server_seed"]
    assert not any(first["fairness"]["server_seed"] in frame for frame in frames)

    def shown() -> None:
        secrets = DealSecret.objects.order_by("deal_number")
        assert [one.verified for one in secrets] == [True, True]
        assert all(one.revealed_at for one in secrets)
        match = Match.objects.get(table=table)
        assert (match.boards, match.rated, match.deal_count) == (1, False, 2)
        assert not Rating.objects.exists()
        match.delete()
        BulkStore().store([kept(record)])  # elsewhere it is the same match
        again = Match.objects.get()
        assert (again.boards, again.rated, again.score) == (1, False, record["score"])
        assert again.secrets.count() == 1

    await on_db(shown)()


async def test_a_seed_is_not_to_be_had_while_its_deck_comes_again():
    table, users = await alay(2, **duplicate(2, 1))
    async with running(next_deal_after=60.0) as runtime:
        people = [await Client(runtime, table, user).connect() for user in users]
        one = people[0]
        await play_deal(people)

        def hidden() -> None:
            (secret,) = DealSecret.objects.all()
            assert (secret.verified, secret.revealed_at) == (True, None)

        await on_db(hidden)()
        assert all(frame["block"] is None for frame in one.frames if frame["t"] == "fair")


async def play_deal(people):
    """The first legal card wherever it is a client's turn, until the deal is over."""
    while any(one.state is None or one.view["phase"] != "deal_over" for one in people):
        for one in people:
            if one.state and one.view["phase"] == "play" and one.view["turn"] == one.seat:
                answer = await one.act(one.view["legal"][0])
                for other in people:
                    await other.until_seq(answer["seq"])
                break
        else:
            await people[0].until(lambda frame: frame["t"] == "state")
            await people[1].until_seq(people[0].state["seq"])


async def test_bots_of_the_house_play_them_too_and_three_sides_have_three_turns():
    table, _users = await alay(0, 3, **duplicate(3, 1))
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        await watcher.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
    record = await on_db(record_of)(table)
    verify_record(record)
    assert len({tuple(deal["deck"]) for deal in record["deals"]}) == 1
    assert len({deal["dealer"] for deal in record["deals"]}) == 3
    forged(record)


def forged(record) -> None:
    """A record of decks that come again is refused where they are not those of the first time."""

    def refused(where: str, change) -> None:
        other = deepcopy(record)
        change(other)
        with pytest.raises(RecordError, match=where):
            verify_record(other)

    def plain(other):
        del other["duplicate"]

    def boards(other):
        other["duplicate"]["boards"] = 2

    def unflagged(other):
        other["deals"][1]["fairness"]["flags"].pop()

    def another(other):
        other["deals"][1]["fairness"]["cut"] += 1

    refused("deal", plain)
    refused("boards", boards)
    refused("flags", unflagged)
    refused("cut", another)
