"""Every card played in a match, with what its player could see just before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine import MatchState, PlayCard, PlayerView, apply, start, view_for
from games.record.log import MatchLog, read_action

_ADDRESS: Final = re.compile(r"d([1-9]\d{0,3})t([1-9]\d?)c([1-9])")


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card played in a match, with the state of the match just before it."""

    at: str
    """The address of the play in the review's page: `d2t3c1` is the first card of a trick."""
    deal: int
    trick: int
    play: PlayCard
    state: MatchState
    """The full state, for what is shown beside the judgement."""

    @property
    def seat(self) -> int:
        """Return the seat that plays this card."""
        return self.play.seat

    @property
    def view(self) -> PlayerView:
        """Return the seat's view of the match just before its card: all that it could know."""
        return view_for(self.state, self.seat)


def played_cards_of(log: MatchLog) -> Iterator[PlayedCard]:
    """Yield every card played in a match's log, in order."""
    state = start(log.rules, dealer=log.dealer)
    for entry in log.entries:
        action = read_action(entry, state.number, log.decks)
        if isinstance(action, PlayCard) and state.deal is not None:
            trick = len(state.deal.tricks) + 1
            at = f"d{state.number}t{trick}c{len(state.deal.plays) + 1}"
            yield PlayedCard(at, state.number, trick, action, state)
        state, _ = apply(state, action)


def played_card_at(log: MatchLog, at: str) -> PlayedCard | None:
    """Return the play at an address of the review, such as `d2t3c1`; None where there is none."""
    if not _ADDRESS.fullmatch(at):
        return None
    return next((played for played in played_cards_of(log) if played.at == at), None)
