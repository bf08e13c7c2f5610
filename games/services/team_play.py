"""A team sits down as one: a member takes a seat, and the partners' seats are kept for a while.

The partners are invited by name and answer in one tap. Each step locks the team's row, then the
table, then players, so that two members who ask at the same moment come to one table.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import InvitationError, TableError, TeamError
from games.engine.seating import sides_for
from games.models import Player, SeatInvitation, Table, Team
from games.models.tables import TableStatus
from games.selectors.held_seats import held_seats, open_holds
from games.services.invitations import answer_invitation, invite
from games.services.quick_play import (
    TRIED_TABLES,
    QuickGame,
    quick_options,
    stop_searching,
    tables_of_game,
)
from games.services.rating_range import require_in_range
from games.services.seating import lock, require_waiting
from games.services.tables import TableOptions, open_table, sit
from games.services.teams import lock_own_team

KEPT_QUICK: Final = timedelta(seconds=45)
"""Time for which a partner's seat is kept at a table of quick play."""
PARTNER_SEAT_HELD: Final = timedelta(minutes=3)
"""Time for which a partner's seat is kept at another table."""


@transaction.atomic
def open_table_as_team(
    *,
    team: Team,
    host: Player,
    chosen: TableOptions,
    address: str = "",
    now: datetime | None = None,
) -> Table:
    """Open a table whose host sits at seat 0, and keep that side's other seats for the partners.

    Raises:
        RulesetError: the rules cannot be played.
        TeamError: `not_member`, `not_founded`, or `team_size` where no side has as many players as
            the team.
        TableError: with a code of `open_table`.
        InvitationError: with a code of `invite`, such as `not_welcome` where one has blocked
            another.
    """
    team = lock_own_team(team, host)
    table = open_table(host=host, chosen=chosen, address=address)
    _take_side(table, team, host, (now or timezone.now()) + PARTNER_SEAT_HELD)
    return table


@transaction.atomic
def join_as_team(
    *,
    team: Team,
    table: Table,
    player: Player,
    agreed: bool = False,
    address: str = "",
    now: datetime | None = None,
) -> None:
    """Take a side of a waiting table for a team: one seat for the player, others kept for partners.

    Who sits there already keeps the seat; the other seats of that side must be free. `agreed`: the
    player accepts the rules.

    Raises:
        TeamError: `not_member`, `not_founded`, `team_size`, or `no_side` where no such side is
            free.
        TableError: with a code of `sit`.
        InvitationError: with a code of `invite`.
    """
    team = lock_own_team(team, player)
    table = lock(table)
    require_waiting(table)
    if not table.seats.filter(player=player).exists():
        seat = min(_free_side(table, team))
        sit(table=table, player=player, seat=seat, agreed=agreed, address=address)
    _take_side(table, team, player, (now or timezone.now()) + PARTNER_SEAT_HELD)


@transaction.atomic
def play_as_team(
    *,
    team: Team,
    player: Player,
    game: QuickGame,
    bots: bool = False,
    address: str = "",
    now: datetime | None = None,
) -> Table:
    """Seat a team for a game of quick play, at a table where another team waits or at a new one.

    Where a partner has already asked for the same game, this call accepts. With `bots` nobody else
    sits down at the table. Searches of the player for other games end.

    Raises:
        RulesetError: the game cannot be played.
        TeamError: `not_member`, `not_founded` or `team_size`.
        TableError: with a code of `open_table`.
        InvitationError: with a code of `invite`, such as `not_welcome` where one has blocked
            another.
    """
    now = now or timezone.now()
    team = lock_own_team(team, player)
    _require_size(game.ruleset.players, game.ruleset.options["teams"], team)
    asked = open_holds(now).filter(invited=player, team=team, table__in=tables_of_game(game))
    if (first := asked.first()) is not None:
        return answer_invitation(
            invitation=first.pk, player=player, accept=True, address=address, now=now
        )
    own = _table_of(team, player, game)
    stop_searching(player=player, keep=own)
    if own is not None:
        return own
    joined = None if bots else _join_other_team(team, player, game, address, now)
    return joined or _open_quick(team, player, game, address, now, bots=bots)


