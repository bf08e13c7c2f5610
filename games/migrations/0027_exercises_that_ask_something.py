"""Only positions with one clearly best card, in a deal still open, are exercises and puzzles.

What was stored before is held to that by its analysis; without one it is no exercise any more.
"""

import json
import zlib

from django.db import migrations, models

CHUNK = 200


def asks_something(judged):
    """Return whether one card is clearly best, in an open deal: as `games.analysis.grading` had it."""
    best, *others = judged["cards"]
    wins = [card["win"] for card in judged["cards"]]
    if not others or not judged["loss"] or max(wins) < 0.005 or min(wins) > 0.995:
        return False
    second, weight = others[0], judged["weight"] / judged["loss"]
    sure = second["behind"] > 2 * second["behind_error"]
    ahead = best["win"] - max(card["win"] for card in others)
    return round(ahead, 3) >= 0.05 or (sure and second["behind"] * weight >= 3)


def mark(apps, schema_editor):
    mistakes = apps.get_model("games", "Mistake").objects
    analyses = apps.get_model("games", "MatchAnalysis").objects
    matches = mistakes.order_by("match").values_list("match", flat=True).distinct()
    for match in matches.iterator(chunk_size=CHUNK):
        body = analyses.filter(match=match, state="done").values_list("body", flat=True).first()
        if body is None:
            continue
        deals = json.loads(zlib.decompress(body))["deals"]
        asked = [
            play["at"]
            for deal in deals
            for play in deal["plays"]
            if play["judged"] is not None and asks_something(play["judged"])
        ]
        mistakes.filter(match=match, at__in=asked).update(is_exercise=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0026_shuffle_reports_and_dealer_draw")]

    operations = [
        migrations.AddField(
            model_name="mistake",
            name="is_exercise",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="One card is clearly best, in a deal that is still open.",
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="mistake", name="mistake_puzzle"),
        migrations.AddIndex(
            model_name="mistake",
            index=models.Index(
                fields=["-finished_at", "-id"],
                name="mistake_puzzle",
                condition=models.Q(("is_exercise", True)),
            ),
        ),
        migrations.AddIndex(
            model_name="mistake",
            index=models.Index(
                fields=["player", "-finished_at", "-id"],
                name="mistake_exercises",
                condition=models.Q(("is_exercise", True)),
            ),
        ),
    ]
