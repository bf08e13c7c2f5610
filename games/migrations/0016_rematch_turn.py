from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_watch_delay'),
    ]

    operations = [
        migrations.AddField(
            model_name='tableseat',
            name='turn',
            field=models.BooleanField(default=False, help_text='Wants the seats turned in a rematch.'),
        ),
    ]
