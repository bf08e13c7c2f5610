"""Times of the latest change of tournaments, for calendars."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0120_series_in_the_organisers_zone")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="changed_at",
            field=models.DateTimeField(
                help_text="When its start or words were changed, or it was called off; or null.",
                null=True,
            ),
        ),
    ]
