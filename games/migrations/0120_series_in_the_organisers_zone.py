"""Time zones of series of tournaments: each start is at the same time of the day by this clock."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def zones_of_organisers(apps: Any, schema_editor: Any) -> None:
    """Give each series of a person the time zone of that person's notifications."""
    Series = apps.get_model("games", "TournamentSeries")
    Settings = apps.get_model("games", "NotificationSettings")
    chosen = Settings.objects.exclude(time_zone="").filter(player=OuterRef("creator"))
    zone = Coalesce(
        Subquery(chosen.values("time_zone")[:1]), Value(settings.NOTIFICATION_TIME_ZONE)
    )
    Series.objects.filter(every_days__gt=0, creator__isnull=False).update(time_zone=zone)


class Migration(migrations.Migration):
    dependencies = [("games", "0110_log_of_decisions_sealed")]

    operations = [
        migrations.AddField(
            model_name="tournamentseries",
            name="time_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Name in the tz database by whose clock it repeats; empty: that of the site.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="tournamentseries",
            name="time_of_day",
            field=models.TimeField(
                blank=True,
                help_text="Of each start, in that zone; null: that of the latest one.",
                null=True,
            ),
        ),
        migrations.RunPython(zones_of_organisers, migrations.RunPython.noop),
    ]
