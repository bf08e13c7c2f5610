"""Random play that checks everything after every step."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from games.engine import (
    Action,
    ArmExchange,
    Claim,
    Cut,
    Exchange,
    IllegalAction,
    MatchState,
    NextDeal,
    PlayCard,
    Resign,
    Rules,
    apply,
    legal_actions,
)
from games.record.dealing import open_deal
from games.record.invariants import InvariantError, KnownCards, check_cards
from games.record.log import MatchLog
from games.record.record import Sitter

LEGAL_TRIED: Final = 0.1
"""Share of steps at which every legal action is tried, and a sample of illegal ones."""


@dataclass(slots=True)
class Counts:
    """How much was checked."""

    done: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """One for each figure."""
        return [f"{name:<24}{count:>12}" for name, count in sorted(self.done.items())]


class RandomMatch:
    """One match of random play; `rng` decides everything, the decks too."""

    def __init__(self, rules: Rules, rng: random.Random, counts: Counts) -> None:
        self.rules = rules
        self.rng = rng
        self.counts = counts.done
        self.log = MatchLog.begin("random", rules, rng.randrange(rules.players))
        self.known = KnownCards(rules.players)

    def play_deal(self) -> bool:
        """Play one deal more; False when the match is over with it."""
        if self.log.state.phase == "deal_over":
            self._step(NextDeal())
        seats = range(self.rules.players)
        opened = open_deal(self.log, house=seats, token_bytes=self.rng.randbytes)
        opened.apply_to(self.log)
        self.known.follow(self.log.state, ())
        self.known.public.add(opened.deck[self.rules.players * self.rules.hand_size])
        check_cards(self.log.state)
        while self.log.state.phase == "play":
            self._check_actions()
            self._step(self._choose())
        self.counts["deals"] += 1
        if self.log.state.phase == "match_over":
            self.check_replay()
            return False
        return True

    def check_replay(self) -> None:
        """The log alone leads to the same state."""
        log = self.log
        again = MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries, log.decks)
        if again.state != log.state or again.entries != log.entries:
            raise InvariantError("replaying the log leads elsewhere")
        self.counts["replays"] += 1

    def sitters(self) -> list[Sitter]:
        """Names for a record of this match."""
        return [Sitter(f"random {seat + 1}", "bot") for seat in range(self.rules.players)]

    def _step(self, action: Action) -> None:
        _, events = self.log.apply(action, by="bot" if action.seat >= 0 else "host")
        state = self.log.state
        self.known.follow(state, events)
        check_cards(state)
        self.counts["views"] += self.known.check(state, events)
        self.counts["steps"] += 1

    def _choose(self) -> Action:
        """Mostly the seat to act, now and then another (an exchange, a claim, arming)."""
        state = self.log.state
        seat = state.turn
        if seat is None or self.rng.random() < 0.1:
            seat = self.rng.randrange(self.rules.players)
        legal = [one for one in legal_actions(state, seat) if self._accepted(state, one)]
        if not legal:
            legal = list(legal_actions(state, state.turn if state.turn is not None else seat))
            legal = [one for one in legal if isinstance(one, PlayCard)]
        return self.rng.choice(legal)

    def _accepted(self, state: MatchState, action: Action) -> bool:
        """Whether an action offered is taken: only partners' claims may be refused."""
        try:
            apply(state, action)
        except IllegalAction as error:
            if isinstance(action, Claim) and error.code == "claim_false":
                return False
            raise InvariantError(f"{action} is offered and refused ({error.code})") from None
        return True

    def _check_actions(self) -> None:
        if self.rng.random() >= LEGAL_TRIED:
            return
        state, before = self.log.state, hash(self.log.state[3:7])
        for seat in range(self.rules.players):
            legal = legal_actions(state, seat)
            self.counts["legal accepted"] += sum(self._accepted(state, one) for one in legal)
            for action in self._others(seat):
                if action in legal:
                    continue
                try:
                    apply(state, action)
                except IllegalAction:
                    self.counts["illegal refused"] += 1
                else:
                    raise InvariantError(f"{action} is accepted and not offered")
        if state is not self.log.state or hash(state[3:7]) != before:
            raise InvariantError("trying actions changed the state")

    def _others(self, seat: int) -> list[Action]:
        """Any actions of a seat, legal or not.

        Not those that are taken though never offered: resigning, and arming or calling off what
        is armed or off already.
        """
        cards = self.rng.sample(self.rules.deck, 4)
        return [
            *(PlayCard(seat, card) for card in cards),
            PlayCard(seat, cards[0], "arrastre"),
            *(Exchange(seat, card) for card in cards[:2]),
            *([] if self._armed(seat) else [ArmExchange(seat, True)]),
            Claim(seat),
            Cut(seat, self.rng.randrange(60)),
            *([Resign(seat)] if len(self.rules.sides[0]) > 1 else []),
        ]

    def _armed(self, seat: int) -> bool:
        deal = self.log.state.deal
        return deal is not None and deal.armed[seat]
