"""The distribution of a daily deal's points, and the days off of a streak.

The distribution is counted once, when the deal is published. Deals published before keep null:
their tries are counted when the distribution is read. A streak that runs begins with all days off.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0123_steps_of_the_path")]

    operations = [
        migrations.AddField(
            model_name="dailydeal",
            name="bins",
            field=models.JSONField(
                help_text="Numbers of tries by ten points, from 0 to the most; null until it is shown.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="dailystreak",
            name="off_month",
            field=models.DateField(
                help_text="First day of the month in which the streak last had a day off.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="dailystreak",
            name="days_off",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Missed days of that month that did not end the streak.",
            ),
        ),
        migrations.AlterField(
            model_name="dailystreak",
            name="current",
            field=models.PositiveIntegerField(
                default=0, help_text="Up to `last_day`, days off left out."
            ),
        ),
    ]
