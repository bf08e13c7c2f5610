"""The result of a decision on a match, from which its caller acknowledges and publishes."""

from __future__ import annotations

from typing import NamedTuple

from games.engine import Event


class Accepted(NamedTuple):
    """The durable entries of one decision."""

    seq: int
    """The sequence number of the first of them."""
    events: tuple[Event, ...] = ()
    """The events of all these entries, in order."""
    seats: frozenset[int] | None = None
    """The seats that may see the entries; None: everybody."""
    repeated: bool = False
    """Whether the same message was accepted before, so that there is nothing to publish."""
    makes_deal: bool = False
    """Whether a deal is to be made now, by a call of `MatchActor.advance_deal`."""
