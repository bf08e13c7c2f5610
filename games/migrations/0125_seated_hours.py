"""A table of how many people sat at tables in each hour, for the page of people.

The page shows at which hours people are usually here. Tables are deleted, so that the hours of the
past cannot be counted later.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0124_points_of_daily_deals")]

    operations = [
        migrations.CreateModel(
            name="SeatedHour",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hour", models.DateTimeField(help_text="Start of the hour.", unique=True)),
                ("samples", models.PositiveIntegerField(default=0)),
                (
                    "people",
                    models.PositiveIntegerField(default=0, help_text="Sum over all samples."),
                ),
            ],
            options={
                "verbose_name": "people seated in an hour",
                "verbose_name_plural": "people seated by hour",
            },
        ),
    ]
