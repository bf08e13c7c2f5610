"""Plays any legal card."""

from __future__ import annotations

import random

from games.bots.base import acceptable
from games.engine import Action, PlayerView


class RandomBot:
    """Every acceptable action is equally likely."""

    name = "random"

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Any action that is sure to be accepted."""
        return rng.choice(acceptable(view))
