"""Plans of rounds for every format: who meets whom next, or that the tournament is over.

The plan follows from settings, entrants and games alone, in whatever order they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, log2
from typing import Final, TypeAlias

from games.tournaments import bracket_schedule, group_schedule, team_match
from games.tournaments.event import (
    EventEntrant,
    Game,
    PlannedTable,
    RoundPlan,
    Settings,
    results_by_entrant,
)
from games.tournaments.pairing import VERSION, Conditions, Entrant, pair_round, ranked
from games.tournaments.partner_draw import draw_partners
from games.tournaments.round_robin import round_robin
from games.tournaments.round_scores import late_score
from games.tournaments.table_draw import draw_tables

Planner: TypeAlias = Callable[
    [Settings, Sequence[EventEntrant], Sequence[Game], int], RoundPlan | None
]


def plan_round(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Return the plan of round `number` (from 1); None if the tournament is over.

    Raises:
        ValueError: the round cannot be planned, as where forbidden pairs leave somebody over.
    """
    ordered = sorted(entrants, key=lambda one: one.id)
    played = sorted(games, key=lambda one: (one.round, one.number))
    return PLANNERS[settings.format](settings, ordered, played, number)


def default_rounds(entrants: int) -> int:
    """Return the usual number of rounds of a Swiss: enough for one winner, and two more.

    >>> [default_rounds(count) for count in (4, 8, 16, 32, 64, 500)]
    [5, 5, 6, 7, 8, 9]
    """
    return min(9, max(5, ceil(log2(max(entrants, 2))) + 2))


def round_count(settings: Settings, entrants: Sequence[EventEntrant]) -> int:
    """Return the number of rounds that are expected; further games of a tie are not counted."""
    count = len(entrants)
    if settings.format == "swiss":
        # nobody meets anybody twice as long as that can be avoided
        return settings.rounds if settings.size > 2 else max(1, min(settings.rounds, count - 1))
    if settings.format == "round_robin":
        return max(1, count - 1 + count % 2)
    if settings.format == "groups":
        return group_schedule.round_count(settings, count)
    if settings.format == "knockout":
        return max(1, ceil(log2(max(count, 2))) * (settings.best_of // 2 + 1))
    if settings.format == "teams":
        return 1
    return settings.rounds


# -- Swiss and ladder ------------------------------------------------------------------------------


def _swiss(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan a round of a Swiss: pairs, tables of several sides, or sides that change."""
    if number > min(settings.rounds, round_count(settings, entrants)):
        return None
    playing = _for_pairing(settings, [one for one in entrants if one.active], games, number)
    if len(playing) < settings.size:
        return None
    if settings.partners:
        tables, over = draw_partners(playing, partners_of(games), seed=settings.seed)
    elif settings.size > 2:
        tables, over = draw_tables(playing, size=settings.size, seed=settings.seed)
    else:
        conditions = Conditions(settings.forbidden, settings.clubs_apart)
        pairing = pair_round(
            playing, seed=settings.seed, conditions=conditions, version=settings.pairing
        )
        tables = list(pairing.pairs)
        over = () if pairing.bye is None else (pairing.bye,)
    return _plan(tables, over)


def _ladder(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan a round of a ladder: tables of equal scores; in the last one the best play the final."""
    playing = _for_pairing(settings, [one for one in entrants if one.active], games, number)
    if number > settings.rounds or len(playing) < settings.size:
        return None
    if number < settings.rounds or number == 1:
        tables, over = draw_tables(playing, size=settings.size, seed=settings.seed)
        return _plan(tables, over)
    if settings.scoring_version >= 2:
        return _last_of_ladder(settings, playing)
    order = [one.id for one in ranked(playing, settings.seed)]
    full = len(order) // settings.size
    cut = [tuple(order[at * settings.size : (at + 1) * settings.size]) for at in range(full)]
    stages = ["final", *["" for _ in cut[1:]]]
    return RoundPlan(
        tuple(PlannedTable(table, stage) for table, stage in zip(cut, stages, strict=True)),
        byes=tuple(order[full * settings.size :]),
        version=VERSION,
    )


def _last_of_ladder(settings: Settings, playing: Sequence[Entrant]) -> RoundPlan:
    """Plan the last round of a ladder: a final table of the best; the others avoid repeats."""
    ranking = ranked(playing, settings.seed)
    best, others = ranking[: settings.size], ranking[settings.size :]
    tables, over = draw_tables(others, size=settings.size, seed=settings.seed)
    final = PlannedTable(tuple(entrant.id for entrant in best), "final")
    return RoundPlan(
        (final, *(PlannedTable(table) for table in tables)), byes=over, version=VERSION
    )


def _plan(tables: Sequence[Sequence[int]], over: Sequence[int]) -> RoundPlan:
    """Return a plan of these tables."""
    return RoundPlan(
        tuple(PlannedTable(tuple(table)) for table in tables),
        byes=tuple(over),
        version=VERSION,
    )


def _for_pairing(
    settings: Settings, playing: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> list[Entrant]:
    """Return entrants as the pairing sees them, with score, opponents, byes and leads."""
    known = results_by_entrant(tuple(games))
    found = []
    for one in playing:
        if one.first_round > number:
            continue
        own = known.get(one.id, [])
        found.append(
            Entrant(
                id=one.id,
                score=round(
                    late_score(settings, one) + sum(place.score for _game, place in own), 2
                ),
                rating=one.rating,
                met=frozenset(
                    other.entrant
                    for game, _place in own
                    for other in game.places
                    if other.entrant != one.id
                ),
                byes=sum(game.kind == "bye" for game, _place in own),
                leads=_leads(one.id, own),
                club=one.club,
            )
        )
    return found


def _leads(entrant: int, own: Sequence[tuple[Game, object]]) -> int:
    """Return how often an entrant led a game minus how often it did not."""
    games = [game for game, _place in own if game.kind == "game"]
    return sum(1 if game.places[0].entrant == entrant else -1 for game in games)


def partners_of(games: Sequence[Game]) -> dict[int, frozenset[int]]:
    """Return entrant id -> the partners it has had, in games of four seats with changing sides."""
    found: dict[int, set[int]] = {}
    for game in games:
        seats = [place.entrant for place in game.places]
        if game.kind == "game" and len(seats) == 4:
            for at, entrant in enumerate(seats):
                found.setdefault(entrant, set()).add(seats[(at + 2) % 4])
    return {entrant: frozenset(partners) for entrant, partners in found.items()}


# -- everybody meets everybody ---------------------------------------------------------------------


def _round_robin(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan a round in which everybody meets everybody once; who has withdrawn gives a bye."""
    order = [one.id for one in ranked(_for_pairing(settings, entrants, (), number), settings.seed)]
    rounds = round_robin(order)
    if number > len(rounds):
        return None
    active = {one.id for one in entrants if one.active}
    pairs = [pair for pair in rounds[number - 1] if set(pair) <= active]
    seated = {one for pair in pairs for one in pair}
    return _plan(pairs, sorted(active - seated))


PLANNERS: Final[Mapping[str, Planner]] = {
    "swiss": _swiss,
    "ladder": _ladder,
    "round_robin": _round_robin,
    "groups": group_schedule.plan,
    "knockout": bracket_schedule.plan,
    "teams": team_match.plan,
}
