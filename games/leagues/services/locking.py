"""Locks and log of leagues. A step locks the season first, then what it changes in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.common.errors import LeagueError
from games.leagues.models import (
    LeagueAction,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.selectors.state import is_officer
from games.models import Player


def lock_season(season_id: int) -> LeagueSeason:
    """Lock a season (row id) until the transaction ends; return its row.

    Raises:
        LeagueError: `no_such_season`.
    """
    season = (
        LeagueSeason.objects.select_for_update(of=("self",))
        .select_related("league__ruleset")
        .filter(pk=season_id)
        .first()
    )
    if season is None:
        raise LeagueError("no_such_season")
    return season


def lock_fixture(fixture: LeagueFixture) -> LeagueFixture:
    """Lock a league match and its season until the transaction ends; return the match's row.

    Raises:
        LeagueError: `no_such_season`.
    """
    season = lock_season(fixture.season_id)
    locked = (
        LeagueFixture.objects.select_for_update(of=("self",))
        .select_related("home", "away", "division", "tournament")
        .get(pk=fixture.pk)
    )
    locked.season = season
    return locked


def own_side(fixture: LeagueFixture, player: Player) -> LeagueMember:
    """Return a player's membership of a side in a league match, not as a substitute.

    Raises:
        LeagueError: `not_yours`.
    """
    member = LeagueMember.objects.filter(
        season=fixture.season_id,
        player=player,
        agreed=True,
        substitute=False,
        entrant__in=(fixture.home_id, fixture.away_id),
    ).first()
    if member is None:
        raise LeagueError("not_yours")
    return member


def require_officer(season: LeagueSeason, actor: Player | None) -> None:
    """Raise an error unless a player organises the league or is its officer; None is staff.

    Raises:
        LeagueError: `not_officer`.
    """
    if actor is not None and not is_officer(season.league_id, actor):
        raise LeagueError("not_officer")


def note(
    *,
    season: LeagueSeason,
    kind: str,
    now: datetime,
    actor: Player | None = None,
    fixture: LeagueFixture | None = None,
    entrant: LeagueEntrant | None = None,
    reason: str = "",
    facts: dict[str, Any] | None = None,
) -> LeagueAction:
    """Append a line to a league's log and return it; `kind` is of LeagueAction.Kind.

    `fixture` and `entrant` are what it is about, `facts` its figures for the page.
    """
    return LeagueAction.objects.create(
        league_id=season.league_id,
        season=season,
        fixture=fixture,
        entrant=entrant,
        kind=kind,
        actor=actor,
        reason=reason,
        facts=facts or {},
        at=now,
    )


def touch(season: LeagueSeason) -> None:
    """Raise a season's version, as its page has changed.

    The caller has locked the season.
    """
    season.version += 1
    season.save(update_fields=["version"])
