"""The site's own bots: their names by level, and which picture each level has."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

HOUSE_BOT_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "random": ("Tomillo", "Hinojo", "Romero", "Salvia", "Laurel", "Espliego"),
        "greedy": ("Olivo", "Naranjo", "Almendro", "Higuera", "Granado", "Limonero"),
        "rules": ("Roble", "Encina", "Haya", "Pino", "Chopo", "Olmo"),
        "learned": ("Cedro", "Abeto", "Fresno", "Alerce", "Tilo", "Arce"),
        "expert": ("Drago", "Secuoya", "Eucalipto", "Ceiba", "Araucaria", "Baobab"),
    }
)
"""Names of the house's bots by level: herbs and trees, taller for stronger levels.

The first of each level sits down first: a person who chose it by name (`FIGUREHEADS`) meets it.

`static/img/tiles.svg` has a face of this level's tree under the level's name, and the tree alone
as `tree-` and the level's name.
"""

FIGUREHEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": "Tomillo",
        "greedy": "Olivo",
        "rules": "Roble",
        "learned": "Cedro",
        "expert": "Drago",
    }
)
"""The bot that stands for each level where a person chooses whom to play, weakest first."""
LEVELS: Final = tuple(FIGUREHEADS)
"""Levels of the house's bots, weakest first."""
FIRST_LEVEL: Final = "greedy"
"""Level of the bot in a person's first match, if the person chooses no other."""


def house_level(name: str) -> str:
    """Return the level of the site's own bot of this name; "" if no bot has the name.

    >>> house_level("Olivo"), house_level("Roble-2"), house_level("Ana")
    ('greedy', 'rules', '')
    """
    own, _dash, number = name.partition("-")
    if number and not number.isdecimal():
        return ""
    return next((level for level, names in HOUSE_BOT_NAMES.items() if own in names), "")
