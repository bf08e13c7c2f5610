"""Rows and sections of the moderators' desk, as its templates need them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias, cast

from accounts.models import User
from accounts.signup_bans import (
    domains_over,
    email_domain,
    known_addresses,
    others_at,
    others_with_domain,
)
from games.conduct.measures import (
    DAY,
    MEASURES,
    PROPOSED_MEASURES,
    RULES,
    TWO_PEOPLE,
    USUAL_RULES,
    Measure,
    lengths_of,
)
from games.conduct.reports import URGENT_FROM
from games.models import Appeal, Case, CaseReport, Player
from games.pages.moderation_facts import case_facts, person_figures
from games.pages.wording.conduct import length_words
from games.pages.wording.figures import finished_words
from games.pages.wording.moderation import (
    BLIND_VERDICTS,
    KINDS,
    RULE_TEXTS,
    measure_words,
    rule_name,
)
from games.pages.wording.moderation import (
    MEASURES as MEASURE_NAMES,
)
from games.selectors import cases as read
from games.selectors.blind_reviews import Judged, judgements_of, to_judge_blind
from games.selectors.conduct import finished_share
from games.selectors.faces import chosen_faces_by_name
from games.selectors.measures_in_force import InForce
from games.selectors.moderation_facts import other_open_cases
from games.services.cases import is_taken
from games.services.decisions import DISMISSAL

Json: TypeAlias = dict[str, Any]

REFUND_ROOMS: Final = frozenset({"fair", "rating"})
"""Rooms of cases in which rating points may be given back."""
OTHER_PLAYER_FACTS: Final = ("with", "favours")
"""Facts of a rule's report that are row ids of another player."""
DUE_SOON_WITHIN: Final = timedelta(hours=6)
"""Time before its term from which a case is marked."""
DOMAIN_BAN_DAYS: Final = (90, 180, 365)
"""Lengths in days that the form offers for a refusal of an e-mail domain."""
ADDRESS_BAN_DAYS: Final = (7, 14, 30)
"""Lengths in days that the form offers for a refusal of addresses."""
MAX_QUEUE_ROWS: Final = 20
"""Number of cases of the queue that stand beside an open case."""
MAX_PROPOSED_MINUTES: Final = 7 * 24 * 60
"""Longest length in minutes that a form proposes by itself."""


def tabs(moderator: User, current: str) -> Json:
    """Return the template context of the moderators' tabs, with the number of cases in each.

    `counts` maps a tab to text, `99+` for more; `current` is the tab that is open.
    """
    counts = read.queue_counts(moderator)
    most = read.MAX_COUNTED
    shown = {name: f"{most - 1}+" if n >= most else str(n) for name, n in counts.items()}
    return {"counts": shown, "tab": current}


def lengths(measure: str) -> tuple[int, ...]:
    """Return the lengths in minutes to choose from for a measure; [] if it is permanent."""
    return lengths_of(cast("Measure", measure))


def queue_rows(shown: Sequence[read.QueuedCase], moderator: User, now: datetime) -> list[Json]:
    """Return cases as dicts for rows of the moderators' queue.

    Cases still to be judged blind name nobody.
    """
    blind = to_judge_blind([queued.case for queued in shown], moderator)
    return [
        {**_queue_row(queued, moderator, now), "blind": queued.case.pk in blind} for queued in shown
    ]


def _queue_row(queued: read.QueuedCase, moderator: User, now: datetime) -> Json:
    """Return a case as a dict for a row of the moderators' queue."""
    case = queued.case
    kinds = list(dict.fromkeys(queued.kinds)) or ["other"]
    return {
        "case": case,
        "titles": [KINDS[kind][0] for kind in kinds],
        "urgent": case.urgency >= URGENT_FROM,
        "due": case.due_at < now + DUE_SOON_WITHIN,
        "late": case.due_at < now,
        "reports": len(queued.kinds),
        "automatic": queued.automatic,
        "lines": queued.hits,
        "taken_by": case.locked_by if is_taken(case, moderator, now) else None,
        "age": length_words(max(1, round((now - case.opened_at).total_seconds() / 60))),
    }


