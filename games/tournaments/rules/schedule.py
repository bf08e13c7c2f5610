"""Plans of rounds for every format: who meets whom next, or that the tournament is over.

The plan follows from settings, entrants and games alone, in whatever order they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, log2
from typing import Final, TypeAlias

from games.tournaments.rules import bracket_schedule, group_schedule, team_match
from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    PlannedTable,
    RoundPlan,
    Settings,
    results_by_entrant,
)
from games.tournaments.rules.pairing import VERSION, Conditions, Entrant, pair_round, ranked
from games.tournaments.rules.partner_draw import draw_partners
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.round_scores import late_score
from games.tournaments.rules.table_draw import draw_tables

Planner: TypeAlias = Callable[
    [Settings, Sequence[EventEntrant], Sequence[Game], int], RoundPlan | None
]


def plan_round(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Return the plan of a tournament's round `number` (from 1), or None if it is over.

    Raises:
        ValueError: the round cannot be planned, as where forbidden pairs leave somebody over.
    """
    ordered = sorted(entrants, key=lambda entrant: entrant.id)
    played = sorted(games, key=lambda game: (game.round, game.number))
    return PLANNERS[settings.format](settings, ordered, played, number)


def default_rounds(entrants: int) -> int:
    """Return the usual number of rounds of a Swiss: enough for one winner, and two more.

    >>> [default_rounds(count) for count in (4, 8, 16, 32, 64, 500)]
    [5, 5, 6, 7, 8, 9]
    """
    return min(9, max(5, ceil(log2(max(entrants, 2))) + 2))


def round_count(settings: Settings, entrants: Sequence[EventEntrant]) -> int:
    """Return the expected number of rounds, without the extra games of tied matches."""
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
    """Return the plan of a Swiss round: pairs, tables of several sides, or changing partners."""
    if number > min(settings.rounds, round_count(settings, entrants)):
        return None
    playing = _for_pairing(
        settings, [entrant for entrant in entrants if entrant.active], games, number
    )
    if len(playing) < settings.size:
        return None
    if settings.partners:
        return _plan(*draw_partners(playing, partners_of(games), seed=settings.seed))
    if settings.size > 2:
        return _plan(*draw_tables(playing, size=settings.size, seed=settings.seed))
    return _paired(settings, playing)


def _paired(settings: Settings, playing: Sequence[Entrant]) -> RoundPlan:
    """Plan a round of pairs, with a bye for an odd number of entrants."""
    conditions = Conditions(settings.forbidden, settings.clubs_apart)
    pairing = pair_round(
        playing, seed=settings.seed, conditions=conditions, version=settings.pairing
    )
    return _plan(pairing.pairs, () if pairing.bye is None else (pairing.bye,))


def _ladder(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Return the plan of a ladder's round: tables of equal scores, the last with a final."""
    playing = _for_pairing(
        settings, [entrant for entrant in entrants if entrant.active], games, number
    )
    if number > settings.rounds or len(playing) < settings.size:
        return None
    if number < settings.rounds or number == 1:
        tables, over = draw_tables(playing, size=settings.size, seed=settings.seed)
        return _plan(tables, over)
    if settings.scoring_version >= 2:
        return _last_of_ladder(settings, playing)
    return _last_by_rank(settings, playing)


def _last_by_rank(settings: Settings, playing: Sequence[Entrant]) -> RoundPlan:
    """Plan the last round of a ladder of scoring version 1: tables by rank, the first final."""
    order = [entrant.id for entrant in ranked(playing, settings.seed)]
    full = len(order) // settings.size
    cut = [tuple(order[at * settings.size : (at + 1) * settings.size]) for at in range(full)]
    stages = ["final", *["" for _ in cut[1:]]]
    return RoundPlan(
        tuple(PlannedTable(table, stage) for table, stage in zip(cut, stages, strict=True)),
        byes=tuple(order[full * settings.size :]),
        version=VERSION,
    )


def _last_of_ladder(settings: Settings, playing: Sequence[Entrant]) -> RoundPlan:
    """Return the plan of a ladder's last round: a final of the best; others avoid repeats."""
    ranking = ranked(playing, settings.seed)
    best, others = ranking[: settings.size], ranking[settings.size :]
    tables, over = draw_tables(others, size=settings.size, seed=settings.seed)
    final = PlannedTable(tuple(entrant.id for entrant in best), "final")
    return RoundPlan(
        (final, *(PlannedTable(table) for table in tables)), byes=over, version=VERSION
    )


def _plan(tables: Sequence[Sequence[int]], over: Sequence[int]) -> RoundPlan:
    """Return a round's plan with these tables."""
    return RoundPlan(
        tuple(PlannedTable(tuple(table)) for table in tables),
        byes=tuple(over),
        version=VERSION,
    )


def _for_pairing(
    settings: Settings, playing: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> list[Entrant]:
    """Return entrants as input of the pairing: with score, opponents, byes and leads."""
    known = results_by_entrant(tuple(games))
    paired = []
    for entrant in playing:
        if entrant.first_round > number:
            continue
        own = known.get(entrant.id, [])
        paired.append(
            Entrant(
                id=entrant.id,
                score=round(
                    late_score(settings, entrant) + sum(place.score for _game, place in own), 2
                ),
                rating=entrant.rating,
                met=frozenset(
                    other.entrant
                    for game, _place in own
                    for other in game.places
                    if other.entrant != entrant.id
                ),
                byes=sum(game.kind == "bye" for game, _place in own),
                leads=_leads(entrant.id, own),
                club=entrant.club,
            )
        )
    return paired


def _leads(entrant: int, own: Sequence[tuple[Game, object]]) -> int:
    """Return how many more games an entrant led than the opponents did."""
    games = [game for game, _place in own if game.kind == "game"]
    return sum(1 if game.places[0].entrant == entrant else -1 for game in games)


def partners_of(games: Sequence[Game]) -> dict[int, frozenset[int]]:
    """Return a dict from entrant id to the ids of its earlier partners (changing partners)."""
    partners_by_entrant: dict[int, set[int]] = {}
    for game in games:
        seats = [place.entrant for place in game.places]
        if game.kind == "game" and len(seats) == 4:
            for at, entrant in enumerate(seats):
                partners_by_entrant.setdefault(entrant, set()).add(seats[(at + 2) % 4])
    return {entrant: frozenset(partners) for entrant, partners in partners_by_entrant.items()}


# -- everybody meets everybody ---------------------------------------------------------------------


def _round_robin(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Return the plan of a round robin's round; opponents of the withdrawn have a bye."""
    order = [
        entrant.id
        for entrant in ranked(_for_pairing(settings, entrants, (), number), settings.seed)
    ]
    rounds = round_robin(order)
    if number > len(rounds):
        return None
    active = {entrant.id for entrant in entrants if entrant.active}
    pairs = [pair for pair in rounds[number - 1] if set(pair) <= active]
    seated = {entrant for pair in pairs for entrant in pair}
    return _plan(pairs, sorted(active - seated))


PLANNERS: Final[Mapping[str, Planner]] = {
    "swiss": _swiss,
    "ladder": _ladder,
    "round_robin": _round_robin,
    "groups": group_schedule.plan,
    "knockout": bracket_schedule.plan,
    "teams": team_match.plan,
}
