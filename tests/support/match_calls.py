"""Calls about a club's challenge and a league match, for `tests.support.site_calls`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

Json = dict[str, Any]
People = list[tuple[Any, Any]]
CLUBS: Final = ("el-siete", "la-sota")
SIDE: Final = 2
"""People of each club."""
TEAM: Final = 4
"""People of each team of the league."""
TEAMS: Final = 4
"""Teams of the league; two of them play."""
DEALS: Final = 2
ZONE: Final = "Europe/Madrid"
"""Time zone of the league."""


def challenge(person: Callable[[], tuple[Any, Any]], session: Callable[[Any], str]) -> Json:
    """Let a club challenge another, and begin their match of one round, with everybody there."""
    from django.urls import set_urlconf
    from django.utils import timezone

    from games.clubs.services import challenges
    from games.tournaments.models import Tournament
    from games.tournaments.services import entries, ticker

    set_urlconf("brisca_site.urls")  # notices have addresses of pages, which this site lacks
    now = timezone.now()
    people = [[person() for _ in range(SIDE)] for _ in CLUBS]
    clubs = [_club(handle, sides) for handle, sides in zip(CLUBS, people, strict=True)]
    sent = challenges.challenge(
        club=clubs[0], player=people[0][0][1], rival=clubs[1], kind="players",
        starts_at=now + timedelta(hours=1), now=now,
    )  # fmt: skip
    event = challenges.answer_challenge(challenge=sent, player=people[1][0][1], agree=True, now=now)
    assert event is not None
    everybody = [*people[0], *people[1]]
    for _user, player in everybody:
        entries.enter(tournament=event, player=player, now=now)
    starts_at = now + timedelta(seconds=2)
    Tournament.objects.filter(pk=event.pk).update(starts_at=starts_at, next_at=now, rounds=1)
    ticker.tick(now=now)
    for _user, player in everybody:
        entries.check_in(tournament=event, player=player, now=now)
    return _laid(event.public_id, everybody, session)


def _club(handle: str, people: People) -> Any:
    """Insert a club whose members are these people, without the checks of founding one."""
    from django.utils import timezone

    from games.clubs.models import Club, ClubMember
    from games.clubs.rules.rights import ALL_RIGHTS, DEFAULT_RIGHTS

    now = timezone.now()
    club = Club.objects.create(
        handle=handle, look=handle, name=handle, emblem="O7", entry="open",
        member_count=len(people), size=len(people), created_at=now,
    )  # fmt: skip
    for index, (_user, player) in enumerate(people):
        ClubMember.objects.create(
            club=club, player=player, role="member" if index else "owner",
            rights=DEFAULT_RIGHTS["member"] if index else ALL_RIGHTS, joined_at=now, last_active=now,
        )  # fmt: skip
    return club


def league_match(person: Callable[[], tuple[Any, Any]], session: Callable[[Any], str]) -> Json:
    """Begin a match of a league of fours in its first week, with everybody there."""
    from django.utils import timezone

    from games.leagues.models import LeagueFixture
    from games.leagues.models.matches import FixtureState
    from games.leagues.services import presence, ticker

    now = timezone.now()
    season = _season(now)
    people = {}
    for number in range(1, TEAMS + 1):
        team = [person() for _ in range(TEAM)]
        people[_enter(season, number, team)] = team
    monday = datetime.combine(season.starts_on, time(1), ZoneInfo(ZONE))
    while ticker.tick(now=monday):
        pass  # it is opened, begun, and its matches are set, before any of them is due by default
    fixture = LeagueFixture.objects.filter(season=season).order_by("round", "pk").first()
    assert fixture is not None
    LeagueFixture.objects.filter(pk=fixture.pk).update(
        state=FixtureState.AGREED, agreed_at=now, by_default=False, next_at=None
    )
    everybody = [*people[fixture.home_id], *people[fixture.away_id]]
    for _user, player in everybody:
        presence.be_here(fixture=fixture, player=player, now=now)
    ticker.tick(now=now)
    fixture.refresh_from_db()
    assert fixture.tournament is not None
    return _laid(fixture.tournament.public_id, everybody, session)


def _season(now: datetime) -> Any:
    """Insert a league with short matches, whose first season begins on the Monday of this week."""
    from games.leagues.models import League
    from games.leagues.services.creating import LeagueOptions, create_league

    today = now.astimezone(ZoneInfo(ZONE)).date()
    monday = date.fromordinal(today.toordinal() - today.weekday())
    chosen = LeagueOptions(
        name="Soak", starts_on=monday, kind="fours", time_zone=ZONE,
        turn_ms=5_000, restarts=False,
    )  # fmt: skip
    league = create_league(organiser=None, chosen=chosen, now=now - timedelta(days=28))
    League.objects.filter(pk=league.pk).update(deals=DEALS)
    return league.seasons.get()


def _enter(season: Any, number: int, people: People) -> int:
    """Insert a team as entrant of a league season, without the checks; return its row id."""
    from games.leagues.models import LeagueEntrant, LeagueMember

    entrant = LeagueEntrant.objects.create(season=season, number=number, status="entered")
    LeagueMember.objects.bulk_create(
        LeagueMember(season=season, entrant=entrant, player=player, index=index)
        for index, (_user, player) in enumerate(people)
    )
    return int(entrant.pk)


def _laid(event: str, people: People, session: Callable[[Any], str]) -> Json:
    """Return an event as `tools.soak.event` plays it: its id, and the sessions of its players."""
    keys = {str(player.pk): session(user) for user, player in people}
    return {"event": event, "keys": keys, "rounds": 1}


def match_facts(*, event: str) -> Json:
    """Return stored results of a club challenge or league match that is over, for comparison."""
    from django.db.models import Sum
    from django.utils import timezone

    from games.clubs.models import Club
    from games.clubs.selectors.events import club_matches
    from games.leagues.models import LeagueAction, LeagueFixture
    from games.leagues.services import recount, ticker
    from games.models import Match, PlayerDay
    from games.tournaments.models import Tournament

    ticker.tick(now=timezone.now())
    row = Tournament.objects.get(public_id=event)
    matches = Match.objects.filter(tournament_game__round__tournament=row)
    days = PlayerDay.objects.filter(player__tournament_entries__tournament=row)
    fixture = LeagueFixture.objects.filter(tournament=row).first()
    facts: Json = {
        "status": row.status,
        "matches": [match.status for match in matches],
        "seats": sum(match.seats.count() for match in matches),
        "counted": days.aggregate(sum=Sum("matches"))["sum"],
        "faults": [],
    }
    if fixture is None:
        clubs = {club.handle: club for club in Club.objects.all()}
        scores = row.entrants.values_list("club", "score")
        facts["scores"] = [
            round(sum(score or 0 for key, score in scores if key == clubs[handle].pk), 2)
            for handle in CLUBS
        ]
        facts["results"] = [
            [[round(match.own, 2), round(match.other, 2)] for match in club_matches(clubs[handle])]
            for handle in CLUBS
        ]
        return facts
    facts["scores"] = [
        row.entrants.filter(squad=squad).values_list("score", flat=True).first() for squad in (1, 2)
    ]
    played = LeagueAction.objects.filter(fixture=fixture, kind=LeagueAction.Kind.PLAYED)
    facts["results"] = [action.facts["vp"] for action in played]
    facts["stored"] = [fixture.state, [fixture.home_vp, fixture.away_vp]]
    facts["faults"] = list(recount.faults(fixture.season))
    return facts
