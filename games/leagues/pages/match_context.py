"""Template contexts of a league match: its row in lists, and its own page."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import prefetch_related_objects

from games.leagues.models import (
    LeagueAction,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    TimeProposal,
)
from games.leagues.models.leagues import RUNNING_STATES
from games.leagues.models.matches import FixtureResult, FixtureState
from games.leagues.rules.season_dates import CHECK_IN_BEFORE
from games.leagues.selectors.league_json import player_names
from games.leagues.selectors.state import (
    claim_from,
    closes_at,
    entrant_name,
    finished_event,
    is_officer,
    loaded_line_ups,
    loaded_side_of,
    outages_since,
    sides_among,
)
from games.leagues.wording import leagues as words
from games.models import Player
from games.pages.wording.time_zones import zone_city
from games.selectors.faces import chosen_faces_by_name
from games.tournaments.selectors.tournaments import current_game

UNDECIDED: Final = (FixtureState.OPEN, FixtureState.AGREED)
"""States of a league match that has not begun and has no result."""


def fixture_row(fixture: LeagueFixture, entry: LeagueMember | None = None) -> dict[str, Any]:
    """Return a league match as a dict for a list; `entry` is the visitor's, to mark their own."""
    zone = fixture.season.league.time_zone
    waiting = _open_proposals(fixture) if fixture.state != FixtureState.DONE else []
    names = _side_names(fixture)
    return {
        "fixture": fixture,
        "home": names[fixture.home_id],
        "away": names[fixture.away_id],
        "home_players": player_names(fixture.home),
        "away_players": player_names(fixture.away),
        "mine": entry is not None and entry.entrant_id in names,
        "when": words.when_text(fixture.agreed_at, zone),
        "state": words.fixture_state(fixture),
        "done": fixture.state == FixtureState.DONE,
        "counts": fixture.state == FixtureState.DONE and fixture.result != FixtureResult.ANNULLED,
        "home_vp": words.vp_text(fixture.home_vp),
        "away_vp": words.vp_text(fixture.away_vp),
        "waiting": [
            (names[proposal.entrant_id], words.when_text(proposal.at, zone)) for proposal in waiting
        ],
    }


def _side_names(fixture: LeagueFixture) -> dict[int, str]:
    """Return the names of both sides of a match by their row ids."""
    return {
        fixture.home_id: entrant_name(fixture.home),
        fixture.away_id: entrant_name(fixture.away),
    }


def _open_proposals(fixture: LeagueFixture) -> list[TimeProposal]:
    """Return a league match's proposed times that await an answer."""
    return [
        proposal
        for proposal in fixture.proposals.all()
        if proposal.state == TimeProposal.State.OPEN
    ]


def match_context(fixture: LeagueFixture, me: Player | None, now: datetime) -> dict[str, Any]:
    """Return the template context of a league match: sides, times, visitor's possible actions.

    `me` is the visitor's player; None for strangers. The match comes with its sides.
    """
    league = fixture.season.league
    zone, member = league.time_zone, loaded_side_of(fixture, me)
    undecided = fixture.state in UNDECIDED
    outages = outages_since(min(fixture.opens_at, _check_in_from(fixture) or fixture.opens_at))
    ends, begins = closes_at(fixture, outages), claim_from(fixture, outages)
    own_side = member.entrant_id if member is not None else 0
    prefetch_related_objects([fixture], "proposals")
    row = fixture_row(fixture, member)
    return {
        **row,
        "league": league,
        "season": fixture.season,
        "round_title": words.round_text(fixture.round),
        "zone": zone_city(zone),
        "opens": words.when_text(fixture.opens_at, zone),
        "closes": words.when_text(ends, zone),
        "member": member,
        "may_change": member is not None and not member.substitute and undecided and now < ends,
        "proposals": _proposals(fixture, own_side, zone) if undecided else [],
        "first": _field_time(max(now, fixture.opens_at), zone),
        "last": _field_time(ends, zone),
        "suggested": _suggested(fixture, now, zone),
        **_check_in_context(fixture, me, own_side, now, ends=ends, begins=begins),
        "claim_at": words.when_text(begins, zone),
        "table": _table(fixture, me),
        "event": _event(fixture),
    }


def _check_in_from(fixture: LeagueFixture) -> datetime | None:
    """Return the time from which players check in to a league match; None if it has no time."""
    return fixture.agreed_at - CHECK_IN_BEFORE if fixture.agreed_at is not None else None


