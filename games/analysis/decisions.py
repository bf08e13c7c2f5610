"""The decisions of a match that play no card, each with what its player could know at that moment.

An exchange is one also where it is not made: whoever could exchange and did not has decided, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from games.bots.evaluation.exchange_evaluator import EXCHANGE, LATER, NEVER
from games.bots.evaluation.marriage_evaluator import KEEP, SHOW
from games.engine import (
    HOST,
    Action,
    ArmExchange,
    Bid,
    Card,
    Claim,
    Cut,
    Declare,
    Discard,
    Exchange,
    MatchState,
    PlayCard,
    PlayerView,
    Sign,
    apply,
    bid_to_json,
    start,
    view_for,
)
from games.engine.events import ClaimFailed, Event, Exchanged
from games.engine.out_of_turn import claim_standing, exchange_cards, exchange_refusal
from games.engine.phases.marriage import pair
from games.engine.phases.play import exchange_window
from games.engine.state import PLAY
from games.record.log import MatchLog, read_action

ADDRESSED_ACTIONS: Final = (
    "bid", "declare", "discard", "peek", "look", "sign", "ask", "answer", "say",
)  # fmt: skip
"""Actions that are counted on their own in addresses of the review: `d2a3` is the third of deal 2.
All others that play no card are `d2x1`, `d2x2`, ..."""
KIND_OF_PHASE: Final = MappingProxyType({"auction": "bid", "call": "call", "discard": "discard"})
"""Phases before the play, and the kind of decision in each."""
UNADDRESSED_ACTIONS: Final = (PlayCard, Cut, ArmExchange)
"""Actions without such an address."""
CLAIM: Final = "claim"
FALSE_CLAIM: Final = "false"
"""A claim that was made and was not right."""
PLAY_ON: Final = "play"
"""The option of a claim that is not made."""
Opportunity: TypeAlias = tuple[int, int, Card]
"""Deal, seat, and the card that it could give for the turned one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat that plays no card, such as a bid, with the state when it was made."""

    at: str
    """Its address in the review's page; of an exchange or a claim not made, the trick before it; of a
    marriage that was not shown, that of the card that broke it with an `m` behind it; of a sign that
    was not made, that of the partner's card that it would have changed with an `s` behind it."""
    deal: int
    trick: int
    """Number of tricks that are over."""
    seat: int
    kind: str
    """`exchange`, `bid`, `call`, `discard`, `marriage`, `claim` or `sign`."""
    chosen: str
    """Code of what was chosen."""
    cards: tuple[Card, ...]
    """The cards that it is about: of an exchange those to be given and taken, of a marriage both."""
    state: MatchState
    """The full state, of which only `view` may be judged by."""

    @property
    def view(self) -> PlayerView:
        """Return the seat's view of the match when it decided: all that it could know."""
        return view_for(self.state, self.seat)

    @property
    def opportunity(self) -> Opportunity:
        """Return (deal number, seat, card to give), the key of one possible exchange."""
        return self.deal, self.seat, self.cards[0]


def decisions_of(log: MatchLog) -> list[Decision]:
    """Return all decisions in a match's log that play no card, in the order of the log."""
    return _Walk(log).run()


def decision_at(log: MatchLog, at: str) -> Decision | None:
    """Return the decision at an address of the review, such as `d2x1`; None where there is none."""
    return next((decision for decision in decisions_of(log) if decision.at == at), None)


