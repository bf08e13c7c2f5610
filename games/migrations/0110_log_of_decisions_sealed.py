"""A seal over the end of the log of moderators' decisions, made with a key of the site."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.utils.crypto import salted_hmac


def seal_end(apps: Any, _schema_editor: Any) -> None:
    """Seal the end of the log as it stands, and with it every row before."""
    for head in apps.get_model("games", "ModLogHead").objects.exclude(number=0):
        text = f"{head.number}:{head.digest}"
        head.seal = salted_hmac("games.mod_log.seal", text, algorithm="sha256").hexdigest()
        head.save(update_fields=["seal"])


class Migration(migrations.Migration):
    dependencies = [("games", "0101_absence_kinds")]

    operations = [
        migrations.AddField(
            model_name="modloghead",
            name="seal",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="HMAC over number and digest, with a key derived from SECRET_KEY.",
                max_length=64,
            ),
        ),
        migrations.RunPython(seal_end, migrations.RunPython.noop),
    ]
