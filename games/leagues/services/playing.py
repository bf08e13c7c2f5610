"""League matches as they are played: each is a private tournament of two teams at two tables.

In a league of fours the pairs of two teams meet at two tables with the same decks. In a league of
pairs each pair plays the decks of the match at a table of its own, from the same seats and against
bots of one level: nobody sees a deck twice, and the difference between the tables is the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from games.leagues.models import LeagueEntrant, LeagueFixture
from games.leagues.models.leagues import LeagueKind
from games.leagues.models.matches import FixtureResult, FixtureState, LeagueAction
from games.leagues.selectors.state import (
    PAIR_SIZE,
    closes_at,
    complete_sides,
    entrant_name,
    line_ups,
    with_people,
)
from games.leagues.services.locking import note
from games.leagues.services.notifications import tell_sides
from games.leagues.services.presence import PRESENCE_LIFETIME
from games.leagues.services.reopening import reopen
from games.leagues.services.results import give_walkover, settle_reopened, store_result
from games.tournaments.models import Tournament, TournamentEntrant, TournamentGame, TournamentMember
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import EntrantStatus, Format, TournamentStatus
from games.tournaments.rules.team_match import SQUADS
from games.tournaments.services.creating import TournamentOptions, create_tournament

OVER_STATUSES: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
MAX_NAME: Final = 60
MIN_PLAYED_SHARE: Final = 0.5
"""Share of the decks that both tables must have played for a result."""


def begin_if_complete(fixture: LeagueFixture, now: datetime) -> bool:
    """Begin a league match as a tournament if all its players are there; return True if begun.

    The caller has locked its season. The players have said here that they are there, so it
    starts at once.
    """
    line_up = line_ups(fixture)
    if len(complete_sides(fixture, since=now - PRESENCE_LIFETIME, line_up=line_up)) < len(line_up):
        return False
    fixture.tournament = _create_tournament(fixture, line_up, now)
    fixture.state, fixture.next_at = FixtureState.PLAYING, None
    fixture.version += 1
    fixture.save()
    return True


def _create_tournament(
    fixture: LeagueFixture, line_up: Mapping[int, Sequence[int]], now: datetime
) -> Tournament:
    """Insert the tournament of a league match with its entrants, all checked in."""
    league = fixture.season.league
    tournament = create_tournament(creator=None, chosen=_options(fixture, now), now=now)
    sides = [line_up[fixture.home_id], line_up[fixture.away_id]]
    number = 0
    for squad, players in zip(SQUADS, sides, strict=True):
        for pair in range(0, len(players), PAIR_SIZE):
            number += 1
            _enter(tournament, number, squad, players[pair : pair + PAIR_SIZE], now)
    assert number * PAIR_SIZE == sum(len(players) for players in sides), league.kind
    tournament.status = TournamentStatus.CHECKIN
    tournament.next_at = now
    tournament.save(update_fields=["status", "next_at"])
    return tournament


def _options(fixture: LeagueFixture, now: datetime) -> TournamentOptions:
    """Return the settings of the tournament in which a league match is played."""
    league = fixture.season.league
    pairs = league.kind == LeagueKind.PAIRS
    rows = with_people(LeagueEntrant.objects.filter(pk__in=(fixture.home_id, fixture.away_id)))
    names = {row.pk: entrant_name(row) for row in rows}
    return TournamentOptions(
        name=f"{names[fixture.home_id]} · {names[fixture.away_id]}"[:MAX_NAME],
        line=league.name,
        format=Format.TEAMS,
        preset=league.preset,
        players=2 * PAIR_SIZE,
        members=PAIR_SIZE,
        options={**league.options, "teams": "pairs"},
        bots=league.bots if pairs else "",
        programs=league.programs,
        deals=league.deals,
        turn_ms=league.turn_ms,
        bank_ms=league.bank_ms,
        starts_at=now,
        visibility=Tournament.Visibility.LINK,
    )


def _enter(
    tournament: Tournament, number: int, squad: int, players: Sequence[int], now: datetime
) -> None:
    """Insert a pair in a league match's tournament, as number `number` of team `squad`."""
    entrant = TournamentEntrant.objects.create(
        tournament=tournament,
        number=number,
        squad=squad,
        status=EntrantStatus.ENTERED,
        entered_at=now,
    )
    TournamentMember.objects.bulk_create(
        TournamentMember(
            tournament=tournament, entrant=entrant, player_id=player, index=index, checked_in_at=now
        )
        for index, player in enumerate(players)
    )


