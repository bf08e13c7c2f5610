from django.db import migrations, models


def read_traits(apps, schema_editor):
    """What was played before is told by its deals and seats."""
    matches = apps.get_model("games", "Match").objects
    finished = matches.filter(status="finished").only("id", "score", "winners")
    changed = []
    for match in finished.prefetch_related("deals", "seats").iterator(chunk_size=500):
        won = set(match.winners or ())
        score = list(enumerate(match.score or ()))
        apart = [abs(a - b) for one, a in score if one in won for other, b in score if other not in won]
        match.margin = min(apart, default=0)
        ends = {deal.ended_by for deal in match.deals.all()}
        match.has_claim, match.has_kill = "claim" in ends, "three_killed" in ends
        match.has_hundred = any(max(deal.side_points) > 100 for deal in match.deals.all())
        bots = {seat.kind == "bot" for seat in match.seats.all()}
        players = [seat.player_id for seat in match.seats.all()]
        match.rated = len(bots) == 1 and len(set(players)) == len(players)
        changed.append(match)
        if len(changed) == 500:
            matches.bulk_update(changed, FIELDS)
            changed = []
    matches.bulk_update(changed, FIELDS)


FIELDS = ["margin", "has_claim", "has_kill", "has_hundred", "rated"]


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_fairness'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='match',
            name='match_preset',
        ),
        migrations.RemoveIndex(
            model_name='match',
            name='match_players',
        ),
        migrations.AddField(
            model_name='match',
            name='has_claim',
            field=models.BooleanField(default=False, help_text='A deal ended by a claim.'),
        ),
        migrations.AddField(
            model_name='match',
            name='has_hundred',
            field=models.BooleanField(default=False, help_text='A side made more than a hundred card points in a deal.'),
        ),
        migrations.AddField(
            model_name='match',
            name='has_kill',
            field=models.BooleanField(default=False, help_text='The trump ace met the three.'),
        ),
        migrations.AddField(
            model_name='match',
            name='margin',
            field=models.PositiveSmallIntegerField(default=0, help_text='How far winners and losers are apart, in what the score counts.'),
        ),
        migrations.AddField(
            model_name='match',
            name='rated',
            field=models.BooleanField(default=False, help_text='It moved ratings.'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['preset', '-finished_at', '-id'], name='match_preset'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['pool', '-finished_at', '-id'], name='match_pool'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['players', '-finished_at', '-id'], name='match_players'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['rated', '-finished_at', '-id'], name='match_rated'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('has_hundred', True)), fields=['-finished_at', '-id'], name='match_hundred'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('has_claim', True)), fields=['-finished_at', '-id'], name='match_claim'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('has_kill', True)), fields=['-finished_at', '-id'], name='match_kill'),
        ),
        migrations.RunPython(read_traits, migrations.RunPython.noop),
    ]
