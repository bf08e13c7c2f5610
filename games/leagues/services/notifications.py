"""Notifications of leagues: to the players of entrants, once for each thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from games.leagues.models import LeagueEntrant, LeagueFixture, LeagueMember, LeagueSeason
from games.leagues.selectors.state import entrant_name, with_people
from games.models import NotificationKind
from games.services.notifications import notify


def fixture_path(fixture: LeagueFixture) -> str:
    """Return the URL path of a league match's page; its season and league must be loaded."""
    return f"/leagues/{fixture.season.league.public_id}/matches/{fixture.pk}/"


def season_path(season: LeagueSeason) -> str:
    """Return the URL path of a season's page; its league must be loaded."""
    return f"/leagues/{season.league.public_id}/?season={season.number}"


def tell_sides(
    *,
    fixture: LeagueFixture,
    text: str,
    key: str,
    now: datetime,
    sides: Iterable[int] = (),
    but: int | None = None,
    expires_at: datetime | None = None,
) -> None:
    """Notify the players of a league match, of both sides or the entrants (row ids) `sides`.

    `text` is a key of `notification_texts`; nobody is told twice under the same `key`; `but` is a
    player (row id) who is not told.
    """
    names = _names((fixture.home_id, fixture.away_id))
    for entrant in sides or (fixture.home_id, fixture.away_id):
        rivals = fixture.away_id if entrant == fixture.home_id else fixture.home_id
        notify(
            recipients=[recipient for recipient in _players(entrant) if recipient != but],
            kind=NotificationKind.LEAGUE,
            text=text,
            key=f"league:{fixture.pk}:{key}"[:80],
            data={
                "league": fixture.season.league.name,
                "round": fixture.round,
                "rivals": names[rivals],
            },
            url=fixture_path(fixture),
            expires_at=expires_at,
            now=now,
        )


def tell_entrant(
    *,
    entrant: LeagueEntrant,
    season: LeagueSeason,
    text: str,
    key: str,
    now: datetime,
    data: Mapping[str, str | int] | None = None,
    but: int | None = None,
) -> None:
    """Notify all players and substitutes of an entrant, except the player `but` (row id).

    `text` is a key of `notification_texts`, `data` fills its placeholders; nobody is told twice
    under the same `key`.
    """
    people = LeagueMember.objects.filter(entrant=entrant).values_list("player", flat=True)
    notify(
        recipients=[recipient for recipient in people if recipient != but],
        kind=NotificationKind.LEAGUE,
        text=text,
        key=f"season:{season.pk}:{key}"[:80],
        data={"league": season.league.name, **(data or {})},
        url=season_path(season),
        now=now,
    )


def _players(entrant: int) -> list[int]:
    """Return the row ids of a league entrant's players with an account, without substitutes."""
    rows = LeagueMember.objects.filter(
        entrant=entrant, substitute=False, player__user__isnull=False
    )
    return list(rows.values_list("player", flat=True))


def _names(entrants: Iterable[int]) -> dict[int, str]:
    """Return a dict from entrant (row id) to its name."""
    rows = with_people(LeagueEntrant.objects.filter(pk__in=list(entrants)))
    return {row.pk: entrant_name(row) for row in rows}
