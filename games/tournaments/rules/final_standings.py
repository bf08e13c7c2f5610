"""Standings of every format, at any time: by points and tie-breaks, or by how far somebody came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.tournaments.rules import group_schedule
from games.tournaments.rules.bracket_schedule import Bracket, brackets_of
from games.tournaments.rules.event import EventEntrant, Game, Place, Settings, results_by_entrant
from games.tournaments.rules.round_scores import best_score, late_score
from games.tournaments.rules.standings import Line, Result, standings
from games.tournaments.rules.team_match import match_standings


def final_standings(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game]
) -> list[Line]:
    """Return the standings of a tournament of any format; withdrawn entrants are included."""
    lines = by_points(settings, entrants, games)
    if settings.format == "daily":
        return _shared(lines)
    if settings.format == "teams":
        return match_standings(entrants, lines)
    if settings.format == "knockout" and len(entrants) >= 2:
        return by_brackets(brackets_of(settings, _sorted(entrants), games), lines)
    if settings.format == "groups" and _groups_are_over(settings, entrants, games):
        first = [entrant for entrant in _sorted(entrants) if entrant.first_round == 1]
        groups = group_schedule.groups_of(settings, first)
        active = {entrant.id for entrant in entrants if entrant.active}
        brackets = group_schedule.brackets_after(settings, groups, games, active)
        return by_brackets(brackets, lines)
    return lines


def _shared(lines: Sequence[Line]) -> list[Line]:
    """Return standings in which entrants with equal scores share a place (no tie-breaks)."""
    shared: list[Line] = []
    for line in lines:
        level = bool(shared) and shared[-1].score == line.score
        place = shared[-1].place if level else line.place
        shared.append(replace(line, place=place, decided_by="score"))
    return shared


def _sorted(entrants: Sequence[EventEntrant]) -> list[EventEntrant]:
    """Return entrants sorted by id."""
    return sorted(entrants, key=lambda entrant: entrant.id)


def _groups_are_over(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game]
) -> bool:
    """Return True if any tie after the group stage has begun."""
    later = (game for game in games if game.kind == "game")
    return any(not game.stage.startswith(group_schedule.GROUP) for game in later)


def by_points(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game]
) -> list[Line]:
    """Return the standings of a tournament by points and tie-breaks."""
    known = results_by_entrant(tuple(games))
    rounds = max((game.round for game in games), default=0)
    best = best_score(settings)
    results = {
        entrant.id: [
            *_missed(settings, entrant, best),
            *(_result(settings, game, place, best) for game, place in known.get(entrant.id, [])),
        ]
        for entrant in entrants
    }
    return standings(results, rounds=rounds, seed=settings.seed)


def _missed(settings: Settings, entrant: EventEntrant, best: float) -> list[Result]:
    """Return the points of a late entrant for the rounds before it entered, as a `Result` list."""
    if entrant.first_round == 1:
        return []
    score = late_score(settings, entrant)
    return [Result(entrant.first_round - 1, score, None, best=best)]


def _result(settings: Settings, game: Game, place: Place, best: float) -> Result:
    """Return an entrant's result in a game in the form that the standings count."""
    return Result(
        round=game.round,
        score=place.score,
        opponent=_opponent(settings, game, place.entrant),
        best=best,
        deals_won=place.deals_won,
        bye=game.kind == "bye",
    )


def _opponent(settings: Settings, game: Game, entrant: int) -> int | None:
    """Return the opponent (id) in a game of two; None for byes, forfeits or more entrants."""
    others = [place.entrant for place in game.places if place.entrant != entrant]
    if game.kind != "game" or game.forfeits or len(others) != 1:
        return None
    return others[0]


def by_brackets(brackets: Sequence[Bracket], lines: Sequence[Line]) -> list[Line]:
    """Return the standings of a knock-out: by how far each entrant came, then as in `lines`.

    Those in the second bracket stand below all whom the main one has placed higher.
    """
    reached = _reached(brackets)
    order = sorted(
        lines,
        key=lambda line: (*(-value for value in reached.get(line.entrant, (-9, 0))), line.place),
    )
    return [
        replace(line, place=place, decided_by=_decided(line, order, reached, place))
        for place, line in enumerate(order, start=1)
    ]


def _reached(brackets: Sequence[Bracket]) -> dict[int, tuple[int, int]]:
    """Return how far each entrant came: (minus the bracket's index, 2 x round, plus 1 if won)."""
    reached: dict[int, tuple[int, int]] = {}
    for depth, bracket in enumerate(brackets):
        for number, ties in enumerate(bracket.rounds):
            for tie in ties:
                for entrant in (tie.one, tie.other):
                    if entrant is not None:
                        won = bracket.winners.get(tie) == entrant
                        key = (-depth, 2 * number + won)
                        reached[entrant] = max(reached.get(entrant, key), key) if not depth else key
    return reached


def _decided(
    line: Line, order: Sequence[Line], reached: dict[int, tuple[int, int]], place: int
) -> str:
    """Return the name of the figure that places an entrant above the next: stage or points."""
    if place == len(order):
        return "score"
    following = order[place]
    if reached.get(line.entrant) != reached.get(following.entrant):
        return "bracket"
    return line.decided_by if line.score == following.score else "score"
