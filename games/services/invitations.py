"""Invitations by name to a seat of a waiting table; no seat is kept for whoever is invited.

An invitation and its answer lock the table first, then the players, as sitting down does.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import (
    Block,
    NotificationKind,
    Player,
    SeatInvitation,
    Table,
    TableBan,
    TableBanAddress,
    TableKick,
)
from games.models.tables import TableStatus
from games.rules_text import preset_title
from games.services.errors import InvitationError, TableError
from games.services.notifications import mark_invitation_read, notify
from games.services.seating import lock
from games.services.tables import sit

LASTS: Final = timedelta(minutes=30)
"""Time for which an invitation can be answered."""
MAX_OPEN: Final = 10
"""Number of invitations of one player that may wait for answers."""
MAX_AN_HOUR: Final = 30
"""Number of invitations that one player may send in an hour."""
AGAIN_AFTER: Final = timedelta(minutes=5)
"""Time after which somebody who declined may be invited to the same table again."""


@transaction.atomic
def invite(
    *,
    table: Table,
    inviter: Player,
    invited: Player,
    seat: int | None = None,
    now: datetime | None = None,
) -> SeatInvitation:
    """Invite a player by name to a waiting table, and notify them.

    Anybody who sits there invites. Whom the host has sent away or banned only the host invites,
    which lets them sit there again. Locks the table and the inviter.

    Raises:
        InvitationError: `not_seated`, `not_waiting`, `no_such_seat`, `seat_taken`, `table_full`,
            `no_such_player` for bots and deleted accounts, `already_seated`, `already_invited`,
            `not_welcome` where somebody at the table and the invited have a block between them,
            `sent_away`, `too_many_open` or `too_many`.
    """
    now = now or timezone.now()
    table = _lock_waiting(table)
    Player.objects.select_for_update().get(pk=inviter.pk)
    _require_seat(table, inviter, seat)
    _require_person(table, invited)
    _require_not_sent_away(table, inviter, invited)
    _require_room(table, inviter, invited, now)
    found = SeatInvitation.objects.create(
        table=table, seat=seat, inviter=inviter, invited=invited,
        created_at=now, expires_at=now + LASTS,
    )  # fmt: skip
    _tell(found, now)
    return found


def _tell(invitation: SeatInvitation, now: datetime) -> None:
    """Notify the invited player of an invitation."""
    table, inviter = invitation.table, invitation.inviter
    notify(
        recipients=[invitation.invited_id],
        kind=NotificationKind.INVITED,
        text="invited",
        key=f"invitation:{invitation.pk}",
        data={
            "actor": inviter.name,
            "game": table.name or preset_title(table.ruleset.preset),
            "table": table.public_id,
            "invitation": invitation.pk,
        },
        url=f"/t/{table.public_id}/",
        actor=inviter,
        expires_at=invitation.expires_at,
        now=now,
    )


def _lock_waiting(table: Table) -> Table:
    """Lock a waiting table, and return its current row.

    Raises:
        InvitationError: `not_waiting`.
    """
    try:
        locked = lock(table)
    except TableError:
        raise InvitationError("not_waiting") from None
    if locked.status != TableStatus.WAITING:
        raise InvitationError("not_waiting")
    return locked


def _require_seat(table: Table, inviter: Player, seat: int | None) -> None:
    """Refuse who does not sit at the table, and a seat that is not free.

    Raises:
        InvitationError: `not_seated`, `no_such_seat`, `seat_taken` or `table_full`.
    """
    places = {place.seat: place.player_id for place in table.seats.all()}
    if inviter.pk not in places.values():
        raise InvitationError("not_seated")
    if seat is not None and seat not in places:
        raise InvitationError("no_such_seat")
    if seat is not None and places[seat] is not None:
        raise InvitationError("seat_taken")
    if None not in places.values():
        raise InvitationError("table_full")


def _require_person(table: Table, invited: Player) -> None:
    """Refuse bots, deleted accounts, who sits there, and who has a block with anybody there.

    Raises:
        InvitationError: `no_such_player`, `already_seated` or `not_welcome`.
    """
    if invited.bot or invited.user_id is None:
        raise InvitationError("no_such_player")
    if table.seats.filter(player=invited).exists():
        raise InvitationError("already_seated")
    here = table.seats.exclude(player=None).values("player_id")
    between = Q(blocker=invited, blocked__in=here) | Q(blocked=invited, blocker__in=here)
    if Block.objects.filter(between).exists():
        raise InvitationError("not_welcome")


def _require_not_sent_away(table: Table, inviter: Player, invited: Player) -> None:
    """Refuse whom the host has sent away, unless the host invites: then it is forgotten.

    Raises:
        InvitationError: `sent_away`.
    """
    bans = TableBan.objects.filter(table=table, player=invited)
    kicks = TableKick.objects.filter(table=table, player=invited)
    if table.host_id == inviter.pk:
        TableBanAddress.objects.filter(ban__in=bans).delete()
        bans.delete()
        kicks.delete()
    elif bans.exists() or kicks.exists():
        raise InvitationError("sent_away")


def _require_room(table: Table, inviter: Player, invited: Player, now: datetime) -> None:
    """Refuse a second open invitation of the same person, and more than one may send.

    Raises:
        InvitationError: `already_invited`, `too_many_open` or `too_many`.
    """
    same = SeatInvitation.objects.filter(table=table, invited=invited)
    same.filter(answered_at=None, expires_at__lte=now).update(
        answer=SeatInvitation.Answer.WITHDRAWN, answered_at=now
    )
    declined = Q(answer=SeatInvitation.Answer.DECLINED, answered_at__gt=now - AGAIN_AFTER)
    if same.filter(Q(answered_at=None) | declined).exists():
        raise InvitationError("already_invited")
    own = SeatInvitation.objects.filter(inviter=inviter)
    waiting = own.filter(answered_at=None, expires_at__gt=now, table__status=TableStatus.WAITING)
    if waiting.count() >= MAX_OPEN:
        raise InvitationError("too_many_open")
    if own.filter(created_at__gt=now - timedelta(hours=1)).count() >= MAX_AN_HOUR:
        raise InvitationError("too_many")


@transaction.atomic
def answer_invitation(
    *,
    invitation: int,
    player: Player,
    accept: bool,
    address: str = "",
    now: datetime | None = None,
) -> Table:
    """Sit down by an invitation (row id), or decline it; return the table.

    Where the seat is taken meanwhile the invitation stays open. `address` is the player's network
    address. Locks the table.

    Raises:
        InvitationError: `not_invited` where it is another's or answered, `expired`, `not_waiting`.
        TableError: as `games.services.tables.sit`, such as `seat_taken` or `table_full`.
    """
    now = now or timezone.now()
    rows = SeatInvitation.objects.filter(pk=invitation, invited=player)
    row = rows.select_related("table").first()
    if row is None:
        raise InvitationError("not_invited")
    table = lock(row.table)
    answer = SeatInvitation.Answer.ACCEPTED if accept else SeatInvitation.Answer.DECLINED
    if not rows.filter(answered_at=None).update(answer=answer, answered_at=now):
        raise InvitationError("not_invited")
    if accept:
        if row.expires_at <= now:
            raise InvitationError("expired")
        if table.status != TableStatus.WAITING:
            raise InvitationError("not_waiting")
        if not table.seats.filter(player=player).exists():
            sit(table=table, player=player, seat=row.seat, address=address)
    mark_invitation_read(player=player, invitation=row.pk, now=now)
    return table


def withdraw_invitations(*, inviter: Player, invited: Player, now: datetime | None = None) -> None:
    """Withdraw the open invitations of one player to another, as after a block."""
    SeatInvitation.objects.filter(inviter=inviter, invited=invited, answered_at=None).update(
        answer=SeatInvitation.Answer.WITHDRAWN, answered_at=now or timezone.now()
    )