def case_context(case: Case, moderator: User, now: datetime) -> Json:
    """Return the template context of a case's page: reports, history, measures, proposal."""
    reports = read.reports_of(case)
    kinds = list(dict.fromkeys(report.kind for report in reports)) or ["other"]
    reporters = [report.reporter_id for report in reports if report.reporter_id]
    accuracies = read.accuracies_of(reporters, read.ACCURACY_AFTER)
    usual_measure = read.usual_measure(case.room)
    player = case.player
    facts = case_facts(player, reports, kinds)
    return {
        "case": case,
        "titles": [KINDS[kind][0] for kind in kinds],
        "urgent": case.urgency >= URGENT_FROM,
        "taken_by": case.locked_by if is_taken(case, moderator, now) else None,
        "mine": case.locked_by_id == moderator.pk,
        "lines": read.lines_of(reports),
        "hides": "threats" in kinds,
        "refunds": case.room in REFUND_ROOMS,
        "signup": None if case.closed_at else _signup(player),
        **facts,
        "reports": [_report_row(report, accuracies) for report in reports],
        "judgements": [judgement_row(judgement) for judgement in judgements_of(case)],
        "player": player,
        "figures": [] if player is None else person_figures(player),
        "chosen_faces": _faces_in(player, facts),
        "queue": queue_rows(read.queue(moderator, now)[:MAX_QUEUE_ROWS], moderator, now),
        "other_cases": _other_cases(case, moderator, now),
        "finishes": "" if player is None else finished_words(finished_share(player)),
        "history": []
        if player is None
        else [_event_row(event) for event in read.history_of(player)],
        "usual": None if usual_measure is None else _usual_row(*usual_measure),
        "measures": _measures(),
        "lengths": _lengths(),
        "rules": [(rule, rule_name(rule), RULE_TEXTS[rule][1]) for rule in RULES],
        "measure": "closure" if case.closure_by_id else _first_measure(case, kinds, usual_measure),
        "rule": case.closure.get("rule") or USUAL_RULES[kinds[0]],
        "waits_for_second": case.closure_by_id is not None,
        "own_proposal": case.closure_by_id == moderator.pk,
    }


def judgement_row(judgement: Judged) -> Json:
    """Return one moderator's blind judgement of a case in words, as a dict for the case's page."""
    return {
        "moderator": judgement.moderator,
        "at": judgement.at,
        "real": BLIND_VERDICTS[judgement.real],
        "controls": [BLIND_VERDICTS[verdict] for verdict in judgement.controls],
    }


def appeal_row(appeal: Appeal) -> Json:
    """Return an appeal against a moderators' decision as a dict, for a row of the list."""
    action = appeal.statement.action
    return {
        "appeal": appeal,
        "player": appeal.statement.player,
        "measure": measure_words(action.measure, action.starts_at, action.ends_at),
        "rule": rule_name(action.rule),
        "case": action.case,
        "statement": appeal.statement,
    }


def in_force_row(entry: InForce) -> Json:
    """Return a measure that is in force against a player as a dict, for a row of the list."""
    return {
        "row": entry,
        "measure": measure_words(entry.measure, entry.starts_at, entry.ends_at),
        "rule": rule_name(entry.rule),
    }


def _signup(player: Player | None) -> Json | None:
    """Return the numbers of accounts that share a player's e-mail domain and addresses.

    It is None for a player without an account. Moderators do not see the addresses themselves.
    """
    user = None if player is None else player.user
    if user is None or user.is_protected:
        return None
    domains = domains_over(email_domain(user.email))
    known = known_addresses(user)
    return {
        "domains": domains,
        "same_domain": others_with_domain(domains[0], user) if domains else 0,
        "addresses": len(known),
        "same_addresses": others_at(known, user) if known else 0,
        "domain_days": [(days, length_words(days * DAY)) for days in DOMAIN_BAN_DAYS],
        "address_days": [(days, length_words(days * DAY)) for days in ADDRESS_BAN_DAYS],
    }


