"""Versions of analyses, and answers to exercises that are no card."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0060_club_tables_closed")]

    operations = [
        migrations.AddField(
            model_name="matchanalysis",
            name="version",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="Of the format of the body."
            ),
        ),
        migrations.AlterField(
            model_name="matchanalysis",
            name="body",
            field=models.BinaryField(
                help_text="zlib of a `brisca-analysis`; stays until another is made.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="exercisetry",
            name="first_card",
            field=models.CharField(help_text="Or the code of another option.", max_length=12),
        ),
    ]
