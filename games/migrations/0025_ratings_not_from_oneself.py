"""Why a match is not rated stands with it, and where its players play from is kept while it runs."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_daily_ranking"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rating_rule",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="The version of games.stats.ratings by which it moves ratings."
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="unrated_reason",
            field=models.CharField(
                blank=True,
                help_text="A code of games.stats.rated; empty: rated, or from before these were kept.",
                max_length=24,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="rated",
            field=models.BooleanField(
                default=False, help_text="It moved the ratings of all sides."
            ),
        ),
        migrations.CreateModel(
            name="PlayAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=32)),
                ("noted_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_addresses",
                        to="games.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="addresses",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "player", "digest"), name="play_address_once"
                    )
                ],
            },
        ),
    ]
