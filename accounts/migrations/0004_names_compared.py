import sys

from django.db import migrations

from accounts.naming import BATCH, fill_in


def compare_names(apps, schema_editor):
    """Fill in the columns by which names are compared, and print how many names are alike."""

    def progress(done):
        if done >= BATCH:
            sys.stderr.write(f"\n  {done} names compared")

    user = apps.get_model("accounts", "User")
    marked = fill_in(user, schema_editor.connection.alias, progress=progress)
    if marked:
        sys.stderr.write(
            f"\n  {len(marked)} names are like another: manage.py compare_names --tell\n"
        )


class Migration(migrations.Migration):
    """Migration that runs while the release before serves; it may be interrupted and run again."""

    atomic = False

    dependencies = [
        ("accounts", "0004_name_skeletons"),
    ]

    operations = [migrations.RunPython(compare_names, migrations.RunPython.noop)]
