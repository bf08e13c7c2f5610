"""The server's own check of what browsers report, and its part in drawing the first dealer.

What was reported before is not checked yet; matches that run go on as they began.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_ratings_not_from_oneself")]

    operations = [
        migrations.CreateModel(
            name="DealerDraw",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="dealer_draw",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("seed", models.BinaryField(max_length=32)),
                (
                    "house",
                    models.JSONField(default=list, help_text="Seats of the house's own bots."),
                ),
                (
                    "drawn",
                    models.BooleanField(
                        default=False, help_text="Since then the seed is public."
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="dealreport",
            name="founded",
            field=models.BooleanField(
                help_text="Whether the server's own check agrees; null: not checked, as it was "
                "reported before the server did.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="shufflefigures",
            name="reported_bad",
            field=models.PositiveBigIntegerField(
                default=0, help_text="The server's own check found a fault, too."
            ),
        ),
        migrations.AlterField(
            model_name="shufflefigures",
            name="reported_withheld",
            field=models.PositiveBigIntegerField(
                default=0,
                help_text="The proof does go without the number of who reported it.",
            ),
        ),
        migrations.AddField(
            model_name="shufflefigures",
            name="reported_unfounded",
            field=models.PositiveBigIntegerField(
                default=0,
                help_text="The server's own check found nothing of what was reported.",
            ),
        ),
    ]
