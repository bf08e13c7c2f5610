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
    Say,
    Sign,
)

TALK: Final = (Peek, Look, Sign, Ask, Answer, Say)
"""Actions that tell or learn something and do not end the turn."""


class Bot(Protocol):
    """Protocol of a bot: a level's name, and a choice among the legal actions of a view."""

    @property
    def name(self) -> str:
        """Return the name of the level, as tables and commands use it."""

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the action that the bot takes next, out of `view.legal`, which must not be empty.

        The caller applies it and asks again until the turn is over.
        """


def plays(view: PlayerView) -> list[PlayCard]:
    """Return those of the view's legal actions that play a card."""
    return [action for action in view.legal if isinstance(action, PlayCard)]


def beside_play(view: PlayerView) -> Action | None:
    """Return the first claim, marriage, exchange or request for one to make before a card, or None.

    It is always None under rules in which few points win.
    """
    return next(iter(free_actions(view)), None)


def free_actions(view: PlayerView) -> list[Action]:
    """Return the legal actions that bots take before any card (claim, exchange, ...), in order.

    A bot does not exchange for a turned card without points: the exchange brings
    nothing then, and shows a card of the seat.
    """
    if avoids_points(view.rules):
        return []
    claims = [action for action in view.legal if isinstance(action, Claim)]
    wanted = [
        action
        for action in view.legal
        if isinstance(action, Declare) or (is_exchange(action) and points_to_take(view))
    ]
    return [*claims, *wanted]


def points_to_take(view: PlayerView) -> int:
    """Return the card points that an exchange would take; 0 if the hand allows none."""
    rules, turned = view.rules, view.turned
    if turned is None:
        return 0
    seven, two = rules.exchange_pair[view.trump or ""]
    give = seven if rules.strengths[turned] > rules.strengths[seven] else two
    return rules.points[turned] if give in view.hand else 0


def is_exchange(action: Action) -> bool:
    """Return whether an action exchanges the turned card, or asks ahead for that exchange."""
    return isinstance(action, Exchange) or (isinstance(action, ArmExchange) and action.on)


def acceptable(view: PlayerView) -> list[Action]:
    """Return the legal actions that advance the deal: no talk, resignation or cancelling."""
    return [
        action
        for action in view.legal
        if not isinstance(action, Resign | Peek | Look | Sign | Ask | Answer | Say)
        and not (isinstance(action, ArmExchange) and not action.on)
    ]
