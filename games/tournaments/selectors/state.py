"""A tournament as its plain rules see it: settings, entrants and games, read from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from games.engine import complete_options
from games.tournaments.models import (
    Tournament,
    TournamentAction,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
)
from games.tournaments.models.tournaments import EntrantStatus
from games.tournaments.rules.arena import ArenaRecord, Outcome, arena_standings
from games.tournaments.rules.deviation import COMPARED, deviation_of
from games.tournaments.rules.event import EventEntrant, Format, Game, Place, Settings
from games.tournaments.rules.event import GameKind as Kind
from games.tournaments.rules.standings import Line
from games.tournaments.selectors.secrets import lot_seed

IN_PLAY = (EntrantStatus.PLAYING, EntrantStatus.WITHDRAWN, EntrantStatus.ABSENT)
"""States of entrants that have taken part."""


def settings_of(tournament: Tournament) -> Settings:
    """Return a tournament's settings, with the seed of its lots, as input of the plain rules."""
    size = entrants_at_a_table(tournament)
    return Settings(
        format=cast("Format", tournament.format),
        rounds=tournament.rounds,
        size=size,
        deals=tournament.deals,
        best_of=tournament.best_of,
        groups=tournament.groups,
        second_bracket=tournament.second_bracket,
        clubs_apart=tournament.clubs_apart,
        forbidden=frozenset(frozenset(pair) for pair in tournament.forbidden),
        seed=lot_seed(tournament),
        compared=tournament.compared,
        partners=size == 4 and tournament.members == 1 and has_two_sides(tournament),
        deviation=deviation_of(complete_options(tournament.ruleset.options), tournament.players),
        correlation=COMPARED if tournament.compared else 0.0,
        scoring_version=tournament.scoring_version,
    )


def has_two_sides(tournament: Tournament) -> bool:
    """Return True if two sides play at each table of this tournament."""
    return tournament.players == 2 or tournament.ruleset.options["teams"] in ("pairs", "threes")


def entrants_at_a_table(tournament: Tournament) -> int:
    """Return the number of entrants who sit at one table of this tournament."""
    return tournament.players // tournament.members


def entrants_of(tournament: Tournament) -> list[EventEntrant]:
    """Return entrants that play or have played, as input of pairing and standings."""
    return [
        EventEntrant(
            id=entrant.pk,
            rating=entrant.rating,
            first_round=entrant.first_round,
            active=entrant.status == EntrantStatus.PLAYING,
            club=entrant.club,
            squad=entrant.squad,
        )
        for entrant in TournamentEntrant.objects.filter(
            tournament=tournament, status__in=IN_PLAY
        ).order_by("pk")
    ]


def games_of(tournament: Tournament) -> list[Game]:
    """Return a tournament's scored games and byes, as input of pairing and standings.

    Points that the organiser has added are included.
    """
    rows = (
        TournamentGame.objects.filter(round__tournament=tournament, round__closed_at__isnull=False)
        .select_related("round")
        .prefetch_related("places")
        .order_by("round__number", "number")
    )
    extra = adjustments(tournament)
    return [_game(row, extra) for row in rows]


def adjustments(tournament: Tournament) -> dict[tuple[int, int], float]:
    """Return the organiser's added points: (round, entrant's row id) -> their sum."""
    sums: dict[tuple[int, int], float] = {}
    rows = TournamentAction.objects.filter(
        tournament=tournament, kind=TournamentAction.Kind.ADJUST, entrant__isnull=False
    )
    for row in rows:
        key = (row.round or 0, row.entrant_id or 0)
        sums[key] = sums.get(key, 0.0) + (row.amount or 0.0)
    return sums


def _place(row: TournamentPlace, extra: float) -> Place:
    """Return an entrant's stored result in a game as a plain `Place`, plus `extra` points."""
    return Place(
        entrant=row.entrant_id,
        score=(row.score or 0.0) + extra,
        margin=row.margin,
        deals_won=row.deals_won,
        rank=row.rank,
        percent=row.percent,
    )


def _game(row: TournamentGame, extra: dict[tuple[int, int], float]) -> Game:
    """Return a stored game as a plain `Game`, with the organiser's `extra` points."""
    places = sorted(row.places.all(), key=lambda place: place.index)
    return Game(
        round=row.round.number,
        number=row.number,
        kind=cast("Kind", row.kind),
        places=tuple(
            _place(place, extra.get((row.round.number, place.entrant_id), 0.0)) for place in places
        ),
        stage=row.stage,
        forfeits=frozenset(place.entrant_id for place in places if place.forfeit),
    )


def names_of(entrants: Sequence[TournamentEntrant]) -> dict[int, str]:
    """Return entrant (row id) -> its name: the founded team's, or those of its players.

    The entrants come with `team` and `people__player`, so that no query is made.
    """
    names: dict[int, list[str]] = {entrant.pk: [] for entrant in entrants}
    for entrant in entrants:
        if entrant.team is not None and entrant.team.name:
            names[entrant.pk] = [entrant.team.name]
            continue
        for member in sorted(entrant.people.all(), key=lambda member: member.index):
            if member.left_at is None:
                names[entrant.pk].append(member.player.name)
    return {pk: " – ".join(player_names) for pk, player_names in names.items()}


OUTCOMES: Final[Mapping[int, Outcome]] = {2: "win", 1: "draw", 0: "loss"}
"""Outcome of a game of an arena by its score."""


def arena_outcomes(tournament: Tournament) -> dict[int, ArenaRecord]:
    """Return entrant (row id) -> its results and opponents in an arena, in order of ends.

    Each record also counts the games that the entrant led, minus those that the opponent led.
    """
    records = {
        pk: ArenaRecord()
        for pk in tournament.entrants.filter(status__in=IN_PLAY).values_list("pk", flat=True)
    }
    games = (
        TournamentGame.objects.filter(round__tournament=tournament, done_at__isnull=False)
        .prefetch_related("places")
        .order_by("done_at", "pk")
    )
    for game in games:
        places = list(game.places.all())
        for place in places:
            record = records.setdefault(place.entrant_id, ArenaRecord())
            if place.score is None:
                continue
            record.outcomes.append(OUTCOMES[round(place.score)])
            record.opponents += [
                opponent.entrant_id for opponent in places if opponent.side != place.side
            ]
            record.leads += 1 if place.index == 0 else -1
    return records


def arena_lines(tournament: Tournament, records: dict[int, ArenaRecord]) -> list[Line]:
    """Return the standings' lines of an arena, from the records of `arena_outcomes`."""
    return arena_standings(records, seed=lot_seed(tournament))
