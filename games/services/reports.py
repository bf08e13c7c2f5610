"""Reports about players and notices of illegal content, gathered in cases."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

import orjson
from django.db import transaction
from django.utils import timezone

from games.common.errors import ReportError
from games.conduct import reports as rules
from games.conduct.chat_filter import is_threat, too_many_bad
from games.models import (
    Case,
    CaseReport,
    ChatLine,
    Match,
    ModNote,
    Player,
    Statement,
    Table,
)
from games.models.people import PlayerKind
from games.selectors.cases import MESSAGES_ROOM, accuracy_of
from games.selectors.messages import message_to
from games.selectors.restrictions import is_restricted

Json: TypeAlias = dict[str, Any]

LINES_AROUND: Final = 20
"""Number of chat lines kept before, and after, the lines that a report is about."""
PER_DAY: Final = 10
"""Maximum number of reports that one player may send within a day."""
OPEN_ON_ONE: Final = 3
"""Maximum number of a player's open reports on the same other player."""
MAX_NOTE: Final = 500
MAX_PICKED: Final = 20
"""Maximum number of chat lines that a report may be about."""
WATCHED_LINES: Final = 40
"""Number of a player's latest lines in own words among which bad ones are counted."""
HIDDEN_BY: Final = 3
"""Number of people whose reports hide a chat line until it is decided on."""
QUIET_AFTER_DISMISSAL: Final = timedelta(days=30)
"""Time after a dismissal in which a rule of the site does not report the same again."""
TRUSTED_ACCURACY: Final = 50
"""Accuracy in percent from which a report counts towards hiding a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Place of what is reported: table, match, chat lines or message; all are optional."""

    table: Table | None = None
    match: str = ""
    """Public id of the match."""
    seq: int = 0
    """Sequence number of the match's entry."""
    lines: Sequence[int] = field(default=())
    """Row ids of the chat lines that the report is about."""
    message: int | None = None
    """Row id of the message between the two that the report is about; no other goes with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice of illegal content, as article 16 of the Digital Services Act describes it."""

    address: str
    """Address of the page with the content."""
    reason: str
    name: str = ""
    email: str = ""
    """Where the answer is sent; both may be empty for crimes against children."""
    player: Player | None = None
    """Whom the content is from, if known."""


@transaction.atomic
def send_report(
    *, player: Player, other: Player, kind: str, note: str = "", occasion: Occasion | None = None
) -> CaseReport:
    """Report a player to the moderators; return the report.

    It joins the open case about the same player and subject, or opens one. Chat lines around the
    occasion are copied with it, and a hash of them.

    Raises:
        ReportError: `oneself`, `house_bot`, `bad_kind`, `no_account`, `too_many` for the day, or
            `too_many_on_one`.
    """
    _check(player, other, kind)
    Player.objects.select_for_update().get(pk=player.pk)  # what is counted stays true
    _check_numbers(player, other)
    where = occasion or Occasion()
    score = rules.report_urgency(kind, accuracy=accuracy_of(player), marked=is_restricted(player))
    more = {"reporter": player, "note": note.strip()[:MAX_NOTE], **_context(where, player, other)}
    report = _store(other, kind, score, more)
    _hide_lines(other, where.lines)
    return report


@transaction.atomic
def send_automatic(
    *, player: Player, kind: str, facts: Mapping[str, Any], lines: Sequence[ChatLine] = ()
) -> CaseReport | None:
    """Report a player by a rule of the site, with the chat lines it is about; return the report.

    Return None, and store nothing, while the rule's last report of this kind is open, or was
    dismissed in the last 30 days.
    """
    now = timezone.now()
    earlier = CaseReport.objects.filter(reported=player, kind=kind, automatic=True)
    recent = earlier.filter(
        status=CaseReport.Status.DISMISSED, decided_at__gt=now - QUIET_AFTER_DISMISSAL
    )
    if earlier.filter(status=CaseReport.Status.OPEN).exists() or recent.exists():
        return None
    score = rules.report_urgency(kind, accuracy=50, automatic=True)
    more = {
        "automatic": True,
        "facts": dict(facts),
        **_kept([_line(line, hit=True) for line in lines]),
    }
    return _store(player, kind, score, more)