def _table_of(team: Team, player: Player, game: QuickGame) -> Table | None:
    """Return the quick-play table at which a player waits as a team member; None without one."""
    waiting = tables_of_game(game).filter(status=TableStatus.WAITING, seats__player=player)
    return waiting.filter(pk__in=SeatInvitation.objects.filter(team=team).values("table")).first()


def _open_quick(
    team: Team, player: Player, game: QuickGame, address: str, now: datetime, *, bots: bool
) -> Table:
    """Open a quick-play table for a team, its seats kept for the partners."""
    chosen = quick_options(
        game, quick=True, visibility=Table.Visibility.LINK if bots else Table.Visibility.PUBLIC
    )
    table = open_table(host=player, chosen=chosen, address=address)
    _take_side(table, team, player, now + KEPT_QUICK)
    return table


def _join_other_team(
    team: Team, player: Player, game: QuickGame, address: str, now: datetime
) -> Table | None:
    """Seat a team at the oldest quick-play table where another team waits; None without one."""
    waiting = (
        tables_of_game(game)
        .select_for_update()
        .filter(status=TableStatus.WAITING, visibility=Table.Visibility.PUBLIC, fill_at__gt=now)
        .filter(pk__in=SeatInvitation.objects.filter(team__isnull=False).values("table"))
        .order_by("created_at")
    )
    for table in waiting[:TRIED_TABLES]:
        try:
            with transaction.atomic():
                seat = min(_free_side(table, team))
                sit(table=table, player=player, seat=seat, address=address)
                _take_side(table, team, player, now + KEPT_QUICK)
        except (InvitationError, TableError, TeamError):
            continue
        return table
    return None


def _require_size(players: int, sides: str, team: Team) -> None:
    """Refuse a game in which no side has as many players as a team.

    Raises:
        TeamError: `team_size`.
    """
    size = team.players.count()
    if all(len(side) != size for side in sides_for(players, sides)):
        raise TeamError("team_size")


def _free_side(table: Table, team: Team) -> set[int]:
    """Return the seats of the first side of a table that is free and as large as a team.

    Raises:
        TeamError: `team_size` or `no_side`.
    """
    teams = table.ruleset.options["teams"]
    _require_size(table.players, teams, team)
    unavailable = set(table.seats.exclude(player=None).values_list("seat", flat=True))
    unavailable |= set(held_seats(table))
    size = team.players.count()
    for side in sides_for(table.players, teams):
        if len(side) == size and not unavailable & set(side):
            return set(side)
    raise TeamError("no_side")


def _take_side(table: Table, team: Team, player: Player, until: datetime) -> None:
    """Keep the other seats of a player's side for team partners until a moment, and invite them.

    Raises:
        TeamError: `team_size`, or `no_side` where somebody else sits there.
        TableError: `rating_range` where a partner may not sit down.
        InvitationError: as `invite`.
    """
    teams = table.ruleset.options["teams"]
    _require_size(table.players, teams, team)
    own = table.seats.get(player=player).seat
    side = next(side for side in sides_for(table.players, teams) if own in side)
    partners = list(team.players.exclude(pk=player.pk).order_by("pk"))
    here = set(table.seats.exclude(player=None).values_list("player_id", flat=True))
    missing = [partner for partner in partners if partner.pk not in here]
    free = [seat.seat for seat in table.seats.filter(player=None, seat__in=side).order_by("seat")]
    free = [seat for seat in free if seat not in held_seats(table)]
    if len(side) != len(partners) + 1 or len(free) < len(missing):
        raise TeamError("no_side")
    for partner, seat in zip(missing, free, strict=False):
        require_in_range(table, partner)
        invite(table=table, inviter=player, invited=partner, seat=seat, team=team, held_until=until)
    if table.quick and missing:
        table.fill_at = max(table.fill_at or until, until)
        table.save(update_fields=["fill_at"])
