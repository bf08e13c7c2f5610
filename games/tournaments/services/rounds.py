"""Rounds of a tournament: pairing, scoring, and the end.

Each function is one transaction of the ticker and begins with the tournament locked, so that it is
done once by whichever process is first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from games.models import DealSecret
from games.models.matches import MatchStatus
from games.tournaments.models import Tournament, TournamentGame, TournamentPlace, TournamentRound
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import EntrantStatus, Format, RoundStage, TournamentStatus
from games.tournaments.rules.event import Place, RoundPlan, TableResult
from games.tournaments.rules.event_json import plan_to_json, round_inputs
from games.tournaments.rules.pairing import VERSION
from games.tournaments.rules.round_scores import score_bye, score_round
from games.tournaments.rules.schedule import plan_round
from games.tournaments.rules.standings import Line
from games.tournaments.selectors.secrets import first_dealer
from games.tournaments.selectors.state import entrants_of, games_of, settings_of
from games.tournaments.services import escrow
from games.tournaments.services.decks import make_decks, reveal_decks
from games.tournaments.services.playing import mark_played_out
from games.tournaments.services.seats import seats_at_table
from games.tournaments.services.standings import standings_hash, standings_now, store_standings

ROUND_PAUSE: Final = timedelta(seconds=30)
"""Time between the end of a round and the next one."""
PAIRED_BEFORE: Final = timedelta(seconds=8)
"""Time before a round at which it is paired, which takes seconds with many entrants."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a tournament as paired but not stored; `plan` None: the tournament is over.

    It holds for the `version` of the tournament from which it was made.
    """

    number: int
    version: int
    plan: RoundPlan | None
    inputs: dict[str, Any]


def plan_next(tournament: Tournament) -> PlannedRound:
    """Return a plan of a tournament's next round, made without a lock as it may take seconds.

    Raises:
        ValueError: the round cannot be paired.
    """
    number = tournament.round + 1
    settings = settings_of(tournament)
    entrants, games = entrants_of(tournament), games_of(tournament)
    plan = None
    if sum(entrant.active for entrant in entrants) >= 2:
        plan = plan_round(settings, entrants, games, number)
    inputs = round_inputs(settings, entrants, games, number)
    return PlannedRound(number, tournament.version, plan, inputs)


def pair_round(tournament: Tournament, now: datetime, planned: PlannedRound) -> None:
    """Store a planned round of a locked tournament, or end the tournament where there is none.

    Nothing is done where the tournament has changed since it was planned.
    """
    if (planned.number, planned.version) != (tournament.round + 1, tournament.version):
        return
    if planned.plan is None:
        finish(tournament, now)
        return
    number = planned.number
    row = insert_round(tournament, number, planned.plan, inputs=planned.inputs)
    store_plan(tournament, row, planned.plan)
    due = tournament.next_at or now
    begin_seating(tournament, number, due if number == 1 else due + PAIRED_BEFORE)


def insert_round(
    tournament: Tournament,
    number: int,
    plan: RoundPlan,
    *,
    inputs: dict[str, Any] | None = None,
    manual: bool = False,
) -> TournamentRound:
    """Insert a round with its plan and the inputs of its pairing; `manual`: paired by a person."""
    return TournamentRound.objects.create(
        tournament=tournament,
        number=number,
        inputs=inputs or {},
        plan=plan_to_json(plan),
        algorithm=VERSION,
        manual=manual,
        first_dealer=first_dealer(tournament, number),
    )


def begin_seating(tournament: Tournament, number: int, at: datetime) -> None:
    """Make the decks of a paired round, and schedule its tables to be made at `at`."""
    make_decks(tournament=tournament, round_number=number)
    tournament.round, tournament.stage = number, RoundStage.SEATING
    tournament.next_at, tournament.failures = at, 0
    tournament.version += 1
    tournament.save(update_fields=["round", "stage", "next_at", "failures", "version"])


def store_plan(tournament: Tournament, row: TournamentRound, plan: RoundPlan) -> None:
    """Insert the games and byes of a round's plan."""
    games = [
        TournamentGame(round=row, number=number, kind=GameKind.GAME, stage=table.stage)
        for number, table in enumerate(plan.tables, start=1)
    ]
    games += [
        TournamentGame(round=row, number=number, kind=GameKind.BYE)
        for number in range(len(games) + 1, len(games) + len(plan.byes) + 1)
    ]
    games = TournamentGame.objects.bulk_create(games)
    seats = seats_at_table(tournament)
    places: list[TournamentPlace] = []
    for game, table in zip(games, plan.tables, strict=False):
        places += _places(row, game, table.entrants, seats, with_bots=bool(tournament.bots))
    places += [
        TournamentPlace(game=game, round=row, entrant_id=entrant, index=0)
        for game, entrant in zip(games[len(plan.tables) :], plan.byes, strict=True)
    ]
    TournamentPlace.objects.bulk_create(places)


def _places(
    row: TournamentRound,
    game: TournamentGame,
    entrants: Sequence[int],
    places: Sequence[tuple[int, tuple[int, ...]]],
    *,
    with_bots: bool,
) -> list[TournamentPlace]:
    """Return unsaved rows for the entrants of a game, with sides and seats (`seats_at_table`).

    Where bots have the other side, only one entrant sits at a table.
    """
    return [
        TournamentPlace(
            game=game, round=row, entrant_id=entrant, index=index, side=side, seats=list(seats)
        )
        for index, (entrant, (side, seats)) in enumerate(
            zip(entrants, places, strict=not with_bots)
        )
    ]


