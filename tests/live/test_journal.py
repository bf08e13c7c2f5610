"""Group commit: together when all is well, alone when it is not; and nothing shown before it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection

from games.live.match_state.rows import ActionRow, DeadlineRow, SeatCommitmentRow
from games.live.storage import journal_sql
from games.live.storage.journal import Conflict, Journal, NotWritten, Unit
from games.models import Action, Deadline, DealNonce, DealSecret, Match
from tests.support.live import alay, first_card, mover_and_rival, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

count = database_sync_to_async(lambda: Action.objects.count())


@pytest.fixture
def match(transactional_db):
    from tests.support.live import lay

    lay(2)
    return Match.objects.get().pk


def row(match, seq, sub=0, client_id=None):
    payload = '{"type":"claim"}'
    return ActionRow(match, seq, sub, 0, client_id or f"id{seq}.{sub}", payload, "player", 0, 1.8e9)


def unit(match, seq, *, after=None, **more):
    return Unit(rows=[row(match, seq)], after=after or (seq - 1, 0), **more)


async def outcomes(journal, *units):
    return [
        type(outcome)
        for outcome in await asyncio.gather(
            *(journal.put(one) for one in units), return_exceptions=True
        )
    ]


@pytest.fixture
async def journal():
    journal = Journal()
    await journal.start()
    yield journal
    await journal.stop()


async def test_what_is_queued_together_is_committed_together(match):
    journal = Journal()
    written = []
    journal._write, write = (
        (lambda batch: (written.append(len(batch)), write(batch))[1]),
        (journal._write),
    )
    await journal.start()
    done = await outcomes(journal, *(Unit(rows=[row(match, n)]) for n in range(1, 31)))
    await journal.stop()
    assert done == [type(None)] * 30
    assert written == [30]
    assert await count() == 30


async def test_a_unit_that_collides_fails_alone(match):
    journal = Journal()
    await journal.start()
    assert await outcomes(journal, unit(match, 1)) == [type(None)]
    stale = unit(match, 1)
    private = Unit(rows=[row(match, 0, 1)], after=(0, 0))
    done = await outcomes(journal, stale, unit(match, 2), private)
    assert done == [Conflict, type(None), Conflict]
    assert await count() == 2
    await journal.stop()


async def test_a_unit_whose_work_fails_leaves_nothing_and_does_not_harm_others(match):
    journal = Journal()
    await journal.start()

    def broken():
        raise ValueError("broken")

    done = await outcomes(journal, unit(match, 1, also=[broken]))
    assert done == [NotWritten]
    assert await count() == 0
    assert await outcomes(journal, unit(match, 1)) == [type(None)]
    await journal.stop()


async def test_a_locked_database_is_tried_again(match, monkeypatch):
    write, calls = journal_sql.write, []

    def locked(**what):
        calls.append(what)
        if len(calls) < 3:
            raise OperationalError("database is locked")
        write(**what)

    monkeypatch.setattr(journal_sql, "write", locked)
    journal = Journal()
    await journal.start()
    assert await outcomes(journal, unit(match, 1)) == [type(None)]
    await journal.stop()


async def test_what_is_queued_is_written_before_the_end(match):
    journal = Journal()
    await journal.start()
    puts = [asyncio.create_task(journal.put(unit(match, 1)))]
    await asyncio.sleep(0)
    await journal.stop()
    await asyncio.gather(*puts)
    assert await count() == 1
    with pytest.raises(NotWritten):
        await journal.put(unit(match, 2))


async def test_an_old_deadline_does_not_replace_a_newer_one(match):
    journal = Journal()
    await journal.start()
    await journal.put(Unit(deadline=DeadlineRow(match, 5, "turn", 2e9)))
    await journal.put(Unit(deadline=DeadlineRow(match, 4, "bot", 1e9)))
    await journal.stop()
    stored = await database_sync_to_async(lambda: Deadline.objects.get(match=match))()
    assert (stored.for_seq, stored.kind) == (5, "turn")


async def test_nothing_is_shown_or_acknowledged_that_was_not_written(monkeypatch):
    table, users = await alay(2)
    async with running() as runtime:
        mover, rival = await mover_and_rival(runtime, table, users)

        def full(**what):
            raise OSError("disk full")

        monkeypatch.setattr(journal_sql, "write", full)
        view, action = mover.view, first_card(mover.view)
        answer = await mover.act(action, id="the-same-id")
        assert (answer["t"], answer["code"]) == ("nak", "internal")
        await rival.drain()
        shown = [frame["seq"] for frame in rival.frames if frame["t"] == "state"]
        assert max(shown) == shown[-1] == 2
        assert mover.view == view
        monkeypatch.undo()
        assert (await mover.act(action, id="the-same-id"))["seq"] == 3
        await rival.until_seq(3)


async def test_an_action_is_published_only_after_its_commit(monkeypatch):
    """While the commit waits, nobody is told, not even who asks for the state."""
    import threading

    table, users = await alay(2)
    async with running() as runtime:
        mover, rival = await mover_and_rival(runtime, table, users)
        gate, write = threading.Event(), journal_sql.write

        def slow(**what):
            gate.wait(10)
            write(**what)

        monkeypatch.setattr(journal_sql, "write", slow)
        moving = asyncio.create_task(mover.act(first_card(mover.view)))
        await asyncio.sleep(0.05)
        await rival.send({"t": "sync", "have": 2})
        await asyncio.sleep(0.1)
        await rival.drain()  # news of the table may come, of who is there; nothing of the match
        assert rival.state["seq"] == 2
        assert not moving.done()
        gate.set()
        await moving
        await rival.until_seq(3)


async def test_moments_are_written_as_django_writes_them(rng):
    for at in [0.0, 1_800_000_000.0, *(rng.uniform(1e9, 4e9) for _ in range(500))]:
        at = round(at, 6)
        wanted = connection.ops.adapt_datetimefield_value(datetime.fromtimestamp(at, UTC))
        assert journal_sql._moment(at) == wanted


said_of = database_sync_to_async(
    lambda: set(DealNonce.objects.values_list("deal_number", "seat", "commit", "nonce"))
)


@database_sync_to_async
def sealed(match, deal, **fields):
    DealSecret.objects.create(
        match_id=match, deal_number=deal, server_seed=b"seed", server_commit=f"{deal:02}", **fields
    )


def word(match, deal, seat, commit, nonce=""):
    return Unit(
        match=match, after=None, commitment=SeatCommitmentRow(match, deal, seat, commit, nonce)
    )


async def test_what_browsers_say_is_kept_together_and_refused_alone(match):
    journal = Journal()
    await journal.start()
    await sealed(match, 1, fairness={"made": True})
    told = [word(match, 2, seat, f"c{seat}") for seat in range(4)]
    assert await outcomes(journal, *told) == [type(None)] * 4
    assert await outcomes(
        journal,
        word(match, 2, 0, "again"),  # a commit in the place of the one before
        word(match, 1, 1, "late"),  # of a deal that is sealed
        word(match, 1, 1, "late", "n1"),  # of a deck that is made
        word(match, 2, 2, "c2", "n2"),  # before the deal is sealed
    ) == [type(None), Conflict, Conflict, Conflict]
    await sealed(match, 2)
    assert await outcomes(
        journal,
        word(match, 2, 1, "c1", "n1"),
        word(match, 2, 2, "another", "n2"),  # not of what was committed
        word(match, 2, 3, "c3"),
    ) == [type(None), Conflict, Conflict]
    await journal.stop()
    assert await said_of() == {
        (2, 0, "again", ""),
        (2, 1, "c1", "n1"),
        (2, 2, "c2", ""),
        (2, 3, "c3", ""),
    }
