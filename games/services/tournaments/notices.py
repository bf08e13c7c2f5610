"""Push notifications of tournaments: the check-in is open, a round begins, the organiser calls.

Each is sent once, to the browsers that have asked for notifications, and names no card. They take
seconds, so they belong to a thread that nobody waits for (`games.services.background`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import PushSubscription
from accounts.push import call
from games.models import Player, TableSeat, TournamentMember
from games.models.tournaments import TournamentStatus


def with_notifications(players: Sequence[int]) -> list[int]:
    """Return those of these players (row ids) who have a browser with notifications."""
    users = PushSubscription.objects.values("user")
    return list(Player.objects.filter(pk__in=players, user__in=users).values_list("pk", flat=True))


def awaited_at_checkin(tournaments: Sequence[str]) -> list[int]:
    """Return the players (row ids) who have not checked in to tournaments (public ids)."""
    members = TournamentMember.objects.filter(
        tournament__public_id__in=tournaments, checked_in_at=None, left_at=None
    )
    return list(members.values_list("player", flat=True))


def call_to_tables(players: Sequence[int]) -> int:
    """Notify players (row ids) that their game of a tournament begins; return how many were reached."""
    seats = TableSeat.objects.filter(
        player__in=players,
        player__user__isnull=False,
        table__tournament_game__done_at=None,
        table__tournament_game__isnull=False,
    ).select_related("table", "player")
    reached = 0
    for seat in seats:
        assert seat.player is not None
        table, name = seat.table.public_id, seat.table.name
        reached += _send(
            seat.player.user_id, lambda: _("Your round begins"), name, f"/t/{table}/", f"t{table}"
        )
    return reached


def call_to_checkin(players: Sequence[int]) -> int:
    """Notify players (row ids) of the check-ins that are open for them; return how many were reached."""
    members = TournamentMember.objects.filter(
        player__in=players,
        tournament__status=TournamentStatus.CHECKIN,
        checked_in_at=None,
        left_at=None,
        player__user__isnull=False,
    ).select_related("tournament", "player")
    reached = 0
    for member in members:
        event = member.tournament
        reached += _send(
            member.player.user_id,
            lambda: _("Say that you are here: the check-in is open"),
            event.name,
            f"/tournaments/{event.public_id}/",
            f"e{event.public_id}",
        )
    return reached


def _send(user: int | None, title: Callable[[], str], body: str, url: str, tag: str) -> int:
    """Send a notification to all browsers of an account, each in its language; return how many."""
    reached = 0
    for one in PushSubscription.objects.filter(user=user):
        with override(one.language or None):
            message = {"title": title(), "body": body, "url": url, "tag": tag}
        reached += call(one, message)
    return reached
