"""Store which lessons and chapters a player has done, so that the path of learning shows them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0122_help_texts_of_moved_modules'),
    ]

    operations = [
        migrations.CreateModel(
            name='PathStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(help_text='One of games.pages.path_progress.STORED_STEPS.', max_length=24)),
                ('done_at', models.DateTimeField(help_text='When it was first done; null: not yet.', null=True)),
                ('best', models.PositiveSmallIntegerField(help_text='Most right answers, where a step counts them; null: it does not.', null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='path_steps', to='games.player')),
            ],
            options={
                'verbose_name': 'step of the path',
                'verbose_name_plural': 'steps of the path',
                'constraints': [models.UniqueConstraint(fields=('player', 'step'), name='path_step_once')],
            },
        ),
    ]
