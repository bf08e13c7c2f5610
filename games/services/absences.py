"""Seats of players who have left a running match: bots that play for them, returns, abandonment.

The people who remain choose by majority: wait, let a bot play on, or end the match. They may end it
once the player has been gone for long in a turn of theirs; before that nobody is blamed for being
gone. Without a majority they wait before that moment, and then a bot plays on, or the match is
called off if the player has not played a card in it. In a match of two that somebody leaves the
other player may end it at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from django.db import transaction
from django.utils import timezone

from games.common.errors import TableError
from games.models import AbsenceVote, Departure, Player, Table
from games.models.tables import TableStatus
from games.selectors.absences import CHOICES_BY_KIND, VOTE_CHOICES, voters_of
from games.selectors.event_tables import event_tables
from games.services.leaving import call_off, set_substitute
from games.services.seating import lock, seat_of

VOTE_TIME: Final = timedelta(seconds=20)
"""Time that the remaining players have to vote on an absent player's seat."""
WAIT_TIME: Final = timedelta(minutes=2)
"""Time that the others wait for an absent player before a new vote is opened."""

Kind: TypeAlias = Literal["none", "kept", "bot", "end", "called_off"]


@dataclass(frozen=True, slots=True)
class Settled:
    """Decision on the seat of a player who has left a running match, at the time of the call.

    `kind` `none`: nothing is to be done. `kept`: nobody plays for the seat before `until`. `bot`: a
    bot plays for it. `end`: the match is to end. `called_off`: the match is over.
    """

    kind: Kind
    until: datetime | None = None
    changed: bool = False
    """Whether the call stored anything, so that the table is to be sent again."""


NOTHING_SETTLED: Final = Settled("none")


@transaction.atomic
def settle_absence(
    *,
    table_id: str,
    seat: int,
    reason: str,
    seq: int,
    played: bool,
    on_turn: bool = True,
    has_come: bool = True,
    now: datetime | None = None,
) -> Settled:
    """Decide what happens to the seat of a player who has left a match or run out of time.

    A vote begins where other people play on. After one without a majority a bot takes the seat, as
    it does at once where nobody votes; a match in which the player has not `played` a card is
    called off instead. Where it is not the player's turn, or has not been for long (`on_turn` is
    False), the others may choose a bot, and wait without a majority. `has_come`: the player has had
    a connection since the match began; one who never came is not blamed. `table_id` is a public id,
    `reason` one of `Departure.Reason`, `seq` the number of the match's latest journal entry.
    """
    now = now or timezone.now()
    table = Table.objects.select_for_update().filter(public_id=table_id).first()
    if table is None or table.status != TableStatus.PLAYING or table.match is None:
        return NOTHING_SETTLED
    place = table.seats.select_related("player").filter(seat=seat).first()
    if place is None or place.player is None or place.player.bot or place.substitute:
        return NOTHING_SETTLED
    vote = table.match.absence_votes.filter(seat=seat).first()
    if vote is not None and vote.result == AbsenceVote.Result.END:
        return Settled("end")
    if vote is not None and vote.kind == AbsenceVote.Kind.AWAY and on_turn:
        vote = None  # what was chosen before the player's turn was about something else
    if vote is not None and vote.ends_at > now and vote.result != AbsenceVote.Result.BOT:
        return Settled("kept", vote.ends_at)
    waits_until = event_tables().bots_wait_until(table.match, played=played)
    if waits_until is not None:
        if not on_turn and played:
            return NOTHING_SETTLED
        if waits_until > now:
            return Settled("kept", waits_until)
        set_substitute(table_id=table_id, seat=seat, reason=reason, seq=seq)
        return Settled("bot", changed=True)
    undecided = vote is not None and vote.result == AbsenceVote.Result.OPEN
    if not on_turn:
        return _settle_before_turn(table, seat, undecided=undecided, now=now)
    if undecided or reason != Departure.Reason.DISCONNECTED or not voters_of(table, seat):
        if not played and call_off(
            table=table, seat=seat, reason=reason, seq=seq, excused=not has_come
        ):
            return Settled("called_off", changed=True)
        set_substitute(table_id=table_id, seat=seat, reason=reason, seq=seq, excused=not has_come)
        _store(table, seat, AbsenceVote.Result.BOT, now)
        return Settled("bot", changed=True)
    vote = _store(table, seat, AbsenceVote.Result.OPEN, now + VOTE_TIME)
    return Settled("kept", vote.ends_at, changed=True)


