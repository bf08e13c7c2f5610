"""Steps of the organiser in a running tournament; each is kept with its reason, and shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.common.errors import TournamentError
from games.models import Player
from games.services.background import in_background
from games.services.chat import tidy
from games.tournaments.models import (
    Tournament,
    TournamentAction,
    TournamentEntrant,
    TournamentMember,
)
from games.tournaments.models.tournaments import EntrantStatus, Format, RoundStage, TournamentStatus
from games.tournaments.rules.event import PlannedTable, RoundPlan
from games.tournaments.rules.event_json import plan_to_json
from games.tournaments.rules.pairing import VERSION
from games.tournaments.selectors.state import entrants_of
from games.tournaments.services import rounds
from games.tournaments.services.creating import cancel_tournament, lock_tournament
from games.tournaments.services.entries import remove_entrant
from games.tournaments.services.entry_checks import require_welcome
from games.tournaments.services.notifications import (
    awaited_at_checkin,
    call_to_checkin,
    call_to_tables,
)
from games.tournaments.services.standings import standings_now, store_standings

MAX_MINUTES: Final = 60
"""Most minutes that a round is given at a time."""
MAX_POINTS: Final = 20.0
"""Most points of one adjustment, either way."""
CALL_AGAIN: Final = timedelta(minutes=1)
"""Least time between two notifications of the awaited players."""
OVER: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def _directed(tournament: Tournament, organiser: Player | None) -> Tournament:
    """Return a tournament, locked, if this player organises it; None is the site's staff.

    Raises TournamentError `not_organiser`, or `too_late` where it is over.
    """
    tournament = lock_tournament(tournament)
    if organiser is not None and tournament.creator_id != organiser.pk:
        raise TournamentError("not_organiser")
    if tournament.status in OVER:
        raise TournamentError("too_late")
    return tournament


def _note(
    tournament: Tournament, kind: TournamentAction.Kind, actor: Player | None, **more: Any
) -> None:
    """Store an organiser's action in the tournament's log, and raise the tournament's version."""
    more["reason"] = tidy(more.get("reason", ""))[:200]
    TournamentAction.objects.create(tournament=tournament, kind=kind, actor=actor, **more)
    tournament.version += 1
    tournament.save()


def _require_reason(reason: str) -> None:
    """Raise TournamentError `no_reason` for an action without the reason that it needs."""
    if not tidy(reason):
        raise TournamentError("no_reason")


@transaction.atomic
def pause(*, tournament: Tournament, organiser: Player | None, reason: str = "") -> None:
    """Pause a tournament: no further round begins; running games continue.

    `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, or `not_now` where a round is played.
    """
    tournament = _directed(tournament, organiser)
    if tournament.status != TournamentStatus.RUNNING or tournament.stage != RoundStage.PAIRING:
        raise TournamentError("not_now")
    tournament.stage = RoundStage.PAUSED
    _note(tournament, TournamentAction.Kind.PAUSE, organiser, reason=reason)


