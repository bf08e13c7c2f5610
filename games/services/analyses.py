"""The queue of matches to be analysed, and what an analysis leaves behind.

The queue is in the database: it survives a restart, and several processes may work it off. Who
takes a match has it for a while; a process that dies gives it back by that.
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

from games.analysis import ahead_of, asks_something, can_analyse
from games.engine import Rules, ruleset_from_options
from games.models import Match, MatchAnalysis, Mistake, Seat, SeatAnalysis
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.services.records import packed

Json: TypeAlias = dict[str, Any]

KEPT_FOR: Final = timedelta(minutes=10)
"""How long who took a match may work on it."""
MOST_TRIES: Final = 3
"""Processes that may die over a match, or fail, before it is left alone."""
MISTAKE_FROM: Final = 2.0
"""Card points, or what weighs as much, whose loss is kept as a mistake."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A match to be analysed."""

    match_id: int
    worker: str
    record: bytes
    """Its record, compressed as it is stored."""


def queue_analysis(*, match: Match, rules: Rules, priority: int | None = None) -> bool:
    """Have a finished match analysed some time; whether its game can be judged.

    Asked again it may only come sooner. Matches of people come before those of bots.
    """
    if not can_analyse(rules):
        return False
    if priority is None:
        people = any(seat.kind != PlayerKind.BOT for seat in match.seats.all())
        first = MatchAnalysis.First
        priority = first.PEOPLE if people else first.BOTS
    row, made = MatchAnalysis.objects.get_or_create(match=match, defaults={"priority": priority})
    if not made and row.priority > priority:
        waiting = MatchAnalysis.objects.filter(pk=row.pk, state=AnalysisState.WAITING)
        waiting.update(priority=priority)
    return True


def ask_for_analysis(*, match_id: str) -> bool:
    """Queue the analysis of this match; False where there can be none.

    `match_id` is its public id. What failed before is tried again.
    """
    found = Match.objects.filter(public_id=match_id, status=MatchStatus.FINISHED)
    match = found.select_related("ruleset").first()
    if match is None:
        return False
    failed = MatchAnalysis.objects.filter(match=match, state=AnalysisState.FAILED)
    failed.update(state=AnalysisState.WAITING, tries=0)
    asked = MatchAnalysis.First.ASKED
    return queue_analysis(match=match, rules=_rules_of(match), priority=asked)


def _rules_of(match: Match) -> Rules:
    kind = match.ruleset
    return ruleset_from_options(kind.preset, match.players, kind.options).rules


def take_analysis(*, worker: str, now: datetime) -> Taken | None:
    """Return the match to analyse next, now the worker's; None where none waits.

    Of several who ask at once each gets another.
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
    """Store what was found; False where somebody else has it meanwhile, and nothing is stored."""
    mine = MatchAnalysis.objects.filter(
        pk=taken.match_id, taken_by=taken.worker, state=AnalysisState.WORKING
    )
    content, sha256 = packed(body)
    if not mine.update(
        state=AnalysisState.DONE, taken_by="", made_at=now, body=content, sha256=sha256
    ):
        return False
    match = Match.objects.get(pk=taken.match_id)
    players = dict(Seat.objects.filter(match=match).values_list("seat", "player"))
    _store_seat_figures(match, players, body)
    _store_mistakes(match, players, body)
    return True


def _store_seat_figures(match: Match, players: Mapping[int, int], body: Json) -> None:
    """Replace how well each seat of a match decided; `players` are their ids by seat."""
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
    """Insert the cards that cost their player something; `players` are their ids by seat."""
    assert match.finished_at is not None
    Mistake.objects.bulk_create(
        [
            Mistake(
                match=match,
                at=play["at"],
                seat=play["seat"],
                player_id=players[play["seat"]],
                loss=play["judged"]["weight"],
                ahead=ahead_of(play["judged"]),
                is_exercise=asks_something(play["judged"]),
                finished_at=match.finished_at,
            )
            for deal in body["deals"]
            for play in deal["plays"]
            if play["judged"] is not None and play["judged"]["weight"] >= MISTAKE_FROM
        ],
        ignore_conflicts=True,
    )


def drop_analysis(*, taken: Taken, failed: bool) -> None:
    """Give a match back: to be tried again, or where it cannot be analysed to be left alone."""
    mine = MatchAnalysis.objects.filter(
        pk=taken.match_id, taken_by=taken.worker, state=AnalysisState.WORKING
    )
    if failed:
        mine.update(state=AnalysisState.FAILED, taken_by="")
    else:
        mine.update(state=AnalysisState.WAITING, taken_by="", tries=F("tries") - 1)


def record_of(taken: Taken) -> Json:
    """Return the record of a match that was taken."""
    found: Json = json.loads(zlib.decompress(taken.record))
    return found


def queue_old(*, limit: int | None = None, again: bool = False) -> int:
    """Queue finished matches that were never analysed; gives how many.

    With `again` also those whose analysis failed.
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
    more = 0
    if again:
        failed = MatchAnalysis.objects.filter(state=AnalysisState.FAILED)
        more = failed.update(state=AnalysisState.WAITING, tries=0)
    return len(rows) + more