@transaction.atomic
def report_bad_lines(*, line: ChatLine) -> CaseReport | None:
    """Report the author of a bad chat line if there are too many of them, or at once for a threat.

    Return the report with the latest bad lines, or None where none is due.
    """
    own = ChatLine.objects.filter(player=line.player).exclude(text="").order_by("-pk")
    latest = list(own[:WATCHED_LINES])
    bad = [line for line in latest if line.bad]
    threat = is_threat(line.text)
    if not threat and not too_many_bad(len(bad), len(latest)):
        return None
    return send_automatic(
        player=line.player,
        kind="threats" if threat else "insults",
        facts={"bad": len(bad), "of": len(latest)},
        lines=list(reversed(bad[:LINES_AROUND])),
    )


@transaction.atomic
def send_notice(*, notice: Notice) -> CaseReport:
    """Store a notice of illegal content, which anybody may send; return it.

    Raises:
        ReportError: `no_address`, or `no_reason`.
    """
    if not notice.address.strip():
        raise ReportError("no_address")
    if not notice.reason.strip():
        raise ReportError("no_reason")
    score = rules.report_urgency(rules.ILLEGAL, accuracy=50)
    more = {
        "note": notice.reason.strip()[:MAX_NOTE],
        "address": notice.address.strip(),
        "name": notice.name.strip(),
        "email": notice.email.strip(),
    }
    return _store(notice.player, rules.ILLEGAL, score, more)


@transaction.atomic
def forget_cases(*, player: Player) -> None:
    """Delete a deleted account's words in reports, and the statements and notes about its player.

    Cases, decisions and the reports of others remain as facts about a player without a name.
    """
    CaseReport.objects.filter(reporter=player).update(note="", reporter=None)
    Statement.objects.filter(player=player).delete()
    ModNote.objects.filter(player=player).delete()


def _check(player: Player, other: Player, kind: str) -> None:
    """Refuse reports about oneself or house bots, of unknown kinds, and by guests.

    Raises:
        ReportError: with a code.
    """
    if player.pk == other.pk:
        raise ReportError("oneself")
    if other.bot:
        raise ReportError("house_bot")
    if kind not in rules.KINDS:
        raise ReportError("bad_kind")
    if player.kind == PlayerKind.GUEST:
        raise ReportError("no_account")


def _check_numbers(player: Player, other: Player) -> None:
    """Refuse a report of a player who has sent too many.

    Raises:
        ReportError: `too_many` or `too_many_on_one`.
    """
    own = CaseReport.objects.filter(reporter=player)
    if own.filter(created_at__gt=timezone.now() - timedelta(days=1)).count() >= PER_DAY:
        raise ReportError("too_many")
    open_ones = own.filter(reported=other, status=CaseReport.Status.OPEN)
    if open_ones.count() >= OPEN_ON_ONE:
        raise ReportError("too_many_on_one")


def _store(player: Player | None, kind: str, score: int, fields: Mapping[str, Any]) -> CaseReport:
    """Store a report in the open case about its player and subject, opening one if needed."""
    now = timezone.now()
    room, due = rules.room_of(kind), now + timedelta(hours=rules.term_hours(kind))
    case = _open_case(player, room, due, now)
    report = CaseReport.objects.create(
        case=case, reported=player, kind=kind, urgency=score, **fields
    )
    scores = case.reports.filter(status=CaseReport.Status.OPEN).values_list("urgency", flat=True)
    case.urgency, case.due_at = rules.case_urgency(scores), min(case.due_at, due)
    case.later_until = None
    case.save(update_fields=["urgency", "due_at", "later_until"])
    return report


def _open_case(player: Player | None, room: str, due: datetime, now: datetime) -> Case:
    """Return the open case about a player and subject, locked; open a new one for no player."""
    if player is None:
        return Case.objects.create(room=room, opened_at=now, due_at=due)
    case, _created = Case.objects.get_or_create(
        player=player, room=room, closed_at=None, defaults={"opened_at": now, "due_at": due}
    )
    return Case.objects.select_for_update().get(pk=case.pk)


