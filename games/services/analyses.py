"""The queue of matches to be analysed, and the storage of the results.

The queue is in the database: it survives a restart, and several processes may work through it. A
process that takes a match has it for KEPT_FOR; the match of a process that died is free again after
that time.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.db.models import F, Q

from games.analysis import FORMAT, ahead_of, asks_something, can_analyse, in_order
from games.analysis.worker import OPPONENTS_KEY, PAIRS_KEY
from games.engine import Rules, ruleset_from_options
from games.models import Match, MatchAnalysis, Mistake, Seat, SeatAnalysis
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.services import match_end_handlers
from games.services.collusion_counts import store_opponent_decisions, store_pair_decisions
from games.services.records import packed

Json: TypeAlias = dict[str, Any]

KEPT_FOR: Final = timedelta(minutes=10)
"""Time that a worker has to analyse a match before another worker may take the match."""
MOST_TRIES: Final = 3
"""Number of attempts, counting those of processes that died, before a match is given up."""
MISTAKE_FROM: Final = 2.0
"""Loss, in card points or what weighs as much, from which a decision is stored as a mistake."""
VERSION: Final = int(FORMAT.rpartition("/")[2])
"""The version of the analyses that are made now."""
PRACTISED: Final = frozenset({"play", "exchange"})
"""Kinds of decisions that players can practise as exercises."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished match that a worker has taken from the queue of analyses, with its record."""

    match_id: int
    worker: str
    record: bytes
    """The match's record, compressed as it is stored."""


def queue_analysis(*, match: Match, rules: Rules, priority: int | None = None) -> bool:
    """Queue a finished match for analysis; return whether its rules can be analysed.

    Queueing a match again can only raise its priority. By default matches of people come before
    those of bots.
    """
    if not can_analyse(rules):
        return False
    if priority is None:
        people = any(seat.kind != PlayerKind.BOT for seat in match.seats.all())
        first = MatchAnalysis.First
        priority = first.PEOPLE if people else first.BOTS
    row, created = MatchAnalysis.objects.get_or_create(match=match, defaults={"priority": priority})
    if not created and row.priority > priority:
        waiting = MatchAnalysis.objects.filter(pk=row.pk, state=AnalysisState.WAITING)
        waiting.update(priority=priority)
    return True


def ask_for_analysis(*, match_id: str) -> bool:
    """Queue the analysis of a match for a person who asked; return False if it can have none.

    `match_id` is the match's public id. An analysis that failed before is tried again, and one made
    by an earlier version is made again, and stays readable until then.
    """
    finished = Match.objects.filter(public_id=match_id, status=MatchStatus.FINISHED)
    match = finished.select_related("ruleset").first()
    if match is None:
        return False
    rows = MatchAnalysis.objects.filter(match=match)
    wanted = rows.filter(_failed() | _outdated())
    wanted.update(state=AnalysisState.WAITING, tries=0)
    asked = MatchAnalysis.First.ASKED
    return queue_analysis(match=match, rules=_rules_of(match), priority=asked)


def _failed() -> Q:
    """Return the query condition that selects failed analyses."""
    return Q(state=AnalysisState.FAILED)


def _outdated() -> Q:
    """Return the query condition that selects finished analyses made by an earlier version."""
    return Q(state=AnalysisState.DONE, version__lt=VERSION)


def _rules_of(match: Match) -> Rules:
    """Return the engine's rules of a match, whose ruleset row must be loaded."""
    kind = match.ruleset
    return ruleset_from_options(kind.preset, match.players, kind.options).rules


def take_analysis(*, worker: str, now: datetime) -> Taken | None:
    """Take the next match from the queue for a worker; return None where no match waits.

    Workers that ask at the same moment get different matches. A match that was tried MOST_TRIES
    times is marked as failed on the way.
    """
    free = Q(state=AnalysisState.WAITING) | Q(
        state=AnalysisState.WORKING, taken_at__lt=now - KEPT_FOR
    )
    while True:
        shown = MatchAnalysis.objects.filter(free, match__status=MatchStatus.FINISHED)
        row = shown.order_by("priority", "match").first()
        if row is None:
            return None
        same = MatchAnalysis.objects.filter(free, pk=row.pk, taken_by=row.taken_by, tries=row.tries)
        if row.tries >= MOST_TRIES:
            same.update(state=AnalysisState.FAILED, taken_by="")
            continue
        if same.update(
            state=AnalysisState.WORKING, taken_by=worker, taken_at=now, tries=row.tries + 1
        ):
            return Taken(row.pk, worker, bytes(row.match.record.body))


