"""Corrections by a league's organiser and officers; each is logged with its reason, and shown."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.common.errors import LeagueError
from games.leagues.models import League, LeagueEntrant, LeagueFixture, LeagueMember, LeagueSeason
from games.leagues.models.leagues import RUNNING_STATES, LeagueEntrantStatus
from games.leagues.models.matches import FixtureResult, FixtureState, LeagueAction
from games.leagues.rules.league_table import is_valid_score, walkover
from games.leagues.selectors.state import closes_at, side_of
from games.leagues.services.creating import is_good_text
from games.leagues.services.entries import take_out
from games.leagues.services.locking import lock_fixture, lock_season, note, require_officer, touch
from games.leagues.services.notifications import tell_sides
from games.leagues.services.reopening import reopen
from games.leagues.services.results import settle_missing, settle_reopened, store_result
from games.models import Player
from games.models.people import PlayerKind
from games.services.chat import tidy

MAX_OFFICERS: Final = 5
MAX_REASON: Final = 200


@transaction.atomic
def set_result(
    *,
    fixture: LeagueFixture,
    actor: Player | None,
    home_vp: float,
    away_vp: float,
    reason: str,
    missed: str = "",
    now: datetime | None = None,
) -> None:
    """Set the victory points of a league match, for an officer of the league.

    `actor` is the officer, None the site's staff. `missed` is "", "home", "away" or "both" for
    sides that did not come: their points follow from the rule then. It locks the season and the
    match.

    Raises:
        LeagueError: `not_officer`, `no_reason`, `season_over`, `being_played`, `own_match` or
            `bad_score`.
    """
    now = now or timezone.now()
    fixture, reason = _corrected(fixture, actor, reason)
    sides = {"home": [fixture.home_id], "away": [fixture.away_id]}
    sides["both"] = [fixture.home_id, fixture.away_id]
    if missed and missed not in sides:
        raise LeagueError("bad_score")
    absent = sides.get(missed, [])
    if absent:
        points = walkover(fixture.round, fixture.home_id, fixture.away_id, absent)
        home_vp, away_vp = points.home_vp, points.away_vp
    if not is_valid_score(home_vp, away_vp):
        raise LeagueError("bad_score")
    facts = _before(fixture) | {"now": [home_vp, away_vp], "now_missed": missed}
    result = FixtureResult.WALKOVER if absent else FixtureResult.SET
    store_result(fixture, result=result, home_vp=home_vp, away_vp=away_vp, missed=absent, now=now)
    _noted(fixture, LeagueAction.Kind.SET, actor, reason, facts, now)
    settle_missing(fixture.season, division=fixture.division_id, now=now)


@transaction.atomic
def annul(
    *, fixture: LeagueFixture, actor: Player | None, reason: str, now: datetime | None = None
) -> None:
    """Annul a league match, so that it counts for nobody; `actor` None is the site's staff.

    It locks the season and the match.

    Raises:
        LeagueError: `not_officer`, `no_reason`, `season_over`, `being_played` or `own_match`.
    """
    now = now or timezone.now()
    fixture, reason = _corrected(fixture, actor, reason)
    facts = _before(fixture)
    store_result(fixture, result=FixtureResult.ANNULLED, home_vp=None, away_vp=None, now=now)
    _noted(fixture, LeagueAction.Kind.ANNULLED, actor, reason, facts, now)


@transaction.atomic
def replay(
    *, fixture: LeagueFixture, actor: Player | None, reason: str, now: datetime | None = None
) -> None:
    """Open a league match to be played again while its weeks last; locks season and match.

    `actor` None is the site's staff.

    Raises:
        LeagueError: `not_officer`, `no_reason`, `season_over`, `being_played`, `own_match` or
            `too_late`.
    """
    now = now or timezone.now()
    fixture, reason = _corrected(fixture, actor, reason)
    if now >= closes_at(fixture):
        raise LeagueError("too_late")
    facts = _before(fixture)
    reopen(fixture, now)
    _noted(fixture, LeagueAction.Kind.REPLAY, actor, reason, facts, now)
    settle_reopened(fixture, now)


@transaction.atomic
def remove_entrant(
    *,
    season: LeagueSeason,
    actor: Player | None,
    entrant: int,
    reason: str,
    now: datetime | None = None,
) -> None:
    """Remove an entrant (its number) from a season; `actor` None is the site's staff.

    It locks the season.

    Raises:
        LeagueError: `not_officer`, `no_reason`, `season_over`, `no_such_entrant`, or `own_match` where
            the actor plays for it, or against it.
    """
    now = now or timezone.now()
    season = lock_season(season.pk)
    require_officer(season, actor)
    reason = _checked_reason(reason)
    if season.state not in RUNNING_STATES:
        raise LeagueError("season_over")
    row = LeagueEntrant.objects.filter(season=season, number=entrant).first()
    if row is None or row.status == LeagueEntrantStatus.WITHDRAWN:
        raise LeagueError("no_such_entrant")
    if _plays_with(row, actor):
        raise LeagueError("own_match")
    take_out(
        season=season, entrant=row, actor=actor, reason=reason, now=now,
        kind=LeagueAction.Kind.REMOVED,
    )  # fmt: skip
    touch(season)


def _plays_with(entrant: LeagueEntrant, actor: Player | None) -> bool:
    """Return True if a player belongs to an entrant, or to an opponent of it this season."""
    if actor is None:
        return False
    own = LeagueMember.objects.filter(season=entrant.season_id, player=actor, agreed=True)
    sides = own.values("entrant")
    rivals = Q(home=entrant, away__in=sides) | Q(away=entrant, home__in=sides)
    return own.filter(entrant=entrant).exists() or LeagueFixture.objects.filter(rivals).exists()


@transaction.atomic
def set_officer(
    *,
    league: League,
    actor: Player | None,
    player: Player,
    officer: bool,
    now: datetime | None = None,
) -> None:
    """Make a player an officer of a league, who helps with results, or end that.

    `actor` None is the site's staff. It locks the league.

    Raises:
        LeagueError: `not_organiser`, `registered_only`, or `too_many_officers`.
    """
    now = now or timezone.now()
    league = League.objects.select_for_update(of=("self",)).get(pk=league.pk)
    if actor is not None and league.organiser_id != actor.pk:
        raise LeagueError("not_organiser")
    if not officer:
        league.officers.remove(player)
    elif player.kind != PlayerKind.HUMAN or player.user_id is None:
        raise LeagueError("registered_only")
    elif league.officers.exclude(pk=player.pk).count() >= MAX_OFFICERS:
        raise LeagueError("too_many_officers")
    else:
        league.officers.add(player)
    LeagueAction.objects.create(
        league=league, kind=LeagueAction.Kind.OFFICER, actor=actor, at=now,
        facts={"player": player.pk, "officer": officer},
    )  # fmt: skip


@transaction.atomic
def set_restarts(
    *, league: League, actor: Player | None, restarts: bool, now: datetime | None = None
) -> None:
    """Store whether a league's next season follows automatically, for its organiser.

    `actor` None is the site's staff. It locks the league.

    Raises:
        LeagueError: `not_organiser`.
    """
    now = now or timezone.now()
    league = League.objects.select_for_update(of=("self",)).get(pk=league.pk)
    if actor is not None and league.organiser_id != actor.pk:
        raise LeagueError("not_organiser")
    league.restarts = restarts
    league.save(update_fields=["restarts"])
    LeagueAction.objects.create(
        league=league, kind=LeagueAction.Kind.EDITED, actor=actor, at=now,
        facts={"restarts": restarts},
    )  # fmt: skip


def _corrected(
    fixture: LeagueFixture, actor: Player | None, reason: str
) -> tuple[LeagueFixture, str]:
    """Check and lock a match that an officer corrects; return it with the tidied reason."""
    fixture = lock_fixture(fixture)
    require_officer(fixture.season, actor)
    reason = _checked_reason(reason)
    if fixture.season.state not in RUNNING_STATES:
        raise LeagueError("season_over")
    if fixture.state == FixtureState.PLAYING:
        raise LeagueError("being_played")
    if side_of(fixture, actor) is not None:
        raise LeagueError("own_match")
    return fixture, reason


def _checked_reason(reason: str) -> str:
    """Return an officer's reason, tidied for storing.

    Raises:
        LeagueError: `no_reason` where there is none, or it is too long or offends.
    """
    tidied = tidy(reason)
    if not tidied or not is_good_text(reason, MAX_REASON):
        raise LeagueError("no_reason")
    return tidied


def _before(fixture: LeagueFixture) -> dict[str, object]:
    """Return a match's result before a correction, as facts for the log."""
    return {
        "before": [fixture.home_vp, fixture.away_vp],
        "result": fixture.result,
        "missed": [fixture.home_missed, fixture.away_missed],
        "tournament": fixture.tournament_id,
    }


def _noted(
    fixture: LeagueFixture,
    kind: str,
    actor: Player | None,
    reason: str,
    facts: dict[str, object],
    now: datetime,
) -> None:
    """Log an officer's correction of a match, and notify both sides."""
    line = note(
        season=fixture.season, kind=kind, now=now, actor=actor, fixture=fixture, reason=reason,
        facts=facts,
    )  # fmt: skip
    tell_sides(fixture=fixture, text="league_corrected", key=f"corrected:{line.pk}", now=now)
    touch(fixture.season)
