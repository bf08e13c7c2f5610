"""Seats that bots take over in a running match: who left, who came back, and when they did."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.common.errors import TableError
from games.models import AbsenceVote, Departure, Outage, Player, Table, TableSeat
from games.models.tables import TableStatus
from games.selectors.absences import opponents_playing
from games.selectors.event_tables import event_tables
from games.services.conduct import store_no_first_card
from games.services.match_ends import abandon_match
from games.services.seating import lock, pass_on_host, seat_of

SUBSTITUTE: Final = "rules"
"""Level of the bot that plays for a person who is gone."""
EXCUSED_FOR: Final = timedelta(minutes=10)
"""Time after an outage of the site in which nobody is blamed for being gone."""


@transaction.atomic
def set_substitute(
    *,
    table_id: str,
    seat: int,
    level: str = SUBSTITUTE,
    reason: str,
    seq: int,
    excused: bool = False,
) -> bool:
    """Let a bot of a level play for the person at a seat from now on, and store the departure.

    `table_id` is a public id, `reason` one of `Departure.Reason`, `seq` the number of the match's
    latest journal entry. `excused`: nobody is to blame for it. Return False, and change nothing,
    where no match runs there or a bot has the seat already.
    """
    table = Table.objects.select_for_update().filter(public_id=table_id).first()
    if table is None or table.status != TableStatus.PLAYING:
        return False
    place = table.seats.select_related("player").filter(seat=seat).first()
    if place is None or place.player is None or place.player.bot or place.substitute:
        return False
    _hand_over(table, place, place.player, level=level, reason=reason, seq=seq, excused=excused)
    return True


@transaction.atomic
def leave_match(*, table: Table, player: Player, seq: int, played: bool = True) -> None:
    """Give a player's seat in a running match to a bot, for good unless the player takes it back.

    A player whose seat a bot has already has left all the same. In a daily event the seat stays the
    player's, who can come back until its end. A host who leaves hands the role over to the first
    person who is left. Leaving has no consequences where no opponent plays any more; in a match of
    two the other player may claim the match from then on. `seq` is the number of the match's latest
    journal entry, and `played` whether the player has played a card in it: if not, it is called
    off.

    Raises:
        TableError: `no_such_table`, `no_match` where no match runs, or `not_seated`.
    """
    table = lock(table)
    if table.status != TableStatus.PLAYING:
        raise TableError("no_match")
    place = seat_of(table, player)
    if event_tables().keeps_seat(table):
        return
    reason = Departure.Reason.LEFT
    free = not opponents_playing(table, place.seat)
    if place.substitute:
        _open_departure(place).update(reason=reason, excused=free)
    else:
        called_off = not played and call_off(
            table=table, seat=place.seat, reason=reason, seq=seq, excused=free
        )
        if not called_off:
            _hand_over(table, place, player, level=SUBSTITUTE, reason=reason, seq=seq, excused=free)
        pass_on_host(table)
        if called_off:
            return
    _offer_claim(table, place.seat)


@transaction.atomic
def call_off(*, table: Table, seat: int, reason: str, seq: int, excused: bool = False) -> bool:
    """Call a match off because the person at a seat has not played a card in it.

    It counts for nobody but that person (nor for them where `excused`), and stakes go back.
    `reason` is one of `Departure.Reason`, `seq` the number of the match's latest journal entry.
    Return False, and change nothing, where no other people play in it, or it is a game of a
    tournament. The caller has locked the table.
    """
    place = table.seats.select_related("player").get(seat=seat)
    others = table.seats.filter(player__bot="").exclude(seat=seat)
    if event_tables().is_event_table(table):
        return False
    if table.match is None or place.player is None or not others.exists():
        return False
    _hand_over(
        table, place, place.player, level=SUBSTITUTE, reason=reason, seq=seq, excused=excused
    )
    store_no_first_card(match=table.match, seat=seat, now=timezone.now())
    return abandon_match(match_id=table.match.pk, now=timezone.now(), by_site=False)


def close_parked(*, match: int, now: datetime) -> bool:
    """End a match (row id) against bots whose only person left and did not come back.

    The match counts for nobody and against nobody. Return False where it is over already.
    """
    return abandon_match(match_id=match, now=now, by_site=False)


@transaction.atomic
def take_back(*, table: Table, player: Player) -> None:
    """Give a player's seat in a running match back to the player, where a bot has it.

    Raises:
        TableError: `no_such_table`, `not_seated`, or `match_over` where the others have chosen to
            end the match.
    """
    table = lock(table)
    place = seat_of(table, player)
    if AbsenceVote.objects.filter(
        match=table.match, seat=place.seat, result=AbsenceVote.Result.END
    ).exists():
        raise TableError("match_over")
    AbsenceVote.objects.filter(match=table.match, seat=place.seat).delete()
    place.substitute = ""
    place.save(update_fields=["substitute"])
    _open_departure(place).update(returned_at=timezone.now())


def _offer_claim(table: Table, seat: int) -> None:
    """Let the other player of a match of two claim the win, as the player at `seat` has left.

    Nothing is done where nobody else plays, the match is being ended, or it is of a tournament.
    """
    if (
        table.players != 2
        or event_tables().is_event_table(table)
        or not opponents_playing(table, seat)
    ):
        return
    ending = AbsenceVote.objects.filter(match=table.match, result=AbsenceVote.Result.END)
    if ending.exists():
        return
    AbsenceVote.objects.update_or_create(
        match=table.match,
        seat=seat,
        defaults={
            "kind": AbsenceVote.Kind.LEFT,
            "result": AbsenceVote.Result.OPEN,
            "ends_at": timezone.now(),
            "choices": {},
        },
    )


def _hand_over(
    table: Table,
    place: TableSeat,
    player: Player,
    *,
    level: str,
    reason: str,
    seq: int,
    excused: bool = False,
) -> None:
    """Store that a bot of a level plays at a seat from now on, and the departure of its player."""
    assert table.match is not None, "a match runs"
    now = timezone.now()
    place.substitute = level
    place.save(update_fields=["substitute"])
    Departure.objects.create(
        match=table.match,
        seat=place.seat,
        player=player,
        reason=reason,
        seq=seq,
        at=now,
        excused=excused or (reason != Departure.Reason.LEFT and _shortly_after_an_outage(now)),
    )


def _open_departure(place: TableSeat) -> QuerySet[Departure]:
    """Return the open departure (nobody returned yet) of the player at a seat; None without one."""
    match = Table.objects.filter(pk=place.table_id).values("match")
    return Departure.objects.filter(match__in=match, seat=place.seat, returned_at=None)


def _shortly_after_an_outage(now: datetime) -> bool:
    """Return whether the site was down less than EXCUSED_FOR before a moment."""
    return Outage.objects.filter(ended_at__gt=now - EXCUSED_FOR).exists()
