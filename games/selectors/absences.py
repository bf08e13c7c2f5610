"""Reads of the votes on players who are gone from a running match."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import AbsenceVote, Match, Table, TableSeat
from games.models.tables import TableStatus

CHOICES: Final = (AbsenceVote.Result.WAIT, AbsenceVote.Result.BOT, AbsenceVote.Result.END)
"""What may be chosen about the seat of a player who is gone."""
CHOICES_OF: Final = {
    AbsenceVote.Kind.AWAY: (AbsenceVote.Result.WAIT, AbsenceVote.Result.BOT),
    AbsenceVote.Kind.TURN: CHOICES,
    AbsenceVote.Kind.LEFT: (AbsenceVote.Result.BOT, AbsenceVote.Result.END),
}
"""Kind of a vote -> what may be chosen in it."""
Json = dict[str, Any]


def voters_of(table: Table, seat: int) -> list[int]:
    """Return the seats that vote on what happens to `seat`, whose player is gone.

    They are those of people who play themselves and are not gone.
    """
    absent = AbsenceVote.objects.filter(match=table.match).values("seat")
    people = table.seats.filter(player__bot="", substitute="").exclude(seat=seat)
    return list(people.exclude(seat__in=absent).order_by("seat").values_list("seat", flat=True))


def opponents_playing(table: Table, seat: int) -> list[int]:
    """Return the seats of opponents of `seat` who have not gone from the running match.

    They are people on other sides whom no bot plays for and whose turn has not passed without a
    connection. If there are none, leaving costs nothing.
    """
    if table.match is None:
        return []
    seats = table.seats.select_related("player").order_by("seat")
    return opponents_among(seats, table.match, seat, gone=_gone_on_their_turn(table.match.pk))


def opponents_among(
    seats: Iterable[TableSeat], match: Match, seat: int, *, gone: Collection[int]
) -> list[int]:
    """Return which of these are seats of opponents of `seat`, as `opponents_playing` has them.

    `gone` are the seats whose turn has passed without a connection.
    """
    own = next((side for side in match.sides if seat in side), [seat])
    return [
        place.seat
        for place in seats
        if place.player is not None
        and not place.player.bot
        and not place.substitute
        and place.seat not in (*own, *gone)
    ]


def _gone_on_their_turn(match: int) -> set[int]:
    """Return the seats of a match (row id) whose players are gone in a turn of theirs."""
    votes = AbsenceVote.objects.filter(match=match, kind=AbsenceVote.Kind.TURN)
    return set(votes.values_list("seat", flat=True))


def absences_json(table: Table, now: datetime | None = None) -> list[Json]:
    """Return the votes on absent players of a table for the TABLE message; [] where no match runs."""
    now = now or timezone.now()
    if table.status != TableStatus.PLAYING or table.match is None:
        return []
    return [_vote_json(table, vote, now) for vote in _votes_in(table.match.pk)]


@prepared
def _votes_in(match: int) -> QuerySet[AbsenceVote]:
    """Return the votes on absent players of a match (row id) but those that a bot came of."""
    rows = AbsenceVote.objects.filter(match=match).exclude(result=AbsenceVote.Result.BOT)
    return rows.order_by("seat")


def _vote_json(table: Table, vote: AbsenceVote, now: datetime) -> Json:
    """Return the state of the vote on one seat."""
    left = round((vote.ends_at - now).total_seconds() * 1000)
    return {
        "seat": vote.seat,
        "kind": vote.kind,
        "may": [str(choice) for choice in CHOICES_OF[AbsenceVote.Kind(vote.kind)]],
        "result": vote.result,
        "ends_in_ms": max(0, left),
        "voters": voters_of(table, vote.seat) if vote.result == AbsenceVote.Result.OPEN else [],
        "choices": [
            {"seat": int(seat), "choice": choice} for seat, choice in sorted(vote.choices.items())
        ],
    }
