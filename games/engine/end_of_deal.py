"""The public summary at the end of a deal: briscas taken, and the deals of the match."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.results import DealResult
from games.engine.rules import Rules
from games.engine.state import MATCH_OVER, DealState, MatchState

BRISCA_POINTS: Final = 10
"""Card points from which a card is a brisca: an ace or a three."""


class OverView(NamedTuple):
    """View: public summary of a deal that is over: briscas taken, and at the end all results."""

    briscas: tuple[tuple[Card, ...], ...] | None
    """Side -> briscas that it took; None if the deal was not played out."""
    results: tuple[DealResult, ...]
    """Every deal that was counted, once the match is over."""


def over_view(state: MatchState) -> OverView:
    """Return the public summary of a match in the phase `deal_over` or `match_over`."""
    deal, results = state.deal, state.results
    counted = deal is not None and len(results) == state.number
    return OverView(
        briscas_taken(state.rules, deal, results[-1]) if deal and counted else None,
        results if state.phase == MATCH_OVER else (),
    )


def briscas_taken(
    rules: Rules, deal: DealState, result: DealResult
) -> tuple[tuple[Card, ...], ...]:
    """Return the briscas (aces and threes) that each side took, in the order of taking them."""
    return tuple(
        tuple(card for card in pile if rules.points[card] >= BRISCA_POINTS)
        for pile in piles_taken(rules, deal, result)
    )


def piles_taken(rules: Rules, deal: DealState, result: DealResult) -> list[list[Card]]:
    """Return for each side the cards that it took in a deal, with those that it put away.

    `result` is that of `deal`. The piles are public by then: every trick lay open, a claim
    shows all hands, and cards that were put away are shown when the deal ends.
    """
    piles: list[list[Card]] = [[] for _side in rules.sides]
    for trick in deal.tricks:
        if trick.winner is not None:
            piles[rules.side_of[trick.winner]] += [play.card for play in trick.plays]
    claimed = _claimed(rules, deal, piles) if result.ended_by == "claim" else []
    for side, pile in enumerate(piles):
        if len(pile) < result.side_cards[side]:
            pile += claimed
    if result.contract is not None and result.contract.discards:
        piles[rules.side_of[result.contract.caller]] += result.contract.discards
    return piles


def _claimed(rules: Rules, deal: DealState, piles: list[list[Card]]) -> list[Card]:
    """Return the cards that a claim took without their being played, in the order of the pack."""
    elsewhere = {card for pile in piles for card in pile} | set(deal.stock[deal.drawn :])
    if deal.turned is not None:
        elsewhere.add(deal.turned)
    if deal.special is not None and deal.special.contract is not None:
        elsewhere |= set(deal.special.contract.discards or ())
    return [card for card in rules.deck if card not in elsewhere]
