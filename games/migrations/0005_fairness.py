import django.db.models.deletion
from django.db import migrations, models


def read_blocks(apps, schema_editor):
    """Deals that were dealt before say in columns what their proofs say."""
    secrets = apps.get_model("games", "DealSecret").objects
    changed = []
    for row in secrets.all().iterator(chunk_size=500):
        flags = row.fairness.get("flags", [])
        row.client_commits = row.fairness.get("client_commits", [])
        row.missing = sum(flag.startswith("nonce_missing:") for flag in flags)
        row.cut_by_clock = "cut_by_clock" in flags
        changed.append(row)
        if len(changed) == 500:
            secrets.bulk_update(changed, ["client_commits", "missing", "cut_by_clock"])
            changed = []
    secrets.bulk_update(changed, ["client_commits", "missing", "cut_by_clock"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_contracts'),
    ]

    operations = [
        migrations.AddField(
            model_name='dealsecret',
            name='client_commits',
            field=models.JSONField(default=list, help_text="Hex or null a seat, as published with the server's."),
        ),
        migrations.AddField(
            model_name='dealsecret',
            name='cut_by_clock',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='dealsecret',
            name='house_nonces',
            field=models.JSONField(default=dict, help_text="Seat -> hex, of the house's own bots."),
        ),
        migrations.AddField(
            model_name='dealsecret',
            name='missing',
            field=models.PositiveSmallIntegerField(default=0, help_text='Seats whose nonce was not given.'),
        ),
        migrations.AddField(
            model_name='dealsecret',
            name='verified',
            field=models.BooleanField(help_text="Whether the deck dealt was the proof's, computed again at the end.", null=True),
        ),
        migrations.AlterField(
            model_name='deadline',
            name='kind',
            field=models.CharField(help_text='turn, bot, away, next_deal, or a stage of dealing.', max_length=12),
        ),
        migrations.AlterField(
            model_name='dealsecret',
            name='fairness',
            field=models.JSONField(help_text='The brisca-fair/1 block, seed included; null until the deck is made.', null=True),
        ),
        migrations.CreateModel(
            name='DealNonce',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal_number', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('commit', models.CharField(blank=True, help_text='Hex; empty where the browser has none to give.', max_length=64)),
                ('nonce', models.CharField(blank=True, help_text='Hex; empty until it is shown.', max_length=32)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nonces', to='games.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'deal_number', 'seat'), name='nonce_once')],
            },
        ),
        migrations.CreateModel(
            name='DealReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal_number', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('result', models.CharField(help_text='bad or withheld.', max_length=8)),
                ('why', models.CharField(help_text='What does not match.', max_length=24)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fairness_reports', to='games.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'deal_number', 'seat'), name='report_once')],
            },
        ),
        migrations.RunPython(read_blocks, migrations.RunPython.noop),
    ]
