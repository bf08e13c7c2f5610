"""A league of the site of which the API's examples are, in which the program plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.leagues.season_dates import CATCH_UP, local, round_window
from games.models import (
    FixturePresence,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
    Player,
    TimeProposal,
)
from games.services.leagues import ticker
from games.services.leagues.creating import LeagueOptions, create_league
from games.services.leagues.directing import set_result
from games.services.leagues.times import set_time

NAMES = ("Estel", "Fidel", "Gala", "Hugo", "Irene", "Joan", "Karim")
"""Those who play with and against the program, in pairs."""


@dataclass
class ExampleLeague:
    """Ids in the paths of the operations on leagues, and the bodies that are sent."""

    values: dict[str, str]
    fixtures: dict[str, dict[str, str]] = field(default_factory=dict)
    """Operation -> the ids in its path."""
    bodies: dict[str, dict[str, object]] = field(default_factory=dict)


def example_league(program: Player) -> ExampleLeague:
    """Return a league whose season runs, with a match of the program for each of its steps."""
    now = timezone.now().replace(second=0, microsecond=0)
    season = _begun(program, now)
    member = LeagueMember.objects.get(season=season, player=program)
    own = LeagueFixture.objects.filter(Q(home=member.entrant) | Q(away=member.entrant))
    rows = list(own.select_related("season__league").order_by("-round"))
    here, claimed, asked, answered, *_rest = rows
    other = season.fixtures.exclude(pk__in=[one.pk for one in rows]).earliest("pk")
    set_result(fixture=other, actor=None, home_vp=12.5, away_vp=7.5, reason="Played at one table")
    for fixture in (here, claimed):
        set_time(fixture, at=now - timedelta(minutes=30), now=now)
    FixturePresence.objects.bulk_create(
        FixturePresence(fixture=claimed, player_id=one, at=now)
        for one in member.entrant.people.values_list("player", flat=True)
    )
    zone, starts_on = season.league.time_zone, season.starts_on
    later = round_window(zone, starts_on, CATCH_UP).starts_at + timedelta(days=2, hours=20)
    rival = answered.away_id if answered.home_id == member.entrant_id else answered.home_id
    time = TimeProposal.objects.create(fixture=answered, entrant_id=rival, at=later)
    return ExampleLeague(
        values={"league": season.league.public_id, "season": "1", "fixture": str(other.pk)},
        fixtures={
            "propose_league_time": {"fixture": str(asked.pk)},
            "answer_league_time": {"fixture": str(answered.pk), "time": str(time.pk)},
            "be_at_league_match": {"fixture": str(here.pk)},
            "claim_league_win": {"fixture": str(claimed.pk)},
        },
        bodies={
            "propose_league_time": {"at": later.strftime("%Y-%m-%dT%H:%M:00Z")},
            "answer_league_time": {"agree": True},
        },
    )


@transaction.atomic  # so that the ticker of the site does not begin it before all have entered
def _begun(program: Player, now: datetime) -> LeagueSeason:
    """Return a season of four pairs that has begun three weeks ago; the program plays in one."""
    monday = now.date() - timedelta(days=now.weekday(), weeks=3)
    chosen = LeagueOptions(
        name="Madrid", starts_on=monday, time_zone="Europe/Madrid", programs="welcome"
    )
    begins = local(chosen.time_zone, monday)
    league = create_league(organiser=None, chosen=chosen, now=begins - timedelta(days=9))
    season = league.seasons.get()
    people = [program, *(Player.objects.get_or_create(name=name)[0] for name in NAMES)]
    for number in range(4):
        entrant = LeagueEntrant.objects.create(season=season, number=number + 1, status="entered")
        LeagueMember.objects.bulk_create(
            LeagueMember(season=season, entrant=entrant, player=one, index=index)
            for index, one in enumerate(people[2 * number : 2 * number + 2])
        )
    ticker.tick(now=begins)
    return season
