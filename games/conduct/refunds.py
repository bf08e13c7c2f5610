"""Refund of rating to a player who lost it to a player that cheated.

The rule is that of lichess (`RatingRefund` of lila) on the scale of openskill: only mu moves.

>>> refund_of(Loss(net=2.0), now=24.0, peak=26.0)
2.0
>>> refund_of(Loss(net=2.0, won_back=1.0), now=25.0, peak=27.0)
1.5
>>> refund_of(Loss(net=9.0), now=20.0, peak=29.0)
3.0
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

REFUND_WINDOW: Final = timedelta(days=30)
"""Period before the decision whose matches count."""
REFUND_MATCHES: Final = 40
"""Number of the latest matches against the cheat that count at most."""
MAX_REFUND: Final = 3.0
"""Units of mu that one player gets back at most; beta is 25/6."""
PEAK_MARGIN: Final = 0.5
"""Units of mu by which a refund may lift a rating above its peak: 20 points as shown."""
MIN_REFUND: Final = 0.025
"""Units of mu below which there is no refund: one point as shown."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Rating that a player lost to a cheat in one kind of match, in units of openskill's mu."""

    net: float
    """Rating lost in matches against the cheat, less the rating won in others against them."""
    won_back: float = 0.0
    """Rating gained since the last of these matches; less than 0 counts as 0."""


def refund_of(loss: Loss, *, now: float, peak: float) -> float:
    """Return the mu that a player gets back of the loss to a cheat; 0.0 if nothing is due.

    Half of what was won back meanwhile is taken off. `now` and `peak` are the present and the
    highest mu of the rating.
    """
    won_back = min(max(loss.won_back, 0.0), max(loss.net, 0.0))
    refund = min(loss.net - won_back / 2, MAX_REFUND, peak + PEAK_MARGIN - now)
    return refund if refund >= MIN_REFUND else 0.0
