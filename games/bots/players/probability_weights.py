"""Weights by which the rules bot evaluates cards, for each kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.bots.players.card_prices import HeuristicWeights
from games.engine import ContractView, PlayerView


@dataclass(frozen=True, slots=True)
class ProbabilityWeights(HeuristicWeights):
    """Weights of `ProbabilityHeuristic`: points and factors, some of them for leads alone."""

    lead_scale: float
    """Weight of the prices of leading."""
    lead_hope: float
    """Weight of the trick's outcome when leading."""
    lead_trump: float = 0.0
    """Points added for leading a trump."""
    keep_trump: float = 0.0
    """Points subtracted for following with a trump (as a cost)."""


# found by hill climbing over duplicate deals, against rules bots and against greedy ones
TWO: Final = ProbabilityWeights(-1.8, 0.75, 0.8, 0.15, 0.07, 1.5, 1.0, 1.0, 0.0)
ALONE: Final = ProbabilityWeights(-3.8, 0.31, 0.91, 0.03, 0.0, 0.15, 1.47, 1.0, 0.0)
SIDES: Final = ProbabilityWeights(-4.0, 0.41, 0.81, 0.03, 0.045, 1.4, 0.85, 1.46, 0.19, 3.1, 0.9)
CALLER: Final = ProbabilityWeights(-2.6, 0.53, 1.0, 0.16, 0.05, 0.5, 1.43, 0.88, 0.3, -1.9, 0.75)
PARTNER: Final = ProbabilityWeights(-1.2, 0.5, 1.0, 0.12, 0.03, 1.7, 1.43, 0.88, 0.3, -1.9, -2.1)
DEFENDER: Final = ProbabilityWeights(-1.1, 0.51, 0.8, 0.19, 0.05, 1.5, 1.0, 1.06, 0.87, -0.6, 0.0)
TALON: Final = ProbabilityWeights(-2.9, 0.78, 0.72, 0.67, 0.006, 0.45, 1.18, 0.4, 1.48, -3.8, 4.8)
AGAINST_TALON: Final = ProbabilityWeights(
    0.0, 0.8, 0.82, 0.32, 0.01, 0.91, 0.0, 0.79, 0.97, -2.2, -1.6
)


def probability_weights_for(view: PlayerView) -> ProbabilityWeights:
    """Return the weights that fit the viewer's game and its part in a contract."""
    rules = view.rules
    if view.contract is not None:
        return _in_contract(view, view.contract)
    if rules.players == 2:
        return TWO
    return SIDES if len(rules.sides) < rules.players else ALONE


def _in_contract(view: PlayerView, contract: ContractView) -> ProbabilityWeights:
    """Return the weights for the viewer's part in a contract."""
    if view.rules.talon:
        return TALON if view.seat == contract.caller else AGAINST_TALON
    if view.seat == contract.caller:
        return CALLER
    return PARTNER if view.seat == contract.partner else DEFENDER
