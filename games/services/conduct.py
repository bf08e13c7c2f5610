"""Outcomes of matches for their players, and the pauses of those who leave them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.common.errors import PausedError
from games.conduct.outcomes import WEIGHTS, Kind, Outcome
from games.conduct.pauses import PAUSE_FROM, next_pause
from games.models import (
    ConductFigures,
    Departure,
    Match,
    MatchOutcome,
    Player,
    PlayerPause,
    Restriction,
    Seat,
)
from games.models.matches import SeatLeft
from games.record.log import Entry
from games.selectors.conduct import current_pause, latest_kinds, outcomes_count, record_of
from games.selectors.restrictions import restricted_until


@transaction.atomic
def store_outcomes(
    *, match: Match, entries: Sequence[Entry], now: datetime, thrown: Collection[int] = ()
) -> bool:
    """Store how a match ended for each person who played it, and begin the pauses that follow.

    `entries` are those of the match's journal; it has not been rated yet. `thrown` are the sides
    that gave the match up at once. Outcomes count where strangers could sit down or ratings were at
    stake. The seats of those who have left and are not excused are marked, as ratings need it.
    Return whether somebody left before playing a card, so that the match is not to be rated.
    """
    departures = list(match.departures.all())
    absent = {
        departure.seat: departure for departure in departures if departure.returned_at is None
    }
    back = {departure.seat for departure in departures} - set(absent)
    played = {
        entry.seat for entry in entries if entry.action["type"] == "play" and entry.by == "player"
    }
    for seat, departure in absent.items():
        if departure.excused:
            continue
        match.seats.filter(seat=seat).update(left=_left(entries, departure.seq))
    seats = match.seats.select_related("player").filter(player__bot="").order_by("player", "seat")
    if outcomes_count(match, match.table, len(seats)):
        for sitter in seats:
            kind = _kind(
                absent.get(sitter.seat), back=sitter.seat in back, played=sitter.seat in played
            )
            if kind in ("finished", "returned") and sitter.side in thrown:
                kind = "deliberate_loss"
            _count(match, sitter, kind, now)
    return bool(absent.keys() - played)


@transaction.atomic
def store_no_first_card(*, match: Match, seat: int, now: datetime) -> None:
    """Store the outcome of a match that is called off for the person at a seat, who played no card.

    Nothing is stored where outcomes of the match do not count.
    """
    people = match.seats.select_related("player").filter(player__bot="")
    if outcomes_count(match, match.table, len(people)):
        departure = match.departures.filter(seat=seat, returned_at=None).first()
        _count(match, people.get(seat=seat), _kind(departure, back=False, played=False), now)


@transaction.atomic
def store_abandoned(
    *, match: Match, played: Collection[int], now: datetime, excuse: bool = True
) -> None:
    """Store how an abandoned match ended for the people who played it.

    A player who had left of their own accord and not come back counts as having left. With `excuse`
    the site is to blame, so the match is excused for players who were seated, disconnected or out
    of time; without it nothing is stored about those. `played` are the seats whose players have
    played a card.
    """
    departures = match.departures.filter(returned_at=None, excused=False)
    left_seats = {
        departure.seat: departure for departure in departures.filter(reason=Departure.Reason.LEFT)
    }
    seats = match.seats.select_related("player").filter(player__bot="").order_by("player", "seat")
    if not outcomes_count(match, match.table, len(seats)):
        return
    for sitter in seats:
        departure = left_seats.get(sitter.seat)
        if departure is not None:
            _count(match, sitter, _kind(departure, back=False, played=sitter.seat in played), now)
        elif excuse:
            _count(match, sitter, "excused", now)


def require_no_pause(*, player: Player) -> None:
    """Refuse a player who may not play rated matches: paused for leaving, or barred by moderators.

    Raises:
        PausedError: `paused_player`, with the end of the pause.
    """
    pause = current_pause(player=player)
    if pause is not None:
        raise PausedError(pause.ends_at)
    until = restricted_until(player, Restriction.Kind.RATED)
    if until is not None:
        raise PausedError(until)


@transaction.atomic
def lift_pause(*, pause: PlayerPause, reason: str, now: datetime | None = None) -> None:
    """End a player's pause early; it no longer counts towards the next. A second call does nothing.

    Raises:
        ValueError: the reason is empty.
    """
    if not reason.strip():
        raise ValueError("a pause is lifted for a reason")
    PlayerPause.objects.filter(pk=pause.pk, lifted_at=None).update(
        lifted_at=now or timezone.now(), lifted_reason=reason.strip()[:200]
    )


def _left(entries: Sequence[Entry], seq: int) -> str:
    """Return EARLY or LATE: the half of the match's cards in which a player left (entry `seq`)."""
    plays = [entry.seq for entry in entries if entry.action["type"] == "play"]
    before = sum(1 for played_at in plays if played_at <= seq)
    return SeatLeft.EARLY if 2 * before < len(plays) else SeatLeft.LATE


def _kind(departure: Departure | None, *, back: bool, played: bool) -> Kind:
    """Return how a match ended for a player, as "left"; `played`: the player has played a card."""
    if departure is None:
        return "returned" if back else "finished"
    if departure.excused:
        return "excused"
    if not played:
        return "no_first_card"
    return "stalled" if departure.reason == Departure.Reason.TIMED_OUT else "left"


def _count(match: Match, seat: Seat, kind: Kind, now: datetime) -> None:
    """Store a player's outcome of a match once, count it, and begin a pause if one is due."""
    pairs = len(match.sides[seat.side]) > 1
    _row, created = MatchOutcome.objects.get_or_create(
        match=match, player=seat.player, defaults={"kind": kind, "pairs": pairs, "at": now}
    )
    if not created or kind == "excused":
        return
    bad = Outcome(kind, pairs).bad
    ConductFigures.objects.get_or_create(player=seat.player)
    ConductFigures.objects.filter(player=seat.player).update(
        matches=F("matches") + 1, finished=F("finished") + int(not bad)
    )
    if bad:
        _begin_pause(seat.player, now)


def _begin_pause(player: Player, now: datetime) -> None:
    """Begin a player's pause if the stored outcomes of their matches call for one.

    The row of figures is locked since it was counted, so another match that ends waits.
    """
    record = record_of(player, now)
    minutes = next_pause(record, now)
    if minutes is not None:
        kinds = latest_kinds(player)
        PlayerPause.objects.create(
            player=player,
            starts_at=now,
            ends_at=now + timedelta(minutes=minutes),
            minutes=minutes,
            facts={
                "evidence": round(record.evidence.value, 3),
                "needed": PAUSE_FROM,
                "left": sum(WEIGHTS[kind] > 0 for kind in kinds),
                "outcomes": len(kinds),
                "pauses": len(record.pauses),
            },
        )


def forget_conduct(*, player: Player) -> None:
    """Delete the outcomes and pauses of a player whose account is deleted.

    Departures remain with the matches, as facts about seats whose player has no name any more.
    """
    MatchOutcome.objects.filter(player=player).delete()
    PlayerPause.objects.filter(player=player).delete()
    ConductFigures.objects.filter(player=player).delete()
