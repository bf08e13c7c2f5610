"""Reads of the votes on players who are gone from a running match."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from games.models import AbsenceVote, Match, Table, TableSeat
from games.models.tables import TableStatus

VOTE_CHOICES: Final = (AbsenceVote.Result.WAIT, AbsenceVote.Result.BOT, AbsenceVote.Result.END)
"""Choices in a vote on the seat of a player who is gone."""
CHOICES_BY_KIND: Final = {
    AbsenceVote.Kind.AWAY: (AbsenceVote.Result.WAIT, AbsenceVote.Result.BOT),
    AbsenceVote.Kind.TURN: VOTE_CHOICES,
    AbsenceVote.Kind.LEFT: (AbsenceVote.Result.BOT, AbsenceVote.Result.END),
}
"""Kind of a vote on an absent player -> choices allowed in that vote."""
Json = dict[str, Any]


def voters_of(table: Table, seat: int) -> list[int]:
    """Return the seats whose players vote on what happens to `seat`, whose player is gone.

    These are the seats of people who still play themselves.
    """
    absent = AbsenceVote.objects.filter(match=table.match).values("seat")
    people = table.seats.filter(player__bot="", substitute="").exclude(seat=seat)
    return list(people.exclude(seat__in=absent).order_by("seat").values_list("seat", flat=True))


def opponents_playing(table: Table, seat: int) -> list[int]:
    """Return the seats of opponents of `seat` who are still playing the match themselves.

    They are people on other sides whom no bot plays for and whose turn has not passed without a
    connection. Without such opponents, leaving costs nothing.
    """
    if table.match is None:
        return []
    seats = table.seats.select_related("player").order_by("seat")
    return opponents_among(seats, table.match, seat, absent=_gone_on_their_turn(table.match.pk))


def opponents_among(
    seats: Iterable[TableSeat], match: Match, seat: int, *, absent: Collection[int]
) -> list[int]:
    """Return the seats among these that are opponents of `seat`, by the rule of `opponents_playing`.

    `absent` are the seats whose turn has passed without a connection.
    """
    own = next((side for side in match.sides if seat in side), [seat])
    return [
        place.seat
        for place in seats
        if place.player is not None
        and not place.player.bot
        and not place.substitute
        and place.seat not in (*own, *absent)
    ]


def _gone_on_their_turn(match: int) -> set[int]:
    """Return the seats of a match (row id) whose players were gone when their turn came."""
    votes = AbsenceVote.objects.filter(match=match, kind=AbsenceVote.Kind.TURN)
    return set(votes.values_list("seat", flat=True))


def absences_json(table: Table, now: datetime | None = None) -> list[Json]:
    """Return the votes on absent players of a table for the TABLE message; [] where no match runs."""
    now = now or timezone.now()
    if table.status != TableStatus.PLAYING or table.match is None:
        return []
    votes = AbsenceVote.objects.filter(match=table.match).exclude(result=AbsenceVote.Result.BOT)
    return [_vote_json(table, vote, now) for vote in votes.order_by("seat")]


def _vote_json(table: Table, vote: AbsenceVote, now: datetime) -> Json:
    """Return the state of the vote on one absent player's seat, as in the TABLE message."""
    remaining_ms = round((vote.ends_at - now).total_seconds() * 1000)
    return {
        "seat": vote.seat,
        "kind": vote.kind,
        "may": [str(choice) for choice in CHOICES_BY_KIND[AbsenceVote.Kind(vote.kind)]],
        "result": vote.result,
        "ends_in_ms": max(0, remaining_ms),
        "voters": voters_of(table, vote.seat) if vote.result == AbsenceVote.Result.OPEN else [],
        "choices": [
            {"seat": int(seat), "choice": choice} for seat, choice in sorted(vote.choices.items())
        ],
    }
