from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_leaner_rows'),
    ]

    operations = [
        migrations.AddField(
            model_name='tableseat',
            name='turn',
            field=models.BooleanField(default=False, help_text='Wants the seats turned in a rematch.'),
        ),
    ]
