"""Everybody who has tried a deal of the day before keeps their place in its ranking."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F


def rank_all(apps, schema_editor):
    apps.get_model("games", "DailyDeal").objects.update(ranked=F("tried"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_shuffle_figures"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("looked_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveIndex(
            model_name="dailytry",
            name="daily_table",
        ),
        migrations.AddField(
            model_name="dailydeal",
            name="ranked",
            field=models.PositiveIntegerField(default=0, help_text="Those of them in the ranking."),
        ),
        migrations.AddField(
            model_name="dailytry",
            name="address_digest",
            field=models.CharField(
                blank=True, help_text="Keyed; kept until the deal is shown.", max_length=32
            ),
        ),
        migrations.AddField(
            model_name="dailytry",
            name="ranked",
            field=models.BooleanField(
                default=True,
                help_text="The player's account was registered before it first looked at the deal.",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="registered_at",
            field=models.DateTimeField(
                help_text="When the account was registered; null: a guest, or before this was kept.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="dailytry",
            index=models.Index(
                fields=["daily", "-points", "-tricks", "id"],
                name="daily_ranking",
                condition=models.Q(("ranked", True)),
            ),
        ),
        migrations.AddField(
            model_name="dailylook",
            name="daily",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="looks",
                to="games.dailydeal",
            ),
        ),
        migrations.AddField(
            model_name="dailylook",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="daily_looks",
                to="games.player",
            ),
        ),
        migrations.AddConstraint(
            model_name="dailylook",
            constraint=models.UniqueConstraint(fields=("daily", "player"), name="daily_look_once"),
        ),
        migrations.RunPython(rank_all, migrations.RunPython.noop),
    ]
