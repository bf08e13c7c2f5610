"""Actions of players and organisers in a league, by POST."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.common.errors import LeagueError
from games.common.keyset import LARGEST
from games.leagues.models import LeagueFixture, LeagueSeason
from games.leagues.selectors import leagues as selected
from games.leagues.services import directing, entries, presence, substitutes, times
from games.leagues.wording.refusals import refusal_text
from games.models import Player, Team
from games.pages.visitor import ensure_player
from games.selectors.figures import find_player

MAX_DIGITS: Final = 18


@login_required
@require_POST
def league_step(request: HttpRequest, league_id: str, action: str) -> HttpResponse:
    """Perform a visitor's action in a season of a league (a key of SEASON_STEPS); show the season.

    Raises:
        Http404: there is no such league, season or action.
        TooManyError: the visitor is at the limit `social`.
    """
    league = selected.league_or_none(league_id)
    season = selected.shown_season(league, _number(request, "season") or None) if league else None
    if season is None or action not in SEASON_STEPS:
        raise Http404
    me = ensure_player(request)
    count(request, "social")
    try:
        SEASON_STEPS[action](request, season, me)
    except LeagueError as error:
        messages.error(request, refusal_text(error.code))
    return redirect(f"/leagues/{league_id}/?season={season.number}")


@login_required
@require_POST
def match_step(request: HttpRequest, league_id: str, fixture: int, action: str) -> HttpResponse:
    """Perform a visitor's action in a league match, and show the match again.

    Raises:
        Http404: there is no such match or action.
        TooManyError: the visitor is at the limit `social`.
    """
    league = selected.league_or_none(league_id)
    known = league is not None and fixture <= LARGEST and action in MATCH_STEPS
    fixture_row = selected.fixture_or_none(fixture, league) if known else None
    if fixture_row is None:
        raise Http404
    me = ensure_player(request)
    count(request, "social")
    try:
        MATCH_STEPS[action](request, fixture_row, me)
    except LeagueError as error:
        messages.error(request, refusal_text(error.code))
    return redirect("league_match", league_id, fixture)


def _number(request: HttpRequest, name: str) -> int:
    """Return a form field as an int; 0 if it is missing or no number."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else 0


def _team(request: HttpRequest, name: str) -> Team | None:
    """Return the team whose row id is in the form field `name`, or None."""
    return Team.objects.filter(pk=_number(request, name)).first()


def _player(request: HttpRequest, name: str) -> Player:
    """Return the player whose name is in the form field `name`.

    Raises:
        LeagueError: `no_such_player`.
    """
    row = find_player(request.POST.get(name, "").strip()[:32])
    if row is None:
        raise LeagueError("no_such_player")
    return Player.objects.get(pk=row["id"])


