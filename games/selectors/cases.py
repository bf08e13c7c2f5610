"""Reads for the moderators' desk: the queue, a case with all that belongs to it, and appeals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.contrib.auth import get_user_model
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.moderators import MODERATORS_GROUP
from games.conduct.reports import accuracy
from games.models import Appeal, Case, CaseReport, ModAction, ModNote, Player, Statement

if TYPE_CHECKING:
    from accounts.models import User

Json: TypeAlias = dict[str, Any]

CASES_PER_PAGE: Final = 50
"""Number of cases on one page of the queue."""
MESSAGES_ROOM: Final = "messages"
"""Room of a line of a report that is a message between two people, not of a table's chat."""
MAX_COUNTED: Final = 100
"""Maximum count of rows that a tab of the moderators' pages shows."""
MAX_HISTORY: Final = 30
"""Number of decisions and reports about a player that a case shows."""
ACCURACY_AFTER: Final = 5
"""Number of decided reports from which their author's accuracy is shown."""
MAX_COMPARED_DECISIONS: Final = 500
"""Number of the latest decisions from which the usual measure is counted."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An entry of a player's history for moderators: a decision, a dismissed report, or a note."""

    at: datetime
    kind: str
    """`action`, `dismissed` or `note`."""
    name: str
    """Measure of an action, kind of a report; empty for a note."""
    rule: str = ""
    text: str = ""
    reversed: bool = False


def moderators() -> QuerySet[User]:
    """Return the accounts that may decide cases, the superusers among them."""
    people = get_user_model().objects.filter(is_active=True, is_staff=True)
    return people.filter(Q(groups__name=MODERATORS_GROUP) | Q(is_superuser=True)).distinct()


def accuracy_of(player: Player) -> int:
    """Return the percentage of a player's decided reports that were upheld; 50 without any."""
    return accuracies_of([player.pk])[player.pk]


def accuracies_of(players: Sequence[int], least: int = 0) -> dict[int, int]:
    """Return player (row id) -> percentage of the player's decided reports that were upheld.

    Players with fewer than `least` decided reports are left out.
    """
    decided = CaseReport.objects.filter(reporter__in=players).exclude(status=CaseReport.Status.OPEN)
    rows = decided.values_list("reporter", "status").annotate(n=Count("pk")).order_by()
    numbers: dict[int, Counter[str]] = {player: Counter() for player in players}
    for player, status, number in rows if players else ():
        numbers[player][status] = number
    upheld = CaseReport.Status.UPHELD
    return {
        player: accuracy(counts[upheld], counts.total())
        for player, counts in numbers.items()
        if counts.total() >= least
    }


def open_cases(moderator: User) -> QuerySet[Case]:
    """Return the open cases that a moderator may see: none about themselves."""
    return Case.objects.filter(closed_at=None).exclude(player__user=moderator)


@dataclass(frozen=True, slots=True)
class QueuedCase:
    """A case as the moderators' queue shows it."""

    case: Case
    kinds: list[str]
    """Kinds of the case's open reports, the earliest first."""
    automatic: bool
    """Whether a rule of the site made a report."""
    hits: int
    """Number of chat lines that the reports are about."""


def queue(moderator: User, now: datetime, *, own: bool = False, page: int = 0) -> list[QueuedCase]:
    """Return a page of the open cases, most urgent first, then by due time; `page` counts from 0.

    CASES_PER_PAGE + 1 cases are returned if there is a further page. Cases that were put off are
    left out until their time; with `own` only cases that the moderator works on are returned.
    """
    cases = open_cases(moderator)
    if own:
        cases = cases.filter(locked_by=moderator)
    else:
        cases = cases.filter(Q(later_until=None) | Q(later_until__lte=now))
    cases = cases.order_by("-urgency", "due_at", "pk").select_related("player", "locked_by")
    shown = list(cases[page * CASES_PER_PAGE : (page + 1) * CASES_PER_PAGE + 1])
    reports = CaseReport.objects.filter(case__in=shown, status=CaseReport.Status.OPEN)
    by_case: dict[int, list[CaseReport]] = {case.pk: [] for case in shown}
    for report in reports.only("case", "kind", "automatic", "lines").order_by("pk"):
        by_case[report.case_id].append(report)
    return [_queued(case, by_case[case.pk]) for case in shown]


def _queued(case: Case, reports: Sequence[CaseReport]) -> QueuedCase:
    """Return a case as the moderators' queue shows it, with a summary of its open reports."""
    return QueuedCase(
        case,
        kinds=[report.kind for report in reports],
        automatic=any(report.automatic for report in reports),
        hits=sum(bool(line.get("hit")) for report in reports for line in report.lines),
    )


def queue_counts(moderator: User) -> dict[str, int]:
    """Return the numbers of `open` cases, the `own` ones that the moderator took, and `appeals`.

    Each is counted up to MAX_COUNTED, so that a long queue takes no longer than a short one.
    """
    cases = open_cases(moderator)
    return {
        "open": _count(cases),
        "own": _count(cases.filter(locked_by=moderator)),
        "appeals": _count(open_appeals(moderator)),
    }


