"""Random matches in which all invariants are checked after every step."""

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
from games.record.log import MatchLog
from games.record.record import Sitter
from tests.support.invariants import (
    InvariantError,
    KnownCards,
    check_cards,
    check_draws,
    check_result,
    check_turn,
)
from tests.support.random_actions import accepted, choose, key, others

ACTIONS_CHECK_SHARE: Final = 0.1
"""Share of steps at which all legal and a sample of illegal actions are tried."""
_CARD_CODE: Final = re.compile(r"\b[OCEB]\d")


@dataclass(slots=True)
class Counts:
    """Numbers of checks done in random play, by name of the check."""

    done: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """Return the counts as lines of text, sorted by name."""
        return [f"{name:<24}{count:>12}" for name, count in sorted(self.done.items())]


class RandomMatch:
    """A match of random play in which every step is checked; `rng` decides everything."""

    def __init__(self, rules: Rules, rng: random.Random, counts: Counts) -> None:
        self.rules = rules
        self.rng = rng
        self.counts = counts.done
        self.log = MatchLog.begin("random", rules, rng.randrange(rules.players))
        self.known = KnownCards(rules.players)

    def play_deal(self) -> bool:
        """Play one more deal; return False when the match is over.

        Raises:
            InvariantError: a check fails.
            IllegalAction: the engine refuses an action that was chosen as legal.
        """
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
        """Replay the log and compare the state.

        Raises:
            InvariantError: the replay differs.
        """
        log = self.log
        replayed = MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries, log.decks)
        if replayed.state != log.state or replayed.entries != log.entries:
            raise InvariantError("replaying the log leads elsewhere")
        self.counts["replays"] += 1

    def sitters(self) -> list[Sitter]:
        """Return the seats' players, with made-up names, for a record of this match."""
        return [Sitter(f"random {seat + 1}", "bot") for seat in range(self.rules.players)]

    def _step(self, action: Action) -> None:
        """Apply an action and check cards, results, turns and views."""
        before = self.log.state
        _, events = self.log.apply(action, by="bot" if action.seat >= 0 else "host")
        state = self.log.state
        self.known.follow(state, events)
        check_cards(state)
        check_draws(state, events)
        check_result(state)
        check_turn(state)
        self.counts["views"] += self.known.check(state, events)
        self.counts["steps"] += 1
        if is_private(action):
            self._check_private(before, state, events)

    def _check_private(
        self, before: MatchState, after: MatchState, events: tuple[Event, ...]
    ) -> None:
        """Raise InvariantError where a private action changes the view of an excluded viewer."""
        informed = audience(events, self.rules.players)
        for seat in (*(seat for seat in range(self.rules.players) if seat not in informed), None):
            if view_to_json(view_for(before, seat)) != view_to_json(view_for(after, seat)):
                raise InvariantError(f"viewer {seat} sees that something private was done")
            self.counts["private steps unseen"] += 1

    def _check_actions(self) -> None:
        """Try legal and illegal actions at some steps; raise InvariantError on a wrong answer."""
        if self.rng.random() >= ACTIONS_CHECK_SHARE:
            return
        state, before = self.log.state, spelled(self.log.state.deal)
        for seat in range(self.rules.players):
            legal = legal_actions(state, seat)
            self.counts["legal accepted"] += sum(self._accepted(state, action) for action in legal)
            offered = {key(action) for action in legal}
            for action in others(state, seat, self.rng):
                if key(action) in offered:
                    continue
                try:
                    apply(state, action)
                except IllegalAction as refusal:
                    self.counts["illegal refused"] += 1
                    if _CARD_CODE.search(str(refusal)):
                        raise InvariantError("a refusal names a card") from None
                else:
                    raise InvariantError(f"{action} is accepted and not offered")
        if state is not self.log.state or spelled(state.deal) != before:
            raise InvariantError("trying actions changed the state")

    @staticmethod
    def _accepted(state: MatchState, action: Action) -> bool:
        """Return True if an offered action is accepted; a refusal raises InvariantError."""
        try:
            return accepted(state, action)
        except IllegalAction as error:
            raise InvariantError(f"{action} is offered and refused ({error.code})") from None


def spelled(value: object) -> object:
    """Return a copy of a nested value in plain lists, to detect later changes."""
    if isinstance(value, tuple | list):
        return [spelled(item) for item in value]
    if isinstance(value, Mapping):
        return {name: spelled(item) for name, item in value.items()}
    return value