def _context(where: Occasion, player: Player, other: Player) -> Json:
    """Return a report's fields that say where the incident happened, with the chat around it."""
    lines = [*_lines_around(where, other), *_reported_message(where.message, player, other)]
    match = where.match or (
        where.table.match.public_id if where.table is not None and where.table.match else ""
    )
    return {
        "table": where.table,
        "match": match,
        "seq": where.seq,
        "facts": _facts(match),
        **_kept(lines),
    }


def _kept(lines: list[Json]) -> Json:
    """Return the report fields that hold copied chat lines and their SHA-256."""
    digest = hashlib.sha256(orjson.dumps(lines)).hexdigest() if lines else ""
    return {"lines": lines, "lines_digest": digest}


def _lines_around(where: Occasion, other: Player) -> list[Json]:
    """Return the chat lines around the reported ones, or around a player's latest, as JSON.

    Lines are LINES_AROUND before the first and after the last of those that the report is about;
    `hit` marks these.
    """
    if where.table is None:
        return []
    lines = ChatLine.objects.filter(table=where.table)
    picked = set(where.lines[:MAX_PICKED])
    about = sorted(lines.filter(pk__in=picked, player=other).values_list("pk", flat=True))
    if not about:
        about = list(lines.filter(player=other).order_by("-pk").values_list("pk", flat=True)[:1])
    first, last = (about[0], about[-1]) if about else (2**62, 2**62)
    before = list(lines.filter(pk__lt=first).order_by("-pk")[:LINES_AROUND])
    within = lines.filter(pk__gte=first, pk__lte=last).order_by("pk")[: 2 * LINES_AROUND]
    after = lines.filter(pk__gt=last).order_by("pk")[:LINES_AROUND]
    shown = [*reversed(before), *within, *after]
    return [_line(line, hit=line.pk in picked) for line in shown]


def _reported_message(message: int | None, player: Player, other: Player) -> list[Json]:
    """Return the direct message that a player reports, as a list of at most one line (JSON)."""
    reported = None if message is None else message_to(player, message)
    if reported is None or reported.author_id != other.pk:
        return []
    return [
        {
            "id": reported.pk,
            "at": reported.created_at.isoformat(),
            "player": other.pk,
            "room": MESSAGES_ROOM,
            "phrase": "",
            "text": reported.text,
            "hit": True,
        }
    ]


def _line(line: ChatLine, *, hit: bool) -> Json:
    """Return a chat line as JSON for a report, its author by row id."""
    return {
        "id": line.pk,
        "at": line.at.isoformat(),
        "player": line.player_id,
        "room": line.room,
        "phrase": line.phrase,
        "text": line.text,
        "hit": hit,
    }


def _facts(match_id: str) -> Json:
    """Return facts on a reported match: number of the current deal, players, time of beginning."""
    match = Match.objects.filter(public_id=match_id).first() if match_id else None
    if match is None:
        return {}
    seats = match.seats.order_by("seat").values_list("player_id", flat=True)
    return {
        "deal": match.deals.count() + (match.finished_at is None),
        "seats": list(seats),
        "began": match.started_at.isoformat(),
    }


def _hide_lines(author: Player, picked: Collection[int]) -> None:
    """Hide those chat lines that HIDDEN_BY different people with a good record have reported."""
    if not picked:
        return
    reports = CaseReport.objects.filter(reported=author, status=CaseReport.Status.OPEN)
    people: dict[int, set[int]] = {}
    for report in reports.exclude(reporter=None).select_related("reporter"):
        assert report.reporter is not None, "excluded"
        if accuracy_of(report.reporter) < TRUSTED_ACCURACY:
            continue
        for line in report.lines:
            if line.get("hit") and line["id"] in picked and line["room"] != MESSAGES_ROOM:
                people.setdefault(line["id"], set()).add(report.reporter.pk)
    hidden = [line for line, reporters in people.items() if len(reporters) >= HIDDEN_BY]
    ChatLine.objects.filter(pk__in=hidden, player=author).update(hidden=True)
