"""Verification of one deal of a record, by replaying it through the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from games.engine import (
    Action,
    Cut,
    DealCards,
    Event,
    IllegalAction,
    NextDeal,
    PlayCard,
    Resign,
    Sign,
    action_from_json,
    cut_range,
    leaks_to,
    own_actions,
)
from games.engine.events import ClaimFailed, Exchanged, Signed
from games.record.boards import board_of, is_again
from games.record.dealer import DEALER, FIRST_DEAL, draw_of_block
from games.record.errors import RecordError
from games.record.fairness import (
    CUT_BY_CLOCK,
    DUPLICATE,
    NONCE_BYTES,
    SCHEME,
    SEED_BYTES,
    block_fault,
    deck_of_block,
    flag_fault,
)
from games.record.json_reading import Place, show
from games.record.log import MatchLog
from games.record.record import deal_contract, deal_outcome, deal_trump, play_json

_ACTORS: Final = ("player", "clock", "bot")
_FIELDS: Final = {
    "play": ("card", "announce"),
    "exchange": ("give",),
    "arm_exchange": ("on",),
    "claim": (),
    "cut": ("at",),
    "resign": (),
    "offer": ("what",),
    "reply": ("what", "yes"),
    "resume": (),
    "bid": ("bid",),
    "declare": ("suit", "rank"),
    "discard": ("cards",),
    "peek": ("at",),
    "look": ("at",),
    "sign": ("sign",),
    "ask": ("to", "question"),
    "answer": ("to", "yes"),
    "say": ("text",),
}
COMMIT_BYTES: Final = 32
LONGEST_WAIT: Final = 10**12
"""Most milliseconds that a record may state for one action."""


class DealCheck:
    """Check of one deal of a record: `log` stands at its beginning, and after `run` at its end.

    `number` is that of the deal, from 1; `last`: no deal follows it in the record.
    """

    def __init__(
        self,
        log: MatchLog,
        deal: Place,
        number: int,
        *,
        last: bool,
        bots: frozenset[int] = frozenset(),
    ) -> None:
        self.log = log
        self.deal = deal
        self.number = number
        self.last = last
        self.bots = bots
        """Seats that were not a person's."""
        self.dealt = False
        self.expected: Exchanged | None = None
        """An exchange that the play before carried out; the next action must say so."""

    def run(self, seq: int) -> int:
        """Check the deal, whose actions follow number `seq`; return the last action's number.

        Raises:
            RecordError: the deal is not what the rules and its proof make of it.
        """
        deal, log = self.deal, self.log
        deal.get("number").equals(self.number)
        if self.number > 1:
            self._go_on()
        deal.get("dealer").equals(log.state.dealer)
        self.dealt = self._check_deck()
        for place in deal.get("actions").items():
            seq = self._action(place, seq)
        if self.expected is not None:
            deal.get("actions").fail(f"the exchange by seat {self.expected.seat} is missing")
        self._result()
        return seq

    def _go_on(self) -> None:
        if self.log.state.phase != "deal_over":
            why = "is over" if self.log.state.phase == "match_over" else "has an unfinished deal"
            self.deal.fail(f"cannot begin, the match {why}")
        self.log.apply(NextDeal(), by="host")

    # -- deck and proof ---------------------------------------------------------------------------

    def _check_deck(self) -> bool:
        """Check the deal's deck, and that the deck follows from the proof of fairness.

        Return False if the deal has no deck, as in a match given up before its first deal.
        """
        deck, proof, rules = self.deal.get("deck"), self.deal.get("fairness"), self.log.rules
        cards = [item.card() for item in deck.items()]
        if not cards and proof.value is None and self.number == 1 and self.last:
            return False
        deck.items(len(rules.deck))
        earlier: set[str] = set()
        for item, card in zip(deck.items(), cards, strict=True):
            if card in earlier or card not in rules.points:
                item.fail(
                    f"{card} is there twice" if card in earlier else f"{card} is not in the pack"
                )
            earlier.add(card)
        self._check_block(proof)
        deck.where += " (by the fairness proof)"
        for item, card in zip(deck.items(), deck_of_block(proof.value, rules.deck), strict=True):
            if item.value != card:
                item.fail(f"is {show(item.value)}, but the proof gives {card}")
        self.log.fairness[self.number] = proof.value
        return True

    def _check_block(self, proof: Place) -> None:
        rules = self.log.rules
        if proof.get("scheme").text() != SCHEME:
            proof.get("scheme").fail(f"expected {SCHEME}")
        flags = [flag.text() for flag in proof.get("flags").items()]
        match = proof.get("match").text()
        if match != self.log.match_id and f"{DUPLICATE}{match}" not in flags:
            proof.get("match").fail(f"is {show(match)}, not this match")
        boards = self.log.boards
        if is_again(boards, self.number):
            self._check_again(proof)
        else:
            proof.get("deal").equals(self.number)
        proof.get("rules").equals(rules.ruleset.hash)
        proof.get("server_commit").hex(COMMIT_BYTES)
        proof.get("server_seed").hex(SEED_BYTES)
        for commit in proof.get("client_commits").items(rules.players):
            if commit.value is not None:
                commit.hex(COMMIT_BYTES)
        for nonce in proof.get("nonces").items(rules.players):
            nonce.hex(NONCE_BYTES)
        places = cut_range(rules)
        proof.get("cut").whole(places[0], places[-1])
        odd = flag_fault(proof.value, self.log.match_id, self.number)
        if odd is not None:
            proof.get("flags").items()[odd].fail(f"{show(flags[odd])} does not belong here")
        fault = block_fault(proof.value)
        if fault is not None:
            raise RecordError(f"{proof.where}.{fault[0]}", fault[1])
        if proof.has(DEALER):
            self._check_dealer(proof)

    def _check_dealer(self, proof: Place) -> None:
        """Check that the draw of cards in the first deal's proof leads to the record's dealer."""
        draw_block, state = proof.get(DEALER), self.log.state
        if self.number != FIRST_DEAL or is_again(self.log.boards, self.number):
            draw_block.fail("does not belong here")
        draw_block.get("commit").hex(COMMIT_BYTES)
        draw_block.get("seed").hex(SEED_BYTES)
        before = -1
        for place in draw_block.get("house").items():
            before = place.whole(before + 1, self.log.rules.players - 1)
            if before not in self.bots:
                place.fail(f"seat {before} is a person's")
        draw, fault = draw_of_block(proof.value, self.log.rules)
        if draw is None:
            draw_block.get(fault).fail("does not belong to the others")
        elif draw.dealer != state.dealer:
            draw_block.fail(f"makes seat {draw.dealer} the dealer, not {state.dealer}")
        elif self.log.rules.high_card and list(draw.cards) != self.log.entries[0].action["cards"]:
            draw_block.fail("gives other cards than were drawn")

    def _check_again(self, proof: Place) -> None:
        """Check that a deck that a duplicate match deals again has its first deal's proof."""
        first = board_of(self.log.boards, self.number)
        before = self.log.fairness[first]
        proof.get("deal").equals(before["deal"])
        for name in ("match", "server_seed", "client_commits", "nonces", "cut"):
            proof.get(name).equals(before[name])
        flag = f"{DUPLICATE}{before['match']}"
        if flag not in proof.value["flags"]:
            proof.get("flags").fail(f"{show(flag)} is missing")

    # -- actions ----------------------------------------------------------------------------------

    def _action(self, place: Place, before: int) -> int:
        seq = place.get("seq").whole()
        if seq <= before:
            place.get("seq").fail(f"is {seq} after {before}")
        seat = place.get("seat").whole(0, self.log.rules.players - 1)
        fields = {**_FIELDS, **{own.kind: own.fields for own in own_actions()}}
        kind = place.get("type").one_of(tuple(fields))
        arguments = {name: place.value[name] for name in fields[kind] if place.has(name)}
        place.where = f"deal {self.number}, action seq {seq} ({_in_words(seat, kind, arguments)})"
        by = place.get("by").one_of(_ACTORS)
        ms = place.get("ms").whole(0, LONGEST_WAIT)
        if self.expected is not None:
            self._carried_out(place, self.expected, seat, kind)
            return seq
        try:
            action = action_from_json(seat, {"type": kind, **arguments})
            if isinstance(action, Sign):
                action = replace(action, leaked=self._leaked(place, seat))
            if isinstance(action, Resign) and self._among_bots(seat):
                action = replace(action, alone=True)
            number = len(self.log.state.deal.tricks) if self.log.state.deal else 0
            self._cut(place, action, by)
            _, events = self.log.apply(action, by=by, ms=ms)  # type: ignore[arg-type]
        except IllegalAction as error:
            raise RecordError(place.where, f"not legal ({error.code})") from None
        if isinstance(action, PlayCard):
            self._played(place, action, number)
        self._exchanged(place, kind, events)
        for event in events:
            if isinstance(event, Signed):
                place.get("seen_by").equals(list(event.seen_by))
        if kind == "claim":
            _claimed(place, events)
        if kind == "cut" and self.dealt:
            deck = tuple(card.value for card in self.deal.get("deck").items())
            self.log.apply(DealCards(deck), by="host")
            known = deal_trump(self.log.state)
            if known is not None and known["suit"] is not None:
                self.deal.get("trump").equals(known)
        return seq

    def _leaked(self, place: Place, seat: int) -> tuple[int, ...]:
        """Return the opponents who noticed a sign, from the seats that saw it."""
        rules, viewers = self.log.rules, place.get("seen_by").items(None)
        seats = [item.whole(0, rules.players - 1) for item in viewers]
        return tuple(other for other in seats if other in leaks_to(rules, seat))

    def _among_bots(self, seat: int) -> bool:
        """Return whether all other seats are bots', so that none has to agree to resign."""
        others = {*range(self.log.rules.players)} - {seat}
        return others <= self.bots and seat not in self.bots

    def _cut(self, place: Place, action: Action, by: str) -> None:
        """Check that a cut is as the proof says, and that the proof flags a cut by the clock."""
        if not isinstance(action, Cut) or not self.dealt:
            return
        proof = self.deal.get("fairness")
        if action.at != proof.get("cut").value:
            place.get("at").fail(f"is {action.at}, but fairness.cut is {proof.get('cut').value}")
        if (by == "clock") != (CUT_BY_CLOCK in proof.get("flags").value):
            place.get("by").fail(f"is {show(by)}, against the flags of the fairness proof")

    def _played(self, place: Place, action: PlayCard, done: int) -> None:
        """Check that the record's tricks have a played card in the same place."""
        deal = self.log.state.deal
        assert deal is not None
        plays = deal.tricks[done].plays if len(deal.tricks) > done else deal.plays
        tricks = self.deal.get("tricks").items()
        if len(tricks) <= done:
            place.fail(f"trick {done + 1} is missing from tricks")
        recorded = tricks[done].get("plays").items()
        if len(recorded) < len(plays):
            place.fail(f"tricks[{done}] does not have it")
        try:
            recorded[len(plays) - 1].equals(play_json(action))
        except RecordError as error:
            at = f"tricks[{done}].plays[{len(plays) - 1}]"
            raise RecordError(place.where, f"{at} says otherwise ({error.why})") from None
        if action.announce is None and recorded[len(plays) - 1].value.get("announce") is not None:
            place.fail(f"tricks[{done}] has an announcement with it")

    def _exchanged(self, place: Place, kind: str, events: tuple[Event, ...]) -> None:
        exchanged = next((event for event in events if isinstance(event, Exchanged)), None)
        if kind == "exchange" and exchanged is not None:
            place.get("take").equals(exchanged.take)
        else:
            self.expected = exchanged

    def _carried_out(self, place: Place, exchanged: Exchanged, seat: int, kind: str) -> None:
        """Check the record's entry of an exchange that was asked for ahead and now carried out."""
        if kind != "exchange" or seat != exchanged.seat:
            place.fail(f"the exchange by seat {exchanged.seat} is due here")
        place.get("give").equals(exchanged.give)
        place.get("take").equals(exchanged.take)
        self.expected = None

    # -- result -----------------------------------------------------------------------------------

    def _result(self) -> None:
        deal, state = self.deal, self.log.state
        if state.phase not in ("deal_over", "match_over") and not self.last:
            deal.get("actions").fail("the deal is not over with its last action")
        deal.get("trump").equals(deal_trump(state))
        deal.get("contract").equals(deal_contract(state))
        for field, value in deal_outcome(state).items():
            if field == "extras" and not deal.has(field):
                continue
            deal.get(field).equals(value)


def _claimed(place: Place, events: tuple[Event, ...]) -> None:
    """Check that the record marks a claim as failed if and only if the claim failed."""
    if any(isinstance(event, ClaimFailed) for event in events):
        place.get("failed").equals(True)
    elif place.has("failed"):
        place.get("failed").fail("does not belong to a claim that is right")


def _in_words(seat: int, kind: str, arguments: dict[str, Any]) -> str:
    words = " ".join(_in_short(value) for value in arguments.values() if value is not None)
    verb = {"play": "plays", "exchange": "exchanges", "cut": "cuts at", "claim": "claims"}
    verb |= {"bid": "bids", "declare": "declares", "discard": "discards", "sign": "signs"}
    return f"seat {seat} {verb.get(kind, kind)} {words}".rstrip()


def _in_short(value: Any) -> str:
    if isinstance(value, dict) and len(value) <= 2:
        return " ".join(f"{show(key)} {show(item)}".replace("'", "") for key, item in value.items())
    if isinstance(value, list) and len(value) <= 4:
        return " ".join(show(item).strip("'") for item in value)
    return show(value).strip("'")
