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

from brisca_site.prepared_queries import prepared
from games.models import Tournament, TournamentGame, TournamentRound
from games.models.matches import MatchStatus
from games.models.tournament_rounds import GameKind
from games.models.tournaments import Format, RoundStage, TournamentStatus
from games.services.match_ends import open_held
from games.services.pacing import rest
from games.services.tournament_results import repair_game
from games.services.tournaments import arena, daily, playing, rounds, series, starting
from games.services.tournaments.entries import has_checkin
from games.services.tournaments.seats import Seated, seat_batch

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
    """Changes by due steps of tournaments: tables and tournaments (public ids), players.

    The players are row ids.
    """

    tables: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    checkins: list[str] = field(default_factory=list)
    """Public ids of tournaments whose check-in has just begun."""


def tick(*, now: datetime, work_share: float = 1.0) -> Ticked:
    """Do what is due in all tournaments; return what has changed.

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


@prepared
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
    found = Tournament.objects.filter(timed | playing_done).order_by("next_at")
    return found.values_list("pk", flat=True)[:50]


def _step_or_fail(pk: int, now: datetime, done: Ticked) -> None:
    """Do the next step of a tournament; where it fails, note that and try again later."""
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
    """Store that a step of a tournament (row id) failed: it is tried again after RETRY.

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
    """Do the next step of one tournament (row id), if it is still due once it is locked.

    What changes is added to `done`. A round is planned before: no lock is held while the pairs are
    found.
    """
    tournament = Tournament.objects.select_related("ruleset").get(pk=pk)
    planned = rounds.plan_next(tournament) if _is_to_be_paired(tournament, now) else None
    _locked_step(pk, now, done, planned)


def _is_to_be_paired(tournament: Tournament, now: datetime) -> bool:
    """Return whether the next round of a tournament is to be paired now."""
    return (
        tournament.status == TournamentStatus.RUNNING
        and tournament.stage == RoundStage.PAIRING
        and tournament.format not in (Format.ARENA, Format.DAILY)
        and _is_due(tournament, now)
    )


@transaction.atomic
def _locked_step(pk: int, now: datetime, done: Ticked, planned: rounds.PlannedRound | None) -> None:
    """Do the next step of one tournament in one transaction."""
    tournament = (
        Tournament.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("ruleset")
        .filter(pk=pk)
        .first()
    )
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


def _is_due(tournament: Tournament, now: datetime) -> bool:
    """Return whether the moment of the next step has come."""
    return tournament.next_at is not None and tournament.next_at <= now


def _run(
    tournament: Tournament, now: datetime, done: Ticked, planned: rounds.PlannedRound | None
) -> None:
    """Do the next step of a running tournament."""
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
    """Add what another step has changed."""
    done.tables += more.tables
    done.players += more.players


def _watch_round(tournament: Tournament, now: datetime) -> list[str]:
    """Look at a round that is played: score it once all games are done, help where one is late.

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
    """Return when a round is looked at again: at its next limit, or after LOOK_AGAIN."""
    assert row.began_at is not None
    assert row.ends_at is not None
    limits = (row.began_at + playing.FORFEIT_AFTER, row.ends_at, row.ends_at + playing.VOID_AFTER)
    return min([now + LOOK_AGAIN, *(one + lost for one in limits if one + lost > now)])


def _repair(row: TournamentRound, now: datetime) -> None:
    """Take the results of matches that are over, where their games do not know it."""
    lagging = row.games.filter(kind=GameKind.GAME, done_at=None).exclude(
        match__status=MatchStatus.PLAYING
    )
    for game in lagging.select_related("match", "round__tournament"):
        repair_game(game, now)


def publish_held(*, now: datetime) -> int:
    """Publish matches hidden while others played their decks, once that is over; return the number.

    One that cannot be published is logged, and does not hold up the others.
    """
    return sum(_open_or_log(match, now) for match in _held_too_long() if match is not None)


@prepared
def _held_too_long() -> QuerySet[TournamentGame, int | None]:
    """Return the row ids of hidden matches of rounds that are over, the first HELD_BATCH of them."""
    over = Q(round__closed_at__isnull=False) | Q(
        round__tournament__status=TournamentStatus.CANCELLED
    )
    held = TournamentGame.objects.filter(over, match__status=MatchStatus.HELD)
    return held.order_by("done_at", "pk").values_list("match_id", flat=True)[:HELD_BATCH]


def _open_or_log(match: int, now: datetime) -> bool:
    """Publish a match (row id) that was held back; return whether that was done."""
    try:
        return open_held(match_id=match, now=now)
    except Exception:
        log.exception("match %s cannot be published", match)
        return False