def _enter(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Enter a pair of the visitor in the season, with a second pair in a league of fours."""
    team, second = _team(request, "team"), None
    if request.POST.get("second"):
        second = _second_pair(request, me)
    if team is None:
        raise LeagueError("bad_teams")
    entries.enter(season=season, player=me, team=team, second_team=second)


def _second_pair(request: HttpRequest, me: Player) -> Team:
    """Return the founded pair of the two players named in the form."""
    partners = [_player(request, "second"), _player(request, "third")]
    pair = Team.objects.filter(
        key="-".join(str(pk) for pk in sorted(partner.pk for partner in partners)),
        founded_at__isnull=False,
        dissolved_at=None,
    ).first()
    if pair is None or me in partners:
        raise LeagueError("bad_teams")
    return pair


def _answer(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Accept or refuse for the visitor to play for an entrant of the season."""
    entries.answer(season=season, player=me, agree="agree" in request.POST)


def _withdraw(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Withdraw the visitor's entrant from the season."""
    entries.withdraw(season=season, player=me)


def _substitute(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Ask the player named in the form to be a substitute of the visitor's entrant."""
    entries.name_substitute(season=season, player=me, substitute=_player(request, "name"))


def _remove(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Remove an entrant from the season, for an officer of the league."""
    directing.remove_entrant(
        season=season, actor=me, entrant=_number(request, "entrant"), reason=_reason(request)
    )


def _officer(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Make the named player an officer of the league, who helps with results, or end that."""
    directing.set_officer(
        league=season.league, actor=me, player=_player(request, "name"),
        officer="remove" not in request.POST,
    )  # fmt: skip


def _restarts(request: HttpRequest, season: LeagueSeason, me: Player) -> None:
    """Store whether another season of the league follows automatically."""
    directing.set_restarts(league=season.league, actor=me, restarts="restarts" in request.POST)


def _reason(request: HttpRequest) -> str:
    """Return the officer's reason for an action, from the form."""
    return request.POST.get("reason", "")


def local_moment(text: str, zone: str) -> datetime:
    """Return the time (aware) that a text such as `2026-03-01T20:30` means in a named time zone.

    Raises:
        LeagueError: `bad_time` if it is no time, or not between 2001 and 2199.
    """
    try:
        moment = datetime.fromisoformat(text[:32])
    except ValueError as error:
        raise LeagueError("bad_time") from error
    if not 2000 < moment.year < 2200:
        raise LeagueError("bad_time")
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))


def _propose(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Propose a time for the league match, for the visitor's side."""
    at = local_moment(request.POST.get("at", ""), fixture.season.league.time_zone)
    times.propose(fixture=fixture, player=me, at=at)


def _time(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Accept or refuse a proposed time of the league match, for the visitor's side."""
    step = times.accept if "accept" in request.POST else times.refuse
    step(fixture=fixture, player=me, proposal=_number(request, "time"))


def _here(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Check the visitor in to the league match."""
    presence.be_here(fixture=fixture, player=me)


def _claim(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Claim the win of the league match for the visitor's side, as the other is absent."""
    presence.claim(fixture=fixture, player=me)


def _play_for(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Put a substitute in the place of an absent player in the league match."""
    absent, instead = _number(request, "absent"), _number(request, "player")
    substitutes.substitute(fixture=fixture, player=me, absent=absent, substitute=instead)


def _set_result(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Set the result of the league match, for an officer of the league."""
    missed = request.POST.get("missed", "")
    directing.set_result(
        fixture=fixture,
        actor=me,
        home_vp=_vp(request, "home_vp", needed=not missed),
        away_vp=_vp(request, "away_vp", needed=not missed),
        missed=missed,
        reason=_reason(request),
    )


def _vp(request: HttpRequest, name: str, *, needed: bool) -> float:
    """Return the victory points typed in a form field.

    Raises:
        LeagueError: `bad_score`.
    """
    text = request.POST.get(name, "").strip().replace(",", ".")[:6]
    if not text and not needed:
        return 0.0
    whole, _dot, rest = text.partition(".")
    if not (whole + rest).isdecimal() or not (whole + rest).isascii():
        raise LeagueError("bad_score")
    return round(float(text), 2)


def _annul(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Annul the league match, so that it counts for nobody, for an officer of the league."""
    directing.annul(fixture=fixture, actor=me, reason=_reason(request))


def _replay(request: HttpRequest, fixture: LeagueFixture, me: Player) -> None:
    """Open the league match to be played again, for an officer of the league."""
    directing.replay(fixture=fixture, actor=me, reason=_reason(request))


SEASON_STEPS: Final[Mapping[str, Callable[[HttpRequest, LeagueSeason, Player], None]]] = {
    "enter": _enter,
    "answer": _answer,
    "withdraw": _withdraw,
    "substitute": _substitute,
    "remove": _remove,
    "officer": _officer,
    "restarts": _restarts,
}
MATCH_STEPS: Final[Mapping[str, Callable[[HttpRequest, LeagueFixture, Player], None]]] = {
    "propose": _propose,
    "time": _time,
    "here": _here,
    "claim": _claim,
    "play-for": _play_for,
    "set": _set_result,
    "annul": _annul,
    "replay": _replay,
}

STEP_URLS: Final[list[Any]] = [
    path("leagues/<str:league_id>/do/<str:action>/", league_step, name="league_step"),
    path(
        "leagues/<str:league_id>/matches/<int:fixture>/do/<str:action>/",
        match_step,
        name="league_match_step",
    ),
]
"""Routes of the steps."""
