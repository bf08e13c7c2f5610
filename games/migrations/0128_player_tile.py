"""Store which tiles a player has won, each with the match that won it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0127_announcements'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerTile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tile', models.CharField(help_text='Key in games.tiles.rules.catalogue.TILES.', max_length=24)),
                ('won_at', models.DateTimeField(help_text='When the match ended.')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tiles', to='games.match')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tiles', to='games.player')),
            ],
            options={
                'verbose_name': 'tile of a player',
                'verbose_name_plural': 'tiles of players',
                'constraints': [models.UniqueConstraint(fields=('player', 'tile'), name='player_tile_once')],
            },
        ),
    ]
