"""Rounds of groups in which everybody meets everybody, and of the semifinals and the final.

Those who do not reach the semifinals play for the next places, where a second bracket is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import Final

from games.tournaments.bracket_schedule import Bracket, play_bracket, stage_name
from games.tournaments.event import EventEntrant, Game, PlannedTable, RoundPlan, Settings
from games.tournaments.groups import draw_groups, semifinals
from games.tournaments.knockout import Tie, first_round
from games.tournaments.pairing import VERSION, lot
from games.tournaments.round_robin import round_robin
from games.tournaments.standings import Result, standings

GROUP: Final = "group"
"""Prefix of the stages of the groups."""
THROUGH: Final = 2
"""Entrants of each group that play on."""


def round_count(settings: Settings, count: int) -> int:
    """Return the number of rounds for `count` entrants: those of the groups and of later ties."""
    groups = group_number(settings, count)
    largest = ceil(count / groups)
    return largest - 1 + largest % 2 + ceil(log2(max(2, THROUGH * groups)))


def group_number(settings: Settings, count: int) -> int:
    """Return how many groups `count` entrants make: as chosen, with at least three in each."""
    return max(1, min(settings.groups, count // 3))


def plan(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan round `number` (from 1) of all groups, or of the ties after them; None at the end."""
    first = [one for one in entrants if one.first_round == 1]
    groups = groups_of(settings, first)
    active = {one.id for one in entrants if one.active}
    length = max(len(round_robin(group)) for group in groups)
    if number <= length:
        return _group_round(groups, active, number)
    tables = [
        PlannedTable((tie.one, tie.other), stage_name(bracket, settings))
        for bracket in brackets_after(settings, groups, games, active)
        for tie in bracket.open_ties
        if tie.other is not None
    ]
    return RoundPlan(tuple(tables), version=VERSION) if tables else None


def _group_round(groups: Sequence[Sequence[int]], active: set[int], number: int) -> RoundPlan:
    """Return the round of all groups with this number."""
    tables, byes = [], []
    for index, group in enumerate(groups, start=1):
        rounds = round_robin(group)
        pairs = rounds[number - 1] if number <= len(rounds) else ()
        played = [pair for pair in pairs if set(pair) <= active]
        tables += [PlannedTable(pair, f"{GROUP} {index}") for pair in played]
        seated = {one for pair in played for one in pair}
        if number <= len(rounds):
            byes += [one for one in group if one in active and one not in seated]
    return RoundPlan(tuple(tables), byes=tuple(byes), version=VERSION)


def groups_of(settings: Settings, entrants: Sequence[EventEntrant]) -> list[list[int]]:
    """Return the groups as lists of entrant ids, drawn by rating."""
    seeded = sorted(entrants, key=lambda one: (-one.rating, lot(settings.seed, one.id)))
    return draw_groups([one.id for one in seeded], group_number(settings, len(seeded)))


def group_order(settings: Settings, group: Sequence[int], games: Sequence[Game]) -> list[int]:
    """Return the entrants (ids) of a group by their results, the first one first."""
    own = [game for game in games if game.stage.startswith(GROUP) or game.kind == "bye"]
    results: dict[int, list[Result]] = {one: [] for one in group}
    for game in own:
        for place in game.places:
            if place.entrant in results:
                others = [one.entrant for one in game.places if one.entrant != place.entrant]
                results[place.entrant].append(
                    Result(
                        round=game.round,
                        score=place.score,
                        opponent=others[0] if others else None,
                        deals_won=place.deals_won,
                        bye=game.kind == "bye",
                    )
                )
    last = max((game.round for game in own), default=0)
    return [line.entrant for line in standings(results, rounds=last, seed=settings.seed)]


def brackets_after(
    settings: Settings, groups: Sequence[Sequence[int]], games: Sequence[Game], active: set[int]
) -> list[Bracket]:
    """Return the bracket of the first two of each group and, if wanted, that of all others."""
    orders = [group_order(settings, group, games) for group in groups]
    ties = _first_ties(orders)
    found = [play_bracket(settings, Bracket(""), ties, _ties_only(games), active)]
    rest = [
        one
        for row in zip(*(_padded(order, orders) for order in orders), strict=True)
        for one in row
    ]
    others = [one for one in rest if one is not None and one not in _through(orders)]
    if settings.second_bracket and len(others) >= 2:
        start = first_round(others)
        found.append(play_bracket(settings, Bracket("second"), start, _ties_only(games), active))
    return found


def _ties_only(games: Sequence[Game]) -> list[Game]:
    """Return the games after the groups."""
    return [game for game in games if game.kind == "game" and not game.stage.startswith(GROUP)]


def _through(orders: Sequence[Sequence[int]]) -> set[int]:
    """Return those who play for the first places."""
    return {one for order in orders for one in order[:THROUGH]}


def _padded(order: Sequence[int], orders: Sequence[Sequence[int]]) -> list[int | None]:
    """Return an order as long as the longest one."""
    longest = max(map(len, orders))
    return [*order, *[None] * (longest - len(order))]


def _first_ties(orders: Sequence[Sequence[int]]) -> list[Tie]:
    """Return the first ties after the groups: first against second of another group."""
    if len(orders) == 2:
        return semifinals(orders[0], orders[1])
    firsts = [order[0] for order in orders]
    seconds = [order[1] for order in orders if len(order) > 1]
    return first_round([*firsts, *seconds])
