"""Exact solution of the last tricks of two players, with the stock gone and nothing hidden."""

from __future__ import annotations

import numpy as np

from games.bots.evaluation.judgement import Judgement, judged_as, value_of, worths_behind
from games.bots.simulation.coding import Ints
from games.bots.variants.batches import ILLEGAL_SCORE, Batch
from games.engine import PlayCard


def solved(batch: Batch, cards: list[PlayCard], codes: list[int]) -> Judgement:
    """Return the exact judgement of a hand's cards (`codes`) in a batch of one open deal."""
    kernel, kind = batch.kernel, type(batch)
    mover = int(kernel.side[batch.seat[0]])
    first = batch.rows.hands[0, batch.seat[0]].tolist()
    levels: list[tuple[Ints, Ints, Ints]] = []
    while not batch.over:
        seat = batch.seat
        own = batch.rows.hands[batch.every, seat]
        parent, slot = np.nonzero(batch.allowed(np.zeros_like(own), own, seat) > ILLEGAL_SCORE)
        levels.append((parent, slot, kernel.side.take(seat)))
        batch = batch.copied(parent)
        batch.lay(slot)
    points, wins = batch.values()
    worth = wins + points * kind.unit.weight / kind.winning[0]
    ahead = (worth[:, 0] - worth[:, 1]).tolist()
    lines = list(range(len(ahead)))
    """For each row of a level, the row of the last to which best play leads."""
    for parent, _, side in levels[:0:-1]:
        best: dict[int, int] = {}
        for child, above in enumerate(parent.tolist()):
            sign, line = 1 - 2 * int(side[above]), lines[child]
            known = best.get(above)
            if known is None or sign * ahead[line] > sign * ahead[known]:
                best[above] = line
        lines = [best[above] for above in range(len(side))]
    ends = {first[at]: lines[child] for child, at in enumerate(levels[0][1].tolist())}
    rows = [ends[code] for code in codes]
    values = value_of(points, wins, kind.unit, kind.winning[0])
    # what one side gains the other need not lose: half the difference is on the scale of one side
    ahead_of_other = (values[None, rows, mover] - values[None, rows, 1 - mover]) / 2
    best_of = int(ahead_of_other[0].argmax())
    worths = worths_behind(
        points[None, rows, mover], wins[None, rows, mover], ahead_of_other, best_of
    )
    judged = [judged_as(play, exact_worth) for play, exact_worth in zip(cards, worths, strict=True)]
    return Judgement(tuple(judged), cards[best_of], 0, kind.unit)
