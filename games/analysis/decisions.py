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
from games.engine.phases.marriage import pair
from games.engine.phases.play import exchange_window
from games.engine.state import PLAY
from games.engine.windows import claim_standing, exchange_cards, exchange_refusal
from games.record.log import MatchLog, read_action

ADDRESSED: Final = (
    "bid", "declare", "discard", "peek", "look", "sign", "ask", "answer", "say",
)  # fmt: skip
"""Actions that are counted on their own in addresses of the review: `d2a3` is the third of deal 2.
All others that play no card are `d2x1`, `d2x2`, ..."""
CONTRACTS: Final = MappingProxyType({"auction": "bid", "call": "call", "discard": "discard"})
"""Phases before the play, and the kind of decision in each."""
SILENT: Final = (PlayCard, Cut, ArmExchange)
"""Actions without such an address."""
CLAIM: Final = "claim"
FALSE: Final = "false"
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
        """Return (deal number, seat, card to give), which name one possible exchange."""
        return self.deal, self.seat, self.cards[0]


def decisions_of(log: MatchLog) -> list[Decision]:
    """Return all decisions in a match's log that play no card, in the order of the log."""
    return _Walk(log).run()


def decision_at(log: MatchLog, at: str) -> Decision | None:
    """Return the decision at an address of the review, such as `d2x1`; None where there is none."""
    return next((one for one in decisions_of(log) if one.at == at), None)


@dataclass(slots=True)
class _Walk:
    """A replay of a log that notes its decisions."""

    log: MatchLog
    found: list[Decision] = field(default_factory=list)
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)

    def run(self) -> list[Decision]:
        state = start(self.log.rules, dealer=self.log.dealer)
        for entry in self.log.entries:
            action = read_action(entry, state.number, self.log.decks)
            after, events = apply(state, action)
            if entry.seat != HOST:
                self._note(state, action, entry.action["type"], events)
            state = after
        return self.found

    def _note(
        self, state: MatchState, action: Action, kind: str, events: tuple[Event, ...]
    ) -> None:
        """Note what an action decides."""
        at = "" if isinstance(action, SILENT) else self._address(state, kind)
        made = next((one for one in events if isinstance(one, Exchanged)), None)
        if isinstance(action, PlayCard):
            if made is not None:
                at = self._address(state, "exchange")
            self._claimable(state)
            self._exchanges(state, action, made, at)
            self._broken(state, action)
        elif isinstance(action, Exchange) and made is not None:
            self._mark_later(state, made)
            cards = (made.give, made.take)
            self._put(state, action.seat, "exchange", EXCHANGE, at=at, cards=cards)
        elif isinstance(action, Claim):
            self._claimed(state, action, events, at)
        elif isinstance(action, Sign):
            self._signed(state, action, at)
        elif isinstance(action, Declare) and state.phase == PLAY:
            cards = pair(state.rules, action.suit)
            self._put(state, action.seat, "marriage", SHOW, at=at, cards=cards)
        elif isinstance(action, Bid | Declare | Discard) and state.phase in CONTRACTS:
            self._put(state, action.seat, CONTRACTS[state.phase], action_code(action), at=at)

    def _address(self, state: MatchState, kind: str) -> str:
        """Return the address of an action that plays no card."""
        letter = "a" if kind in ADDRESSED else "x"
        self.counts[state.number, letter] += 1
        return f"d{state.number}{letter}{self.counts[state.number, letter]}"

    def _exchanges(
        self, state: MatchState, action: PlayCard, made: Exchanged | None, at: str
    ) -> None:
        """Note the exchange that was open before a card, or is after it."""
        for give in _open_before(state, action.seat):
            self._missed(state, action.seat, give)
            break
        window = exchange_window(state, action)
        if window is None:
            return
        turn, give = window.state.turn, window.give
        assert turn is not None
        if made is None:
            self._missed(window.state, turn, give)
            return
        self._mark_later(state, made)
        cards = (made.give, made.take)
        self._put(window.state, turn, "exchange", EXCHANGE, at=at, cards=cards)

    def _claimable(self, state: MatchState) -> None:
        """Note once a deal the seat that could be sure to claim the rest before this card."""
        if not state.rules.claim or any(
            one.kind == "claim" and one.deal == state.number and one.chosen == PLAY_ON
            for one in self.found
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
        """Note a claim; who makes one has not missed it."""
        failed = any(isinstance(one, ClaimFailed) for one in events)
        self.found = [
            one
            for one in self.found
            if failed or one.kind != "claim" or one.deal != state.number or one.chosen != PLAY_ON
        ]
        self._put(state, action.seat, "claim", FALSE if failed else CLAIM, at=at)

    def _signed(self, state: MatchState, action: Sign, at: str) -> None:
        """Note a sign; made again in the same trick it says no more."""
        deal = state.deal
        assert deal is not None
        place = (state.number, len(deal.tricks), action.seat, action.sign)
        if all(
            one.kind != "sign" or (one.deal, one.trick, one.seat, one.chosen) != place
            for one in self.found
        ):
            self._put(state, action.seat, "sign", action.sign, at=at)

    def _broken(self, state: MatchState, action: PlayCard) -> None:
        """Note the marriage that a seat could have shown, where this card breaks it."""
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
        """Note that a seat could exchange and did not."""
        deal = state.deal
        assert deal is not None
        assert deal.turned is not None
        at = f"d{state.number}t{len(deal.tricks)}"
        self._put(state, seat, "exchange", NEVER, at=at, cards=(give, deal.turned))

    def _mark_later(self, state: MatchState, made: Exchanged) -> None:
        """Note of earlier chances to make this exchange that it was made later."""
        for number, one in enumerate(self.found):
            if one.kind == "exchange" and one.opportunity == (state.number, made.seat, made.give):
                self.found[number] = replace(one, chosen=LATER)

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
        self.found.append(Decision(at, state.number, tricks, seat, kind, chosen, cards, state))


def _open_before(state: MatchState, seat: int) -> Iterator[Card]:
    """Yield the cards that a seat could exchange now, where the rules let it do so at any time."""
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
    said = bid_to_json(action)
    if isinstance(said, str):
        return said
    return "/".join(str(said[name]) for name in ("rank", "points") if name in said)
