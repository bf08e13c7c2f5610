"""The site remembers what it proposed to a player, and who asked for the mail of the week."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0125_seated_hours'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerGuidance',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='guidance', serialize=False, to='games.player')),
                ('step_about', models.CharField(blank=True, help_text="What the last step was proposed after: 'match:0a1b'.", max_length=40)),
                ('step_kind', models.CharField(blank=True, help_text='Its kind, one of games.common.next_step.StepKind.', max_length=16)),
                ('step_before', models.CharField(blank=True, help_text='Kind that was shown before it, after something else.', max_length=16)),
                ('list_removed_at', models.DateTimeField(help_text='When the player removed the list of the first week.', null=True)),
                ('name_asked_until', models.DateTimeField(help_text="Until when a guest who said 'not now' is not asked to keep the name.", null=True)),
                ('led_on', models.DateField(help_text='Day on which a table last led to the page after a match.', null=True)),
            ],
            options={
                'verbose_name': 'guidance of a player',
                'verbose_name_plural': 'guidance of players',
            },
        ),
        migrations.CreateModel(
            name='WeekMail',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='week_mail', serialize=False, to='games.player')),
                ('asked_at', models.DateTimeField(help_text='When it was asked for; null: it is off.', null=True)),
                ('due_at', models.DateTimeField(help_text='When the next one is due; null: none is.', null=True)),
                ('leased_until', models.DateTimeField(help_text='Until when the mail that is due is left to the process that claimed it.', null=True)),
                ('sent_at', models.DateTimeField(help_text='When the last one was sent.', null=True)),
                ('unopened', models.PositiveSmallIntegerField(default=0, help_text='Mails in a row of which no link was followed.')),
            ],
            options={
                'verbose_name': 'mail of the week',
                'verbose_name_plural': 'mails of the week',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='week_mail_due')],
            },
        ),
    ]
