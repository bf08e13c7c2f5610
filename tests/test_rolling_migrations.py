"""Migrations run while the older release does: what it inserts has a value for every new column."""

from __future__ import annotations

import pytest
from django.db.migrations import AddField, CreateModel
from django.db.migrations.loader import MigrationLoader

LAST_WITHOUT = {"games": 45}
"""App -> the last migration from before this was looked at."""


def number(name: str) -> int:
    """The number of a migration."""
    return int(name.split("_")[0])


def added_later(app: str) -> list[tuple[str, AddField]]:
    """The columns that migrations add to tables that other migrations have made, with their names."""
    found = []
    for (label, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if label != app or number(name) <= LAST_WITHOUT[app]:
            continue
        made = {one.name.lower() for one in migration.operations if isinstance(one, CreateModel)}
        found += [
            (f"{name}: {one.model_name}.{one.name}", one)
            for one in migration.operations
            if isinstance(one, AddField) and one.model_name.lower() not in made
        ]
    return found


@pytest.mark.parametrize("app", LAST_WITHOUT)
def test_a_column_that_is_added_may_be_null_or_has_a_default_in_the_database(app):
    added = added_later(app)
    assert added
    wrong = [
        name
        for name, one in added
        if not (one.field.null or one.field.many_to_many or one.field.has_db_default())
    ]
    assert not wrong, "give them db_default"
