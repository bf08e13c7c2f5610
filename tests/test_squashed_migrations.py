"""The squashed migration stands for the migrations that it replaces, which stay beside it."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection, migrations
from django.db.migrations.autodetector import MigrationAutodetector
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


def replaced_migrations() -> list[tuple[str, str]]:
    return list(MigrationLoader(None).disk_migrations[SQUASHED].replaces)


def test_every_replaced_migration_is_there():
    missing = set(replaced_migrations()) - set(MigrationLoader(None).disk_migrations)
    assert not missing, "a site of an older release cannot be upgraded without them"


@pytest.mark.django_db
def test_a_database_that_has_all_replaced_migrations_has_the_squashed_one(monkeypatch):
    assert SQUASHED in loader_of(set(replaced_migrations()), monkeypatch).applied_migrations


@pytest.mark.django_db
@pytest.mark.parametrize("count", [4, 20])
def test_a_database_that_has_some_gets_the_others_and_the_same_models(count, monkeypatch):
    replaced = replaced_migrations()
    step_by_step = loader_of(set(replaced[:count]), monkeypatch)
    assert SQUASHED not in step_by_step.graph.nodes
    plan = step_by_step.graph.forwards_plan(("games", "0056_rated_puzzles"))
    assert [node for node in plan if node in replaced] == replaced
    at_once = MigrationLoader(None)
    old, new = step_by_step.project_state(replaced[-1]), at_once.project_state(SQUASHED)
    changes = MigrationAutodetector(old, new).changes(graph=at_once.graph)
    assert not changes.get("games"), changes["games"][0].operations


@pytest.mark.django_db
def test_an_empty_database_begins_with_the_log_of_moderation_at_its_start():
    ModLogHead.objects.all().delete()  # a test that empties the tables may have run before
    squashed = MigrationLoader(None).disk_migrations[SQUASHED]
    steps = [step for step in squashed.operations if isinstance(step, migrations.RunPython)]
    (start_log,) = [step.code for step in steps if step.code.__name__ == "start_log"]
    start_log(apps, None)
    assert list(ModLogHead.objects.values_list("pk", "number", "digest")) == [(1, 0, "0" * 64)]
