"""An index of ratings with everything that places on leaderboards are counted by."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0062_signs_counted")]

    operations = [
        # first, so that a release that runs meanwhile is never without an index
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["pool", "-display", "id", "matches", "player"], name="rating_places"
            ),
        ),
        migrations.RemoveIndex(model_name="rating", name="rating_board"),
    ]
