"""Reads of what partners do in tricks that a partner or a rival is winning, beside everybody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import QuerySet

from games.engine import ruleset_from_options
from games.engine.rules import Rules
from games.models import Match, Seat, Trick
from games.models.matches import MatchStatus

Play: TypeAlias = Sequence[Any]
"""A played card as a trick stores it: seat and code of the card."""
Counts: TypeAlias = dict[str, tuple[int, int]]
"""Chances of each habit, and how often it was followed."""

MAX_TEAM_MATCHES: Final = 60
"""Number of a team's last matches that are read."""
MAX_MATCHES: Final = 200
"""Number of the site's last matches of partners that are read for the mean."""
MIN_CHANCES: Final = 30
"""Chances of a team before which nothing is said of a habit."""
MIN_ALL_CHANCES: Final = 300
"""Chances of everybody before which there is no mean to compare with."""
MIN_APART: Final = 0.05
"""Least distance of a team's share from the mean, from 0 to 1."""
BRISCA_POINTS: Final = 10
"""Card points of the cards and tricks that weigh, those of an ace or a three at least."""
LOAD: Final = "load"
"""The habit to lay an ace or a three, not a trump, where the partner is winning."""
RUFF: Final = "ruff"
"""The habit to take with a trump a trick of BRISCA_POINTS that a rival is winning."""


class Habit(NamedTuple):
    """A habit of a team: how often the team follows it, and how often everybody does (0 to 1)."""

    name: str
    share: float
    mean: float


def counts_of_team(team: int) -> Counts:
    """Return the counts of habits in the last matches of a pair (row id) among four."""
    seats = Seat.objects.filter(team=team, match__players=4, match__status=MatchStatus.FINISHED)
    latest = seats.order_by("-finished_at", "-match").values_list("match", "seat")
    seats_by_match: dict[int, list[int]] = {}
    for match, seat in latest[: MAX_TEAM_MATCHES * 2]:
        seats_by_match.setdefault(match, []).append(seat)
    matches = Match.objects.filter(pk__in=list(seats_by_match)[:MAX_TEAM_MATCHES])
    return _counts(matches, {match: [seats] for match, seats in seats_by_match.items()})


def counts_of_everybody() -> Counts:
    """Return the counts of habits in the last matches of partners on the site."""
    latest = Match.objects.filter(
        status=MatchStatus.FINISHED, players=4, pool__startswith="4-pairs"
    ).order_by("-finished_at")
    sides = dict(latest.values_list("pk", "sides")[:MAX_MATCHES])
    return _counts(Match.objects.filter(pk__in=sides), sides)


def most_unusual(own: Counts, everybody: Counts) -> Habit | None:
    """Return the habit in which a team differs most from everybody; None if it is like all others.

    >>> most_unusual({LOAD: (100, 71)}, {LOAD: (1000, 480)})
    Habit(name='load', share=0.71, mean=0.48)
    """
    habits = [
        Habit(name, done / chances, everybody[name][1] / everybody[name][0])
        for name, (chances, done) in own.items()
        if chances >= MIN_CHANCES and everybody.get(name, (0, 0))[0] >= MIN_ALL_CHANCES
    ]
    habit = max(habits, key=lambda each: abs(each.share - each.mean), default=None)
    return habit if habit is not None and abs(habit.share - habit.mean) >= MIN_APART else None


def _counts(matches: QuerySet[Match], sides: Mapping[int, Sequence[Sequence[int]]]) -> Counts:
    """Return the counts of habits of these sides (lists of seats, by match)."""
    rules: dict[int, Rules] = {}
    rules_by_ruleset: dict[int, Rules] = {}
    for match in matches.select_related("ruleset"):
        ruleset = match.ruleset
        if ruleset.pk not in rules_by_ruleset:
            rules_by_ruleset[ruleset.pk] = ruleset_from_options(
                ruleset.preset, match.players, ruleset.options
            ).rules
        rules[match.pk] = rules_by_ruleset[ruleset.pk]
    tricks = Trick.objects.filter(deal__match__in=list(rules)).order_by()
    chances: Counter[str] = Counter()
    done: Counter[str] = Counter()
    for match_id, plays, trump in tricks.values_list("deal__match", "plays", "trump"):
        for seats in sides[match_id]:
            for name, followed in _habits_in(rules[match_id], trump, plays, seats):
                chances[name] += 1
                done[name] += followed
    return {name: (count, done[name]) for name, count in chances.items()}


def _habits_in(
    rules: Rules, trump: str, plays: Sequence[Play], seats: Collection[int]
) -> Iterator[tuple[str, bool]]:
    """Yield each chance of a habit that a side (its seats) had in a trick, and if it took it."""
    worth = rules.worth[trump][plays[0][1][0]]
    winner, best, points = plays[0][0], worth[plays[0][1]][0], worth[plays[0][1]][1]
    for seat, card in plays[1:]:
        power, value = worth[card]
        is_trump = card[0] == trump
        if seat in seats and winner in seats:
            yield LOAD, value >= BRISCA_POINTS and not is_trump
        elif seat in seats and points >= BRISCA_POINTS:
            yield RUFF, is_trump and power > best
        points += value
        if power > best:
            winner, best = seat, power
