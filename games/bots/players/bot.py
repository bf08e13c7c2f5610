"""What a bot is: a way to choose among the legal actions of a view.

A bot gets the view of its seat and nothing else; it keeps no memory and brings no randomness of
its own, so that it cannot cheat and plays the same again from the same seed.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from games.bots.knowledge.trick import avoids_points
from games.engine import (
    Action,
    Answer,
    ArmExchange,
    Ask,
    Claim,
    Declare,
    Exchange,
    Look,
    Peek,
    PlayCard,
    PlayerView,
    Resign,
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


def acceptable(view: PlayerView) -> list[Action]:
    """Legal actions that are sure to be accepted and bring the deal on."""
    return [
        action
        for action in view.legal
        if not isinstance(action, Resign | Peek | Look | Sign | Ask | Answer)
        and not (isinstance(action, ArmExchange) and not action.on)
    ]
