"""Leagues for the tests of services: founded, entered, and played by forged tournaments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.common.errors import LeagueError
from games.leagues.models import LeagueEntrant, LeagueFixture, LeagueMember, LeagueSeason
from games.leagues.models.leagues import LeagueEntrantStatus
from games.leagues.services import creating, entries, presence, ticker
from games.leagues.services.creating import LeagueOptions
from games.models import Player, Team
from games.tournaments.models import Tournament, TournamentGame, TournamentRound
from games.tournaments.models.rounds import GameResult
from games.tournaments.models.tournaments import TournamentStatus
from tests.support.people import player_with_account

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
STARTS_ON = date(2026, 11, 23)
BEGIN = datetime(2026, 11, 22, 23, 0, tzinfo=UTC)
"""The Monday of the first week begins in Madrid."""
THURSDAY = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
"""The default time of the first round."""
MINUTE = timedelta(minutes=1)


def league(organiser: Player | None = None, **choices: Any) -> LeagueSeason:
    """Found a league of pairs in Madrid; its first season, which is open."""
    chosen: dict[str, Any] = {"name": "Liga de otoño", "starts_on": STARTS_ON, **choices}
    made = creating.create_league(organiser=organiser, chosen=LeagueOptions(**chosen), now=NOW)
    return made.seasons.get()


def pair(name: str) -> Team:
    """A founded pair of two people with accounts."""
    people = [player_with_account(f"{name}{letter}") for letter in "ab"]
    team = Team.objects.create(key="-".join(str(one.pk) for one in people), founded_at=NOW)
    team.players.add(*people)
    return team


def players(team: Team) -> list[Player]:
    """The players of a team in the order of their ids."""
    return list(team.players.order_by("pk"))


def entered(season: LeagueSeason, name: str) -> LeagueEntrant:
    """Enter a pair, or a team of four, of whom all have agreed."""
    teams = [pair(name)]
    if season.league.kind == "fours":
        teams.append(pair(f"{name}x"))
    made = entries.enter(
        season=season, player=players(teams[0])[0], team=teams[0],
        second_team=teams[1] if len(teams) > 1 else None, now=NOW,
    )  # fmt: skip
    for member in made.people.filter(agreed=False).select_related("player"):
        entries.answer(season=season, player=member.player, agree=True, now=NOW)
    made.refresh_from_db()
    assert made.status == LeagueEntrantStatus.ENTERED
    return made


def bulk_entered(season: LeagueSeason, count: int) -> list[LeagueEntrant]:
    """Enter so many pairs without the services, for tests of what comes later."""
    made = []
    for number in range(1, count + 1):
        people = [Player.objects.create(name=f"P{number}{letter}") for letter in "ab"]
        entrant = LeagueEntrant.objects.create(season=season, number=number, status="entered")
        LeagueMember.objects.bulk_create(
            LeagueMember(season=season, entrant=entrant, player=one, index=index)
            for index, one in enumerate(people)
        )
        made.append(entrant)
    return made


def begun(count: int = 4, **choices: Any) -> LeagueSeason:
    """A season of so many pairs whose first week has begun."""
    season = league(**choices)
    bulk_entered(season, count)
    ticker.tick(now=BEGIN)
    season.refresh_from_db()
    assert season.state == "running"
    return season


def sides(fixture: LeagueFixture) -> tuple[Player, Player]:
    """A player of either side of a match."""
    home, away = (
        LeagueMember.objects.filter(entrant=side, substitute=False).order_by("index").first()
        for side in (fixture.home_id, fixture.away_id)
    )
    assert home is not None
    assert away is not None
    return home.player, away.player


def side_players(fixture: LeagueFixture, entrant: int) -> list[Player]:
    """The players of one side of a match."""
    rows = LeagueMember.objects.filter(entrant=entrant, substitute=False).select_related("player")
    return [row.player for row in rows]


def all_here(fixture: LeagueFixture, at: datetime, *entrants: int) -> None:
    """Let all players of these sides say that they are there; of both without any."""
    for entrant in entrants or (fixture.home_id, fixture.away_id):
        for player in side_players(fixture, entrant):
            presence.be_here(fixture=fixture, player=player, now=at)


def forged_end(
    tournament: Tournament, home_vp: float, *, decks: int | None = None, now: datetime = NOW
) -> None:
    """Write a tournament of a match as finished, with so many decks played at both tables."""
    played = tournament.deals if decks is None else decks
    points = [[60 + number % 5, 60 - number % 5] for number in range(played)]
    row = TournamentRound.objects.create(
        tournament=tournament, number=1, inputs={}, plan={}, algorithm=1, closed_at=now
    )
    for number in (1, 2):
        TournamentGame.objects.create(
            round=row, number=number, result=GameResult.PLAYED, done_at=now,
            points=[*points, *[None] * (tournament.deals - played)],
        )  # fmt: skip
    tournament.entrants.filter(squad=1).update(score=home_vp)
    tournament.entrants.filter(squad=2).update(score=round(20 - home_vp, 2))
    Tournament.objects.filter(pk=tournament.pk).update(
        status=TournamentStatus.FINISHED, finished_at=now, next_at=None
    )


def play(fixture: LeagueFixture, home_vp: float, at: datetime, **more: Any) -> None:
    """Play a match that has a time: all come, its tournament is made and ends."""
    all_here(fixture, at)
    ticker.tick(now=at)
    fixture.refresh_from_db()
    assert fixture.tournament is not None, fixture.state
    forged_end(fixture.tournament, home_vp, now=at, **more)
    ticker.tick(now=at + timedelta(minutes=90))
    fixture.refresh_from_db()


def settled(season: LeagueSeason, number: int = 1) -> list[LeagueFixture]:
    """The matches of a round once their default time is settled, with it as agreed."""
    ticker.tick(now=THURSDAY - timedelta(hours=20) + timedelta(weeks=number - 1))
    return list(season.fixtures.filter(round=number))


def first_match() -> LeagueFixture:
    """A match of the first round, whose week has begun."""
    found = begun(4).fixtures.filter(round=1).first()
    assert found is not None
    return found


def at_local(day: int, hour: int, month: int = 11) -> datetime:
    """A moment by the clocks of Madrid in winter."""
    return datetime(2026, month, day, hour - 1, 0, tzinfo=UTC)


def refused(code: str, step: Callable[..., object], **arguments: Any) -> None:
    """A step is refused with this code."""
    with pytest.raises(LeagueError, match=f"^{code}$"):
        step(**arguments)
