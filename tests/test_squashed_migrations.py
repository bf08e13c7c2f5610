"""The squashed migration stands for the migrations that it replaces."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection, migrations
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.models import ModLogHead

SQUASHED = ("games", "0001_squashed_0055_liked_partners")


def loader_of(applied: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> MigrationLoader:
    """Return the migrations as a database sees them that has applied these."""
    monkeypatch.setattr(
        MigrationRecorder, "applied_migrations", lambda _recorder: dict.fromkeys(applied)
    )
    return MigrationLoader(connection)


@pytest.mark.django_db
def test_a_database_that_has_all_replaced_migrations_has_the_squashed_one(monkeypatch):
    replaced = MigrationLoader(None).disk_migrations[SQUASHED].replaces
    assert SQUASHED in loader_of(set(replaced), monkeypatch).applied_migrations


@pytest.mark.django_db
def test_an_empty_database_begins_with_the_log_of_moderation_at_its_start():
    ModLogHead.objects.all().delete()  # a test that empties the tables may have run before
    squashed = MigrationLoader(None).disk_migrations[SQUASHED]
    steps = [one for one in squashed.operations if isinstance(one, migrations.RunPython)]
    (start_log,) = [one.code for one in steps if one.code.__name__ == "start_log"]
    start_log(apps, None)
    assert list(ModLogHead.objects.values_list("pk", "number", "digest")) == [(1, 0, "0" * 64)]


@pytest.mark.django_db
def test_a_database_in_the_middle_of_what_was_replaced_is_told_so(monkeypatch):
    replaced = MigrationLoader(None).disk_migrations[SQUASHED].replaces
    with pytest.raises(NodeNotFoundError, match="some of the replaced migrations are already"):
        loader_of(set(replaced[: len(replaced) // 2]), monkeypatch)
