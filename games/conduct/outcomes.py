"""Outcomes of a player's matches, and how much each weighs towards a pause.

The kinds and weights are those of lichess (`modules/playban` of lila), except that leaving a match
in pairs weighs more, because it spoils the match of three others.

>>> Outcome("left").weight, Outcome("left", pairs=True).weight, Outcome("returned").weight
(1.0, 1.2, 0.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "finished", "returned", "excused", "no_first_card", "deliberate_loss", "left", "stalled"
]
"""How a match ended for a player.

`returned`: cut off, but back in the seat before the end. `excused`: gone at the end, but not to blame
(the site was down, no opponent played any more, or the others let a bot play too early). `stalled`:
the clock played the turns of a player who was connected. `deliberate_loss`: the player gave the
match up before half of the tricks of one deal were played.
"""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
WEIGHTS: Final[Mapping[Kind, float]] = {
    "finished": 0.0,
    "returned": 0.0,
    "excused": 0.0,
    "no_first_card": 0.8,  # lila: an aborted game, or no first move
    "deliberate_loss": 0.7,  # lila: sandbagging
    "left": 1.0,
    "stalled": 1.0,
}
PAIRS_FACTOR: Final = 1.2
"""Factor on the weight of a match with partners."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of one match for one player ("left", ...), by which the rule on leaving decides."""

    kind: Kind
    pairs: bool = False
    """Whether the player had a partner."""

    @property
    def weight(self) -> float:
        """Return the penalty weight of this outcome: 0.7 to 1.2 if it is bad, 0.0 if good."""
        factor = PAIRS_FACTOR if self.pairs and self.kind in ("left", "stalled") else 1.0
        return WEIGHTS[self.kind] * factor

    @property
    def bad(self) -> bool:
        """Return True if this outcome counts against the player."""
        return self.weight > 0
