from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_openings'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='delay',
            field=models.PositiveSmallIntegerField(choices=[(0, 'None'), (1, 'Trick'), (3, 'Three')], default=1, help_text='Tricks by which watchers are behind.'),
        ),
    ]
