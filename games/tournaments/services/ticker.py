"""The ticker of tournaments: finds what is due, and does the next step of each.

Every step is one transaction that locks the tournament and looks again at what is to be done. So it
can be run by any number of processes, stopped between any two steps, and run again.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.common.pacing import rest
from games.models.matches import MatchStatus
from games.services.match_ends import open_held
from games.tournaments.models import Tournament, TournamentGame, TournamentRound
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import Format, RoundStage, TournamentStatus
from games.tournaments.services import arena, daily, playing, rounds, series, starting
from games.tournaments.services.entries import has_checkin
from games.tournaments.services.results import repair_game
from games.tournaments.services.seats import Seated, seat_batch

log = logging.getLogger("games.tournaments")

RETRY: Final = timedelta(seconds=60)
"""Time after which a step that failed is tried again."""
MAX_FAILURES: Final = 3
"""Failures in a row after which a tournament is paused, and its organiser told why."""
LOOK_AGAIN: Final = timedelta(seconds=30)
"""Time after which the games of a round are looked at again."""
MAX_STEPS: Final = 200
"""Most steps in one run of the ticker."""
HELD_BATCH: Final = 20
"""Matches of rounds that are over, published in one run of the ticker."""


@dataclass(slots=True)
class Ticked:
    """Changes made by due steps of tournaments: tables and events (public ids), players.

    The players are row ids.
    """

    tables: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    checkins: list[str] = field(default_factory=list)
    """Public ids of tournaments whose check-in has just begun."""


def tick(*, now: datetime, work_share: float = 1.0) -> Ticked:
    """Do the due steps of all tournaments; return the tables, events and players concerned.

    With a `work_share` (0 to 1) below 1 it rests after each step, so that it works for that share
    of the time.
    """
    done = Ticked()
    for _ in range(MAX_STEPS):
        due = _due_tournaments(now)
        if not due:
            break
        for pk in due:
            began = time.monotonic()
            _step_or_fail(pk, now, done)
            rest(began=began, work_share=work_share)
    publish_held(now=now)
    return done


def _due_tournaments(now: datetime) -> QuerySet[Tournament, int]:
    """Return the row ids of tournaments whose next step is due, the longest due first."""
    open_games = TournamentGame.objects.filter(
        round__tournament=OuterRef("pk"), kind=GameKind.GAME, done_at=None
    )
    playing_done = Q(
        Q(status=TournamentStatus.RUNNING, stage=RoundStage.PLAYING) & ~Exists(open_games)
    ) & ~Q(format__in=(Format.ARENA, Format.DAILY))
    playing_done &= Q(failures=0)  # a step that failed waits for `next_at`
    timed = Q(
        status__in=(TournamentStatus.OPEN, TournamentStatus.CHECKIN, TournamentStatus.RUNNING),
        next_at__lte=now,
    ) & ~Q(stage=RoundStage.PAUSED)
    due = Tournament.objects.filter(timed | playing_done).order_by("next_at")
    return due.values_list("pk", flat=True)[:50]


def _step_or_fail(pk: int, now: datetime, done: Ticked) -> None:
    """Do the next step of a tournament; if it fails, store that, to retry it later."""
    before = Tournament.objects.values_list("version", "next_at").get(pk=pk)
    try:
        step(pk, now=now, done=done)
    except Exception as error:
        log.exception("tournament %s failed", pk)
        note_failure(pk, now=now, error=error, before=before)


@transaction.atomic
def note_failure(
    pk: int, *, now: datetime, error: Exception, before: tuple[int, datetime | None]
) -> None:
    """Store that a step of a tournament (row id) failed; it is retried after RETRY.

    After MAX_FAILURES the tournament is paused. Nothing is noted where another process has taken
    the step meanwhile: `before` are the version and the moment of the step when it was begun.
    """
    tournament = Tournament.objects.select_for_update().get(pk=pk)
    if (tournament.version, tournament.next_at) != before:
        return
    tournament.failures += 1
    tournament.next_at = now + RETRY
    if tournament.failures >= MAX_FAILURES:
        tournament.stage = RoundStage.PAUSED
        tournament.problem = f"{type(error).__name__}"[:200]
    tournament.version += 1
    tournament.save(update_fields=["failures", "next_at", "stage", "problem", "version"])


def step(pk: int, *, now: datetime, done: Ticked) -> None:
    """Do the next step of one tournament (row id), if it is still due once locked.

    What changes is added to `done`. A round is planned before: no lock is held while the pairs are
    found.
    """
    tournament = Tournament.objects.select_related("ruleset").get(pk=pk)
    planned = rounds.plan_next(tournament) if _is_to_be_paired(tournament, now) else None
    _locked_step(pk, now, done, planned)


def _is_to_be_paired(tournament: Tournament, now: datetime) -> bool:
    """Return True if the next round of a tournament should be paired now."""
    return (
        tournament.status == TournamentStatus.RUNNING
        and tournament.stage == RoundStage.PAIRING
        and tournament.format not in (Format.ARENA, Format.DAILY)
        and _is_due(tournament, now)
    )


@transaction.atomic
def _locked_step(pk: int, now: datetime, done: Ticked, planned: rounds.PlannedRound | None) -> None:
    """Do the next step of one tournament in a transaction that locks the tournament."""
    tournament = _lock_unless_taken(pk)
    if tournament is None:  # another process does it
        return
    version, next_at = tournament.version, tournament.next_at
    if tournament.status == TournamentStatus.OPEN and _is_due(tournament, now):
        starting.open_checkin(tournament, now)
        if has_checkin(tournament):
            done.checkins.append(tournament.public_id)
    elif tournament.status == TournamentStatus.CHECKIN and _is_due(tournament, now):
        starting.start(tournament, now)
        series.announce_next(tournament, now)
    elif tournament.status == TournamentStatus.RUNNING:
        _run(tournament, now, done, planned)
    if tournament.failures and (tournament.version, tournament.next_at) != (version, next_at):
        Tournament.objects.filter(pk=pk).update(failures=0)
    if tournament.version != version:
        done.tournaments.append(tournament.public_id)


def _lock_unless_taken(pk: int) -> Tournament | None:
    """Return a tournament (row id), locked; None where another transaction has locked it."""
    rows = Tournament.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.select_related("ruleset").filter(pk=pk).first()


def _is_due(tournament: Tournament, now: datetime) -> bool:
    """Return True if the time of a tournament's next step has come."""
    return tournament.next_at is not None and tournament.next_at <= now


