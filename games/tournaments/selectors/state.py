"""A tournament as its plain rules see it: settings, entrants and games, read from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from games.engine import complete_options
from games.models import (
    Tournament,
    TournamentAction,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
)
from games.models.tournaments import EntrantStatus
from games.selectors.tournament_secrets import lot_seed
from games.tournaments.arena import ArenaRecord, Outcome, arena_standings
from games.tournaments.deviation import COMPARED, deviation_of
from games.tournaments.event import EventEntrant, Format, Game, Place, Settings
from games.tournaments.event import GameKind as Kind
from games.tournaments.standings import Line

IN_PLAY = (EntrantStatus.PLAYING, EntrantStatus.WITHDRAWN, EntrantStatus.ABSENT)
"""States of entrants that have taken part."""


def settings_of(tournament: Tournament) -> Settings:
    """Return a tournament's settings, and the seed of its lots, for `games.tournaments`."""
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
    """Return whether two sides play at a table of this tournament."""
    return tournament.players == 2 or tournament.ruleset.options["teams"] in ("pairs", "threes")


def entrants_at_a_table(tournament: Tournament) -> int:
    """Return the number of entrants who sit at one table of this tournament."""
    return tournament.players // tournament.members


def entrants_of(tournament: Tournament) -> list[EventEntrant]:
    """Return a tournament's entrants that play or have played, as the pairing takes them."""
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
    """Return a tournament's scored games and byes as the pairing and the standings take them.

    Points that the organiser has added are in them.
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
    """Return (round, entrant's row id) -> sum of points that the organiser has added to it."""
    found: dict[tuple[int, int], float] = {}
    rows = TournamentAction.objects.filter(
        tournament=tournament, kind=TournamentAction.Kind.ADJUST, entrant__isnull=False
    )
    for row in rows:
        key = (row.round or 0, row.entrant_id or 0)
        found[key] = found.get(key, 0.0) + (row.amount or 0.0)
    return found


def _place(row: TournamentPlace, extra: float) -> Place:
    """Return a place of a game as the plain rules see it, with points that it has besides."""
    return Place(
        entrant=row.entrant_id,
        score=(row.score or 0.0) + extra,
        margin=row.margin,
        deals_won=row.deals_won,
        rank=row.rank,
        percent=row.percent,
    )


def _game(row: TournamentGame, extra: dict[tuple[int, int], float]) -> Game:
    """Return a game as the plain rules see it."""
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

    The entrants come with `team` and `people__player`, so that this asks nothing.
    """
    names: dict[int, list[str]] = {entrant.pk: [] for entrant in entrants}
    for entrant in entrants:
        if entrant.team is not None and entrant.team.name:
            names[entrant.pk] = [entrant.team.name]
            continue
        for member in sorted(entrant.people.all(), key=lambda one: one.index):
            if member.left_at is None:
                names[entrant.pk].append(member.player.name)
    return {pk: " – ".join(found) for pk, found in names.items()}


OUTCOMES: Final[Mapping[int, Outcome]] = {2: "win", 1: "draw", 0: "loss"}
"""Outcome of a game of an arena by its score."""


def arena_outcomes(tournament: Tournament) -> dict[int, ArenaRecord]:
    """Return entrant (row id) -> its results and opponents in an arena, in the order of their ends.

    The games in which it leads first, less the others, are counted too.
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
            record.opponents += [one.entrant_id for one in places if one.side != place.side]
            record.leads += 1 if place.index == 0 else -1
    return records


def arena_lines(tournament: Tournament, records: dict[int, ArenaRecord]) -> list[Line]:
    """Return the standings of an arena, from the records of `arena_outcomes`."""
    return arena_standings(records, seed=lot_seed(tournament))