@transaction.atomic
def resume(
    *, tournament: Tournament, organiser: Player | None, now: datetime | None = None
) -> None:
    """Resume a paused tournament, at the step at which it stopped.

    `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, or `not_now` where it is not paused.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    if tournament.stage != RoundStage.PAUSED:
        raise TournamentError("not_now")
    tournament.stage = _stage_after_pause(tournament)
    tournament.next_at, tournament.failures, tournament.problem = now, 0, ""
    _note(tournament, TournamentAction.Kind.RESUME, organiser)


def _stage_after_pause(tournament: Tournament) -> RoundStage:
    """Return the step at which a paused tournament resumes; it follows from its latest round."""
    row = tournament.round_rows.filter(number=tournament.round).first()
    if row is None or row.closed_at is not None:
        return RoundStage.PAIRING
    if row.began_at is None:
        return RoundStage.SEATING
    return RoundStage.PLAYING


@transaction.atomic
def give_time(
    *,
    tournament: Tournament,
    organiser: Player | None,
    minutes: int,
    reason: str = "",
    now: datetime | None = None,
) -> None:
    """Prolong the round in play by some minutes, or delay the next round by as many.

    `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, `bad_minutes`, or `not_now`.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    if not 1 <= minutes <= MAX_MINUTES:
        raise TournamentError("bad_minutes")
    more = timedelta(minutes=minutes)
    if tournament.status in (TournamentStatus.OPEN, TournamentStatus.CHECKIN):
        tournament.starts_at += more
        tournament.changed_at = now
        tournament.next_at = (tournament.next_at or now) + more
    elif tournament.stage == RoundStage.PLAYING:
        row = tournament.round_rows.get(number=tournament.round)
        row.ends_at = (row.ends_at or now) + more
        row.save(update_fields=["ends_at"])
    elif tournament.stage == RoundStage.PAIRING:
        tournament.next_at = (tournament.next_at or now) + more
    else:
        raise TournamentError("not_now")
    _note(tournament, TournamentAction.Kind.TIME, organiser, amount=minutes, reason=reason)


@transaction.atomic
def adjust(
    *,
    tournament: Tournament,
    organiser: Player | None,
    entrant: TournamentEntrant,
    round_number: int,
    points: float,
    reason: str,
    moderator: Player | None = None,
) -> None:
    """Add points (or subtract: negative) to an entrant's score of a round (from 1).

    `organiser` None is the site's staff, of whom a `moderator` may be named. Nobody changes the
    points of the own entrant; where fees are paid, nobody who plays changes any.

    Raises:
        TournamentError: `not_organiser`, `too_late`, `bad_points`, `no_reason`, `own_points` where
            somebody else has to do it, or `not_now` where the round is not scored yet.
    """
    tournament = _directed(tournament, organiser)
    _require_reason(reason)
    actor = organiser or moderator
    if actor is not None and _has_part_in(tournament, entrant, actor):
        raise TournamentError("own_points")
    if not 0 < abs(points) <= MAX_POINTS:
        raise TournamentError("bad_points")
    scored = tournament.round_rows.filter(number=round_number, closed_at__isnull=False)
    if not scored.exists() or entrant.tournament_id != tournament.pk:
        raise TournamentError("not_now")
    _note(
        tournament,
        TournamentAction.Kind.ADJUST,
        actor,
        entrant=entrant,
        round=round_number,
        amount=points,
        reason=reason,
    )
    store_standings(tournament, standings_now(tournament))


def _has_part_in(tournament: Tournament, entrant: TournamentEntrant, player: Player) -> bool:
    """Return True if a player gains by an entrant's points: as its player, or by prizes."""
    memberships = tournament.people.filter(player=player)
    return memberships.exists() if tournament.fee else memberships.filter(entrant=entrant).exists()


@transaction.atomic
def remove(
    *,
    tournament: Tournament,
    organiser: Player | None,
    entrant: TournamentEntrant,
    reason: str,
    now: datetime | None = None,
) -> None:
    """Take an entrant out: with its fee back if it has played nothing, else from later rounds.

    Its players cannot enter this tournament again. `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, or `no_reason`.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    _require_reason(reason)
    players = list(entrant.people.filter(left_at=None).values_list("player", flat=True))
    facts = {"entrant": entrant.number, "players": players}
    if entrant.places.exists():
        entrant.status = EntrantStatus.WITHDRAWN
        entrant.save(update_fields=["status"])
    else:
        remove_entrant(tournament=tournament, entrant=entrant, now=now)
    _note(tournament, TournamentAction.Kind.REMOVE, organiser, facts=facts, reason=reason)


