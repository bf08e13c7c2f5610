"""Help texts name the modules that moved into folders of features; the database stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0121_changes_of_tournaments_dated'),
    ]

    operations = [
        migrations.AlterField(
            model_name='clubfigures',
            name='season',
            field=models.PositiveIntegerField(help_text='Of games.clubs.rules.seasons.season_of.'),
        ),
        migrations.AlterField(
            model_name='clubmember',
            name='rights',
            field=models.PositiveIntegerField(default=0, help_text='Bits of games.clubs.rules.rights.Right.'),
        ),
        migrations.AlterField(
            model_name='leagueentrant',
            name='movement',
            field=models.CharField(blank=True, help_text='After the season: games.leagues.rules.movements.Movement.', max_length=13),
        ),
        migrations.AlterField(
            model_name='notification',
            name='text',
            field=models.CharField(help_text='Its sentence: a key of NOTIFICATION_TEXTS.', max_length=24),
        ),
        migrations.AlterField(
            model_name='puzzle',
            name='theme',
            field=models.CharField(help_text='One of games.puzzles.rules.THEMES.', max_length=12),
        ),
        migrations.AlterField(
            model_name='team',
            name='signs',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list, help_text='Signs that it declares to make: names of games.rules_text.playing.SIGNS.'),
        ),
        migrations.AlterField(
            model_name='tournamentround',
            name='algorithm',
            field=models.PositiveSmallIntegerField(help_text='games.tournaments.rules.pairing.VERSION.'),
        ),
    ]
