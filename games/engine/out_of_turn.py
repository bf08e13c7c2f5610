"""Actions outside the turn: the exchange of the turned card, and claiming the last tricks.

Each says when it is open, to whom, and what a refusal is called.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.cards import Card, Suit
from games.engine.legality import imprisoned, trump_ace
from games.engine.rules import Rules
from games.engine.state import DRAW, PLAY, DealState, MatchState


class ClaimStanding(NamedTuple):
    """Judgement of a seat's claim of all remaining cards, by what that seat can see."""

    certain: bool
    """Whether the claim is right, by all that the seat can see."""
    opens: bool
    """Whether a false claim lays the claimer's hand open."""


def exchange_refusal(state: MatchState, seat: int, give: Card) -> str | None:
    """Return the code of the reason why this seat may not exchange `give` now; None if it may."""
    rules, deal = state.rules, state.deal
    if not rules.exchange:
        return "exchange_off"
    if deal is None or state.phase not in (PLAY, DRAW):
        return "not_in_phase"
    if give not in deal.hands[seat] or not can_take(rules, deal, give):
        return "exchange_closed" if deal.turned is None else "exchange_not_yours"
    if exchange_closed(state.phase, rules, deal):
        return "exchange_closed"
    if rules.exchange_any_time:
        won = deal.tricks_won
        members = rules.sides[rules.side_of[seat]] if rules.exchange_team_scope else (seat,)
        return None if any(won[member] for member in members) else "exchange_not_now"
    if state.phase == DRAW and deal.round_drawn == 0 and deal.turn == seat:
        return None
    return "exchange_not_now"


def can_take(rules: Rules, deal: DealState, give: Card) -> bool:
    """Return whether the card `give` is a trump seven or two that may take this turned card.

    The seven takes a card higher than itself, the two any other.
    """
    turned = deal.turned
    if turned is None or give[0] != deal.trump:
        return False
    if not rules.exchange_chain and turned != deal.trump_card:
        return False
    seven, two = rules.exchange_pair[deal.trump]
    higher = rules.strengths[turned] > rules.strengths[seven]
    return give == (seven if higher else two)


def exchange_closed(phase: str, rules: Rules, deal: DealState) -> bool:
    """Return whether it is too late in the deal to exchange the turned card (`exchange.deadline`).

    `last_round` closes with the first card of the last draw round, `last_card` when the turned
    card is drawn, `penultimate` after the last trick but one that is followed by a draw.
    """
    if deal.turned is None:
        return True
    left = len(deal.stock) - deal.drawn + 1
    if rules.exchange_deadline == "last_round":
        return left < rules.last_round
    if rules.exchange_deadline == "penultimate":
        return left <= rules.last_round + (rules.trick_size if phase == DRAW else 0)
    return False


def holds_exchange_card(rules: Rules, trump: Suit, hand: tuple[Card, ...]) -> bool:
    """Return whether a hand has the trump seven or two, which are exchanged for the turned card."""
    seven, two = rules.exchange_pair[trump]
    return seven in hand or two in hand


def exchange_cards(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat that can take the turned card: trump seven and two.

    Whether the rules allow the exchange now is left to `exchange_refusal`.
    """
    hand = deal.hands[seat]
    return tuple(card for card in rules.exchange_pair[deal.trump] if card in hand)


def may_arm(state: MatchState, seat: int) -> bool:
    """Return whether an exchange for which this seat asks ahead can still become legal."""
    rules, deal = state.rules, state.deal
    if not rules.armable or deal is None or state.phase != PLAY:
        return False
    # a two waits for a seven to change the turned card; a seven can only take what is higher
    seven, two = rules.exchange_pair[deal.trump]
    hand = deal.hands[seat]
    if two in hand or (seven in hand and can_take(rules, deal, seven)):
        return not exchange_closed(PLAY, rules, deal)
    return False


def claim_refusal(state: MatchState, seat: int) -> str | None:
    """Return the code of the reason why a seat may not claim all remaining cards; None if it may.

    `claim_false` looks at the partners' hands; the other reasons are public.
    """
    refusal = _claim_closed(state, seat)
    if refusal is not None or state.deal is None:
        return refusal or "claim_not_now"
    rules, deal = state.rules, state.deal
    missing = set(highest_trumps_left(rules, deal, seat))
    missing -= _held(deal, rules.sides[rules.side_of[seat]])
    return "claim_false" if missing or not _enough_trumps(rules, deal, seat) else None


def claim_standing(state: MatchState, seat: int) -> ClaimStanding | None:
    """Return the judgement of a claim by this seat, from its own view; None if it may not claim.

    If a partner's hidden hand may hold the missing trumps, the claim is not certain.
    A seat without partners knows once the stock is gone: it gets only right claims.
    """
    if _claim_closed(state, seat) is not None or state.deal is None:
        return None
    rules, deal = state.rules, state.deal
    if not _enough_trumps(rules, deal, seat):
        return None
    side = rules.sides[rules.side_of[seat]]
    visible = [
        other for other in range(rules.players) if other == seat or is_open(rules, deal, other)
    ]
    missing = set(highest_trumps_left(rules, deal, seat))
    missing -= _held(deal, [other for other in side if other in visible])
    if not missing:
        return ClaimStanding(True, rules.false_claim_opens)
    lost = missing & _held(deal, [other for other in visible if other not in side])
    hidden = sum(len(deal.hands[other]) for other in side if other not in visible)
    if lost or len(missing) > hidden:
        return None
    return ClaimStanding(False, rules.false_claim_opens)


def is_open(rules: Rules, deal: DealState, seat: int) -> bool:
    """Return whether the hand of this seat lies open to everybody."""
    return rules.open_hands or (deal.special is not None and seat in deal.special.shown)


def _claim_closed(state: MatchState, seat: int) -> str | None:
    """Return the code of the public reason why no seat may claim now; None if claims are open."""
    rules, deal = state.rules, state.deal
    if not rules.claim:
        return "claim_off"
    if deal is None or state.phase != PLAY or not _claim_open(rules, deal):
        return "claim_not_now"
    shown = deal.special.shown if deal.special is not None else ()
    if any(rules.side_of[other] == rules.side_of[seat] for other in shown):
        return "claim_spent"
    return None


def _held(deal: DealState, seats: Iterable[int]) -> set[Card]:
    return {card for seat in seats for card in deal.hands[seat]}


def highest_trumps_left(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """Return the highest unplayed trumps known to this seat, as many as a hand has cards."""
    left = _trumps_left(rules, deal, seat)
    return left[: len(deal.hands[0])]


def _trumps_left(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """Return the trumps that this seat does not know to be out of play.

    Trumps that a seat put away are left out for that seat alone.
    """
    held = {card for hand in deal.hands for card in hand if card[0] == deal.trump}
    contract = deal.special.contract if deal.special else None
    if contract is not None and contract.caller != seat:
        held.update(card for card in contract.discards if card[0] == deal.trump)
    return tuple(sorted(held, key=lambda card: -rules.strengths[card]))


def _enough_trumps(rules: Rules, deal: DealState, seat: int) -> bool:
    return len(_trumps_left(rules, deal, seat)) >= len(deal.hands[0])


def _claim_open(rules: Rules, deal: DealState) -> bool:
    size = len(deal.hands[0])
    if rules.muerte and imprisoned(rules, deal, trump_ace(rules, deal)):
        return False  # the three may still be killed (rules, 3.11)
    return (
        deal.stock_left == 0
        and not deal.plays
        and size in (2, 3)
        and all(len(hand) == size for hand in deal.hands)
    )
