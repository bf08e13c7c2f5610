"""Let operators show a line at the top of every page for some time."""

import django.utils.timezone
from django.db import migrations, models

import games.models.announcements


class Migration(migrations.Migration):

    dependencies = [("games", "0126_guidance")]

    operations = [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text_es", models.CharField(help_text="In Spanish.", max_length=240)),
                ("text_ca", models.CharField(blank=True, help_text="Empty: the Spanish text.", max_length=240)),
                ("text_en", models.CharField(blank=True, help_text="Empty: the Spanish text.", max_length=240)),
                ("url", models.CharField(blank=True, help_text="Where more is said: an address or a path. May be empty.", max_length=200, validators=[games.models.announcements.check_link])),
                ("starts_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField(help_text="Afterwards the line disappears by itself.")),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "ordering": ["-starts_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(ends_at__gt=models.F("starts_at")),
                        name="announcement_ends_later",
                        violation_error_message="The announcement must end after it starts.",
                    )
                ],
            },
        ),
    ]
