"""The rival's play of the last cards: the best possible.

By then nothing is left to draw, so who has counted knows what the other holds.
"""

from __future__ import annotations

from games.engine import MatchState, PlayCard, apply
from games.lesson.script import LEARNER


def best_card(state: MatchState) -> PlayCard:
    """Return the play of the seat to act after which the learner takes fewest points."""
    return min(plays_of(state), key=lambda play: _learner_points(apply(state, play)[0]))


def plays_of(state: MatchState) -> list[PlayCard]:
    """Return the possible plays of the seat to act, one for each card, in the hand's order."""
    deal, turn = state.deal, state.turn
    if deal is None or turn is None:
        return []
    return [PlayCard(turn, card) for card in deal.hands[turn]]


def _learner_points(state: MatchState) -> int:
    """Return the learner's points in the whole deal if both sides play their best from here."""
    plays = plays_of(state) if state.phase == "play" else []
    if not plays:
        return state.results[-1].seat_points[LEARNER]
    best = max if state.turn == LEARNER else min
    return best(_learner_points(apply(state, play)[0]) for play in plays)
