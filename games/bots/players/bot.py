"""The protocol of a bot, which chooses among the legal actions of a view.

A bot gets the view of its seat and nothing else. It keeps no memory and has no randomness of its
own, so that it cannot cheat and plays the same again from the same seed.
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
"""Actions that tell or learn something and do not end the turn."""


class Bot(Protocol):
    """A level of play."""

    @property
    def name(self) -> str:
        """Return the name of the level, as tables and commands use it."""

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return one of `view.legal`, which must not be empty.

        The caller asks again until the turn is over.
        """


def plays(view: PlayerView) -> list[PlayCard]:
    """Return the legal card plays."""
    return [action for action in view.legal if isinstance(action, PlayCard)]


def beside_play(view: PlayerView) -> Action | None:
    """Return a free action to be taken before a card, or None.

    This is a claim, a marriage, an exchange or its arming; None where points are unwelcome.
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
    """Return the legal actions that are sure to be accepted and advance the deal."""
    return [
        action
        for action in view.legal
        if not isinstance(action, Resign | Peek | Look | Sign | Ask | Answer)
        and not (isinstance(action, ArmExchange) and not action.on)
    ]
