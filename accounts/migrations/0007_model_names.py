"""Name each model for the admin, in the singular and in the plural. The database stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_account_events_and_recovery_codes"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="accountbar",
            options={
                "default_permissions": (),
                "ordering": ["-created_at", "-pk"],
                "verbose_name": "bar of an account",
                "verbose_name_plural": "bars of accounts",
            },
        ),
        migrations.AlterModelOptions(
            name="accountevent",
            options={
                "ordering": ["-at", "-pk"],
                "verbose_name": "event of an account",
                "verbose_name_plural": "events of accounts",
            },
        ),
        migrations.AlterModelOptions(
            name="pushsubscription",
            options={
                "verbose_name": "browser to notify",
                "verbose_name_plural": "browsers to notify",
            },
        ),
        migrations.AlterModelOptions(
            name="recoverycode",
            options={"verbose_name": "recovery code", "verbose_name_plural": "recovery codes"},
        ),
        migrations.AlterModelOptions(
            name="token",
            options={
                "ordering": ["-created"],
                "verbose_name": "key for a program",
                "verbose_name_plural": "keys for programs",
            },
        ),
        migrations.AlterModelOptions(
            name="user",
            options={
                "permissions": [("bar_user", "Can bar accounts that are not staff")],
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
            },
        ),
    ]
