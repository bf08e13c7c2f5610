"""Rounds of groups in which everybody meets everybody, and of the semifinals and the final.

Those who do not reach the semifinals play for the next places, where a second bracket is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import Final

from games.tournaments.rules.bracket_schedule import Bracket, play_bracket, stage_name
from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    Place,
    PlannedTable,
    RoundPlan,
    Settings,
)
from games.tournaments.rules.groups import draw_groups, semifinals
from games.tournaments.rules.knockout import Tie, first_round
from games.tournaments.rules.pairing import VERSION, lot
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.standings import Result, standings

GROUP: Final = "group"
"""Prefix of the stages of the groups."""
THROUGH: Final = 2
"""Entrants of each group that play on."""


def round_count(settings: Settings, count: int) -> int:
    """Return the number of rounds for `count` entrants: of the groups and the ties that follow."""
    groups = group_number(settings, count)
    largest = ceil(count / groups)
    return largest - 1 + largest % 2 + ceil(log2(max(2, THROUGH * groups)))


def group_number(settings: Settings, count: int) -> int:
    """Return the number of groups of `count` entrants: as chosen, with at least three in each."""
    return max(1, min(settings.groups, count // 3))


def plan(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan round `number` (from 1) of all groups, or of the ties after them; None at the end."""
    first = [entrant for entrant in entrants if entrant.first_round == 1]
    groups = groups_of(settings, first)
    active = {entrant.id for entrant in entrants if entrant.active}
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
    """Return the plan of round `number` of all groups: tables and byes."""
    tables, byes = [], []
    for index, group in enumerate(groups, start=1):
        rounds = round_robin(group)
        pairs = rounds[number - 1] if number <= len(rounds) else ()
        played = [pair for pair in pairs if set(pair) <= active]
        tables += [PlannedTable(pair, f"{GROUP} {index}") for pair in played]
        seated = {entrant for pair in played for entrant in pair}
        if number <= len(rounds):
            byes += [entrant for entrant in group if entrant in active and entrant not in seated]
    return RoundPlan(tuple(tables), byes=tuple(byes), version=VERSION)


def groups_of(settings: Settings, entrants: Sequence[EventEntrant]) -> list[list[int]]:
    """Return the groups as lists of entrant ids, of equal strength by rating."""
    seeded = sorted(entrants, key=lambda entrant: (-entrant.rating, lot(settings.seed, entrant.id)))
    return draw_groups([entrant.id for entrant in seeded], group_number(settings, len(seeded)))


def group_order(settings: Settings, group: Sequence[int], games: Sequence[Game]) -> list[int]:
    """Return the entrants (ids) of a group from the first place to the last."""
    own = [game for game in games if game.stage.startswith(GROUP) or game.kind == "bye"]
    results: dict[int, list[Result]] = {entrant: [] for entrant in group}
    for game in own:
        for place in game.places:
            if place.entrant in results:
                results[place.entrant].append(_result_of(game, place))
    last = max((game.round for game in own), default=0)
    return [line.entrant for line in standings(results, rounds=last, seed=settings.seed)]


def _result_of(game: Game, place: Place) -> Result:
    """Return the result of an entrant in a game, as the standings count it."""
    others = [opponent.entrant for opponent in game.places if opponent.entrant != place.entrant]
    return Result(
        round=game.round,
        score=place.score,
        opponent=others[0] if others else None,
        deals_won=place.deals_won,
        bye=game.kind == "bye",
    )


def brackets_after(
    settings: Settings, groups: Sequence[Sequence[int]], games: Sequence[Game], active: set[int]
) -> list[Bracket]:
    """Return the bracket of the first two of each group and, if wanted, that of all others."""
    orders = [group_order(settings, group, games) for group in groups]
    ties = _first_ties(orders)
    brackets = [play_bracket(settings, Bracket(""), ties, _ties_only(games), active)]
    rest = [
        entrant
        for row in zip(*(_padded(order, orders) for order in orders), strict=True)
        for entrant in row
    ]
    others = [
        entrant for entrant in rest if entrant is not None and entrant not in _through(orders)
    ]
    if settings.second_bracket and len(others) >= 2:
        start = first_round(others)
        brackets.append(play_bracket(settings, Bracket("second"), start, _ties_only(games), active))
    return brackets


def _ties_only(games: Sequence[Game]) -> list[Game]:
    """Return the games played in ties after the group stage."""
    return [game for game in games if game.kind == "game" and not game.stage.startswith(GROUP)]


def _through(orders: Sequence[Sequence[int]]) -> set[int]:
    """Return the entrants (ids) who qualified in their groups for the main bracket."""
    return {entrant for order in orders for entrant in order[:THROUGH]}


def _padded(order: Sequence[int], orders: Sequence[Sequence[int]]) -> list[int | None]:
    """Return a group's order, padded with None to the length of the longest group."""
    longest = max(map(len, orders))
    return [*order, *[None] * (longest - len(order))]


def _first_ties(orders: Sequence[Sequence[int]]) -> list[Tie]:
    """Return the first ties after the groups: each first against another group's second."""
    if len(orders) == 2:
        return semifinals(orders[0], orders[1])
    firsts = [order[0] for order in orders]
    seconds = [order[1] for order in orders if len(order) > 1]
    return first_round([*firsts, *seconds])
