"""Abandoned matches are marked as not rated, as they never moved a rating."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def mark_unrated(apps: Any, schema_editor: Any) -> None:
    """Mark the abandoned matches as not rated, with the reason."""
    matches = apps.get_model("games", "Match").objects.filter(status="abandoned")
    matches.filter(unrated_reason="").update(unrated_reason="abandoned")
    matches.filter(rated=True).update(rated=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0091_statistics_version")]

    operations = [migrations.RunPython(mark_unrated, migrations.RunPython.noop)]
