"""Conditions on which a player may enter a tournament."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from games.common.errors import TournamentError
from games.models import Block, Player, Restriction
from games.models.people import PlayerKind
from games.selectors.conduct import finished_share
from games.selectors.restrictions import restricted_until
from games.services.conduct import require_no_pause
from games.tournaments.models import EntryBan, Tournament, TournamentAction, TournamentMember
from games.tournaments.models.tournaments import LISTED, EntrantStatus, Format, TournamentStatus
from games.tournaments.selectors.event_clubs import event_clubs

MAX_ENTRIES: Final = 5
"""Number of tournaments that are not over in which one player may be entered."""
FIRST_BAN: Final = timedelta(hours=24)
"""Pause from public tournaments of a player who did not come."""
LONGEST_BAN: Final = timedelta(days=30)


def require_open(tournament: Tournament) -> None:
    """Raise an error if a tournament takes no entries: over, not announced, or too advanced.

    Raises:
        TournamentError: `not_open`, or `too_late`.
    """
    if tournament.format == Format.DAILY and tournament.status != TournamentStatus.RUNNING:
        raise TournamentError("not_open")  # who enters a daily event begins to play at once
    if tournament.status in (TournamentStatus.OPEN, TournamentStatus.CHECKIN):
        return
    if tournament.status != TournamentStatus.RUNNING:
        raise TournamentError("not_open")
    if not may_enter_late(tournament):
        raise TournamentError("too_late")


def may_enter_late(tournament: Tournament) -> bool:
    """Return True if a running tournament still takes entrants, until half of its rounds."""
    if tournament.format in (Format.ARENA, Format.DAILY):
        return True
    late = tournament.late_entry and tournament.format in (Format.SWISS, Format.LADDER)
    return late and 2 * tournament.round <= tournament.rounds


def require_welcome(
    tournament: Tournament,
    player: Player,
    *,
    invite: str,
    now: datetime,
    absent_since: datetime | None = None,
) -> None:
    """Raise an error if a player may not enter; lock the player's row until the end.

    `absent_since` is the start of this event for a player who did not come to a game of it: a
    pause for an absence since then does not refuse the player.

    Raises:
        TournamentError: `members_only`, `link_needed`, `registered_only`, `no_programs`, `not_allowed` where a
            moderator has decided so, `taken_out` where the organiser has, `entry_ban` after not
            coming, `unfinished` for who leaves too many matches, or `too_many_entries`.
        PausedError: the player has a pause.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    private = tournament.visibility == Tournament.Visibility.LINK
    member = tournament.club_id is not None and event_clubs().is_member(tournament, player)
    if tournament.club_only and not member:
        raise TournamentError("members_only")
    if private and not member and not constant_time_compare(invite, tournament.invite):
        raise TournamentError("link_needed")
    if player.is_program and tournament.programs == Tournament.Programs.NONE:
        raise TournamentError("no_programs")
    if restricted_until(player, Restriction.Kind.TOURNAMENTS, now=now):
        raise TournamentError("not_allowed")
    if _is_taken_out(tournament, player):
        raise TournamentError("taken_out")
    if not private:
        _require_reliable(tournament, player, now, absent_since)
    entries = TournamentMember.objects.filter(
        player=player, tournament__status__in=LISTED, agreed=True
    ).exclude(entrant__status__in=(EntrantStatus.WITHDRAWN, EntrantStatus.ABSENT))
    if entries.exclude(tournament=tournament).count() >= MAX_ENTRIES:
        raise TournamentError("too_many_entries")


def _is_taken_out(tournament: Tournament, player: Player) -> bool:
    """Return True if the organiser has taken an entrant of this player out of a tournament.

    An entrant that had played nothing is deleted, so the step itself names its players.
    """
    steps = tournament.actions.filter(kind=TournamentAction.Kind.REMOVE)
    facts = list(steps.values_list("facts", flat=True))
    if any(player.pk in step.get("players", ()) for step in facts):
        return True
    numbers = [step["entrant"] for step in facts if "players" not in step]  # of older releases
    return tournament.people.filter(player=player, entrant__number__in=numbers).exists()


def _require_reliable(
    tournament: Tournament, player: Player, now: datetime, absent_since: datetime | None
) -> None:
    """Raise an error for a public event's player who was absent or leaves too many matches."""
    if player.kind == PlayerKind.GUEST:
        raise TournamentError("registered_only")
    require_no_pause(player=player)
    bans = EntryBan.objects.filter(player=player, ends_at__gt=now)
    if absent_since is not None:
        bans = bans.filter(begins_at__lt=absent_since)
    if bans.exists():
        raise TournamentError("entry_ban")
    share = finished_share(player)
    if share is not None and 100 * share < tournament.min_finished:
        raise TournamentError("unfinished")


def require_no_block(player: Player, other: Player) -> None:
    """Raise an error if one of two partners has blocked the other.

    Raises:
        TournamentError: `not_welcome`.
    """
    both = Q(blocker=player, blocked=other) | Q(blocker=other, blocked=player)
    if Block.objects.filter(both).exists():
        raise TournamentError("not_welcome")


@transaction.atomic
def ban_absent(*, player: Player, now: datetime) -> None:
    """Ban an absent player from entering public tournaments for a while.

    24 hours the first time; twice as long as the last time after that pause, and half as long again
    during it, up to 30 days. One game played clears it (`tournament_results`).
    """
    before = EntryBan.objects.select_for_update().filter(player=player).first()
    length = FIRST_BAN
    if before is not None:
        factor = 1.5 if before.ends_at > now else 2.0
        length = min(timedelta(hours=before.hours * factor), LONGEST_BAN)
    EntryBan.objects.update_or_create(
        player=player,
        defaults={
            "hours": length / timedelta(hours=1),
            "begins_at": now,
            "ends_at": now + length,
        },
    )
