"""What a bot is: a way to choose among the legal actions of a view.

A bot gets the view of its seat and nothing else; it keeps no memory and brings no randomness of
its own, so that it cannot cheat and plays the same again from the same seed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, Protocol

from games.engine import (
    Action,
    Answer,
    ArmExchange,
    Ask,
    Card,
    Claim,
    Declare,
    Exchange,
    Look,
    Peek,
    PlayCard,
    PlayerView,
    Resign,
    Rules,
    Sign,
)

TALK: Final = (Peek, Look, Sign, Ask, Answer)
"""What tells or learns something and leaves the turn where it is."""


class Bot(Protocol):
    """A level of play."""

    @property
    def name(self) -> str:
        """The level, as tables and commands call it."""

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """One of `view.legal`, which holds something; asked again until the turn is over."""


def plays(view: PlayerView) -> list[PlayCard]:
    """The cards that may be played now."""
    return [action for action in view.legal if isinstance(action, PlayCard)]


def beside_play(view: PlayerView) -> Action | None:
    """What costs nothing and is to be done before a card.

    Claim, show a marriage, exchange, arm the exchange; nothing of it where points are unwelcome.
    """
    if avoids_points(view.rules):
        return None
    for action in view.legal:
        if isinstance(action, Claim):
            return action
    for action in view.legal:
        if isinstance(action, Exchange | Declare) or (
            isinstance(action, ArmExchange) and action.on
        ):
            return action
    return None


def avoids_points(rules: Rules) -> bool:
    """Whether who takes few points wins (rules, 3.2)."""
    return bool(rules.option("score.policy") == "stay_under")


def acceptable(view: PlayerView) -> list[Action]:
    """Legal actions that are sure to be accepted and bring the deal on."""
    return [
        action
        for action in view.legal
        if not isinstance(action, Resign | Peek | Look | Sign | Ask | Answer)
        and not (isinstance(action, ArmExchange) and not action.on)
    ]


def to_play_next(view: PlayerView) -> list[int]:
    """The seats that play to the trick after this one, in order; each as often as it plays."""
    rules, trick = view.rules, view.trick
    if trick is None:
        return []
    laid = len(trick.plays)
    return [(trick.leader + at) % rules.players for at in range(laid + 1, rules.trick_size)]


def winner_so_far(view: PlayerView) -> tuple[int | None, int]:
    """The seat that is winning the trick, None before the lead, and the power of its card."""
    if view.trick is None or not view.trick.plays:
        return None, 0
    laid = view.trick.plays
    power = view.rules.power[view.trump or "", laid[0].card[0]]
    best = max(laid, key=lambda play: power[play.card])
    return best.seat, power[best.card]


def points_on_table(view: PlayerView, values: Mapping[Card, float] | None = None) -> float:
    """Card points in the trick so far, or what else its cards are worth."""
    if view.trick is None:
        return 0
    worth = view.rules.points if values is None else values
    return sum([worth[play.card] for play in view.trick.plays])


def unseen_cards(view: PlayerView) -> list[Card]:
    """Cards of the pack that do not lie open and are not in this hand."""
    seen = set(view.hand)
    if view.turned is not None:
        seen.add(view.turned)
    for laid in (view.trick, view.last_trick):
        if laid is not None:
            seen.update(play.card for play in laid.plays)
    return [card for card in view.rules.deck if card not in seen]
