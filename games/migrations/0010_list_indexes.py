import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_social'),
    ]

    operations = [
        # the table is there already; only now does the program name it
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='TeamPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.player')),
                        ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='games.team')),
                    ],
                    options={
                        'db_table': 'games_team_players',
                        'unique_together': {('team', 'player')},
                    },
                ),
                migrations.AlterField(
                    model_name='team',
                    name='players',
                    field=models.ManyToManyField(related_name='teams', through='games.TeamPlayer', to='games.player'),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name='teamplayer',
            index=models.Index(fields=['player', '-team'], name='team_player_newest'),
        ),
        migrations.AlterField(
            model_name='ruleset',
            name='preset',
            field=models.CharField(max_length=24),
        ),
        migrations.AddIndex(
            model_name='ruleset',
            index=models.Index(fields=['preset', '-match_count', '-id'], name='ruleset_preset'),
        ),
        migrations.AddIndex(
            model_name='rivalfigures',
            index=models.Index(fields=['rival', 'pool', 'player'], name='rival_figures_others'),
        ),
        migrations.AddIndex(
            model_name='rulesetfigures',
            index=models.Index(fields=['ruleset', '-month', 'pool'], name='ruleset_months'),
        ),
    ]
