"""A week has a match of the week. Players take theirs down, or are never asked, and are notified."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0128_player_tile'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='match_of_week_allowed',
            field=models.BooleanField(db_default=True, default=True, help_text='Their matches may be shown as the match of the week.'),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('table_opened', 'Table Opened'), ('invited', 'Invited'), ('match_waits', 'Match Waits'), ('round_begins', 'Round Begins'), ('team_proposed', 'Team Proposed'), ('followed', 'Followed'), ('message', 'Message'), ('club', 'Club'), ('club_news', 'Club News'), ('league', 'League'), ('rating', 'Rating'), ('match_of_week', 'Match Of Week')], max_length=16),
        ),
        migrations.AlterField(
            model_name='notificationbatch',
            name='kind',
            field=models.CharField(choices=[('table_opened', 'Table Opened'), ('invited', 'Invited'), ('match_waits', 'Match Waits'), ('round_begins', 'Round Begins'), ('team_proposed', 'Team Proposed'), ('followed', 'Followed'), ('message', 'Message'), ('club', 'Club'), ('club_news', 'Club News'), ('league', 'League'), ('rating', 'Rating'), ('match_of_week', 'Match Of Week')], max_length=16),
        ),
        migrations.CreateModel(
            name='MatchOfWeek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('monday', models.DateField(help_text='First day of the week.', unique=True)),
                ('points', models.PositiveSmallIntegerField(default=0, help_text='Card points by which the match was decided.')),
                ('chosen_at', models.DateTimeField(help_text='null: not chosen yet.', null=True)),
                ('match', models.ForeignKey(help_text='null: not chosen yet, or no match fits the rule.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.match')),
            ],
            options={
                'verbose_name': 'match of the week',
                'verbose_name_plural': 'matches of the week',
                'ordering': ['-monday'],
            },
        ),
        migrations.CreateModel(
            name='MatchOfWeekRefusal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='week_refusals', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='week_refusals', to='games.player')),
            ],
            options={
                'verbose_name': 'refusal of a match of the week',
                'verbose_name_plural': 'refusals of matches of the week',
                'constraints': [models.UniqueConstraint(fields=('match', 'player'), name='match_of_week_refusal_once')],
            },
        ),
    ]
