"""Death to the three (rules, 3.11): the trump ace waits for the trump three, and may kill it."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.phases.feature import Feature
from games.engine.rules import Rules
from games.engine.state import DealState

KILLED: Final = "three_killed"


def killer(rules: Rules, deal: DealState) -> tuple[int, int] | None:
    """Return the seats of trump ace and three if the ace kills the three in this trick, or None."""
    ace, three = f"{deal.trump}{rules.order[0]}", f"{deal.trump}{rules.order[1]}"
    by = {play.card: play.seat for play in deal.plays}
    if ace not in by or three not in by:
        return None
    friends = rules.side_of[by[ace]] == rules.side_of[by[three]]
    if friends and rules.option("muerte.friendly") == "ignored":
        return None
    return by[ace], by[three]


def _ends(rules: Rules, deal: DealState, card: Card) -> str | None:
    return KILLED if killer(rules, deal) is not None else None


FEATURE: Final = Feature(name="muerte", applies=lambda rules: rules.muerte, ends=_ends)