def _run(
    tournament: Tournament, now: datetime, done: Ticked, planned: rounds.PlannedRound | None
) -> None:
    """Do the next step of a running, locked tournament, by its format and stage."""
    if tournament.stage == RoundStage.PAUSED:
        return
    if tournament.format == Format.ARENA:
        _add(done, arena.run(tournament, now))
    elif tournament.format == Format.DAILY:
        _add(done, daily.run(tournament, now))
    elif planned is not None and _is_to_be_paired(tournament, now):
        rounds.pair_round(tournament, now, planned)
    elif tournament.stage == RoundStage.SEATING and _is_due(tournament, now):
        _add(done, seat_batch(tournament, now))
    elif tournament.stage == RoundStage.PLAYING:
        done.tables += _watch_round(tournament, now)
    elif tournament.stage == RoundStage.SCORING:
        rounds.score(tournament, now)


def _add(done: Ticked, more: Seated) -> None:
    """Add the tables and players of another step to the collected changes."""
    done.tables += more.tables
    done.players += more.players


def _watch_round(tournament: Tournament, now: datetime) -> list[str]:
    """Check a round in progress: score it if all games are done, else act on late games.

    Return the tables that changed.
    """
    row = tournament.round_rows.get(number=tournament.round)
    _repair(row, now)
    if rounds.is_over(row):
        tournament.stage, tournament.next_at = RoundStage.SCORING, now
        tournament.version += 1
        tournament.save(update_fields=["stage", "next_at", "version"])
        return []
    lost = playing.time_lost(row, now)
    changed = playing.help_late(tournament, row, now, forfeit_after=playing.FORFEIT_AFTER)
    tournament.next_at = now if changed and rounds.is_over(row) else _next_look(row, now, lost)
    tournament.save(update_fields=["next_at"])
    return changed


def _next_look(row: TournamentRound, now: datetime, lost: timedelta) -> datetime:
    """Return the time to check a round again: its next time limit, or after LOOK_AGAIN."""
    assert row.began_at is not None
    assert row.ends_at is not None
    limits = (row.began_at + playing.FORFEIT_AFTER, row.ends_at, row.ends_at + playing.VOID_AFTER)
    return min([now + LOOK_AGAIN, *(limit + lost for limit in limits if limit + lost > now)])


def _repair(row: TournamentRound, now: datetime) -> None:
    """Store the results of finished matches for a round's games that still lack them."""
    lagging = row.games.filter(kind=GameKind.GAME, done_at=None).exclude(
        match__status=MatchStatus.PLAYING
    )
    for game in lagging.select_related("match", "round__tournament"):
        repair_game(game, now)


def publish_held(*, now: datetime) -> int:
    """Publish matches kept hidden while others played their decks; return their number.

    One that cannot be published is logged, and does not hold up the others.
    """
    return sum(_open_or_log(match, now) for match in _held_too_long() if match is not None)


def _held_too_long() -> QuerySet[TournamentGame, int | None]:
    """Return up to HELD_BATCH row ids of hidden matches whose rounds are over."""
    over = Q(round__closed_at__isnull=False) | Q(
        round__tournament__status=TournamentStatus.CANCELLED
    )
    held = TournamentGame.objects.filter(over, match__status=MatchStatus.HELD)
    return held.order_by("done_at", "pk").values_list("match_id", flat=True)[:HELD_BATCH]


def _open_or_log(match: int, now: datetime) -> bool:
    """Publish a hidden match (row id); log an error instead of raising; return True if done."""
    try:
        return open_held(match_id=match, now=now)
    except Exception:
        log.exception("match %s cannot be published", match)
        return False
