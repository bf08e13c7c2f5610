"""Who takes few points wins (rules, 3.2): cards weighed as by `games.bots.under`."""

from __future__ import annotations

import numpy as np

from games.bots.judgement import Floats, in_game_points
from games.bots.kernel.coding import NONE, PLACES, WIDTH, Ints
from games.bots.kernel.policy import SCALE
from games.bots.kin.batches import LOW, Batch
from games.bots.under import CAUTION


class Under(Batch):
    """Deals in which all who stay at the limit or under it win."""

    unit = in_game_points(2)
    infers = False

    def weigh(self, own: Ints, seat: Ints) -> Ints:
        """As the rules bot: what it is rid of, less what taking the trick costs."""
        rows, kernel, caution = self.rows, self.kernel, CAUTION
        value = kernel.value.take(own)
        after = self.rules.players - 1 - rows.laid
        points = rows.table[:, None] + value + caution.later * after
        own_side = kernel.side.take(seat)
        room = self.rules.option("mexican.limit") - rows.score[self.every, own_side]
        over = points + caution.lost * (points > room[:, None])
        cost = np.where(room[:, None] < 0, caution.over * points, over)
        if rows.laid:
            takes = kernel.beat.take(rows.best[:, None] * WIDTH + own) == 1
            partner = kernel.side.take(rows.winning) == own_side
            cost = np.where(takes | partner[:, None], cost, 0.0)
        worth = caution.points * value + caution.trump * (own < PLACES) - cost
        found: Ints = np.round(worth * SCALE).astype(np.int64)
        found[own == NONE] = LOW
        return found

    def values(self) -> tuple[Floats, Floats]:
        """Game points beyond the mean of the other sides', who may win as well; winning is staying
        under."""
        score = self.rows.score
        limit = np.full((len(score), 1), self.rules.option("mexican.limit"))
        if self.rules.option("mexican.none") == "fewest":
            limit = np.maximum(limit, score.min(1, keepdims=True))
        wins = (score <= limit).astype(np.float64)
        others = (wins.sum(1, keepdims=True) - wins) / (score.shape[1] - 1)
        return wins - others, wins
