"""The actions of the auction's winner before the play: put cards away, call, name the trump.

In the Chiamata family a card is called and its holder is the secret partner (rules, 3.6 to 3.9);
in Rematada the talon is taken, two cards are put away and the trump is named (3.10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from games.engine.actions import Action, Declare, Discard
from games.engine.cards import SUITS, Card
from games.engine.errors import IllegalAction
from games.engine.events import (
    Called,
    CardsDiscarded,
    Event,
    MarriageShown,
    PartnerRevealed,
)
from games.engine.phases.feature import (
    Feature,
    Step,
    Tally,
    special_of,
    to_act,
    with_special,
)
from games.engine.phases.marriage import IN_TRUMPS, declare_marriage
from games.engine.phases.play import play
from games.engine.results import Extra
from games.engine.rules import Rules
from games.engine.state import (
    CALL,
    DISCARD,
    PLAY,
    Contract,
    DealState,
    Marriage,
    MatchState,
)

LAST_TRICK: Final = 10
"""Points of the last trick for a declarer with a talon (rules, 3.10)."""


def contract_of(deal: DealState) -> Contract:
    """Return the contract of a deal, whose auction must be won."""
    contract = special_of(deal).contract
    assert contract is not None
    return contract


def discard(state: MatchState, action: Discard) -> Step:
    """Apply the discard of as many cards as the talon had; they count for the declarer, unseen.

    Raises:
        IllegalAction: this seat is not to put cards away now, or not these.
    """
    deal = state.deal
    if state.phase != DISCARD or deal is None:
        raise IllegalAction("not_in_phase")
    seat, cards = action.seat, action.cards
    if seat != deal.turn:
        raise IllegalAction("not_your_turn")
    hand = deal.hands[seat]
    if len(cards) != state.rules.talon or len(set(cards)) != len(cards):
        raise IllegalAction("discard_not_allowed")
    if any(card not in hand for card in cards):
        raise IllegalAction("card_not_held")
    hands = list(deal.hands)
    hands[seat] = tuple(card for card in hand if card not in cards)
    state = state.replace(deal=deal.replace(hands=tuple(hands)))
    contract = contract_of(deal)._replace(discards=cards)
    state = to_act(with_special(state, contract=contract), CALL, seat)
    return state, (CardsDiscarded(seat, cards, len(cards)),)


def declare(state: MatchState, action: Declare) -> Step:
    """Apply a call: name the trump, or a partner's card of trumps; or, with no auction, a marriage.

    Raises:
        IllegalAction: nothing is to be named now, or not by this seat, or not this.
    """
    deal = state.deal
    if state.phase == PLAY and not state.rules.auction:
        return declare_marriage(state, action)
    if state.phase != CALL or deal is None:
        raise IllegalAction("not_in_phase")
    if action.seat != deal.turn:
        raise IllegalAction("not_your_turn")
    rank = action.rank
    if rank is None:
        rank = contract_of(deal).bid.rank
    if (action.suit, rank) not in set(calls(state.rules, deal)):
        raise IllegalAction("call_not_allowed")
    events: list[Event] = [Called(action.seat, action.suit, rank)]
    return _named(state, action.suit, rank, events), tuple(events)


def calls(rules: Rules, deal: DealState) -> Iterator[tuple[str, int | None]]:
    """Yield (suit, rank of the partner's card) of each legal call; rank is None with a talon."""
    contract = contract_of(deal)
    if rules.talon:
        yield from ((suit, None) for suit in SUITS)
        return
    if contract.bid.rank is not None:
        yield from ((suit, contract.bid.rank) for suit in SUITS)
        return
    free = rules.option("chiamata.call_rule") == "any"
    own = rules.option("gingo.own_call")
    hand = deal.hands[contract.caller]
    for suit in SUITS:
        missing = True
        for rank in rules.order:
            card = f"{suit}{rank}"
            if card not in rules.strengths:
                continue
            if free or (own if card in hand else missing):
                yield suit, rank
            missing = missing and card in hand


def _named(state: MatchState, suit: str, rank: int | None, events: list[Event]) -> MatchState:
    """Return the state after the call: trump is named, and the called card's holder is partner."""
    rules, deal = state.rules, state.deal
    assert deal is not None
    contract = contract_of(deal)._replace(suit=suit, rank=rank)
    if rank is not None:
        card = f"{suit}{rank}"
        holder = next(at for at, hand in enumerate(special_of(deal).dealt) if card in hand)
        contract = contract._replace(card=card, partner=holder)
    if rules.talon:
        king, knight, _ = rules.figures
        pair = {f"{suit}{king}", f"{suit}{knight}"}
        contract = contract._replace(marriage=pair <= set(deal.hands[contract.caller]))
    state = state.replace(deal=deal.replace(trump=suit))
    state = to_act(with_special(state, contract=contract), PLAY, deal.leader)
    if deal.plays:  # a trick in the dark that waits to be judged by this trump
        return _judge_first_trick(state, events)
    return _reveal(state, events)


def _judge_first_trick(state: MatchState, events: list[Event]) -> MatchState:
    """Play the first trick's last card again, so that the trump named since decides the trick."""
    deal = state.deal
    assert deal is not None
    last = deal.plays[-1]
    hands = list(deal.hands)
    hands[last.seat] += (last.card,)
    before = deal.replace(hands=tuple(hands), plays=deal.plays[:-1], turn=last.seat)
    after, happened = play(state.replace(deal=before, turn=last.seat), last, again=True)
    events += happened[1:]
    return after


def _reveal(state: MatchState, events: list[Event]) -> MatchState:
    """Reveal the caller's partner once the called card has been played; return the new state."""
    deal = state.deal
    assert deal is not None
    contract = contract_of(deal)
    if contract.card is None or contract.revealed or contract.partner is None:
        return state
    if contract.card not in played_cards(deal):
        return state
    events.append(PartnerRevealed(contract.partner, contract.partner == contract.caller))
    return with_special(state, contract=contract._replace(revealed=True))


def played_cards(deal: DealState) -> set[Card]:
    """Return all cards that have been laid on the table in this deal."""
    laid = {play.card for play in deal.plays}
    return laid | {play.card for trick in deal.tricks for play in trick.plays}


def _card_played(state: MatchState, events: list[Event]) -> MatchState:
    deal = state.deal
    if deal is None or special_of(deal).contract is None:
        return state
    return _reveal(state, events)


def _completes(state: MatchState, deal: DealState) -> MatchState | None:
    """Return the state with the call due, if the trump named then decides the first trick."""
    if deal.trump or state.rules.option("chiamata.dark_first") != "retroactive":
        return None
    return to_act(state.replace(deal=deal), CALL, contract_of(deal).caller)


def _trick_taken(state: MatchState, events: list[Event]) -> MatchState:
    deal, rules = state.deal, state.rules
    assert deal is not None
    contract = contract_of(deal)
    if not deal.trump:
        return to_act(state, CALL, contract.caller)
    if not contract.marriage or deal.tricks[-1].winner != contract.caller:
        return state
    if rules.option("marriage.mode") != "none" or special_of(deal).marriages:
        return state
    shown = Marriage(contract.caller, deal.trump, IN_TRUMPS)
    events.append(MarriageShown(*shown))
    return with_special(state, marriages=(shown,))


def _extras(state: MatchState, tally: Tally) -> Iterable[Extra]:
    """Yield extra points in games with a talon: for the last trick and a declarer's marriages."""
    special, rules = special_of(tally.deal), state.rules
    contract = special.contract
    if contract is None or not rules.talon:
        return
    if tally.last == contract.caller:
        yield Extra(contract.caller, "last_trick", None, LAST_TRICK)
    for shown in special.marriages:
        yield Extra(rules.side_of[shown.seat], "declared", shown.suit, shown.points)


def _legal(state: MatchState, deal: DealState, seat: int) -> Iterator[Action]:
    if deal.turn != seat:
        return
    if state.phase == DISCARD:
        for cards in combinations(deal.hands[seat], state.rules.talon):
            yield Discard(seat, cards)
    elif state.phase == CALL:
        for suit, rank in calls(state.rules, deal):
            yield Declare(seat, suit, rank)


FEATURE: Final = Feature(
    name="call",
    applies=lambda rules: rules.auction,
    handlers={Discard: discard, Declare: declare},
    legal=_legal,
    completes=_completes,
    card_played=_card_played,
    trick_taken=_trick_taken,
    extras=_extras,
)
