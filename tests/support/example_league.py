"""A league for the examples of the API, in which the program plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.leagues.models import (
    FixturePresence,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
    TimeProposal,
)
from games.leagues.rules.season_dates import CATCH_UP_WEEK, local, round_window
from games.leagues.services import ticker
from games.leagues.services.creating import LeagueOptions, create_league
from games.leagues.services.directing import set_result
from games.leagues.services.times import set_time
from games.models import Player

PLAYER_NAMES = ("Estel", "Fidel", "Gala", "Hugo", "Irene", "Joan", "Karim")
"""Names of the program's partner and of the three other pairs."""


@dataclass
class ExampleLeague:
    """Path parameters and request bodies for the API's league operations, from one league."""

    values: dict[str, str]
    fixtures: dict[str, dict[str, str]] = field(default_factory=dict)
    """Path parameters of the operations on matches, by operation."""
    bodies: dict[str, dict[str, object]] = field(default_factory=dict)


def example_league(program: Player) -> ExampleLeague:
    """Create a league whose season runs, with a match of the program for each operation."""
    now = timezone.now().replace(second=0, microsecond=0)
    season = _begun(program, now)
    member = LeagueMember.objects.get(season=season, player=program)
    own = LeagueFixture.objects.filter(Q(home=member.entrant) | Q(away=member.entrant))
    rows = list(own.select_related("season__league").order_by("-round"))
    present, claimed, proposed, answered, *_rest = rows
    other = season.fixtures.exclude(pk__in=[fixture.pk for fixture in rows]).earliest("pk")
    set_result(fixture=other, actor=None, home_vp=12.5, away_vp=7.5, reason="Played at one table")
    for fixture in (present, claimed):
        set_time(fixture, at=now - timedelta(minutes=30), now=now)
    FixturePresence.objects.bulk_create(
        FixturePresence(fixture=claimed, player_id=player_id, at=now)
        for player_id in member.entrant.people.values_list("player", flat=True)
    )
    zone, starts_on = season.league.time_zone, season.starts_on
    later = round_window(zone, starts_on, CATCH_UP_WEEK).starts_at + timedelta(days=2, hours=20)
    rival = answered.away_id if answered.home_id == member.entrant_id else answered.home_id
    time = TimeProposal.objects.create(fixture=answered, entrant_id=rival, at=later)
    return ExampleLeague(
        values={"league": season.league.public_id, "season": "1", "fixture": str(other.pk)},
        fixtures={
            "propose_league_time": {"fixture": str(proposed.pk)},
            "answer_league_time": {"fixture": str(answered.pk), "time": str(time.pk)},
            "be_at_league_match": {"fixture": str(present.pk)},
            "claim_league_win": {"fixture": str(claimed.pk)},
        },
        bodies={
            "propose_league_time": {"at": later.strftime("%Y-%m-%dT%H:%M:00Z")},
            "answer_league_time": {"agree": True},
        },
    )


@transaction.atomic  # so that the ticker of the site does not begin it before all have entered
def _begun(program: Player, now: datetime) -> LeagueSeason:
    """Return a league season of four pairs, begun three weeks ago, in which the program plays."""
    monday = now.date() - timedelta(days=now.weekday(), weeks=3)
    chosen = LeagueOptions(
        name="Madrid", starts_on=monday, time_zone="Europe/Madrid", programs="welcome"
    )
    begins = local(chosen.time_zone, monday)
    league = create_league(organiser=None, chosen=chosen, now=begins - timedelta(days=9))
    season = league.seasons.get()
    people = [program, *(Player.objects.get_or_create(name=name)[0] for name in PLAYER_NAMES)]
    for number in range(4):
        entrant = LeagueEntrant.objects.create(season=season, number=number + 1, status="entered")
        LeagueMember.objects.bulk_create(
            LeagueMember(season=season, entrant=entrant, player=player, index=index)
            for index, player in enumerate(people[2 * number : 2 * number + 2])
        )
    ticker.tick(now=begins)
    return season
