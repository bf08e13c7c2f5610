"""Acts outside the turn: the exchange of the turned card, and claiming the last tricks.

Each says when it is open, to whom, and what a refusal is called.
"""

from __future__ import annotations

from games.engine.cards import Card, Suit
from games.engine.legality import imprisoned, trump_ace
from games.engine.rules import Rules
from games.engine.state import DRAW, PLAY, DealState, MatchState


def exchange_refusal(state: MatchState, seat: int, give: Card) -> str | None:
    """Why this seat may not exchange this card now; None when it may (rows 1 to 6)."""
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
    """Whether this card takes the turned card: the seven a higher one, the two the rest."""
    turned = deal.turned
    if turned is None or give[0] != deal.trump:
        return False
    if not rules.exchange_chain and turned != deal.trump_card:
        return False
    seven, two = rules.exchange_pair[deal.trump]
    higher = rules.strengths[turned] > rules.strengths[seven]
    return give == (seven if higher else two)


def exchange_closed(phase: str, rules: Rules, deal: DealState) -> bool:
    """Whether the deadline of row 3 is past.

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
    """Whether the seven or the two of trumps is in this hand."""
    seven, two = rules.exchange_pair[trump]
    return seven in hand or two in hand


def exchange_cards(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """The seven and the two of trumps in a hand."""
    hand = deal.hands[seat]
    return tuple(card for card in rules.exchange_pair[deal.trump] if card in hand)


def may_arm(state: MatchState, seat: int) -> bool:
    """Whether asking for the exchange ahead can come to anything (row 4)."""
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
    """Why this seat may not claim the rest; None when it may (row 17).

    `claim_false` looks at the partners' hands; the other reasons are public.
    """
    rules, deal = state.rules, state.deal
    if not rules.claim:
        return "claim_off"
    if deal is None or state.phase != PLAY or not _claim_open(rules, deal):
        return "claim_not_now"
    highest = set(highest_trumps_left(rules, deal, seat))
    for member in rules.sides[rules.side_of[seat]]:
        highest -= set(deal.hands[member])
    return "claim_false" if highest or not _enough_trumps(rules, deal, seat) else None


def claim_offered(state: MatchState, seat: int) -> bool:
    """Whether to offer the claim to this seat, from what the seat itself can know.

    Partners do not see each other's hands, so for them the offer may turn out false; a side of
    one seat is offered it exactly when it is right.
    """
    rules, deal = state.rules, state.deal
    if not rules.claim or deal is None or state.phase != PLAY or not _claim_open(rules, deal):
        return False
    if not _enough_trumps(rules, deal, seat):
        return False
    missing = set(highest_trumps_left(rules, deal, seat)) - set(deal.hands[seat])
    partners = len(rules.sides[rules.side_of[seat]]) - 1
    return len(missing) <= partners * len(deal.hands[seat])


def highest_trumps_left(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """The k highest trumps not yet played, k being the cards in each hand, as this seat knows."""
    left = _trumps_left(rules, deal, seat)
    return left[: len(deal.hands[0])]


def _trumps_left(rules: Rules, deal: DealState, seat: int) -> tuple[Card, ...]:
    """Trumps not yet played; only who put some away knows that they will not be."""
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
