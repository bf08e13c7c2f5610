"""Signs between partners in the figures: how many, how many an opponent saw, how many were false."""

from __future__ import annotations

from django.db import migrations, models

OF_PLAYERS = {
    "signed_deals": "Deals in which partners could make signs.",
    "signs": "Signs made to partners.",
    "signs_seen": "Those of them that an opponent saw.",
    "signs_false": "Those of them that were not true of the hand.",
}
OF_GAMES = {
    **dict.fromkeys(OF_PLAYERS, ""),
    "signed_deals": "Seats of deals in which partners could make signs.",
}
MODELS = {
    "playerfigures": OF_PLAYERS,
    "teamfigures": OF_PLAYERS,
    "poolfigures": OF_GAMES,
    "rulesetfigures": OF_GAMES,
}


class Migration(migrations.Migration):
    dependencies = [("games", "0061_every_decision_judged")]

    operations = [
        migrations.AddField(
            model_name=model,
            name=name,
            field=models.PositiveIntegerField(db_default=0, default=0, help_text=text),
        )
        for model, fields in MODELS.items()
        for name, text in fields.items()
    ]
