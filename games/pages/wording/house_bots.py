"""The house's bots in words: what each level is called, and how it plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.house_bots import FIGUREHEADS

LEVEL_NAMES: Final[Mapping[str, Promise]] = {
    "random": _("Any card"),
    "greedy": _("Beginner"),
    "rules": _("Regular"),
    "learned": _("Strong"),
    "expert": _("Expert"),
}
"""Names of the bots' levels, weak to strong."""

CHARACTERS: Final[Mapping[str, Promise]] = {
    "random": _("Plays whatever comes first. To learn the cards."),
    "greedy": _("Takes whatever it can, worth it or not."),
    "rules": _("Keeps its trumps and weighs every trick."),
    "learned": _("Counts the points, and hardly ever gives a three away."),
    "expert": _("Thinks of everything that you may hold."),
}
"""A sentence about the play of each level of the house's bots, weakest first."""


def house_rows() -> list[dict[str, Any]]:
    """Return the bots that stand for the levels, weakest first, with level and character."""
    return [
        {
            "level": level,
            "name": name,
            "level_name": LEVEL_NAMES[level],
            "character": CHARACTERS[level],
        }
        for level, name in FIGUREHEADS.items()
    ]
