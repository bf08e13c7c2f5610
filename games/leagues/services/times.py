"""Times of league matches: proposed by one side, accepted by the other."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import LeagueError
from games.leagues.models import LeagueFixture, LeagueMember, TimeProposal
from games.leagues.models.matches import FixtureState, LeagueAction
from games.leagues.rules.season_dates import PLAY_OFFS, may_be_played
from games.leagues.selectors.state import closes_at
from games.leagues.services.locking import lock_fixture, note, own_side, touch
from games.leagues.services.notifications import tell_sides
from games.leagues.services.results import close_proposals
from games.leagues.services.schedule import next_step
from games.models import Player

MAX_OPEN_PROPOSALS: Final = 3
"""Number of times that one side may have proposed without an answer."""
MIN_MATCH_LEAD: Final = timedelta(minutes=15)
"""Time ahead for which a match can be agreed at least."""
CHANGEABLE_STATES: Final = (FixtureState.OPEN, FixtureState.AGREED)


@transaction.atomic
def propose(
    *, fixture: LeagueFixture, player: Player, at: datetime, now: datetime | None = None
) -> TimeProposal:
    """Propose a time for a league match; if both sides propose the same, it is agreed.

    It locks the season and the match.

    Raises:
        LeagueError: `not_yours`, `match_over` where it is played or decided, `bad_time` outside its
            weeks or too soon, or `too_many_times`.
    """
    now = now or timezone.now()
    fixture, member = _own(fixture, player)
    at = at.replace(second=0, microsecond=0)
    _require_time(fixture, at, now)
    waiting = fixture.proposals.filter(state=TimeProposal.State.OPEN, at=at)
    same = waiting.exclude(entrant=member.entrant_id).first()
    if same is not None:
        _agree(fixture, same, player, now)
        return same
    own = fixture.proposals.filter(state=TimeProposal.State.OPEN, entrant=member.entrant_id)
    again = own.filter(at=at).first()
    if again is not None:
        return again
    if own.filter(at__gt=now).count() >= MAX_OPEN_PROPOSALS:
        raise LeagueError("too_many_times")
    created = TimeProposal.objects.create(
        fixture=fixture, entrant_id=member.entrant_id, player=player, at=at, created_at=now
    )
    other = fixture.away_id if member.entrant_id == fixture.home_id else fixture.home_id
    tell_sides(
        fixture=fixture, text="league_proposed", key=f"proposed:{created.pk}", sides=[other],
        now=now, expires_at=at,
    )  # fmt: skip
    _changed(fixture)
    return created


@transaction.atomic
def accept(
    *, fixture: LeagueFixture, player: Player, proposal: int, now: datetime | None = None
) -> None:
    """Accept a time that the other side proposed (row id); it replaces any agreed time.

    It locks the season and the match.

    Raises:
        LeagueError: `not_yours`, `match_over`, `no_such_time`, or `bad_time` where it is too late.
    """
    now = now or timezone.now()
    fixture, member = _own(fixture, player)
    waiting_proposal = _waiting(fixture, proposal)
    if waiting_proposal.entrant_id == member.entrant_id:
        raise LeagueError("no_such_time")
    _require_time(fixture, waiting_proposal.at, now)
    _agree(fixture, waiting_proposal, player, now)


@transaction.atomic
def refuse(
    *, fixture: LeagueFixture, player: Player, proposal: int, now: datetime | None = None
) -> None:
    """Refuse a time that the other side proposed (row id), or withdraw one's own.

    It locks the season and the match.

    Raises:
        LeagueError: `not_yours`, `match_over` or `no_such_time`.
    """
    now = now or timezone.now()
    fixture, member = _own(fixture, player)
    waiting_proposal = _waiting(fixture, proposal)
    own = waiting_proposal.entrant_id == member.entrant_id
    waiting_proposal.state = TimeProposal.State.WITHDRAWN if own else TimeProposal.State.REFUSED
    waiting_proposal.answered_at = now
    waiting_proposal.save(update_fields=["state", "answered_at"])
    if not own:
        tell_sides(
            fixture=fixture, text="league_refused", key=f"refused:{waiting_proposal.pk}",
            sides=[waiting_proposal.entrant_id], now=now,
        )  # fmt: skip
    _changed(fixture)


def set_time(
    fixture: LeagueFixture, *, at: datetime, now: datetime, by_default: bool = False
) -> None:
    """Store the time of a locked league match; delete the check-ins for the time before.

    `by_default`: nobody agreed to the time.
    """
    fixture.present.all().delete()
    fixture.agreed_at, fixture.by_default = at, by_default
    fixture.state, fixture.reminded = FixtureState.AGREED, 0
    fixture.next_at = next_step(fixture, now)
    fixture.version += 1
    fixture.save()


def _own(fixture: LeagueFixture, player: Player) -> tuple[LeagueFixture, LeagueMember]:
    """Lock a player's league match that can still change; return it and the membership."""
    fixture = lock_fixture(fixture)
    member = own_side(fixture, player)
    if fixture.state not in CHANGEABLE_STATES:
        raise LeagueError("match_over")
    return fixture, member


def _require_time(fixture: LeagueFixture, at: datetime, now: datetime) -> None:
    """Raise an error for a match's time that is too soon or outside its weeks.

    Raises:
        LeagueError: `bad_time`.
    """
    season = fixture.season
    zone, starts_on = season.league.time_zone, season.starts_on
    first = fixture.opens_at if fixture.round >= PLAY_OFFS else fixture.closes_at
    fits = first <= at < closes_at(fixture) or may_be_played(zone, starts_on, fixture.round, at)
    if at < now + MIN_MATCH_LEAD or not fits:
        raise LeagueError("bad_time")


def _waiting(fixture: LeagueFixture, proposal: int) -> TimeProposal:
    """Return a match's proposed time (row id) that awaits an answer.

    Raises:
        LeagueError: `no_such_time`.
    """
    row = fixture.proposals.filter(pk=proposal, state=TimeProposal.State.OPEN).first()
    if row is None:
        raise LeagueError("no_such_time")
    return row


def _agree(fixture: LeagueFixture, proposal: TimeProposal, player: Player, now: datetime) -> None:
    """Accept a proposed time: set it as the match's time, log it, notify the sides."""
    proposal.state, proposal.answered_at = TimeProposal.State.ACCEPTED, now
    proposal.save(update_fields=["state", "answered_at"])
    close_proposals(fixture, now)
    set_time(fixture, at=proposal.at, now=now)
    note(
        season=fixture.season, kind=LeagueAction.Kind.AGREED, now=now, actor=player,
        fixture=fixture, facts={"at": proposal.at.isoformat()},
    )  # fmt: skip
    tell_sides(
        fixture=fixture, text="league_agreed", key=f"agreed:{proposal.pk}", but=player.pk, now=now,
        expires_at=proposal.at,
    )  # fmt: skip
    touch(fixture.season)


def _changed(fixture: LeagueFixture) -> None:
    """Raise the versions of a match and its season, as their pages have changed."""
    fixture.version += 1
    fixture.save(update_fields=["version"])
    touch(fixture.season)
