"""The version of the rules by which each tournament is scored."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0092_abandoned_matches_unrated")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="scoring_version",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text=(
                    "Version of the rules of scoring, standings and forfeits; it never changes."
                ),
            ),
        ),
    ]