def _check_in_context(
    fixture: LeagueFixture,
    me: Player | None,
    own_side: int,
    now: datetime,
    *,
    ends: datetime,
    begins: datetime | None,
) -> dict[str, Any]:
    """Return the template context of who is there, and whether the visitor can say so or claim the win.

    `own_side` is the visitor's entrant (row id; 0: none), `ends` the last time to play, and `begins`
    the time from which the win can be claimed.
    """
    since = _check_in_from(fixture)
    present = (
        list(fixture.present.select_related("player").order_by("player__name"))
        if since is not None and fixture.state != FixtureState.DONE
        else []
    )
    context = {
        "present": present,
        "am_here": me is not None and any(row.player_id == me.pk for row in present),
        "checkin": False,
        "claimable": False,
    }
    if me is None or since is None or now < since or fixture.state not in UNDECIDED:
        return context
    line_up = loaded_line_ups(fixture)
    here = {row.player_id for row in present if row.at >= since}
    context["checkin"] = now < ends and any(me.pk in players for players in line_up.values())
    context["claimable"] = (
        begins is not None
        and fixture.state == FixtureState.AGREED
        and now >= begins
        and sides_among(here, line_up) == {own_side}
    )
    return context


def _suggested(fixture: LeagueFixture, now: datetime, zone: str) -> str:
    """Return the initial time in the form that proposes one, in the league's zone; "" if none."""
    if fixture.agreed_at is None or fixture.agreed_at <= now:
        return ""
    return _field_time(fixture.agreed_at, zone)


def _field_time(at: datetime, zone: str) -> str:
    """Return a time as the value of a datetime field, `2026-03-01T20:30`, in a zone."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def _proposals(fixture: LeagueFixture, own_side: int, zone: str) -> list[dict[str, Any]]:
    """Return a league match's proposed times that await an answer, as dicts in words."""
    names = _side_names(fixture)
    return [
        {
            "id": proposal.pk,
            "when": words.when_text(proposal.at, zone),
            "name": names[proposal.entrant_id],
            "own": proposal.entrant_id == own_side,
        }
        for proposal in _open_proposals(fixture)
    ]


def _table(fixture: LeagueFixture, me: Player | None) -> str:
    """Return the public id of the visitor's table in a running league match, else ""."""
    if fixture.state != FixtureState.PLAYING or fixture.tournament is None or me is None:
        return ""
    game = current_game(fixture.tournament, me)
    return game.table.public_id if game is not None and game.table is not None else ""


def _event(fixture: LeagueFixture) -> str:
    """Return the path of a finished league match's tournament, with its invitation; else ""."""
    event = finished_event(fixture)
    if event is None:
        return ""
    return f"/tournaments/{event.public_id}/?invite={event.invite}"


def detail_context(fixture: LeagueFixture, me: Player | None, now: datetime) -> dict[str, Any]:
    """Return the template context of a league match's own page; `me`: the visitor, if known."""
    context = match_context(fixture, me, now)
    member: LeagueMember | None = context["member"]
    context |= {
        "me": me,
        "log": _log(fixture),
        "officer": is_officer(fixture.season.league_id, me)
        and member is None
        and fixture.season.state in RUNNING_STATES
        and fixture.state != FixtureState.PLAYING,
        "instead": list(fixture.substitutes.select_related("absent", "player")),
        "chosen_faces": chosen_faces_by_name([*context["home_players"], *context["away_players"]]),
    }
    if context["may_change"] and member is not None:
        context |= _line_up_context(member.entrant)
    context["do"] = context.copy()
    return context


def _log(fixture: LeagueFixture) -> list[tuple[LeagueAction, str, str]]:
    """Return all log lines of a league match, each with its sentence and time in words."""
    zone = fixture.season.league.time_zone
    lines = fixture.actions.select_related("actor").order_by("pk")
    return [(line, words.log_text(line, zone), words.when_text(line.at, zone)) for line in lines]


def _line_up_context(entrant: LeagueEntrant) -> dict[str, Any]:
    """Return the template context of the players and substitutes of a side."""
    people = list(entrant.people.filter(agreed=True).select_related("player"))
    return {
        "players": [member.player for member in people if not member.substitute],
        "substitutes": [member.player for member in people if member.substitute],
    }