@dataclass(slots=True)
class _Walk:
    """A replay of a match's log that records the decisions of its seats."""

    log: MatchLog
    decisions: list[Decision] = field(default_factory=list)
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)

    def run(self) -> list[Decision]:
        state = start(self.log.rules, dealer=self.log.dealer)
        for entry in self.log.entries:
            action = read_action(entry, state.number, self.log.decks)
            after, events = apply(state, action)
            if entry.seat != HOST:
                self._note(state, action, entry.action["type"], events)
            state = after
        return self.decisions

    def _note(
        self, state: MatchState, action: Action, kind: str, events: tuple[Event, ...]
    ) -> None:
        """Record the decisions that an action of the log makes, and the chances that it misses."""
        at = "" if isinstance(action, UNADDRESSED_ACTIONS) else self._address(state, kind)
        exchanged = next((event for event in events if isinstance(event, Exchanged)), None)
        if isinstance(action, PlayCard):
            if exchanged is not None:
                at = self._address(state, "exchange")
            self._claimable(state)
            self._exchanges(state, action, exchanged, at)
            self._broken(state, action)
        elif isinstance(action, Exchange) and exchanged is not None:
            self._mark_later(state, exchanged)
            cards = (exchanged.give, exchanged.take)
            self._put(state, action.seat, "exchange", EXCHANGE, at=at, cards=cards)
        elif isinstance(action, Claim):
            self._claimed(state, action, events, at)
        elif isinstance(action, Sign):
            self._signed(state, action, at)
        elif isinstance(action, Declare) and state.phase == PLAY:
            cards = pair(state.rules, action.suit)
            self._put(state, action.seat, "marriage", SHOW, at=at, cards=cards)
        elif isinstance(action, Bid | Declare | Discard) and state.phase in KIND_OF_PHASE:
            self._put(state, action.seat, KIND_OF_PHASE[state.phase], action_code(action), at=at)

    def _address(self, state: MatchState, kind: str) -> str:
        """Return the next address in the review (`d2x1`) for an action that plays no card."""
        letter = "a" if kind in ADDRESSED_ACTIONS else "x"
        self.counts[state.number, letter] += 1
        return f"d{state.number}{letter}{self.counts[state.number, letter]}"

    def _exchanges(
        self, state: MatchState, action: PlayCard, exchanged: Exchanged | None, at: str
    ) -> None:
        """Record the exchange of the turned card that was possible before a play, or is now."""
        for give in _open_before(state, action.seat):
            self._missed(state, action.seat, give)
            break
        window = exchange_window(state, action)
        if window is None:
            return
        turn, give = window.state.turn, window.give
        assert turn is not None
        if exchanged is None:
            self._missed(window.state, turn, give)
            return
        self._mark_later(state, exchanged)
        cards = (exchanged.give, exchanged.take)
        self._put(window.state, turn, "exchange", EXCHANGE, at=at, cards=cards)

    def _claimable(self, state: MatchState) -> None:
        """Record, once a deal, the seat that could surely claim the rest before this card."""
        if not state.rules.claim or any(
            decision.kind == "claim"
            and decision.deal == state.number
            and decision.chosen == PLAY_ON
            for decision in self.decisions
        ):
            return
        for seat in range(state.rules.players):
            standing = claim_standing(state, seat)
            if standing is not None and standing.certain and state.deal is not None:
                at = f"d{state.number}t{len(state.deal.tricks)}"
                self._put(state, seat, "claim", PLAY_ON, at=at)
                return

    def _claimed(
        self, state: MatchState, action: Claim, events: tuple[Event, ...], at: str
    ) -> None:
        """Record a claim, and drop the record that the chance to claim was missed."""
        failed = any(isinstance(event, ClaimFailed) for event in events)
        self.decisions = [
            decision
            for decision in self.decisions
            if failed
            or decision.kind != "claim"
            or decision.deal != state.number
            or decision.chosen != PLAY_ON
        ]
        self._put(state, action.seat, "claim", FALSE_CLAIM if failed else CLAIM, at=at)

    def _signed(self, state: MatchState, action: Sign, at: str) -> None:
        """Record a sign, unless the seat has made the same sign in this trick already."""
        deal = state.deal
        assert deal is not None
        place = (state.number, len(deal.tricks), action.seat, action.sign)
        if all(
            decision.kind != "sign"
            or (decision.deal, decision.trick, decision.seat, decision.chosen) != place
            for decision in self.decisions
        ):
            self._put(state, action.seat, "sign", action.sign, at=at)

    def _broken(self, state: MatchState, action: PlayCard) -> None:
        """Record the marriage that a seat could have shown and that this card breaks."""
        if state.rules.option("marriage.mode") != "declared":
            return
        deal, suit = state.deal, action.card[0]
        assert deal is not None
        cards = pair(state.rules, suit)
        if (
            action.card not in cards
            or Declare(action.seat, suit) not in view_for(state, action.seat).legal
        ):
            return
        at = f"d{state.number}t{len(deal.tricks) + 1}c{len(deal.plays) + 1}m"
        self._put(state, action.seat, "marriage", KEEP, at=at, cards=cards)

    def _missed(self, state: MatchState, seat: int, give: Card) -> None:
        """Record as a decision that a seat could exchange the turned card and did not."""
        deal = state.deal
        assert deal is not None
        assert deal.turned is not None
        at = f"d{state.number}t{len(deal.tricks)}"
        self._put(state, seat, "exchange", NEVER, at=at, cards=(give, deal.turned))

    def _mark_later(self, state: MatchState, exchanged: Exchanged) -> None:
        """Set the choice to LATER in the recorded decisions that passed up this exchange before."""
        for number, decision in enumerate(self.decisions):
            if decision.kind == "exchange" and decision.opportunity == (
                state.number,
                exchanged.seat,
                exchanged.give,
            ):
                self.decisions[number] = replace(decision, chosen=LATER)

    def _put(
        self,
        state: MatchState,
        seat: int,
        kind: str,
        chosen: str,
        *,
        at: str,
        cards: tuple[Card, ...] = (),
    ) -> None:
        tricks = len(state.deal.tricks) if state.deal is not None else 0
        self.decisions.append(Decision(at, state.number, tricks, seat, kind, chosen, cards, state))


def _open_before(state: MatchState, seat: int) -> Iterator[Card]:
    """Yield the cards that a seat could exchange now, under rules that allow that at any time."""
    rules, deal = state.rules, state.deal
    if deal is None or not rules.exchange_any_time or not deal.tricks:
        return
    for card in exchange_cards(rules, deal, seat):
        if exchange_refusal(state, seat, card) is None:
            yield card


def action_code(action: Bid | Declare | Discard) -> str:
    """Return the code of a bid (`pass`, `75`, `3/70`), a call (`O3`, `O`) or a discard (`O4 C2`).

    A bid names points, or a rank and maybe points; a call names a suit, or a partner's card.

    >>> action_code(Bid(0, 3, 70)), action_code(Bid(0)), action_code(Declare(0, "O", None))
    ('3/70', 'pass', 'O')
    """
    if isinstance(action, Discard):
        return " ".join(sorted(action.cards))
    if isinstance(action, Declare):
        return action.suit if action.rank is None else f"{action.suit}{action.rank}"
    bid_json = bid_to_json(action)
    if isinstance(bid_json, str):
        return bid_json
    return "/".join(str(bid_json[name]) for name in ("rank", "points") if name in bid_json)
