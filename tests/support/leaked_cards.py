"""Search of what a viewer was sent for cards that the viewer may not know at that moment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from games.engine import Event, MatchState, apply, start
from games.engine.events import Called, DealEnded, DealerDrawn, Exchanged, Peeked, TalonShown
from games.record.log import MatchLog, read_action

CARD = re.compile(r'"([OCEB](?:1[0-2]?|[2-9]))"')


def known_cards(log: MatchLog, viewer: int | None) -> dict[int, frozenset[str]]:
    """Return dict of seq -> the cards that a viewer may have seen by then in the running deal."""
    state: MatchState = start(log.rules, dealer=log.dealer)
    known: set[str] = set()
    by_seq: dict[int, frozenset[str]] = {0: frozenset()}
    for entry in log.entries:
        before = state
        state, events = apply(state, read_action(entry, state.number, log.decks))
        deal = state.deal
        if entry.action["type"] == "deal":
            known = set()
        if entry.action["type"] == "claim" and before.deal is not None:
            known |= {card for hand in before.deal.hands for card in hand}
        if deal is not None:
            known |= {card for card in (deal.trump_card, deal.turned) if card}
            known |= {play.card for play in deal.plays}
            known |= {play.card for trick in deal.tricks for play in trick.plays}
            if viewer is not None:
                known |= set(deal.hands[viewer])
            if before.deal is not None and before.deal.turned is not None:
                known.add(before.deal.turned)
            # an exchange lies open to all, even where the card given is drawn in the same step
            known |= {event.give for event in events if isinstance(event, Exchanged)}
            known |= shown_by(events, viewer)
            if log.rules.open_hands:
                known |= {card for hand in deal.hands for card in hand}
        by_seq[entry.seq] = frozenset(known | by_seq.get(entry.seq, frozenset()))
    return by_seq


def shown_by(events: Iterable[Event], viewer: int | None) -> set[str]:
    """Return the cards that events other than plays showed to a viewer."""
    known: set[str] = set()
    for event in events:
        if isinstance(event, TalonShown):
            known |= set(event.cards)
        if isinstance(event, Peeked) and event.seat == viewer:
            known |= set(event.cards or ())
        if isinstance(event, DealerDrawn):
            known |= {card for drawn in event.draws for _, card in drawn}
        if isinstance(event, Called) and event.rank is not None:
            known.add(f"{event.suit}{event.rank}")
        if isinstance(event, DealEnded) and event.result.contract is not None:
            known |= set(event.result.contract.discards or ())
    return known


def leaks(
    frames: Iterable[dict[str, Any]], log: MatchLog, viewer: int | None
) -> list[tuple[int, set[str]]]:
    """Return (seq, cards) for each sent frame that shows cards its viewer may not know yet."""
    by_seq, leaked = known_cards(log, viewer), []
    for frame in frames:
        if frame["t"] != "state":
            assert not CARD.findall(json.dumps(frame)), frame
            continue
        unknown = set(CARD.findall(json.dumps(frame))) - by_seq[frame["seq"]]
        if unknown:
            leaked.append((frame["seq"], unknown))
    return leaked
