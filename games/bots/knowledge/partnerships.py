"""Probabilities of who plays with whom, as one seat sees them."""

from __future__ import annotations

from games.engine import ContractView, PlayerView

Partnerships = tuple[float, ...]
"""For each seat the probability that it plays for the viewer's side; 1 for the viewer."""


def partnerships_of(view: PlayerView) -> Partnerships:
    """Return for each seat the probability (0 to 1) that it plays on the viewer's side.

    It follows from the seating, or in a contract from what is known of the partner.
    """
    rules, seat = view.rules, view.seat
    assert seat is not None
    if view.contract is None:
        side = rules.side_of[seat]
        return tuple([float(other == side) for other in rules.side_of])
    if rules.talon:
        return _against(view.contract.caller, seat, rules.players)
    return _in_contract(view, view.contract, seat)


def _against(caller: int, seat: int, players: int) -> Partnerships:
    """Return by seat 1 if it plays with the viewer, else 0, where the caller is alone."""
    return tuple([float((other == caller) == (seat == caller)) for other in range(players)])


def _in_contract(view: PlayerView, contract: ContractView, seat: int) -> Partnerships:
    """Return by seat the probability that it plays with the viewer in a contract."""
    players, caller, partner = view.rules.players, contract.caller, contract.partner
    if contract.alone:
        return _against(caller, seat, players)
    if partner is not None:
        own = seat in (caller, partner)
        return tuple([float((at in (caller, partner)) == own) for at in range(players)])
    others = players - 1
    if seat == caller:
        return tuple([1.0 if at == seat else 1 / others for at in range(players)])
    ally = _may_be_called(view, contract)
    # where it is not the partner itself, one of the others is, who are its allies but for that
    rest = (1 - ally) * (others - 2) / (others - 1)
    return tuple([1.0 if at == seat else ally if at == caller else rest for at in range(players)])


def _may_be_called(view: PlayerView, contract: ContractView) -> float:
    """Return the probability that this seat holds the card still to be called (rules, 3.7)."""
    if contract.card is not None or contract.bid.rank is None:
        return 0.0
    suits = sum(int(card[1:]) == contract.bid.rank for card in view.hand)
    return suits / 4
