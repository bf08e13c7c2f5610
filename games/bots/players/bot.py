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
    """Protocol of a bot of one level."""

    @property
    def name(self) -> str:
        """Return the name of the level, as tables and commands use it."""

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the action that the bot takes next, out of `view.legal`, which must not be empty.

        The caller applies it and asks again until the turn is over.
        """


def plays(view: PlayerView) -> list[PlayCard]:
    """Return the plays of cards among the view's legal actions."""
    return [action for action in view.legal if isinstance(action, PlayCard)]


def beside_play(view: PlayerView) -> Action | None:
    """Return the first claim, marriage, exchange or request for one to make before a card, or None.

    It is always None under rules in which few points win.
    """
    return next(iter(free_actions(view)), None)


def free_actions(view: PlayerView) -> list[Action]:
    """Return the free actions that a bot may take before a card, in the order of taking them.

    The card that takes the turned one is kept where what lies there is worth no points: it brings
    nothing then, and shows what the seat holds.
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
    """Return the card points of the turned card; 0 if no card in hand takes it."""
    rules, turned = view.rules, view.turned
    if turned is None:
        return 0
    seven, two = rules.exchange_pair[view.trump or ""]
    give = seven if rules.strengths[turned] > rules.strengths[seven] else two
    return rules.points[turned] if give in view.hand else 0


def is_exchange(action: Action) -> bool:
    """Return whether an action exchanges the turned card, or asks for that ahead."""
    return isinstance(action, Exchange) or (isinstance(action, ArmExchange) and action.on)


def acceptable(view: PlayerView) -> list[Action]:
    """Return the legal actions that advance the deal and are no talk, resignation or cancelling."""
    return [
        action
        for action in view.legal
        if not isinstance(action, Resign | Peek | Look | Sign | Ask | Answer | Say)
        and not (isinstance(action, ArmExchange) and not action.on)
    ]