def _count(rows: QuerySet[Any]) -> int:
    """Return the number of rows in a query, counted up to MAX_COUNTED."""
    return rows.order_by()[:MAX_COUNTED].count()


def overdue(moderator: User, now: datetime) -> int:
    """Return the number of open cases that were due by `now`, at most MAX_COUNTED."""
    return _count(open_cases(moderator).filter(due_at__lt=now))


def visible_case(case_id: int, moderator: User) -> Case | None:
    """Return a case (row id) that a moderator may see, with its player; None without such a case."""
    cases = Case.objects.exclude(player__user=moderator)
    return (
        cases.select_related("player__user", "locked_by", "closure_by").filter(pk=case_id).first()
    )


def reports_of(case: Case) -> list[CaseReport]:
    """Return the reports of a case, the first one first, with reporters and tables."""
    return list(case.reports.select_related("reporter", "table").order_by("pk")[:CASES_PER_PAGE])


def kinds_of(case: Case) -> list[str]:
    """Return the kinds of the open reports of a case, each once, the first one first."""
    reports = case.reports.filter(status=CaseReport.Status.OPEN).order_by("pk")
    return list(dict.fromkeys(reports.values_list("kind", flat=True)))


def lines_of(reports: Sequence[CaseReport]) -> list[Json]:
    """Return the chat lines of a case's reports, each once and in order, with authors' names.

    The key `hit` of a line is True if any report is about it, False if it only stood near.
    """
    lines: dict[tuple[bool, int], Json] = {}
    for report in reports:
        for line in report.lines:
            key = (line.get("room") == MESSAGES_ROOM, line.get("id", id(line)))
            line_so_far = lines.setdefault(key, dict(line))
            line_so_far["hit"] = line_so_far.get("hit", False) or line.get("hit", False)
    names = dict(
        Player.objects.filter(pk__in={line["player"] for line in lines.values()}).values_list(
            "pk", "name"
        )
    )
    ordered = sorted(lines.values(), key=lambda line: (line["at"], line.get("id", 0)))
    return [{**line, "name": names.get(line["player"], "")} for line in ordered]


def history_of(player: Player) -> list[PastEvent]:
    """Return a player's history for moderators, latest first: decisions, reports, notes."""
    actions = ModAction.objects.filter(player=player.pk).order_by("-number")[:MAX_HISTORY]
    taken_back = {row.reverses for row in actions if row.reverses is not None}
    events = [
        PastEvent(row.at, "action", row.measure, row.rule, reversed=row.number in taken_back)
        for row in actions
        if row.measure not in ("dismissal", "reversal")
    ]
    dismissed = CaseReport.objects.filter(reported=player, status=CaseReport.Status.DISMISSED)
    events += [
        PastEvent(report.decided_at or report.created_at, "dismissed", report.kind)
        for report in dismissed.order_by("-pk")[:MAX_HISTORY]
    ]
    notes = ModNote.objects.filter(player=player)[:MAX_HISTORY]
    events += [PastEvent(note.at, "note", "", text=note.text) for note in notes]
    return sorted(events, key=lambda event: event.at, reverse=True)[:MAX_HISTORY]


def usual_measure(room: str) -> tuple[str, int | None, int, int] | None:
    """Return the measure taken most often in the latest decisions on a subject (`room`), or None.

    The tuple is (measure, its length in minutes or None, how often it was taken, number of
    decisions).
    """
    rows = ModAction.objects.filter(scope=room).exclude(measure__in=("reversal", "proposal"))
    counts: Counter[tuple[str, int | None]] = Counter()
    for row in rows.order_by("-number")[:MAX_COMPARED_DECISIONS]:
        length = None
        if row.ends_at is not None and row.starts_at is not None:
            length = round((row.ends_at - row.starts_at).total_seconds() / 60)
        counts[row.measure, length] += 1
    if not counts:
        return None
    (measure, length), number = counts.most_common(1)[0]
    return measure, length, number, counts.total()


def open_appeals(moderator: User) -> QuerySet[Appeal]:
    """Return appeals without an answer that a moderator may see, the oldest first."""
    appeals = Appeal.objects.filter(answered_at=None).exclude(statement__player__user=moderator)
    return appeals.select_related("statement__player", "statement__action").order_by("at", "pk")


def statements_of(player: Player) -> list[Statement]:
    """Return moderators' statements to a player, latest first, with log rows and appeals."""
    return list(
        Statement.objects.filter(player=player).select_related("action", "appeal")[:MAX_HISTORY]
    )


def reports_by(player: Player) -> list[CaseReport]:
    """Return the reports that a player has sent, latest first, up to a maximum."""
    rows = CaseReport.objects.filter(reporter=player).select_related("reported")
    return list(rows.order_by("-created_at", "-pk")[:MAX_HISTORY])


def unread_decisions(player: OuterRef) -> tuple[Exists, Exists]:
    """Return two query conditions: a player has an unread statement; an unread outcome of a report.

    `player` refers to the row id of the player in the outer query.
    """
    statements = Statement.objects.filter(player=player, read_at=None, withdrawn_at=None)
    outcomes = CaseReport.objects.filter(reporter=player, outcome_read_at=None)
    return Exists(statements), Exists(outcomes.exclude(status=CaseReport.Status.OPEN))
