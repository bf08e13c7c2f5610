"""The situation that a vote on an absent player is about."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0100_tournament_scoring_version")]

    operations = [
        migrations.AddField(
            model_name="absencevote",
            name="kind",
            field=models.CharField(
                choices=[("away", "Away"), ("turn", "Turn"), ("left", "Left")],
                db_default="turn",
                default="turn",
                max_length=4,
            ),
        ),
        migrations.AlterField(
            model_name="departure",
            name="excused",
            field=models.BooleanField(
                default=False,
                help_text="It counts against nobody: the site was down shortly before, no opponent "
                "played any more, the others chose the bot before the player's turn, or the player "
                "never came.",
            ),
        ),
    ]
