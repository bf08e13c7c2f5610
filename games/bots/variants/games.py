"""Variants of the base game: which batch class and which table belong to a ruleset."""

from __future__ import annotations

from functools import lru_cache

from games.bots.simulation.coding import like_base
from games.bots.simulation.policy import table_name
from games.bots.variants.batches import Batch
from games.bots.variants.declaring import Declaring
from games.bots.variants.feature_table import Table, expand, stored
from games.bots.variants.killing import Killing
from games.bots.variants.low_points import LowPoints
from games.bots.variants.marrying import Marrying
from games.bots.variants.open_cards import OpenCards
from games.engine import Rules


def kind_of(rules: Rules) -> type[Batch] | None:
    """Return the `Batch` class that simulates this variant if it has trained weights; else None."""
    kind = way_of(rules)
    return kind if kind is not None and name_of(kind, rules) in stored() else None


def way_of(rules: Rules) -> type[Batch] | None:
    """Return the `Batch` class that simulates this variant of the base game; None: none does."""
    if not like_base(rules):
        return None
    ways: list[type[Batch]] = []
    if rules.muerte:
        ways.append(Killing)
    if rules.option("score.policy") == "stay_under":
        ways.append(LowPoints)
    if rules.option("marriage.mode") == "declared":
        ways.append(Declaring)
    elif rules.option("marriage.mode") == "captured":
        if rules.option("marriage.scope") != "pile":
            return None
        ways.append(Marrying)
    if rules.open_hands:
        if rules.players != 2:
            return None
        ways.append(OpenCards)
    return ways[0] if len(ways) == 1 else None


def name_of(kind: type[Batch], rules: Rules) -> str:
    """Return the name of a variant's trained weights, by players and sides, such as `under_4x2`."""
    return f"{kind.name}_{table_name(rules)}"


@lru_cache(maxsize=32)
def table_of(rules: Rules) -> Table:
    """Return the trained weights of a variant, made once; `kind_of` must return a class for it."""
    kind = kind_of(rules)
    assert kind is not None
    return expand(kind.layout, stored()[name_of(kind, rules)])
