"""The random bot: plays any legal card."""

from __future__ import annotations

import random
from typing import Final

from games.bots.evaluation.auction import bid_at_random
from games.bots.players.bot import TALK, acceptable
from games.engine import Action, PlayerView

_TALK_PROBABILITY: Final = 0.1
"""Probability that the bot signs, asks or looks where it may."""


class RandomBot:
    """The random bot: any acceptable action is equally likely, but it bids and talks less."""

    name = "random"

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return a random one of the view's acceptable legal actions."""
        if view.phase == "auction":
            return bid_at_random(view, rng)
        talk = [action for action in view.legal if isinstance(action, TALK)]
        if talk and rng.random() < _TALK_PROBABILITY:
            return rng.choice(talk)
        return rng.choice(acceptable(view))
