"""The squashed migration leaves the tables that the migrations it replaces left."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

SQUASHED = ("games", "0001_squashed_0055_liked_partners")


def loader_of(applied: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> MigrationLoader:
    """Return the migrations as a database sees them that has applied these."""
    monkeypatch.setattr(
        MigrationRecorder, "applied_migrations", lambda _recorder: dict.fromkeys(applied)
    )
    return MigrationLoader(connection)


def state_at_replaced(loader: MigrationLoader) -> ProjectState:
    """Return the models after the last migration that the squashed one replaces."""
    replaced = loader.disk_migrations[SQUASHED].replaces
    node = SQUASHED if SQUASHED in loader.graph.nodes else replaced[-1]
    return loader.project_state(node)


def half_applied() -> set[tuple[str, str]]:
    """Return what a database has applied that stopped at the middle of what is replaced."""
    replaced = MigrationLoader(None).disk_migrations[SQUASHED].replaces
    return set(replaced[: len(replaced) // 2])


@pytest.mark.django_db
def test_a_database_in_the_middle_gets_the_same_models_by_the_replaced_migrations(monkeypatch):
    step_by_step = loader_of(half_applied(), monkeypatch)
    assert SQUASHED not in step_by_step.graph.nodes
    at_once = MigrationLoader(None)
    assert SQUASHED in at_once.graph.nodes
    old, new = state_at_replaced(step_by_step), state_at_replaced(at_once)
    changes = MigrationAutodetector(old, new)._detect_changes()
    assert not changes.get("games"), changes["games"][0].operations


@pytest.mark.django_db
def test_a_database_that_has_all_replaced_migrations_has_the_squashed_one(monkeypatch):
    replaced = MigrationLoader(None).disk_migrations[SQUASHED].replaces
    assert SQUASHED in loader_of(set(replaced), monkeypatch).applied_migrations


@pytest.mark.django_db
def test_an_empty_database_begins_with_the_log_of_moderation_at_its_start():
    from games.models import ModLogHead

    assert list(ModLogHead.objects.values_list("pk", "number", "digest")) == [(1, 0, "0" * 64)]
