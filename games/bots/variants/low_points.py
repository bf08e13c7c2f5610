"""Variant in which sides with few points win (rules, 3.2)."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.simulation.coding import Floats, Ints
from games.bots.variants.batches import Batch
from games.bots.variants.feature_table import Layout
from games.bots.variants.unit import in_game_points

_ROOM_STEPS: Final = np.array([0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5])
"""Steps of the points that a side may still take, from 0 to the whole limit in elevenths."""
_ROOM_STEP_COUNT: Final = 7
"""Number of those steps, with one for a side over the limit."""
_POINT_REWARD: Final = 0.004
"""Reward in training for each point less, besides winning."""


class LowPoints(Batch):
    """Batch of deals in which all sides at or under the limit of points win."""

    name = "under"
    unit = in_game_points(2)
    winning = (5.0, 5.0)
    layout = Layout(ahead=_ROOM_STEP_COUNT * 3, state=3, mark=9)

    def _rooms(self) -> Ints:
        """Return the points that each side may still take [rows, sides]."""
        return np.asarray(self.rules.option("mexican.limit") - self.rows.score)

    def ahead(self, seat: Ints) -> Ints:
        """Return a feature [rows]: points that the side may still take, and if others may."""
        rooms, side = self._rooms(), self.kernel.side.take(seat)
        limit = max(1, int(self.rules.option("mexican.limit")))
        own = rooms[self.every, side]
        step = np.where(
            own < 0, _ROOM_STEP_COUNT - 1, _ROOM_STEPS.take(np.maximum(own, 0) * 11 // limit)
        )
        alive = (rooms >= 0).sum(1) - (own >= 0)
        sides = rooms.shape[1]
        some = np.where(alive == 0, 0, np.where(alive == sides - 1, 2, 1))
        return np.asarray(step * 3 + some)

    def state(self, own: Ints, seat: Ints) -> Ints:
        """Return a feature [rows]: 1 if the trick puts its winner over the limit of points, else 2.

        It is 0 for a winner that is over it already, and before a lead.
        """
        rows = self.rows
        if rows.laid == 0:
            return np.zeros(len(rows.leader), np.int64)
        rooms = self._rooms()
        room = rooms[self.every, self.kernel.side.take(rows.winning)]
        return np.asarray(np.where(room < 0, 0, np.where(rows.table > room, 1, 2)))

    def mark(self, own: Ints, seat: Ints, takes: Ints) -> Ints:
        """Return a feature of each card: if its trick puts own side or winner over the limit."""
        rows, kernel = self.rows, self.kernel
        rooms, side = self._rooms(), kernel.side.take(seat)
        stake = rows.table[:, None] + kernel.value.take(own)
        mine = rooms[self.every, side]
        fits = np.where(mine < 0, 0, 1)[:, None] + ((mine[:, None] >= 0) & (stake > mine[:, None]))
        if rows.laid == 0:
            return np.asarray(fits)
        theirs = rooms[self.every, kernel.side.take(rows.winning)]
        other = np.where(theirs < 0, 0, 1)[:, None] + (
            (theirs[:, None] >= 0) & (stake > theirs[:, None])
        )
        return np.asarray(fits * 3 + other)

    def values(self) -> tuple[Floats, Floats]:
        """Return each side's win (0 or 1) less the mean of the others', and its win, by row."""
        score = self.rows.score
        limit = np.full((len(score), 1), self.rules.option("mexican.limit"))
        if self.rules.option("mexican.none") == "fewest":
            limit = np.maximum(limit, score.min(1, keepdims=True))
        wins = (score <= limit).astype(np.float64)
        others = (wins.sum(1, keepdims=True) - wins) / (score.shape[1] - 1)
        return wins - others, wins

    def rewards(self) -> Floats:
        """Return training rewards [rows, sides]: wins above others', minus _POINT_REWARD a point."""
        return np.asarray(2 * self.values()[0] - _POINT_REWARD * self.rows.score)