@transaction.atomic
def substitute(
    *,
    tournament: Tournament,
    organiser: Player | None,
    member: TournamentMember,
    player: Player,
    reason: str = "",
    now: datetime | None = None,
) -> None:
    """Replace a member of an entrant by another player from the next round on.

    The substitute's score stands for the entrant; at a table that runs a bot plays on. `organiser`
    None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, `not_now` in a daily event, `already_entered`,
            or a code of `require_welcome`.
        PausedError: the substitute has a pause.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    if tournament.format == Format.DAILY:
        raise TournamentError("not_now")
    if tournament.people.filter(player=player).exists() or player.bot:
        raise TournamentError("already_entered")
    require_welcome(tournament, player, invite=tournament.invite, now=now)
    member.left_at = now
    member.save(update_fields=["left_at"])
    TournamentMember.objects.create(
        tournament=tournament,
        entrant=member.entrant,
        player=player,
        index=member.index,
        checked_in_at=now,
    )
    facts = {"out": member.player.name, "in": player.name}
    kind = TournamentAction.Kind.SUBSTITUTE
    _note(tournament, kind, organiser, entrant=member.entrant, facts=facts, reason=reason)


@transaction.atomic
def pair_by_hand(
    *,
    tournament: Tournament,
    organiser: Player | None,
    tables: Sequence[Sequence[int]],
    reason: str,
    now: datetime | None = None,
) -> None:
    """Pair the next round by hand; each of `tables` lists entrants' numbers. Others have a bye.

    Only between two rounds; the tournament goes on at once. `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, `no_reason`, `not_now`, or `bad_pairs` where
            an entrant stands there twice, does not take part, or a table has a wrong number of
            them.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    _require_reason(reason)
    between = tournament.stage in (RoundStage.PAIRING, RoundStage.PAUSED)
    by_rounds = tournament.format not in (Format.ARENA, Format.DAILY, Format.TEAMS)
    if tournament.status != TournamentStatus.RUNNING or not between or not by_rounds:
        raise TournamentError("not_now")
    plan = _plan_by_hand(tournament, tables)
    row = rounds.insert_round(tournament, tournament.round + 1, plan, manual=True)
    rounds.store_plan(tournament, row, plan)
    rounds.begin_seating(tournament, row.number, now)
    _note(
        tournament,
        TournamentAction.Kind.PAIRING,
        organiser,
        round=row.number,
        facts={"plan": plan_to_json(plan)},
        reason=reason,
    )


def _plan_by_hand(tournament: Tournament, tables: Sequence[Sequence[int]]) -> RoundPlan:
    """Return the plan of a round with the organiser's tables; other entrants have a bye."""
    ids = dict(tournament.entrants.values_list("number", "pk"))
    active = {entrant.id for entrant in entrants_of(tournament) if entrant.active}
    size = tournament.players // tournament.members
    try:
        chosen = [tuple(ids[number] for number in table) for table in tables]
    except KeyError:
        raise TournamentError("bad_pairs") from None
    seated = [entrant for table in chosen for entrant in table]
    wrong = len(set(seated)) < len(seated) or not set(seated) <= active or not chosen
    if wrong or any(len(table) != size for table in chosen):
        raise TournamentError("bad_pairs")
    return RoundPlan(
        tables=tuple(PlannedTable(table, "") for table in chosen),
        byes=tuple(sorted(active - set(seated))),
        version=VERSION,
    )


@transaction.atomic
def call_players(
    *, tournament: Tournament, organiser: Player | None, now: datetime | None = None
) -> None:
    """Notify the players who should check in or have a game to play.

    `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, `too_late`, or `not_now` where nobody is awaited, or they
            were called less than CALL_AGAIN ago.
    """
    now = now or timezone.now()
    tournament = _directed(tournament, organiser)
    kind = TournamentAction.Kind.CALL
    if tournament.actions.filter(kind=kind, at__gt=now - CALL_AGAIN).exists():
        raise TournamentError("not_now")
    if tournament.status == TournamentStatus.CHECKIN:
        task = partial(call_to_checkin, awaited_at_checkin([tournament.public_id]))
    elif tournament.status == TournamentStatus.RUNNING and tournament.format != Format.DAILY:
        waiting = Q(places__game__done_at=None, places__game__table__isnull=False)
        entrants = tournament.entrants.filter(waiting)
        members = tournament.people.filter(entrant__in=entrants, left_at=None)
        task = partial(call_to_tables, list(members.values_list("player", flat=True)))
    else:
        raise TournamentError("not_now")
    _note(tournament, kind, organiser, at=now)
    transaction.on_commit(lambda: in_background(task))


@transaction.atomic
def call_off(
    *,
    tournament: Tournament,
    organiser: Player | None,
    reason: str = "",
    now: datetime | None = None,
) -> None:
    """Cancel a tournament and pay fees back; `organiser` None is the site's staff.

    Raises:
        TournamentError: `not_organiser`, or `too_late` where it is over.
    """
    tournament = _directed(tournament, organiser)
    _note(tournament, TournamentAction.Kind.CANCEL, organiser, reason=reason)
    cancel_tournament(tournament=tournament, now=now, problem="called_off")
