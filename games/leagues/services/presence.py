"""Presence of players at a league match, and claims of a win where the other side is absent."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import LeagueError
from games.leagues.models import FixturePresence, LeagueFixture
from games.leagues.models.matches import FixtureState, LeagueAction
from games.leagues.rules.season_dates import CHECK_IN_BEFORE
from games.leagues.selectors.state import claim_from, closes_at, complete_sides, line_ups
from games.leagues.services.locking import lock_fixture, own_side, touch
from games.leagues.services.results import give_walkover
from games.models import Player

PRESENCE_LIFETIME: Final = timedelta(minutes=45)
"""Time for which somebody counts as there who has said so; saying it again renews it."""


@transaction.atomic
def be_here(*, fixture: LeagueFixture, player: Player, now: datetime | None = None) -> None:
    """Check a player in to a league match, which begins once all have checked in.

    Doing it again renews the time. It locks the season and the match.

    Raises:
        LeagueError: `not_yours` for who does not play it, `match_over`, or `not_yet` before the
            time from which one can say so, or without a time.
    """
    now = now or timezone.now()
    fixture = lock_fixture(fixture)
    line_up = line_ups(fixture)
    if not any(player.pk in players for players in line_up.values()):
        raise LeagueError("not_yours")
    if fixture.state in (FixtureState.PLAYING, FixtureState.DONE):
        raise LeagueError("match_over")
    if (
        fixture.agreed_at is None
        or now < fixture.agreed_at - CHECK_IN_BEFORE
        or now >= closes_at(fixture)
    ):
        raise LeagueError("not_yet")
    FixturePresence.objects.update_or_create(fixture=fixture, player=player, defaults={"at": now})
    fixture.version += 1
    if len(complete_sides(fixture, since=now - PRESENCE_LIFETIME, line_up=line_up)) == len(line_up):
        fixture.next_at = now
    fixture.save(update_fields=["version", "next_at"])
    touch(fixture.season)


@transaction.atomic
def claim(*, fixture: LeagueFixture, player: Player, now: datetime | None = None) -> None:
    """Claim the win of a league match for a side whose opponents are absent after 20 minutes.

    It locks the season and the match.

    Raises:
        LeagueError: `not_yours`, `match_over`, `no_claim_yet` before that, `not_here` where the own
            side is not complete, or `both_here`.
    """
    now = now or timezone.now()
    fixture = lock_fixture(fixture)
    member = own_side(fixture, player)
    if fixture.state != FixtureState.AGREED:
        raise LeagueError("match_over")
    begins, at = claim_from(fixture), fixture.agreed_at
    if begins is None or at is None or now < begins:
        raise LeagueError("no_claim_yet")
    present_sides = complete_sides(fixture, since=at - CHECK_IN_BEFORE)
    if member.entrant_id not in present_sides:
        raise LeagueError("not_here")
    absent = {fixture.home_id, fixture.away_id} - present_sides
    if not absent:
        raise LeagueError("both_here")
    give_walkover(fixture, missed=absent, now=now, kind=LeagueAction.Kind.CLAIMED, actor=player)
    touch(fixture.season)
