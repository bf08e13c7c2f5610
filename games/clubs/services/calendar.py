"""The coming events of a club as a calendar feed with a secret address for each member."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import ClubMember, Player
from games.models.tables import invite_token
from games.selectors.clubs.events import club_events, club_events_called_off
from games.services.clubs.access import lock_club, member_of
from games.services.tournaments.calendar import calendar_of


def owner_of_feed(token: str) -> ClubMember | None:
    """Return the member whose calendar feed has this secret token; None without one."""
    if "\0" in token:
        return None  # PostgreSQL takes no NUL
    return ClubMember.objects.filter(calendar=token).select_related("club").first()


def feed_of(*, member: ClubMember, base: str, now: datetime) -> bytes:
    """Return an iCalendar file of the events of a member's club, with those called off.

    `base` is the site's URL.
    """
    club = member.club
    events = [*club_events(club, member=True), *club_events_called_off(club, now)]
    return calendar_of(events, base=base, now=now)


@transaction.atomic
def renew_feed(*, member: ClubMember, player: Player) -> None:
    """Give a member's calendar feed a new secret address in place of the old one; locks the club.

    Raises:
        ClubError: `no_such_club` or `not_member`.
    """
    found = member_of(lock_club(member.club), player)
    found.calendar = invite_token()
    found.save(update_fields=["calendar"])