@transaction.atomic
def keep_analysis(*, taken: Taken, body: Json, now: datetime) -> bool:
    """Store a worker's analysis of a match (`body`), with figures of its seats and mistakes.

    Return False, and store nothing, where another worker has taken the match meanwhile.
    """
    mine = MatchAnalysis.objects.filter(
        pk=taken.match_id, taken_by=taken.worker, state=AnalysisState.WORKING
    )
    stored_in_rows = (PAIRS_KEY, OPPONENTS_KEY)
    content, sha256 = packed(
        {name: value for name, value in body.items() if name not in stored_in_rows}
    )
    if not mine.update(
        state=AnalysisState.DONE,
        taken_by="",
        made_at=now,
        body=content,
        sha256=sha256,
        version=VERSION,
    ):
        return False
    match = Match.objects.get(pk=taken.match_id)
    players = dict(Seat.objects.filter(match=match).values_list("seat", "player"))
    _store_seat_figures(match, players, body)
    _store_mistakes(match, players, body)
    store_pair_decisions(match=match, pairs=body.get(PAIRS_KEY, ()))
    store_opponent_decisions(match=match, rows=body.get(OPPONENTS_KEY, ()))
    match_end_handlers.store_analysed(match, body)
    return True


def _store_seat_figures(match: Match, players: Mapping[int, int], body: Json) -> None:
    """Replace the decision figures of each seat of a match; `players` has player ids by seat."""
    assert match.finished_at is not None
    SeatAnalysis.objects.filter(match=match).delete()
    SeatAnalysis.objects.bulk_create(
        SeatAnalysis(
            match=match,
            seat=seat["seat"],
            player_id=players[seat["seat"]],
            finished_at=match.finished_at,
            decisions=seat["decisions"],
            best=seat["best"],
            loss=seat["loss"],
            errors=seat["errors"],
            accuracy=seat["accuracy"],
        )
        for seat in body["seats"]
        if seat["decisions"]
    )


def _store_mistakes(match: Match, players: Mapping[int, int], body: Json) -> None:
    """Replace the mistakes of a match: decisions that lost MISTAKE_FROM or more.

    `players` has player ids by seat. A mistake of an earlier analysis that somebody has answered
    stays, and is an exercise no longer unless it is one still.
    """
    assert match.finished_at is not None
    rows = [
        Mistake(
            match=match,
            at=decision["at"],
            seat=decision["seat"],
            player_id=players[decision["seat"]],
            loss=decision["judged"]["weight"],
            ahead=ahead_of(decision["judged"]),
            is_exercise=decision.get("kind", "play") in PRACTISED
            and asks_something(decision["judged"]),
            finished_at=match.finished_at,
        )
        for deal in body["deals"]
        for decision in in_order(deal)
        if decision["judged"]["weight"] >= MISTAKE_FROM
    ]
    earlier = Mistake.objects.filter(match=match)
    earlier.filter(tries=None, puzzle=None).delete()
    earlier.update(is_exercise=False)
    Mistake.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["match", "at"],
        update_fields=["loss", "ahead", "is_exercise"],
    )


def drop_analysis(*, taken: Taken, failed: bool) -> None:
    """Put a match back into the queue of analyses; with `failed`, mark its analysis as failed.

    Putting a match back takes back the try that was counted.
    """
    mine = MatchAnalysis.objects.filter(
        pk=taken.match_id, taken_by=taken.worker, state=AnalysisState.WORKING
    )
    if failed:
        mine.update(state=AnalysisState.FAILED, taken_by="")
    else:
        mine.update(state=AnalysisState.WAITING, taken_by="", tries=F("tries") - 1)


def record_of(taken: Taken) -> Json:
    """Return the record (`brisca-record/1`) of a match that was taken from the queue."""
    record: Json = json.loads(zlib.decompress(taken.record))
    return record


def queue_old(*, limit: int | None = None, again: bool = False) -> int:
    """Queue finished matches that have no analysis; return the number of matches queued.

    At most `limit` new matches are queued, the latest first. With `again`, matches whose analysis
    failed, or is of an earlier version, are queued as well.
    """
    missing = Match.objects.filter(status=MatchStatus.FINISHED, analysis=None, record__isnull=False)
    rows: list[MatchAnalysis] = []
    wanted = missing.select_related("ruleset").order_by("-finished_at", "-id")
    for match in wanted.iterator(chunk_size=500):
        if len(rows) == limit:
            break
        if can_analyse(_rules_of(match)):
            rows.append(MatchAnalysis(match=match, priority=MatchAnalysis.First.OLD))
    MatchAnalysis.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    return len(rows) + (_queue_again() if again else 0)


def _queue_again() -> int:
    """Queue the matches whose analysis failed or is outdated; return their number."""
    earlier = MatchAnalysis.objects.filter(_failed() | _outdated())
    return earlier.update(state=AnalysisState.WAITING, tries=0, priority=MatchAnalysis.First.OLD)
