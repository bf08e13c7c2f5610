"""Constraints of models that relate one player to another."""

from __future__ import annotations

from django.db import models


def between_two_players(
    name: str, first: str, second: str, *, another: str = ""
) -> list[models.BaseConstraint]:
    """Return the constraints of a relation: one row a pair of players, nobody with themselves.

    Args:
        name: name of the relation; the constraint of unique pairs is called `<name>_once`.
        first: foreign key of the player whose relation it is.
        second: foreign key of the other player.
        another: name of the check against oneself, `<name>_another` by default.
    """
    return [
        models.UniqueConstraint(fields=[first, second], name=f"{name}_once"),
        models.CheckConstraint(
            condition=~models.Q(**{first: models.F(second)}), name=another or f"{name}_another"
        ),
    ]
