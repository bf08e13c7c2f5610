"""The coming events of a club as a calendar feed with a secret address for each member."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.clubs.models import ClubMember
from games.clubs.selectors.events import club_events, club_events_called_off
from games.clubs.services.access import lock_club, member_of
from games.models import Player
from games.models.tables import invite_token
from games.tournaments.services.calendar import calendar_of


def owner_of_feed(token: str) -> ClubMember | None:
    """Return the membership whose calendar feed has this secret token, or None."""
    if "\0" in token:
        return None  # PostgreSQL takes no NUL
    return ClubMember.objects.filter(calendar=token).select_related("club").first()


def feed_of(*, member: ClubMember, base: str, now: datetime) -> bytes:
    """Return the events of a member's club, cancelled ones included, as iCalendar text.

    `base` is the site's URL.
    """
    club = member.club
    events = [*club_events(club, member=True), *club_events_called_off(club, now)]
    return calendar_of(events, base=base, now=now)


@transaction.atomic
def renew_feed(*, member: ClubMember, player: Player) -> None:
    """Replace the secret address of a member's calendar feed; the club is locked.

    Raises:
        ClubError: `no_such_club` or `not_member`.
    """
    membership = member_of(lock_club(member.club), player)
    membership.calendar = invite_token()
    membership.save(update_fields=["calendar"])
