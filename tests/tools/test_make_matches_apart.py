"""Filling an empty site of PostgreSQL: indexes wait, and a process of its own counts."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import CountedMatch, Match
from tools.laboratory.fixtures import deferred_indexes, fill


def make(*args: str) -> None:
    call_command(
        "make_matches", "--fresh", "8", "--people", "30", "--workers", "2", *args, stdout=StringIO()
    )


def indexes() -> set[str]:
    """Names of all indexes and references."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' UNION"
            " SELECT conname FROM pg_constraint WHERE contype = 'f'"
        )
        return {row[0] for row in cursor.fetchall()}


@pytest.mark.django_db(transaction=True)
def test_a_filling_that_was_stopped_brings_back_what_waited_and_counts_everything(monkeypatch):
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="--indexes-last"):
            make("--count", "8", "--indexes-last")
        return
    monkeypatch.setattr(fill, "BATCH_MATCHES", 10)
    whole = indexes()
    stored = fill.BulkStore.store
    batches: list[int] = []

    def stop(store: fill.BulkStore, batch: Any, **how: Any) -> Any:
        if len(batches) == 3:
            raise KeyboardInterrupt
        batches.append(len(batch))
        return stored(store, batch, **how)

    monkeypatch.setattr(fill.BulkStore, "store", stop)
    with pytest.raises(KeyboardInterrupt):
        make("--count", "60", "--indexes-last")
    assert Match.objects.count() == 30
    assert whole - indexes()
    assert deferred_indexes.indexes_are_removed()
    monkeypatch.setattr(fill.BulkStore, "store", stored)
    make("--count", "60")
    assert CountedMatch.objects.count() == Match.objects.count() == 60
    call_command("rebuild_stats", "--check", stdout=StringIO())
    assert indexes() == whole
    assert not deferred_indexes.indexes_are_removed()


@pytest.mark.django_db
def test_indexes_wait_on_an_empty_site_alone():
    make("--count", "8", "--workers", "1")
    with pytest.raises(CommandError, match="--indexes-last"):
        make("--count", "9", "--indexes-last")
