"""The double-dummy value of plays: all hands and the order of the stock known, two players.

No player knew this, so it says nothing of how well anybody played.
"""

from __future__ import annotations

from typing import Any

from games.analysis.played_cards import PlayedCard
from games.bots.evaluation.evaluator import counts_as_base
from games.bots.evaluation.solver import Exchange, OpenDeal, Solver
from games.bots.simulation.coding import NONE, codes_for, kernel_for
from games.engine import MatchState


class OpenCards:
    """Double-dummy solver for the plays of one deal, asked in order; it reuses what it has solved.

    It solves plays of two players with at most `deepest` cards in the stock.
    """

    def __init__(self, deepest: int) -> None:
        self.deepest = deepest
        """Cards in the stock from which on it is solved."""
        self._solver: Solver | None = None

    def values_for(self, played: PlayedCard) -> dict[str, Any] | None:
        """Return "best" (the best card with all cards open), "best_points" and "points" of a play.

        They are the side's points in the deal after it and after the card played. None: not solved.
        """
        state = played.state
        deal = state.deal
        if deal is None or state.rules.players != 2 or deal.stock_left > self.deepest:
            return None
        if not counts_as_base(state.rules):
            return None
        codes = codes_for(state.rules, deal.trump)
        cards = {code: card for card, code in codes.items()}
        opened = _opened(state, codes)
        if self._solver is None:
            kernel = kernel_for(state.rules)
            self._solver = Solver(kernel, opened.stock, Exchange.AS_IS_BETTER, eldest=state.eldest)
        values = self._solver.each(opened)
        own = deal.points[played.seat]
        left = state.rules.deck_points - sum(deal.points)
        most = max(values, key=lambda code: values[code])
        if values[codes[played.play.card]] == values[most]:
            most = codes[played.play.card]
        return {
            "best": cards[most],
            "best_points": own + (left + values[most]) // 2,
            "points": own + (left + values[codes[played.play.card]]) // 2,
        }


def _opened(state: MatchState, codes: dict[str, int]) -> OpenDeal:
    deal = state.deal
    assert deal is not None
    stock = [codes[card] for card in deal.stock[deal.drawn :]]
    bottom = NONE
    if deal.turned is not None:
        bottom = codes[deal.turned]
        stock.append(bottom)
    first, second = (tuple([codes[card] for card in hand]) for hand in deal.hands)
    laid = codes[deal.plays[0].card] if deal.plays else NONE
    return OpenDeal((first, second), deal.leader, tuple(stock), bottom, laid)
