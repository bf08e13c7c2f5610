from django.db import migrations, models


def count_matches(apps, schema_editor):
    """What has been played already counts."""
    matches = apps.get_model("games", "Match").objects.filter(finished_at__isnull=False)
    rulesets = apps.get_model("games", "Ruleset").objects
    for row in matches.order_by().values("ruleset").annotate(count=models.Count("pk")):
        rulesets.filter(pk=row["ruleset"]).update(match_count=row["count"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_chips'),
    ]

    operations = [
        migrations.AddField(
            model_name='ruleset',
            name='match_count',
            field=models.PositiveIntegerField(default=0, help_text='Finished matches played by it, counted as each one ends.'),
        ),
        migrations.RunPython(count_matches, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['ruleset', '-finished_at', '-id'], name='match_ruleset'),
        ),
        migrations.AddIndex(
            model_name='ruleset',
            index=models.Index(fields=['-match_count', '-id'], name='ruleset_popular'),
        ),
    ]
