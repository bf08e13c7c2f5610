"""Copy the reports and mutes that are stored already into cases and restrictions."""

from datetime import UTC, datetime, timedelta

from django.db import migrations

KINDS = {
    "words": ("insults", "chat"),
    "stalling": ("stalling", "play"),
    "leaving": ("stopped", "play"),
    "collusion": ("signals", "fair"),
    "program": ("program", "fair"),
    "name": ("name", "profile"),
    "other": ("other", "other"),
}
"""Reason of a report so far -> its kind, and the subject of its case."""
START = "0" * 64
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def copy(apps, _editor):
    """Give every report a case, every mute a restriction, and the log of decisions its start."""
    Case, CaseReport, Report, Restriction, Silence = (
        apps.get_model("games", name)
        for name in ("Case", "CaseReport", "Report", "Restriction", "Silence")
    )
    cases = {}
    for report in Report.objects.order_by("pk").iterator():
        kind, room = KINDS[report.reason]
        is_open = report.status == "open"
        key = (report.reported_id, room)
        case = cases.get(key) if is_open else None
        if case is None:
            case = Case.objects.create(
                player_id=report.reported_id,
                room=room,
                urgency=20,
                opened_at=report.created_at,
                due_at=report.created_at + timedelta(hours=72),
                closed_at=None if is_open else report.created_at,
                upheld=None if is_open else report.status == "upheld",
            )
            if is_open:
                cases[key] = case
        made = CaseReport.objects.create(
            case=case,
            reporter_id=report.reporter_id,
            reported_id=report.reported_id,
            kind=kind,
            note=report.note,
            urgency=20,
            table_id=report.table_id,
            match=report.match,
            lines=_with_ids(apps, report.lines),
            status=report.status,
            decided_at=None if is_open else report.created_at,
        )
        CaseReport.objects.filter(pk=made.pk).update(created_at=report.created_at)
    for mute in Silence.objects.iterator():
        Restriction.objects.create(
            player_id=mute.player_id, kind="chat", starts_at=LONG_AGO, ends_at=mute.until
        )
    # their tables stay for the release before, but rows there would keep players from being deleted
    Report.objects.all().delete()
    Silence.objects.all().delete()
    apps.get_model("games", "ModLogHead").objects.create(pk=1, number=0, digest=START)


def _with_ids(apps, lines):
    """Return chat lines with the row ids of their authors in place of the names."""
    names = {line["player"] for line in lines}
    players = apps.get_model("games", "Player").objects.filter(name__in=names)
    ids = dict(players.values_list("name", "pk"))
    return [{**line, "player": ids.get(line["player"])} for line in lines]


class Migration(migrations.Migration):

    dependencies = [("games", "0034_moderation")]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
