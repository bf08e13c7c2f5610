"""Invitations by name to a seat of a waiting table; a seat is kept for partners of a team alone.

An invitation and its answer lock the table first, then the players, as sitting down does.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.common.errors import InvitationError, TableError
from games.engine.seating import sides_for
from games.models import (
    Block,
    NotificationKind,
    Player,
    SeatInvitation,
    Table,
    TableBan,
    TableBanAddress,
    TableKick,
    Team,
)
from games.models.tables import TableStatus
from games.rules_text import preset_title
from games.selectors.held_seats import held_for_others, held_seats
from games.selectors.table_access import table_access
from games.services.held_seats import fill_soon
from games.services.notifications import mark_invitation_read, notify
from games.services.seating import lock
from games.services.tables import sit

INVITATION_LASTS: Final = timedelta(minutes=30)
"""Time for which an invitation can be answered."""
MAX_OPEN: Final = 10
"""Maximum number of a player's invitations that wait for answers at a time."""
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
    team: Team | None = None,
    held_until: datetime | None = None,
    now: datetime | None = None,
) -> SeatInvitation:
    """Invite a player by name to a waiting table, and notify them.

    With a `team` the invited is a partner, whose seat nobody else takes before `held_until`.
    Anybody who sits there invites. Whom the host has sent away or banned only the host invites,
    which lets them sit there again. Locks the table and the inviter.

    Raises:
        InvitationError: `not_seated`, `not_waiting`, `no_such_seat`, `seat_taken`, `table_full`,
            `no_such_player` for bots and deleted accounts, `already_seated`, `already_invited`,
            `members_only` at a table of a club of which the invited is no member, `not_welcome`
            where somebody at the table and the invited have a block between them, `sent_away`,
            `too_many_open` or `too_many`.
    """
    now = now or timezone.now()
    table = _lock_waiting(table)
    Player.objects.select_for_update(no_key=True).get(pk=inviter.pk)
    _require_seat(table, inviter, seat)
    _require_person(table, invited)
    _require_not_sent_away(table, inviter, invited)
    _require_room(table, inviter, invited, now)
    invitation = SeatInvitation.objects.create(
        table=table, seat=seat, inviter=inviter, invited=invited,
        created_at=now, expires_at=now + INVITATION_LASTS, team=team, held_until=held_until,
    )  # fmt: skip
    _tell(invitation, now)
    return invitation


def _tell(invitation: SeatInvitation, now: datetime) -> None:
    """Notify a player who is invited to a table."""
    table, inviter, team = invitation.table, invitation.inviter, invitation.team
    text = "invited"
    if team is not None:
        text = "invited_as_team" if team.name else "invited_as_partner"
    notify(
        recipients=[invitation.invited_id],
        kind=NotificationKind.INVITED,
        text=text,
        key=f"invitation:{invitation.pk}",
        data={
            "actor": inviter.name,
            "game": table.name or preset_title(table.ruleset.preset),
            "table": table.public_id,
            "invitation": invitation.pk,
            **({"team": team.name} if team is not None and team.name else {}),
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
    """Refuse an inviter who does not sit at the table, and a seat that is not free.

    Raises:
        InvitationError: `not_seated`, `no_such_seat`, `seat_taken` or `table_full`.
    """
    places = {place.seat: place.player_id for place in table.seats.all()}
    if inviter.pk not in places.values():
        raise InvitationError("not_seated")
    if seat is not None and seat not in places:
        raise InvitationError("no_such_seat")
    held = held_seats(table)
    if seat is not None and (places[seat] is not None or seat in held):
        raise InvitationError("seat_taken")
    if all(player is not None or number in held for number, player in places.items()):
        raise InvitationError("table_full")


def _require_person(table: Table, invited: Player) -> None:
    """Refuse to invite bots, deleted accounts, seated players, and players kept away by a block.

    Raises:
        InvitationError: `no_such_player`, `already_seated`, `members_only` or `not_welcome`.
    """
    if invited.bot or invited.user_id is None:
        raise InvitationError("no_such_player")
    if table.seats.filter(player=invited).exists():
        raise InvitationError("already_seated")
    access = table_access()
    if access.is_closed(table) and not access.members_among(table, [invited]):
        raise InvitationError("members_only")
    here = table.seats.exclude(player=None).values("player_id")
    between = Q(blocker=invited, blocked__in=here) | Q(blocked=invited, blocker__in=here)
    if Block.objects.filter(between).exists():
        raise InvitationError("not_welcome")


def _require_not_sent_away(table: Table, inviter: Player, invited: Player) -> None:
    """Refuse to invite a player whom the host has sent away; if the host invites, lift that.

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
    """Refuse a second open invitation of the same player, and too many of one inviter.

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
        TableError: with a code of `games.services.tables.sit`, such as `seat_taken`.
    """
    now = now or timezone.now()
    rows = SeatInvitation.objects.filter(pk=invitation, invited=player)
    row = rows.select_related("table", "invited").first()
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
            sit(table=table, player=player, seat=_seat_for(table, row), address=address)
    elif row.team_id is not None:
        fill_soon(table, now)
    mark_invitation_read(player=player, invitation=row.pk, now=now)
    return table


def _seat_for(table: Table, row: SeatInvitation) -> int | None:
    """Return the seat of an invitation; if taken, for a partner another seat of the same side.

    If that side has no free seat, the invitation's own seat is returned, which is then refused.
    """
    if row.team_id is None or row.seat is None:
        return row.seat
    unavailable = {place.seat for place in table.seats.exclude(player=None)} | held_for_others(
        table, row.invited
    )
    sides = sides_for(table.players, table.ruleset.options["teams"])
    side = next(side for side in sides if row.seat in side)
    return (
        row.seat if row.seat not in unavailable else min(set(side) - unavailable, default=row.seat)
    )


def withdraw_invitations(*, inviter: Player, invited: Player, now: datetime | None = None) -> None:
    """Withdraw the open invitations of one player to another, as after a block."""
    SeatInvitation.objects.filter(inviter=inviter, invited=invited, answered_at=None).update(
        answer=SeatInvitation.Answer.WITHDRAWN, answered_at=now or timezone.now()
    )
