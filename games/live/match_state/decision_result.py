"""The result of a decision on a match, which its caller acknowledges and publishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Event, audience, is_private
from games.live.match_state.deal_stages import BEFORE_DEAL
from games.live.match_state.match_state import Game, Step


class DecisionResult(NamedTuple):
    """Result of one decision on a match: the journal entries that were written for it.

    The caller acknowledges the request and publishes the entries.
    """

    seq: int
    """The sequence number of the first of these journal entries."""
    events: tuple[Event, ...] = ()
    """The events of all these entries, in order."""
    seats: frozenset[int] | None = None
    """The seats that may see the entries; None: everybody."""
    repeated: bool = False
    """Whether the same message was accepted before, so that there is nothing to publish."""
    makes_deal: bool = False
    """Whether a deal is to be made now, by a call of `MatchActor.advance_deal`."""


def result_of(game: Game, steps: Sequence[Step]) -> DecisionResult:
    """Return the result of a decision whose steps are the latest journal entries of the match."""
    entries = game.history[-len(steps) :]
    events = tuple(event for _seq, happened in entries for event in happened)
    private = is_private(steps[-1].action)
    return DecisionResult(
        seq=entries[0][0],
        events=events,
        seats=audience(events, game.info.rules.players) if private else None,
        makes_deal=game.state.phase in BEFORE_DEAL,
    )
