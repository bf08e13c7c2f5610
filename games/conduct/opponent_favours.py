"""Figures that show a player who favours one opponent at tables with more than two sides.

A decision counts for an opponent where a player's own points ask for one card, the points of the
player and that opponent together for another one, and no other opponent's points ask for that card
too. Whoever plays the second card clearly more often than others do, and clearly more often for one
opponent than for the rest, may play for that opponent. One play never says anything.

>>> found, others = Evidence(200, 120, deals=90), Evidence(190, 40, deals=90)
>>> round(favour_score(found, others, Baseline(share=0.25)), 1)
7.8
>>> is_favour(found, others, Baseline(share=0.25))
True
>>> is_favour(found, Evidence(190, 112, deals=90), Baseline(share=0.25))
False
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from games.conduct.partner_knowledge import QUEUE_Z, Baseline, Evidence, z_score

MIN_OTHERS: Final = 50
"""Decisions that count for the other opponents below which a player is not judged."""


def favour_score(favours: Evidence, others: Evidence, baseline: Baseline) -> float:
    """Return by how many standard deviations a player favours one opponent: the lesser score.

    `favours` are the player's decisions that count for the opponent, `others` those that count for
    all other opponents of the player. The first score compares the share followed with the baseline
    of other players; the second compares it with the player's own share for the others, so that
    somebody who simply plays badly, or against whoever leads, favours nobody.
    """
    return min(z_score(favours, baseline), _own_score(favours, others, baseline))


def _own_score(favours: Evidence, others: Evidence, baseline: Baseline) -> float:
    """Return the z-score of the difference between two shares of one player (pooled variance)."""
    decisions = favours.decisions, others.decisions
    if not all(decisions):
        return 0.0
    share = (favours.followed + others.followed) / sum(decisions)
    variance = baseline.dispersion * share * (1 - share) * sum(1 / number for number in decisions)
    return (favours.share - others.share) / sqrt(variance) if variance else 0.0


def is_favour(favours: Evidence, others: Evidence, baseline: Baseline) -> bool:
    """Return True if a person should check whether a player favours one opponent.

    `favours` are the player's decisions that count for that opponent, `others` those for all others.
    """
    enough = favours.enough and others.decisions >= MIN_OTHERS
    return enough and favour_score(favours, others, baseline) > QUEUE_Z