def _report_row(report: CaseReport, accuracies: dict[int, int]) -> Json:
    """Return a report of a case as a dict, with the share of its author's upheld reports."""
    reporter = report.reporter_id
    others = {fact: report.facts[fact] for fact in OTHER_PLAYER_FACTS if fact in report.facts}
    names = dict(Player.objects.filter(pk__in=others.values()).values_list("pk", "name"))
    named = {fact: names.get(player, player) for fact, player in others.items()}
    return {
        "facts": [(name, named.get(name, value)) for name, value in report.facts.items()],
        "report": report,
        "kind": KINDS[report.kind][0],
        "accuracy": None if reporter is None else accuracies.get(reporter),
    }


def _event_row(event: read.PastEvent) -> Json:
    """Return an event of a player's history with moderators as a dict in words."""
    if event.kind == "action":
        words = f"{MEASURE_NAMES.get(event.name, event.name)}: {rule_name(event.rule)}"
    elif event.kind == "dismissed":
        words = str(KINDS[event.name][0])
    else:
        words = event.text
    return {"at": event.at, "kind": event.kind, "words": words, "reversed": event.reversed}


def _usual_row(measure: str, minutes: int | None, number: int, of: int) -> Json:
    """Return the measure taken most often in similar cases, in words, with its frequency."""
    return {
        "measure": MEASURE_NAMES[measure],
        "length": "" if minutes is None else length_words(minutes),
        "number": number,
        "of": of,
    }


def _measures() -> list[Json]:
    """Return the measures to choose from in a case; `two` marks those that need two moderators."""
    return [
        {"name": name, "title": MEASURE_NAMES[name], "two": name in TWO_PEOPLE}
        for name in (DISMISSAL, *MEASURES)
    ]


def _lengths() -> list[Json]:
    """Return every length that a measure may have, each with the measures that allow it."""
    measures_by_minutes: dict[int, list[str]] = {}
    for measure in MEASURES:
        for minutes in lengths_of(measure):
            measures_by_minutes.setdefault(minutes, []).append(measure)
    return [
        {
            "minutes": minutes,
            "words": length_words(minutes),
            "of": " ".join(measures_by_minutes[minutes]),
        }
        for minutes in sorted(measures_by_minutes)
    ]


def _faces_in(player: Player | None, facts: Json) -> dict[str, str]:
    """Return the chosen faces of the player of a case and of everybody in the shown results."""
    results = facts.get("results", {"rivals": [], "latest": []})
    rows = [*results["latest"], *(row for rival in results["rivals"] for row in rival["rows"])]
    names = {name for row in rows for name in row["faces"]}
    if player is not None:
        names.add(player.name)
    return chosen_faces_by_name(names)


def _other_cases(case: Case, moderator: User, now: datetime) -> list[Json]:
    """Return the other open cases about the same person, for the note on the case's page."""
    return [
        {
            "case": other,
            "titles": [KINDS[kind][0] for kind in read.kinds_of(other)],
            "taken_by": other.locked_by if is_taken(other, moderator, now) else None,
        }
        for other in other_open_cases(case, moderator)
    ]


def _first_measure(
    case: Case, kinds: Sequence[str], common_measure: tuple[str, int | None, int, int] | None
) -> str:
    """Return the measure selected at first: the usual one, or the proposal for the kind.

    A measure that is longer than MAX_PROPOSED_MINUTES, or needs two people, is never chosen beforehand, nor
    any for a case about nobody.
    """
    if case.player_id is None:
        return DISMISSAL
    if common_measure is None:
        return PROPOSED_MEASURES.get(kinds[0], DISMISSAL)
    if common_measure[0] not in MEASURES or common_measure[0] in TWO_PEOPLE:
        return DISMISSAL
    return common_measure[0] if (common_measure[1] or 0) <= MAX_PROPOSED_MINUTES else DISMISSAL