def is_over(row: TournamentRound) -> bool:
    """Return True if all games of a round are finished, as counted in the database now."""
    return not row.games.filter(kind=GameKind.GAME, done_at=None).exists()


def score(tournament: Tournament, now: datetime) -> None:
    """Store the scores of the latest round, publish its decks, and schedule the next one."""
    row = tournament.round_rows.get(number=tournament.round)
    games = list(row.games.prefetch_related("places"))
    settings = settings_of(tournament)
    played = [game for game in games if game.kind == GameKind.GAME]
    mark_played_out(played, now)
    scores = score_round(settings, [table_result(game) for game in played])
    byes = [game.places.all()[0].entrant_id for game in games if game.kind == GameKind.BYE]
    scores |= {entrant: score_bye(settings, entrant) for entrant in byes}
    store_scores(games, scores)
    close(row, now)
    store_standings(tournament, standings_now(tournament))
    tournament.stage, tournament.next_at = RoundStage.PAIRING, now + ROUND_PAUSE - PAIRED_BEFORE
    tournament.version += 1
    tournament.save(update_fields=["stage", "next_at", "version"])


def close(row: TournamentRound, now: datetime) -> None:
    """Close a round whose games are all done and scored, and publish its decks."""
    reveal_decks(round_row=row, now=now)
    DealSecret.objects.filter(
        match__tournament_game__round=row, match__status=MatchStatus.ABANDONED, revealed_at=None
    ).update(revealed_at=now)
    row.closed_at = now
    row.save(update_fields=["closed_at"])


def table_result(game: TournamentGame) -> TableResult:
    """Return a game's result as input of the scoring: entrants by side, points by deal."""
    places = sorted(game.places.all(), key=lambda place: place.index)
    sides: dict[int, list[int]] = {}
    for place in places:
        sides.setdefault(place.side, []).append(place.entrant_id)
    return TableResult(
        number=game.number,
        sides=tuple(tuple(sides[side]) for side in sorted(sides)),
        points=tuple(None if points is None else tuple(points) for points in game.points),
        forfeits=frozenset(place.entrant_id for place in places if place.forfeit),
        stage=game.stage,
    )


def store_scores(games: Sequence[TournamentGame], scores: dict[int, Place]) -> None:
    """Store the scores of these games; `scores` is entrant (row id) -> its result at the table."""
    places = [place for game in games for place in game.places.all()]
    for place in places:
        score = scores[place.entrant_id]
        place.score, place.margin, place.percent = score.score, score.margin, score.percent
        place.deals_won, place.rank = score.deals_won, score.rank
    TournamentPlace.objects.bulk_update(
        places, ["score", "margin", "percent", "deals_won", "rank"], batch_size=200
    )


def finish(tournament: Tournament, now: datetime) -> None:
    """End a tournament with the standings after its last round, and pay the prizes."""
    finish_with(tournament, standings_now(tournament), now)


def finish_with(tournament: Tournament, lines: Sequence[Line], now: datetime) -> None:
    """End a tournament: store these final standings with their hash, and pay the prizes."""
    store_standings(tournament, lines)
    tournament.standings_hash = standings_hash(lines, version=tournament.scoring_version)
    _refund_waiting(tournament, now)
    places = _players_by_place(tournament, lines)
    if places:
        escrow.pay_prizes(tournament=tournament, places=places, now=now)
    else:
        escrow.refund_all(tournament=tournament, now=now)
    tournament.status, tournament.next_at = TournamentStatus.FINISHED, None
    tournament.finished_at = now
    tournament.version += 1
    tournament.save()


def _refund_waiting(tournament: Tournament, now: datetime) -> None:
    """Pay the fees of entrants back who never had a place in the tournament."""
    statuses = (EntrantStatus.WAITING, EntrantStatus.INVITED, EntrantStatus.SEEKING)
    members = tournament.people.select_related("player", "tournament")
    for member in members.filter(entrant__status__in=statuses).exclude(paid=0).order_by("pk"):
        escrow.refund_fee(member=member, now=now)


def _players_by_place(tournament: Tournament, lines: Sequence[Line]) -> dict[int, list[int]]:
    """Return place -> its players (ids) in the final standings, without absent entrants.

    The entrants of a team share its place; otherwise no place is shared.
    """
    people: dict[int, list[int]] = {}
    rows = tournament.people.filter(left_at=None).exclude(entrant__status=EntrantStatus.ABSENT)
    for entrant, player in rows.order_by("index").values_list("entrant", "player"):
        people.setdefault(entrant, []).append(player)
    if tournament.format == Format.TEAMS:
        shared: dict[int, list[int]] = {}
        for line in lines:
            shared.setdefault(line.place, []).extend(people.get(line.entrant, []))
        return {place: players for place, players in shared.items() if players}
    order = [line.entrant for line in lines if line.entrant in people]
    return {place: people[entrant] for place, entrant in enumerate(order, start=1)}