def _settle_before_turn(table: Table, seat: int, *, undecided: bool, now: datetime) -> Settled:
    """Open a vote on a player who is gone while others are to play; with `undecided`, only wait."""
    if not voters_of(table, seat):
        return NOTHING_SETTLED
    result = AbsenceVote.Result.WAIT if undecided else AbsenceVote.Result.OPEN
    ends_at = now + (WAIT_TIME if undecided else VOTE_TIME)
    _store(table, seat, result, ends_at, kind=AbsenceVote.Kind.AWAY)
    return Settled("kept", ends_at, changed=True)


@transaction.atomic
def cast_vote(
    *,
    table: Table,
    player: Player,
    seat: int | None,
    choice: str | None,
    seq: int,
    played: bool = True,
    has_come: bool = True,
    now: datetime | None = None,
) -> None:
    """Vote on the seat of a player who is gone (`choice`: one of VOTE_CHOICES); the latest vote counts.

    More than half of those who remain decide. `seq` is the number of the match's latest journal
    entry; `played` and `has_come` describe the player who is gone, as for `settle_absence`.

    Raises:
        TableError: `no_such_table`, `not_seated`, `bad_choice`, or `no_vote` where nothing is asked
            about that seat, or not of this player.
    """
    now = now or timezone.now()
    table = lock(table)
    place = seat_of(table, player)
    if choice not in VOTE_CHOICES:
        raise TableError("bad_choice")
    vote = None
    if seat is not None and table.match is not None and table.status == TableStatus.PLAYING:
        vote = table.match.absence_votes.filter(seat=seat).first()
    voters = [] if vote is None else voters_of(table, vote.seat)
    if vote is None or vote.result != AbsenceVote.Result.OPEN or place.seat not in voters:
        raise TableError("no_vote")
    if choice not in CHOICES_BY_KIND[AbsenceVote.Kind(vote.kind)]:
        raise TableError("bad_choice")
    vote.choices = {**vote.choices, str(place.seat): choice}
    vote.save(update_fields=["choices"])
    chosen = _majority(vote, voters)
    if chosen is not None:
        vote.result = AbsenceVote.Result(chosen)
        _decide(table, vote, seq=seq, played=played, has_come=has_come, now=now)


@transaction.atomic
def note_return(*, table_id: str, seat: int) -> bool:
    """End the vote on a seat whose player is back; return whether such a vote was open.

    It is too late once the others have chosen to end the match. `table_id` is a public id.
    """
    table = Table.objects.select_for_update().filter(public_id=table_id).first()
    if table is None or table.match is None or table.status != TableStatus.PLAYING:
        return False
    votes = table.match.absence_votes.filter(seat=seat).exclude(result=AbsenceVote.Result.END)
    deleted, _ = votes.exclude(kind=AbsenceVote.Kind.LEFT).delete()
    return bool(deleted)


def _store(
    table: Table,
    seat: int,
    result: AbsenceVote.Result,
    ends_at: datetime,
    *,
    kind: AbsenceVote.Kind = AbsenceVote.Kind.TURN,
) -> AbsenceVote:
    """Store the state of the vote on an absent player's seat, and delete the votes cast."""
    assert table.match is not None, "a match runs"
    vote, _ = AbsenceVote.objects.update_or_create(
        match=table.match,
        seat=seat,
        defaults={"kind": kind, "result": result, "ends_at": ends_at, "choices": {}},
    )
    return vote


def _majority(vote: AbsenceVote, voters: Collection[int]) -> str | None:
    """Return the choice that more than half of the remaining players voted for, if there is one."""
    counts = Counter(choice for seat, choice in vote.choices.items() if int(seat) in voters)
    return next((choice for choice, count in counts.items() if 2 * count > len(voters)), None)


def _decide(
    table: Table, vote: AbsenceVote, *, seq: int, played: bool, has_come: bool, now: datetime
) -> None:
    """Carry out the majority's choice (the vote's result) on an absent player's seat; store it.

    A match in which the player has not played a card is called off where it is to end. A bot that
    is chosen before the player's turn, or for one who never came, is held against nobody.
    """
    reason = Departure.Reason.DISCONNECTED
    if vote.result == AbsenceVote.Result.WAIT:
        vote.ends_at = now + WAIT_TIME
    elif vote.kind != AbsenceVote.Kind.LEFT:
        excused = not has_come or vote.kind == AbsenceVote.Kind.AWAY
        ends = vote.result == AbsenceVote.Result.END and not played
        if ends and call_off(table=table, seat=vote.seat, reason=reason, seq=seq, excused=excused):
            return
        set_substitute(
            table_id=table.public_id, seat=vote.seat, reason=reason, seq=seq, excused=excused
        )
    vote.save(update_fields=["result", "ends_at"])
