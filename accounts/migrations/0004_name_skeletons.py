import django.core.validators
from django.db import migrations, models

import accounts.models
import accounts.scripts


class Migration(migrations.Migration):
    """Migration that adds the columns of names' skeletons, which the next migration fills in."""

    dependencies = [
        ("accounts", "0003_preferences_and_push"),
    ]

    operations = [
        migrations.AlterModelManagers(
            name="user",
            managers=[("objects", accounts.models.AccountManager())],
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "That name is taken."},
                max_length=24,
                unique=True,
                validators=[
                    django.core.validators.MinLengthValidator(2),
                    django.core.validators.RegexValidator(
                        "^[\\w.\\-]+\\Z", "Use letters, digits, hyphens, dots and underscores only."
                    ),
                    accounts.scripts.validate_script,
                ],
                verbose_name="name",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=models.CharField(
                editable=False,
                help_text="The name without case.",
                max_length=255,
                null=True,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=models.CharField(
                editable=False,
                help_text="What names that look alike share.",
                max_length=255,
                null=True,
                unique=True,
            ),
        ),
    ]
