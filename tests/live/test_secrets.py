"""No frame holds a card that its viewer may not know at that moment."""

from __future__ import annotations

import json
import re
import zlib

import pytest
from channels.db import database_sync_to_async

from games.engine import apply, start
from games.engine.events import Called, DealEnded, DealerDrawn, Exchanged, Peeked, TalonShown
from games.models import MatchRecord
from games.record.log import read_action
from games.record.verify import checked_log
from tests.live.support import Client, alay, play_out, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CARD = re.compile(r'"([OCEB](?:1[0-2]?|[2-9]))"')


def known_cards(log, viewer):
    """For each seq, the cards that a viewer may have seen by then in its deal."""
    state, known, by_seq = start(log.rules, dealer=log.dealer), set(), {0: frozenset()}
    for entry in log.entries:
        before = state
        state, events = apply(state, read_action(entry, state.number, log.decks))
        deal = state.deal
        if entry.action["type"] == "deal":
            known = set()
        if entry.action["type"] == "claim" and before.deal is not None:
            known |= {card for hand in before.deal.hands for card in hand}
        if deal is not None:
            known |= {deal.trump_card, deal.turned} - {None}
            known |= {play.card for play in deal.plays}
            known |= {play.card for trick in deal.tricks for play in trick.plays}
            if viewer is not None:
                known |= set(deal.hands[viewer])
            if before.deal is not None and before.deal.turned is not None:
                known.add(before.deal.turned)
            # an exchange lies open to all, even where the card given is drawn in the same step
            known |= {e.give for e in events if isinstance(e, Exchanged)}
            known |= shown_by(events, viewer)
            if log.rules.open_hands:
                known |= {card for hand in deal.hands for card in hand}
        by_seq[entry.seq] = frozenset(known | by_seq.get(entry.seq, frozenset()))
    return by_seq


def shown_by(events, viewer):
    """Cards that were laid open beside the play."""
    known = set()
    for event in events:
        if isinstance(event, TalonShown):
            known |= set(event.cards)
        if isinstance(event, Peeked) and event.seat == viewer:
            known |= set(event.cards)
        if isinstance(event, DealerDrawn):
            known |= {card for drawn in event.draws for _, card in drawn}
        if isinstance(event, Called) and event.rank is not None:
            known.add(f"{event.suit}{event.rank}")
        if isinstance(event, DealEnded) and event.result.contract is not None:
            known |= set(event.result.contract.discards or ())
    return known


def leaks(frames, log, viewer):
    """Frames with a card that is not known yet: (seq, cards)."""
    by_seq, found, deals = known_cards(log, viewer), [], 0
    for frame in frames:
        if frame["t"] != "state":
            assert not CARD.findall(json.dumps(frame)), frame
            continue
        deals = max(deals, frame["view"]["deal"])
        unknown = set(CARD.findall(json.dumps(frame))) - by_seq[frame["seq"]]
        if unknown:
            found.append((frame["seq"], unknown))
    return found


def the_log():
    record = MatchRecord.objects.get()
    return checked_log(json.loads(zlib.decompress(record.body)))


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (2, 2), (1, 2)])
async def test_no_frame_of_a_match_holds_a_hidden_card(people, bots):
    table, users = await alay(people, bots, rules={"match.target": 2})
    async with running() as runtime:
        watcher = await Client(runtime, table).connect()
        clients = [await Client(runtime, table, user).connect() for user in users]
        await play_out(clients)
        await watcher.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        await watcher.drain()
    log = await database_sync_to_async(the_log)()
    assert leaks(watcher.frames, log, None) == []
    for client in clients:
        assert leaks(client.frames, log, client.seat) == []
    # the search would find one: what a player was sent, held against what a watcher may know
    assert leaks(clients[0].frames, log, None)


async def test_what_others_are_sent_does_not_depend_on_arming():
    """The same frames, in number and seq, whether or not a bot arms its exchange."""
    table, users = await alay(1, 1, rules={"match.target": 2})
    async with running() as runtime:
        (user,) = users
        client = await Client(runtime, table, user).connect()
        await play_out([client])
    log = await database_sync_to_async(the_log)()
    states = [frame["seq"] for frame in client.frames if frame["t"] == "state"]
    private = [entry for entry in log.entries if entry.sub and entry.seat != client.seat]
    seqs = [seq for seq in states if any(entry.seq == seq for entry in private)]
    assert len(seqs) == len(set(seqs)), "a private action made a frame"
