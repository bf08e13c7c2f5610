"""What the pages of leagues show of one match: its row in lists, and its own page."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from games.leagues.season_dates import CHECK_IN
from games.models import (
    LeagueAction,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    Player,
    TimeProposal,
)
from games.models.league_matches import FixtureResult, FixtureState
from games.models.leagues import UNDER_WAY
from games.pages.wording import leagues as words
from games.selectors.faces import chosen_faces_by_name
from games.selectors.league_json import player_names
from games.selectors.league_state import (
    claim_from,
    closes_at,
    complete_sides,
    entrant_name,
    finished_event,
    is_officer,
    line_ups,
    side_of,
)
from games.selectors.tournaments import current_game


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
        "waiting": [(names[one.entrant_id], words.when_text(one.at, zone)) for one in waiting],
    }


def _side_names(fixture: LeagueFixture) -> dict[int, str]:
    """Return the names of both sides of a match by their row ids."""
    return {
        fixture.home_id: entrant_name(fixture.home),
        fixture.away_id: entrant_name(fixture.away),
    }


def _open_proposals(fixture: LeagueFixture) -> list[TimeProposal]:
    """Return the proposed times of a match that wait for an answer."""
    return [one for one in fixture.proposals.all() if one.state == TimeProposal.State.OPEN]


def match_context(fixture: LeagueFixture, me: Player | None, now: datetime) -> dict[str, Any]:
    """Return the template context of a league match: sides, times, and what a visitor can do.

    `me` is the visitor's player; None for strangers.
    """
    league = fixture.season.league
    zone, member = league.time_zone, side_of(fixture, me)
    at, begins = fixture.agreed_at, claim_from(fixture)
    line_up = line_ups(fixture)
    plays = me is not None and any(me.pk in players for players in line_up.values())
    undecided = fixture.state in (FixtureState.OPEN, FixtureState.AGREED)
    ends = closes_at(fixture)
    here = complete_sides(fixture, since=at - CHECK_IN, line_up=line_up) if at else set()
    own_side = member.entrant_id if member is not None else 0
    row = fixture_row(fixture, member)
    return {
        **row,
        "league": league,
        "season": fixture.season,
        "round_title": words.round_text(fixture.round),
        "zone": words.zone_city(zone),
        "opens": words.when_text(fixture.opens_at, zone),
        "closes": words.when_text(ends, zone),
        "member": member,
        "may_change": member is not None and not member.substitute and undecided and now < ends,
        "proposals": _proposals(fixture, own_side, zone) if undecided else [],
        "first": _field_time(max(now, fixture.opens_at), zone),
        "last": _field_time(ends, zone),
        "suggested": _suggested(fixture, now, zone),
        "checkin": plays and undecided and at is not None and at - CHECK_IN <= now < ends,
        "am_here": me is not None and fixture.present.filter(player=me).exists(),
        "present": list(fixture.present.select_related("player").order_by("player__name")),
        "claimable": begins is not None
        and fixture.state == FixtureState.AGREED
        and now >= begins
        and here == {own_side},
        "claim_at": words.when_text(begins, zone),
        "table": _table(fixture, me),
        "event": _event(fixture),
    }


def _suggested(fixture: LeagueFixture, now: datetime, zone: str) -> str:
    """Return the time with which the form of a proposal begins, in a league's zone."""
    if fixture.agreed_at is None or fixture.agreed_at <= now:
        return ""
    return _field_time(fixture.agreed_at, zone)


def _field_time(at: datetime, zone: str) -> str:
    """Return a time as a field of a form writes it, in a league's zone."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def _proposals(fixture: LeagueFixture, own_side: int, zone: str) -> list[dict[str, Any]]:
    """Return the times that wait for an answer, as the page shows them."""
    names = _side_names(fixture)
    return [
        {
            "id": one.pk,
            "when": words.when_text(one.at, zone),
            "name": names[one.entrant_id],
            "own": one.entrant_id == own_side,
        }
        for one in _open_proposals(fixture)
    ]


def _table(fixture: LeagueFixture, me: Player | None) -> str:
    """Return the public id of the table at which a reader sits in a running match; "" for others."""
    if fixture.state != FixtureState.PLAYING or fixture.tournament is None or me is None:
        return ""
    game = current_game(fixture.tournament, me)
    return game.table.public_id if game is not None and game.table is not None else ""


def _event(fixture: LeagueFixture) -> str:
    """Return the address of the tournament of a match once it is over: with its link, for everybody."""
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
        and fixture.season.state in UNDER_WAY
        and fixture.state != FixtureState.PLAYING,
        "instead": list(fixture.substitutes.select_related("absent", "player")),
        "chosen_faces": chosen_faces_by_name([*context["home_players"], *context["away_players"]]),
    }
    if context["may_change"] and member is not None:
        context |= _line_up_context(member.entrant)
    context["do"] = context.copy()
    return context


def _log(fixture: LeagueFixture) -> list[tuple[LeagueAction, str, str]]:
    """Return all lines of the log of a match with their sentences and times."""
    zone = fixture.season.league.time_zone
    lines = fixture.actions.select_related("actor").order_by("pk")
    return [(line, words.log_text(line, zone), words.when_text(line.at, zone)) for line in lines]


def _line_up_context(entrant: LeagueEntrant) -> dict[str, Any]:
    """Return the players and substitutes of a side."""
    people = list(entrant.people.filter(agreed=True).select_related("player"))
    return {
        "players": [one.player for one in people if not one.substitute],
        "substitutes": [one.player for one in people if one.substitute],
    }
