"""Tables and matches of leagues as the API shows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects

from games.leagues import answers as answers
from games.leagues.models import (
    LeagueAction,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.rules.season_dates import CHECK_IN_BEFORE
from games.leagues.selectors.leagues import division_table
from games.leagues.selectors.state import (
    claim_from,
    closes_at,
    entrant_name,
    finished_event,
    outages_since,
)
from games.models import Player
from games.record.record import rfc3339

HIDDEN_FACTS = frozenset({"absent", "player", "missed", "tournament"})
"""Facts of the log that are row ids, which nobody outside needs."""


def tables_json(season: LeagueSeason) -> answers.LeagueTables:
    """Return the tables of all divisions of a season as the API shows them."""
    return {
        "season": season.number,
        "state": season.state,  # type: ignore[typeddict-item]
        "results": [
            {"division": division.level, "results": _lines(season, division.pk)}
            for division in season.divisions.order_by("level")
        ],
    }


def _lines(season: LeagueSeason, division: int) -> list[answers.LeagueLine]:
    """Return the lines of a division's (row id) table as the API shows them."""
    lines, entrants = division_table(season, season.divisions.get(pk=division))
    return [
        {
            "place": line.place,
            "entrant": entrants[line.entrant].number,
            "name": entrant_name(entrants[line.entrant]),
            "players": player_names(entrants[line.entrant]),
            "played": line.played,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            "points": line.points,
            "vp": line.vp,
            "form": list(line.form),
            "missed": line.missed,
            "out": line.out,
            "annulled": line.annulled,
            "decided_by": line.decided_by,
            "movement": entrants[line.entrant].movement,
        }
        for line in lines
    ]


def player_names(entrant: LeagueEntrant) -> list[str]:
    """Return the names of an entrant's players, in their order; its people must be prefetched."""
    return [member.player.name for member in entrant.people.all() if not member.substitute]


def matches_json(fixtures: Sequence[LeagueFixture]) -> list[answers.LeagueMatch]:
    """Return league matches as the API shows them; their sides must be loaded."""
    since = min((fixture.opens_at for fixture in fixtures), default=None)
    outages = outages_since(since) if since is not None else []
    return [match_json(fixture, outages) for fixture in fixtures]


def match_json(
    fixture: LeagueFixture, outages: Sequence[tuple[datetime, datetime]] | None = None
) -> answers.LeagueMatch:
    """Return a league match as the API shows it; its sides must be loaded.

    `outages` are the times (start, end) since the match opened in which the site was down, if read.
    """
    event = finished_event(fixture)
    return {
        "id": fixture.pk,
        "url": f"/leagues/{fixture.season.league.public_id}/matches/{fixture.pk}/",
        "season": fixture.season.number,
        "division": fixture.division.level,
        "round": fixture.round,
        "home": _side(fixture.home, fixture.home_vp, fixture.home_missed),
        "away": _side(fixture.away, fixture.away_vp, fixture.away_missed),
        "opens_at": rfc3339(fixture.opens_at),
        "closes_at": rfc3339(closes_at(fixture, outages)),
        "state": fixture.state,  # type: ignore[typeddict-item]
        "result": fixture.result,  # type: ignore[typeddict-item]
        "at": rfc3339(fixture.agreed_at) if fixture.agreed_at else None,
        "by_default": fixture.by_default,
        "tournament": event.public_id if event is not None else None,
        "decided_at": rfc3339(fixture.decided_at) if fixture.decided_at else None,
    }


def _side(entrant: LeagueEntrant, vp: float | None, missed: bool) -> answers.LeagueSide:
    """Return one side of a league match as the API shows it."""
    return {
        "entrant": entrant.number,
        "name": entrant_name(entrant),
        "players": player_names(entrant),
        "vp": vp,
        "missed": missed,
    }


def detail_json(
    fixture: LeagueFixture, outages: Sequence[tuple[datetime, datetime]] | None = None
) -> answers.LeagueMatchDetail:
    """Return a league match with proposed times and log as the API shows it; see `match_json`."""
    prefetch_related_objects([fixture], "proposals", "actions__actor")
    numbers = {fixture.home_id: fixture.home.number, fixture.away_id: fixture.away.number}
    return {
        **match_json(fixture, outages),
        "proposals": [
            {
                "id": proposal.pk,
                "entrant": numbers[proposal.entrant_id],
                "at": rfc3339(proposal.at),
                "state": proposal.state,  # type: ignore[typeddict-item]  # the column holds one of the states
            }
            for proposal in fixture.proposals.all()
        ],
        "log": log_json(fixture.actions.all()),
    }


def log_json(lines: Iterable[LeagueAction]) -> list[answers.LeagueStep]:
    """Return entries of a league's log as the API shows them."""
    return [
        {
            "kind": line.kind,
            "by": line.actor.name if line.actor else None,
            "reason": line.reason,
            "facts": _shown_facts(line.facts),
            "at": rfc3339(line.at),
        }
        for line in lines
    ]


def _shown_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a log line for the API: without row ids."""
    return {name: value for name, value in facts.items() if name not in HIDDEN_FACTS}


def own_matches_json(
    fixtures: Sequence[LeagueFixture], player: Player
) -> list[answers.OwnLeagueMatch]:
    """Return league matches that a player plays, or is a substitute for, as the API shows them."""
    if not fixtures:
        return []
    prefetch_related_objects(fixtures, "proposals", "actions__actor", "present__player")
    outages = outages_since(min(fixture.opens_at for fixture in fixtures) - CHECK_IN_BEFORE)
    places = LeagueMember.objects.filter(player=player, agreed=True)
    own = set(places.values_list("entrant", flat=True))
    return [_own_json(fixture, own, outages) for fixture in fixtures]


def _own_json(
    fixture: LeagueFixture, own: Collection[int], outages: Sequence[tuple[datetime, datetime]]
) -> answers.OwnLeagueMatch:
    """Return a player's league match for the API; `entrants` are the player's (row ids)."""
    claim_at = claim_from(fixture, outages)
    return {
        **detail_json(fixture, outages),
        "league": fixture.season.league.public_id,
        "side": "home" if fixture.home_id in own else "away",
        "here": sorted(presence.player.name for presence in fixture.present.all()),
        "claim_at": rfc3339(claim_at) if claim_at else None,
    }
