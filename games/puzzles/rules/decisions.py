"""The decisions of a finished match that may make puzzles, each with what its seat could know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import (
    Bid,
    Declare,
    PlayCard,
    PlayerView,
    Rules,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.puzzles.rules.assessment import choices_of
from games.record.log import MatchLog, read_action


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a finished match that may make a puzzle: its address, and what the seat saw."""

    at: str
    """Its address in the review of the match; of a bid `d2b5`, the fifth bid or call of a deal."""
    view: PlayerView


def decisions_of(log: MatchLog) -> Iterator[Decision]:
    """Yield the decisions of a match that offered a choice, in order."""
    state = start(log.rules, dealer=log.dealer)
    before = 0
    for entry in log.entries:
        action = read_action(entry, state.number, log.decks)
        if state.deal is not None and isinstance(action, PlayCard | Bid | Declare):
            if isinstance(action, PlayCard):
                at = f"d{state.number}t{len(state.deal.tricks) + 1}c{len(state.deal.plays) + 1}"
            else:
                before += 1
                at = f"d{state.number}b{before}"
            view = view_for(state, action.seat)
            if len(choices_of(view)) > 1:
                yield Decision(at, view)
        else:
            before = 0 if state.deal is None else before
        state, _ = apply(state, action)


def has_preset_rules(rules: Rules) -> bool:
    """Return True if rules are the preset's own, except for the end of the match.

    A puzzle says which game it is by the name alone.
    """
    ruleset = rules.ruleset
    own = build_ruleset(ruleset.preset, ruleset.players).rules
    return all(
        rules.option(name) == own.option(name)
        for name in ruleset.options
        if not name.startswith("match.")
    )
