"""What a decision on a match has written, for whoever asked for it to acknowledge and publish."""

from __future__ import annotations

from typing import NamedTuple

from games.engine import Event


class Accepted(NamedTuple):
    """Durable entries of one decision."""

    seq: int
    """The sequence number of the first of them."""
    events: tuple[Event, ...] = ()
    """What happened with them."""
    seats: frozenset[int] | None = None
    """Who may know of it; None: everybody."""
    repeated: bool = False
    """Whether it was accepted before, so that there is nothing to publish."""
    makes_deal: bool = False
    """Whether a deal is to be made now: `MatchActor.advance_deal` goes on with it."""
