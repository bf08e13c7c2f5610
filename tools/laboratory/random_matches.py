"""Random play that checks everything after every step."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.engine import (
    Action,
    DealCards,
    Event,
    IllegalAction,
    MatchState,
    NextDeal,
    Rules,
    apply,
    audience,
    is_private,
    legal_actions,
    view_for,
    view_to_json,
)
from games.record.dealing import dealer_draw, open_deal
from games.record.invariants import (
    InvariantError,
    KnownCards,
    check_cards,
    check_result,
    check_turn,
)
from games.record.log import MatchLog
from games.record.record import Sitter
from tools.laboratory.random_actions import accepted, choose, key, others

LEGAL_TRIED: Final = 0.1
"""Share of steps at which every legal action is tried, and a sample of illegal ones."""
_CARD: Final = re.compile(r"\b[OCEB]\d")


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
        if self.log.state.phase == "draw_dealer":
            self._step(dealer_draw(self.rules, self.rng.randbytes))
        seats = range(self.rules.players)
        opened = open_deal(self.log, house=seats, token_bytes=self.rng.randbytes)
        self._step(opened.cut)
        self._step(DealCards(opened.deck))
        self.log.fairness[opened.number] = opened.block
        while self.log.state.turn is not None:
            self._check_actions()
            self._step(choose(self.log.state, self.rng))
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
        before = self.log.state
        _, events = self.log.apply(action, by="bot" if action.seat >= 0 else "host")
        state = self.log.state
        self.known.follow(state, events)
        check_cards(state)
        check_result(state)
        check_turn(state)
        self.counts["views"] += self.known.check(state, events)
        self.counts["steps"] += 1
        if is_private(action):
            self._check_private(before, state, events)

    def _check_private(
        self, before: MatchState, after: MatchState, events: tuple[Event, ...]
    ) -> None:
        """Who does not learn of a private action sees nothing change."""
        told = audience(events, self.rules.players)
        for seat in (*(seat for seat in range(self.rules.players) if seat not in told), None):
            if view_to_json(view_for(before, seat)) != view_to_json(view_for(after, seat)):
                raise InvariantError(f"viewer {seat} sees that something private was done")
            self.counts["private steps unseen"] += 1

    def _check_actions(self) -> None:
        if self.rng.random() >= LEGAL_TRIED:
            return
        state, before = self.log.state, spelled(self.log.state.deal)
        for seat in range(self.rules.players):
            legal = legal_actions(state, seat)
            self.counts["legal accepted"] += sum(self._accepted(state, one) for one in legal)
            offered = {key(one) for one in legal}
            for action in others(state, seat, self.rng):
                if key(action) in offered:
                    continue
                try:
                    apply(state, action)
                except IllegalAction as refusal:
                    self.counts["illegal refused"] += 1
                    if _CARD.search(str(refusal)):
                        raise InvariantError("a refusal names a card") from None
                else:
                    raise InvariantError(f"{action} is accepted and not offered")
        if state is not self.log.state or spelled(state.deal) != before:
            raise InvariantError("trying actions changed the state")

    @staticmethod
    def _accepted(state: MatchState, action: Action) -> bool:
        try:
            return accepted(state, action)
        except IllegalAction as error:
            raise InvariantError(f"{action} is offered and refused ({error.code})") from None


def spelled(value: object) -> object:
    """A copy of something nested in plain lists, to see later whether it has changed."""
    if isinstance(value, tuple | list):
        return [spelled(item) for item in value]
    if isinstance(value, Mapping):
        return {name: spelled(item) for name, item in value.items()}
    return value