def take_result(fixture: LeagueFixture, now: datetime) -> None:
    """Store the result of a league match from its finished tournament.

    The caller has locked its season.

    Where both tables have played less than half of the decks, or it was called off, it is played
    again as long as its weeks last, and annulled after that.
    """
    tournament = fixture.tournament
    if tournament is not None and tournament.status not in OVER_STATUSES:
        return
    missed = _missed(fixture, tournament)
    if missed:
        give_walkover(fixture, missed=missed, now=now)
        return
    if tournament is None or not _is_valid(tournament):
        _void(fixture, now)
        return
    home_vp, away_vp = scores_of(tournament)
    store_result(fixture, result=FixtureResult.PLAYED, home_vp=home_vp, away_vp=away_vp, now=now)
    note(
        season=fixture.season, kind=LeagueAction.Kind.PLAYED, now=now, fixture=fixture,
        facts={"vp": [home_vp, away_vp], "tournament": tournament.public_id},
    )  # fmt: skip
    tell_sides(fixture=fixture, text="league_result", key=f"result:{tournament.pk}", now=now)


def scores_of(tournament: Tournament) -> tuple[float, float]:
    """Return the victory points (first team, second team) of a league match's finished tournament."""
    scores = dict(tournament.entrants.exclude(score=None).values_list("squad", "score"))
    first, second = (round(scores.get(squad) or 0.0, 2) for squad in SQUADS)
    return first, second


def compared_decks(tournament: Tournament) -> int:
    """Return how many decks of a league match both tables have played."""
    games = TournamentGame.objects.filter(round__tournament=tournament, kind=GameKind.GAME)
    tables = [game.points for game in games]
    if len(tables) < len(SQUADS):
        return 0
    return sum(all(points is not None for points in deck) for deck in zip(*tables, strict=False))


def _is_valid(tournament: Tournament) -> bool:
    """Return True if enough of a league match's tournament was played to count."""
    finished = tournament.status == TournamentStatus.FINISHED
    return finished and compared_decks(tournament) >= MIN_PLAYED_SHARE * tournament.deals


def missed_squads(tournament: Tournament) -> set[int]:
    """Return the teams (1, 2) of a league match's tournament with an absent player."""
    rows = tournament.entrants.filter(places__forfeit=True)
    return set(rows.values_list("squad", flat=True))


def _missed(fixture: LeagueFixture, tournament: Tournament | None) -> set[int]:
    """Return the entrants (ids) of a league match with a player who did not come to the table."""
    if tournament is None:
        return set()
    sides = dict(zip(SQUADS, (fixture.home_id, fixture.away_id), strict=True))
    return {sides[squad] for squad in missed_squads(tournament)}


def _void(fixture: LeagueFixture, now: datetime) -> None:
    """Open a league match without a result to be played again, or annul it if it is too late."""
    kind = LeagueAction.Kind.ANNULLED
    if now < closes_at(fixture):
        kind = LeagueAction.Kind.REPLAY
        reopen(fixture, now)
    else:
        store_result(fixture, result=FixtureResult.ANNULLED, home_vp=None, away_vp=None, now=now)
    line = note(season=fixture.season, kind=kind, now=now, fixture=fixture)
    tell_sides(fixture=fixture, text="league_void", key=f"void:{line.pk}", now=now)
    if kind == LeagueAction.Kind.REPLAY:
        settle_reopened(fixture, now)
