"""Pages of a member who uses every feature of the site take few queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.faces import FACES
from accounts.models import User
from games.clubs.models import Club, ClubChallenge, ClubFigures, ClubPost
from games.clubs.rules.seasons import season_at
from games.leagues.models import FixturePresence, LeagueFixture, LeagueMember
from games.models import (
    Block,
    DailyStreak,
    DailyTry,
    Follow,
    Match,
    PartnerLike,
    Player,
    Rating,
    SeatedHour,
    Table,
)
from games.selectors.seated_hours import DAYS
from games.services.daily_deals import daily_of, day_of
from games.services.player_notes import write_player_note
from games.services.players import player_for
from games.services.tables import begin
from games.tournaments.models import Tournament
from games.tournaments.services import entries
from tests.analysis.analysed import analysed, puzzled
from tests.clubs.builders import club_of
from tests.clubs.builders import member as club_member
from tests.leagues.builders import begun, entered, league
from tests.services.people import table_of
from tests.services.test_teams import founded
from tests.stats.support import stored
from tests.tournaments.builders import announced

pytestmark = pytest.mark.django_db

MAX_QUERIES = {
    "/": 20,
    "/matches/{match}/": 20,
    "/after/{match}/": 20,
    "/week/2026-09/": 20,
    "/players/Ana/": 17,
    "/players/Berta/": 20,
    "/matches/": 10,
    "/leaderboard/?pool=4-pairs": 10,
    "/tables/new/": 4,
    "/daily/": 20,
}
"""Maximum number of queries of each page, requested for a second time; 20 at most for each of them."""


def member(name: str) -> Player:
    """Return the player of a new account."""
    user = User.objects.create_user(name, password="a long pass phrase")
    user.face = FACES[0]
    user.save(update_fields=["face"])
    return player_for(user)


@pytest.fixture
def match() -> Match:
    """Give Ana a part in everything that the pages show of a member; return a match of hers."""
    ana, berta, carles, david, elena, fidel = map(
        member, ("Ana", "Berta", "Carles", "David", "Elena", "Fidel")
    )
    names = [player.name for player in (ana, berta, carles, david)]
    for day in range(3):
        match = stored(names, day=day)
    analysed(match)
    now = timezone.now()
    puzzled(day_of(now))
    Rating.objects.update(matches=40, sigma=1.0)
    for friend in (berta, carles, david):
        Follow.objects.create(follower=ana, followed=friend)
        Follow.objects.create(follower=friend, followed=ana)
    Block.objects.create(blocker=ana, blocked=fidel)
    PartnerLike.objects.create(player=ana, partner=carles)
    PartnerLike.objects.create(player=carles, partner=ana)
    founded(ana, berta, name="Las Sotas")
    write_player_note(author=ana, subject=berta, text="signs early")
    tournament = announced(starts_at=now + timedelta(days=1))
    entries.enter(tournament=tournament, player=ana, now=now)
    daily = daily_of(day=day_of(now))
    DailyTry.objects.create(
        daily=daily, player=ana, match=match, started_at=now, finished_at=now, points=61, tricks=5
    )
    DailyStreak.objects.create(player=ana, played=1, current=1, longest=1, last_day=day_of(now))
    own = table_of(ana)
    begin(table=own, player=ana)
    for host in (berta, elena):
        running = table_of(host)
        begin(table=running, player=host)
    table_of(carles)
    table_of(david)
    return match


def client_of(name: str) -> Client:
    """Return a client with which the player of this name is signed in."""
    client = Client()
    client.force_login(
        Player.objects.get(name=name).user, backend="accounts.backends.PasswordBackend"
    )
    return client


def queries_of(client: Client, path: str) -> list[str]:
    """Return the SQL of the queries that a page takes when it is requested for a second time."""
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [query["sql"][:500] for query in queries]


@pytest.mark.parametrize(("path", "most"), MAX_QUERIES.items())
def test_a_member_s_page_takes_few_queries(match: Match, path: str, most: int) -> None:
    queries = queries_of(client_of("Ana"), path.format(match=match.public_id))
    assert len(queries) <= most, queries


def test_a_member_s_lobby_without_tables_and_friends_takes_at_most_20_queries() -> None:
    member("Ana")
    queries = queries_of(client_of("Ana"), "/")
    assert len(queries) <= 20, queries


def test_more_friends_and_tables_take_no_more_queries(match: Match) -> None:
    client = client_of("Ana")
    before = queries_of(client, "/")
    ana = Player.objects.get(name="Ana")
    for name in ("Gala", "Hugo"):
        friend = member(name)
        Follow.objects.create(follower=ana, followed=friend)
        Follow.objects.create(follower=friend, followed=ana)
        founded(ana, friend, name=f"Team {name}")
        table_of(friend)
        running = table_of(friend)
        begin(table=running, player=friend)
    own = table_of(ana)
    begin(table=own, player=ana)
    after = queries_of(client, "/")
    assert len(after) == len(before), after


@pytest.mark.parametrize("minutes", [5, 60 * 24 * 3])
def test_the_leagues_of_a_member_who_plays_take_at_most_20_queries(minutes: int) -> None:
    """The match of the reader begins in five minutes, when the players check in, or in three days."""
    season, coming = begun(12), league(name="Liga de primavera")
    entered(coming, "Elena")
    reader = LeagueMember.objects.filter(season=season).order_by("pk")[0].player
    now = timezone.now()
    LeagueFixture.objects.update(
        state="agreed",
        opens_at=now - timedelta(days=4),
        agreed_at=now + timedelta(minutes=minutes),
        closes_at=now + timedelta(days=7),
    )
    for fixture in LeagueFixture.objects.all():
        FixturePresence.objects.create(fixture=fixture, player=reader, at=now)
    user = User.objects.create_user("Ana", password="a long pass phrase")
    Player.objects.filter(pk=reader.pk).update(user=user)
    client = Client()
    client.force_login(user, backend="accounts.backends.PasswordBackend")
    assert 'id="l-match"' in client.get("/leagues/").content.decode()
    queries = queries_of(client, "/leagues/")
    assert len(queries) <= 20, queries


def busy_club() -> Club:
    """Return a club of Ana and Berta with a table, events, posts, a ranking and challenges."""
    ana, berta, carles = map(member, ("Ana", "Berta", "Carles"))
    club, rival = club_of(ana), club_of(carles, "los-otros", name="Los Otros")
    club_member(club, berta)
    now = timezone.now()
    for player in (ana, berta):
        ClubPost.objects.create(club=club, author=player, text="See you on Thursday")
        ClubFigures.objects.create(club=club, player=player, season=season_at(now), points=12)
    Table.objects.filter(pk=table_of(berta).pk).update(club=club)
    coming, later, past, played = (
        announced(starts_at=now + timedelta(days=days)) for days in range(1, 5)
    )
    entries.enter(tournament=coming, player=berta, now=now)
    for event in (past, played):
        entries.enter(tournament=event, player=berta, now=now)
        event.entrants.update(place=1, score=3.0, club=club.pk)
    events = Tournament.objects.filter(pk__in=[coming.pk, later.pk, past.pk, played.pk])
    events.update(club=club)
    events.filter(pk__in=[past.pk, played.pk]).update(status="finished", finished_at=now)
    ClubChallenge.objects.create(
        club=club, rival=rival, tournament=played, kind="players", state="accepted", starts_at=now
    )
    ClubChallenge.objects.create(
        club=rival, rival=club, kind="pairs", state="proposed", starts_at=now
    )
    return club


@pytest.mark.parametrize("name", ["Ana", "Berta", "Carles"])
def test_the_front_of_a_club_takes_at_most_20_queries(name: str) -> None:
    """Ana is the owner, Berta a member, and Carles plays in another club."""
    club = busy_club()
    queries = queries_of(client_of(name), f"/clubs/{club.handle}/")
    assert len(queries) <= 20, queries


def test_the_list_of_tournaments_reads_the_winners_once() -> None:
    ana = member("Ana")
    now = timezone.now()
    events = [announced(starts_at=now + timedelta(days=1)) for _number in range(6)]
    for event in events:
        entries.enter(
            tournament=event, player=ana if event is events[0] else member(event.public_id), now=now
        )
        event.entrants.update(place=1)
    Tournament.objects.update(status="finished", finished_at=now)
    client = client_of("Ana")
    with CaptureQueriesContext(connection) as queries:
        assert events[0].name in client.get("/tournaments/").content.decode()
    assert sum('"place" = 1' in query["sql"] for query in queries) == 1


def test_the_hours_of_the_page_of_people_are_read_once_in_five_minutes() -> None:
    now = timezone.now()
    for days in range(DAYS + 2):
        SeatedHour.objects.create(hour=now - timedelta(days=days), people=3, samples=1)
    member("Ana")
    queries = queries_of(client_of("Ana"), "/people/")
    assert not any("games_seatedhour" in sql for sql in queries), queries
