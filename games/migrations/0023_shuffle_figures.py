"""What there is already is counted once."""

from django.db import migrations, models
from django.db.models import Count, Q, Sum

NAMES = {
    "dealt": "",
    "shown": "Over, so that the proof is public.",
    "verified": "Computed again by the server at the end: the same deck.",
    "failed": "Another deck.",
    "dropped": "Sealed and never dealt: the match ended before the cards.",
    "clock_cuts": "",
    "incomplete": "Without the nonce of at least one seat.",
    "nonces_missing": "",
    "reported_bad": "",
    "reported_withheld": "",
}


def count(apps, schema_editor):
    dealt, over = Q(fairness__isnull=False), Q(revealed_at__isnull=False)
    secrets = apps.get_model("games", "DealSecret").objects
    figures = secrets.exclude(match__status__in=("playing", "held")).aggregate(
        dealt=Count("pk", filter=dealt),
        shown=Count("pk", filter=dealt & over),
        same=Count("pk", filter=Q(verified=True)),
        another=Count("pk", filter=Q(verified=False)),
        dropped=Count("pk", filter=~dealt & over),
        clock_cuts=Count("pk", filter=Q(cut_by_clock=True)),
        incomplete=Count("pk", filter=Q(missing__gt=0)),
        nonces_missing=Sum("missing", default=0),
    )
    figures["verified"], figures["failed"] = figures.pop("same"), figures.pop("another")
    reports = apps.get_model("games", "DealReport").objects
    for result in ("bad", "withheld"):
        figures[f"reported_{result}"] = reports.filter(result=result).count()
    if any(figures.values()):
        apps.get_model("games", "ShuffleFigures").objects.create(pk=1, **figures)


class Migration(migrations.Migration):
    dependencies = [("games", "0022_days_by_pool")]

    operations = [
        migrations.CreateModel(
            name="ShuffleFigures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                *(
                    (name, models.PositiveBigIntegerField(default=0, help_text=text))
                    for name, text in NAMES.items()
                ),
            ],
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
