"""The version of the rules by which statistics were counted, and notifications about ratings."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

KINDS = [
    ("table_opened", "Table Opened"),
    ("invited", "Invited"),
    ("match_waits", "Match Waits"),
    ("round_begins", "Round Begins"),
    ("team_proposed", "Team Proposed"),
    ("followed", "Followed"),
    ("message", "Message"),
    ("club", "Club"),
    ("club_news", "Club News"),
    ("league", "League"),
    ("rating", "Rating"),
]


def mark_empty_site(apps: Any, schema_editor: Any) -> None:
    """Store the version of this release on a site that has counted no match yet."""
    if not apps.get_model("games", "CountedMatch").objects.exists():
        apps.get_model("games", "StatisticsVersion").objects.create(pk=1, version=2)


class Migration(migrations.Migration):
    dependencies = [("games", "0090_places_by_certainty")]

    operations = [
        migrations.CreateModel(
            name="StatisticsVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
            ],
            options={
                "verbose_name": "version of the statistics",
                "verbose_name_plural": "versions of the statistics",
            },
        ),
        migrations.RunPython(mark_empty_site, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=16),
        ),
        migrations.AlterField(
            model_name="notificationbatch",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=16),
        ),
    ]
