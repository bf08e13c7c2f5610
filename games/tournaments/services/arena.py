"""Arenas: whoever is free is paired again and again until the time is over.

Each wave of pairs is a round. A game counts when it is done, whatever else is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from games.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
    TournamentRound,
)
from games.tournaments.models.rounds import GameKind, GameResult
from games.tournaments.models.tournaments import EntrantStatus, RoundStage
from games.tournaments.rules.arena import is_wave_due, pair_wave
from games.tournaments.rules.event import PlannedTable, RoundPlan
from games.tournaments.rules.pairing import VERSION, Entrant
from games.tournaments.selectors.secrets import lot_seed
from games.tournaments.selectors.state import arena_lines, arena_outcomes
from games.tournaments.services import playing, rounds
from games.tournaments.services.results import repair_game
from games.tournaments.services.seats import DEAL_TIME, Seated, seat_games
from games.tournaments.services.standings import standings_now, store_standings

LOOK_INTERVAL: Final = timedelta(seconds=3)
"""Time after which an arena looks again who is free."""
SECONDS_A_DEAL: Final = 240.0
"""Usual length of a deal, by which the time is measured that people wait for a wave."""
NO_SHOW: Final = timedelta(seconds=90)
"""Time after which a side of which nobody has come has lost its game."""


def run(tournament: Tournament, now: datetime) -> Seated:
    """Do the due steps of a locked arena: score finished games, then pair anew, or end the arena.

    Return the new tables. An arena pairs whoever is free, without rounds, until its time is over.
    """
    for row in tournament.round_rows.filter(closed_at=None):
        _look_at(tournament, row, now)
    if tournament.ends_at is not None and now >= tournament.ends_at:
        if not tournament.round_rows.filter(closed_at=None).exists():
            _finish(tournament, now)
            return Seated()
        tournament.next_at = now + LOOK_INTERVAL
        tournament.save(update_fields=["next_at"])
        return Seated()
    seated = _pair_wave(tournament, now)
    tournament.next_at = now + LOOK_INTERVAL
    tournament.stage = RoundStage.PLAYING
    tournament.save(update_fields=["next_at", "stage"])
    return seated


def _look_at(tournament: Tournament, row: TournamentRound, now: datetime) -> None:
    """Store the scores of finished games of a wave (one pairing), and act on late games."""
    for game in row.games.filter(done_at=None).select_related("match", "round__tournament"):
        repair_game(game, now)
    playing.help_late(tournament, row, now, forfeit_after=NO_SHOW)
    finished = row.games.exclude(done_at=None).select_related("round__tournament")
    scored = _score_done(finished.prefetch_related("places"), now)
    if rounds.is_over(row):
        row.closed_at = now
        row.save(update_fields=["closed_at"])
    if scored:
        store_standings(tournament, standings_now(tournament))
        tournament.version += 1
        tournament.save(update_fields=["version"])


def _score_done(games: Iterable[TournamentGame], now: datetime) -> int:
    """Store the winners of finished games that are not scored yet; return their number.

    Entrants for whom bots have played a whole game are out.
    """
    scored = 0
    for game in games:
        places = list(game.places.all())
        if any(place.score is not None for place in places):
            continue
        totals = _totals(game)
        playing.mark_played_out([game], now)
        for place in places:
            _score(place, totals, game.round.tournament.scoring_version)
        scored += 1
    return scored


def _score(place: TournamentPlace, totals: Mapping[int, float], scoring_version: int) -> None:
    """Store the margin, score and rank of an entrant in a game with these points of each side."""
    own = totals[place.side]
    other = max(total for side, total in totals.items() if side != place.side)
    place.margin = own - other
    place.score = 2.0 if own > other else 1.0 if own == other else 0.0
    if place.forfeit and scoring_version >= 2:
        place.score = 0.0  # also where both have forfeited
    place.rank = 1 if own >= other else 2
    place.save(update_fields=["margin", "score", "rank"])


def _totals(game: TournamentGame) -> dict[int, float]:
    """Return side -> its points in a finished game; a side that forfeited has -1."""
    places = list(game.places.all())
    totals = {place.side: 0.0 for place in places}
    for points in game.points:
        for side in totals:
            totals[side] += points[side] if points else 0
    if game.result == GameResult.FORFEIT:
        totals = {place.side: -1.0 if place.forfeit else 0.0 for place in places}
    return totals


def _pair_wave(tournament: Tournament, now: datetime) -> Seated:
    """Pair the waiting entrants of an arena if it is time; return their new tables."""
    waiting = _waiting(tournament)
    longest = max(((now - since).total_seconds() for _entrant, since in waiting), default=0.0)
    match_s = SECONDS_A_DEAL * tournament.deals
    if not is_wave_due(len(waiting), longest, match_s):
        return Seated()
    number = tournament.round + 1
    entrants = _for_pairing(tournament, [entrant for entrant, _since in waiting])
    pairing = pair_wave(entrants, seed=lot_seed(tournament, number))
    plan = RoundPlan(
        tables=tuple(PlannedTable(pair, "") for pair in pairing.pairs),
        byes=(),
        version=VERSION,
    )
    if not plan.tables:
        return Seated()
    row = rounds.insert_round(
        tournament, number, plan, inputs={"waiting": sorted(entrant.id for entrant in entrants)}
    )
    row.began_at, row.ends_at = now, now + DEAL_TIME * tournament.deals
    row.save(update_fields=["began_at", "ends_at"])
    rounds.store_plan(tournament, row, plan)
    tournament.round = number
    tournament.version += 1
    tournament.save(update_fields=["round", "version"])
    games = row.games.filter(kind=GameKind.GAME).prefetch_related("places__entrant__people__player")
    return seat_games(tournament, row, list(games), now)


def _waiting(tournament: Tournament) -> list[tuple[TournamentEntrant, datetime]]:
    """Return the free entrants of an arena, each with the time since when it waits."""
    busy = TournamentPlace.objects.filter(round__tournament=tournament, game__done_at=None).values(
        "entrant"
    )
    free = (
        tournament.entrants.filter(status=EntrantStatus.PLAYING)
        .exclude(pk__in=busy)
        .annotate(last_done=Max("places__game__done_at"), back=Max("people__checked_in_at"))
    )
    return [
        (
            entrant,
            max(
                moment for moment in (entrant.last_done, entrant.back, entrant.entered_at) if moment
            ),
        )
        for entrant in free
    ]


def _for_pairing(tournament: Tournament, waiting: list[TournamentEntrant]) -> list[Entrant]:
    """Return the waiting entrants as input of the pairing, with their latest opponent only."""
    outcomes = arena_outcomes(tournament)
    points = {line.entrant: line.score for line in arena_lines(tournament, outcomes)}
    return [
        Entrant(
            id=entrant.pk,
            score=10.0 * points.get(entrant.pk, 0.0),
            rating=entrant.rating,
            met=frozenset(record.opponents[-1:])
            if (record := outcomes.get(entrant.pk))
            else frozenset(),
            leads=record.leads if record else 0,
        )
        for entrant in waiting
    ]


def _finish(tournament: Tournament, now: datetime) -> None:
    """End an arena, with final standings by points."""
    rounds.finish_with(tournament, standings_now(tournament), now)
