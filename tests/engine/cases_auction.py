"""Sets up the auction and the contract that a worked case describes."""

from __future__ import annotations

from typing import Any

from games.engine import Bid, MatchState, Rules
from games.engine.rules import CONTRACT
from games.engine.state import AUCTION, CALL, Contract, DealState
from tests.engine.cases_reading import Case, called_card


def caller_of(setup: dict[str, Any]) -> int | None:
    """Return the seat that won the auction, if the case says so."""
    return setup.get("caller", setup.get("declarer"))


def target_of(setup: dict[str, Any], rules: Rules) -> int:
    """The points to make."""
    said = setup.get("target", setup.get("contract"))
    if isinstance(said, int):
        return said
    bid = setup.get("bid")
    points = bid.get("points") if isinstance(bid, dict) else None
    if rules.option("auction.kind") == "points":
        least: int = rules.option("auction.min")
        return points or (bid if isinstance(bid, int) else least)
    return points or CONTRACT


def bid_of(setup: dict[str, Any], rules: Rules) -> Bid:
    """The bid that won the auction."""
    caller, target = caller_of(setup) or 0, target_of(setup, rules)
    if rules.option("auction.kind") == "points":
        return Bid(caller, points=target)
    said, rank = setup.get("bid"), setup.get("rank")
    if rank is None and isinstance(said, dict):
        rank = said.get("rank")
    if rank is None and isinstance(said, int):
        rank = said
    if rank is None and setup.get("call"):
        rank = called_card(setup["call"])[1]
    if rank is None or target > CONTRACT:
        rank = 2
    return Bid(caller, rank, target if target > CONTRACT else None)


def contract_of(case: Case, rules: Rules, deal: DealState) -> Contract:
    """The contract that the case tells of."""
    setup = case["setup"]
    bid = bid_of(setup, rules)
    card = setup.get("call")
    if card is None and setup.get("trump") and bid.rank is not None:
        card = f"{setup['trump']}{bid.rank}"
    rank = called_card(card)[1] if card else None
    partner = setup.get("partner")
    if partner is None and card and rank is not None:
        partner = next((seat for seat, hand in enumerate(deal.hands) if card in hand), None)
    return Contract(
        caller=bid.seat,
        bid=bid,
        target=target_of(setup, rules),
        suit=deal.trump,
        rank=rank,
        card=card if rank is not None else None,
        partner=partner,
        discards=tuple(setup.get("discards") or ()),
        marriage=bool(setup.get("marriage")),
    )


def naming(state: MatchState) -> MatchState:
    """The winner of the auction is to name what he has not named yet."""
    deal = state.deal
    assert deal is not None
    assert deal.special is not None
    contract = deal.special.contract
    assert contract is not None
    unnamed = contract._replace(suit="", rank=None, card=None, partner=None)
    deal = deal.replace(
        trump="", turn=contract.caller, special=deal.special._replace(contract=unnamed)
    )
    return state.replace(phase=CALL, deal=deal, turn=contract.caller)


def bidding(state: MatchState) -> MatchState:
    """The same deal before its first bid."""
    deal = state.deal
    assert deal is not None
    deal = deal.replace(turn=state.eldest, leader=state.eldest, trump="")
    return state.replace(phase=AUCTION, deal=deal, turn=state.eldest)
