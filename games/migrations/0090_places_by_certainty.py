"""An index of ratings by which places are counted among those that are not provisional."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0063_places_counted_in_an_index")]

    operations = [
        # first, so that a release that runs meanwhile is never without an index
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["pool", "-display", "id", "sigma", "player"], name="rating_certain"
            ),
        ),
        migrations.RemoveIndex(model_name="rating", name="rating_places"),
    ]
