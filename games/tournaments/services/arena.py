"""Arenas: whoever is free is paired again and again until the time is over.

Each wave of pairs is a round. A game counts when it is done, whatever else is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from games.models import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
    TournamentRound,
)
from games.models.tournament_rounds import GameKind, GameResult
from games.models.tournaments import EntrantStatus, RoundStage
from games.selectors.tournament_secrets import lot_seed
from games.selectors.tournament_state import arena_lines, arena_outcomes
from games.services.tournament_results import repair_game
from games.services.tournaments import playing, rounds
from games.services.tournaments.seats import DEAL_TIME, Seated, seat_games
from games.services.tournaments.standings import standings_now, store_standings
from games.tournaments.arena import is_wave_due, pair_wave
from games.tournaments.event import PlannedTable, RoundPlan
from games.tournaments.pairing import VERSION, Entrant

LOOK: Final = timedelta(seconds=3)
"""Time after which an arena looks again who is free."""
SECONDS_A_DEAL: Final = 240.0
"""Usual length of a deal, by which the time is measured that people wait for a wave."""
NO_SHOW: Final = timedelta(seconds=90)
"""Time after which a side of which nobody has come has lost its game."""


def run(tournament: Tournament, now: datetime) -> Seated:
    """Do what is due of a locked arena: score games that are done, then pair again, or end it.

    Return the tables made. An arena pairs whoever is free, without rounds, until its time is over.
    """
    for row in tournament.round_rows.filter(closed_at=None):
        _look_at(tournament, row, now)
    if tournament.ends_at is not None and now >= tournament.ends_at:
        if not tournament.round_rows.filter(closed_at=None).exists():
            _finish(tournament, now)
            return Seated()
        tournament.next_at = now + LOOK
        tournament.save(update_fields=["next_at"])
        return Seated()
    seated = _pair_wave(tournament, now)
    tournament.next_at = now + LOOK
    tournament.stage = RoundStage.PLAYING
    tournament.save(update_fields=["next_at", "stage"])
    return seated


def _look_at(tournament: Tournament, row: TournamentRound, now: datetime) -> None:
    """Store the scores of the games of a wave that are done; help where one is late."""
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
    """Store who won the games that are done and not scored yet; return their number.

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
            own, other = (
                totals[place.side],
                max(total for side, total in totals.items() if side != place.side),
            )
            place.margin = own - other
            place.score = 2.0 if own > other else 1.0 if own == other else 0.0
            if place.forfeit and game.round.tournament.scoring_version >= 2:
                place.score = 0.0  # also where both have forfeited
            place.rank = 1 if own >= other else 2
            place.save(update_fields=["margin", "score", "rank"])
        scored += 1
    return scored


def _totals(game: TournamentGame) -> dict[int, float]:
    """Return the points of each side of a game; who has forfeited has fewer than nothing."""
    places = list(game.places.all())
    totals = {place.side: 0.0 for place in places}
    for points in game.points:
        for side in totals:
            totals[side] += points[side] if points else 0
    if game.result == GameResult.FORFEIT:
        totals = {place.side: -1.0 if place.forfeit else 0.0 for place in places}
    return totals


def _pair_wave(tournament: Tournament, now: datetime) -> Seated:
    """Pair those who wait, once a wave is due."""
    waiting = _waiting(tournament)
    longest = max(((now - since).total_seconds() for _one, since in waiting), default=0.0)
    usual = SECONDS_A_DEAL * tournament.deals
    if not is_wave_due(len(waiting), longest, usual):
        return Seated()
    number = tournament.round + 1
    entrants = _for_pairing(tournament, [one for one, _since in waiting])
    pairing = pair_wave(entrants, seed=lot_seed(tournament, number))
    plan = RoundPlan(
        tables=tuple(PlannedTable(pair, "") for pair in pairing.pairs),
        byes=(),
        version=VERSION,
    )
    if not plan.tables:
        return Seated()
    row = rounds.insert_round(
        tournament, number, plan, inputs={"waiting": sorted(one.id for one in entrants)}
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
    """Return the entrants that are free, with the moment since when they wait."""
    busy = TournamentPlace.objects.filter(round__tournament=tournament, game__done_at=None).values(
        "entrant"
    )
    free = (
        tournament.entrants.filter(status=EntrantStatus.PLAYING)
        .exclude(pk__in=busy)
        .annotate(last_done=Max("places__game__done_at"), back=Max("people__checked_in_at"))
    )
    return [
        (one, max(moment for moment in (one.last_done, one.back, one.entered_at) if moment))
        for one in free
    ]


def _for_pairing(tournament: Tournament, waiting: list[TournamentEntrant]) -> list[Entrant]:
    """Return those who wait as the pairing sees them; they have met their latest opponent only."""
    outcomes = arena_outcomes(tournament)
    points = {line.entrant: line.score for line in arena_lines(tournament, outcomes)}
    return [
        Entrant(
            id=one.pk,
            score=10.0 * points.get(one.pk, 0.0),
            rating=one.rating,
            met=frozenset(found.opponents[-1:]) if (found := outcomes.get(one.pk)) else frozenset(),
            leads=found.leads if found else 0,
        )
        for one in waiting
    ]


def _finish(tournament: Tournament, now: datetime) -> None:
    """End an arena with the standings by its points."""
    rounds.finish_with(tournament, standings_now(tournament), now)
