"""The brackets of a knock-out as its page draws them: rounds of ties with names and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tournaments.models import Tournament, TournamentGame
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import Format
from games.tournaments.rules import group_schedule
from games.tournaments.rules.bracket_schedule import SECOND, Bracket, brackets_of, stage_of
from games.tournaments.rules.knockout import Tie
from games.tournaments.selectors.state import IN_PLAY, entrants_of, games_of, names_of, settings_of


@dataclass(frozen=True, slots=True)
class TieSide:
    """One entrant of a tie in a drawn bracket: name, points, winner or not."""

    entrant: int
    """Number of the entrant."""
    name: str
    points: float | None
    """Card points (deals, where those count) at the table, of a tie of one game; else games won.

    None before the round is over.
    """
    won: bool
    forfeit: bool


@dataclass(frozen=True, slots=True)
class DrawnTie:
    """A tie of a drawn bracket: two sides, or one entrant who advances without a match."""

    sides: tuple[TieSide, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round of a drawn bracket: its stage, such as `semifinal`, and its ties."""

    stage: str
    ties: tuple[DrawnTie, ...]


def drawn_brackets(tournament: Tournament) -> list[list[DrawnRound]]:
    """Return a tournament's brackets, the main one first, each as a list of rounds.

    [] in other formats, and before the ties begin. Results are those of rounds that are over.
    """
    brackets = _brackets(tournament)
    if not brackets:
        return []
    rows = tournament.entrants.filter(status__in=IN_PLAY).select_related("team")
    entrants = list(rows.prefetch_related("people__player"))
    names, numbers = names_of(entrants), {row.pk: row.number for row in entrants}
    games = list(
        TournamentGame.objects.filter(
            round__tournament=tournament, round__closed_at__isnull=False, kind=GameKind.GAME
        )
        .exclude(stage__startswith=group_schedule.GROUP)
        .prefetch_related("places")
        .order_by("round__number")
    )
    labels = {pk: (numbers[pk], names[pk]) for pk in numbers}
    return [
        [
            DrawnRound(
                stage_of(bracket.name, len(ties)),
                tuple(_drawn(tie, bracket, games, labels) for tie in ties),
            )
            for ties in bracket.rounds
        ]
        for bracket in brackets
    ]


def _brackets(tournament: Tournament) -> list[Bracket]:
    """Return a tournament's brackets, computed from its scored games; [] before the ties begin."""
    if tournament.format not in (Format.KNOCKOUT, Format.GROUPS) or tournament.round == 0:
        return []
    settings, entrants = settings_of(tournament), entrants_of(tournament)
    games = games_of(tournament)
    first = [entrant for entrant in entrants if entrant.first_round == 1]
    if len(first) < 2:
        return []
    if tournament.format == Format.KNOCKOUT:
        return brackets_of(settings, entrants, games)
    ties = TournamentGame.objects.filter(round__tournament=tournament, kind=GameKind.GAME)
    if not ties.exclude(stage__startswith=group_schedule.GROUP).exists():
        return []
    active = {entrant.id for entrant in entrants if entrant.active}
    groups = group_schedule.groups_of(settings, first)
    return group_schedule.brackets_after(settings, groups, games, active)


def _drawn(
    tie: Tie,
    bracket: Bracket,
    games: Sequence[TournamentGame],
    labels: Mapping[int, tuple[int, str]],
) -> DrawnTie:
    """Return a tie with its games' results; `labels` is entrant -> (its number, its name)."""
    entrants = [tie.one] if tie.other is None else [tie.one, tie.other]
    own = [
        game
        for game in games
        if {place.entrant_id for place in game.places.all()} == set(entrants)
        and game.stage.startswith(SECOND) == (bracket.name == SECOND)
    ]
    winner = bracket.winners.get(tie)
    sides = tuple(
        TieSide(
            *labels[entrant],
            points=_points(entrant, own),
            won=tie.is_played and entrant == winner,
            forfeit=any(
                place.forfeit
                for game in own
                for place in game.places.all()
                if place.entrant_id == entrant
            ),
        )
        for entrant in entrants
    )
    return DrawnTie(sides, over=winner is not None)


def _points(entrant: int, games: Sequence[TournamentGame]) -> float | None:
    """Return an entrant's points in the only game of a tie, or its number of won games."""
    places = [
        (game, next(place for place in game.places.all() if place.entrant_id == entrant))
        for game in games
    ]
    if not places:
        return None
    if len(places) > 1:
        return sum(place.score or 0.0 for _game, place in places)
    game, place = places[0]
    total: float = sum(points[place.side] for points in game.points if points is not None)
    return total
