"""Tournaments that are played out by lot, with entrants who come late, leave, or do not come."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    Place,
    RoundPlan,
    Settings,
    TableResult,
)
from games.tournaments.rules.round_scores import score_bye, score_round
from games.tournaments.rules.schedule import plan_round

MAX_ROUNDS = 80


@dataclass
class PlayedEvent:
    """A tournament with all that was planned and played."""

    settings: Settings
    entrants: list[EventEntrant]
    games: list[Game] = field(default_factory=list)
    plans: list[RoundPlan] = field(default_factory=list)
    over: bool = False


def play_event(
    settings: Settings, count: int, rng: random.Random, *, unrest: float = 0.0
) -> PlayedEvent:
    """Play a tournament to its end; `unrest` is the chance of each change between two rounds."""
    late = settings.format in ("swiss", "ladder")
    entrants = [
        EventEntrant(id=number, rating=rng.randrange(1000, 2000), club=rng.choice([None, 1, 2]))
        for number in range(1, count + 1)
    ]
    event = PlayedEvent(settings, entrants)
    for number in range(1, MAX_ROUNDS):
        if sum(one.active for one in event.entrants) < 2:
            event.over = True
            break
        plan = plan_round(settings, event.entrants, event.games, number)
        if plan is None:
            event.over = True
            break
        event.plans.append(plan)
        event.games += play_round(settings, plan, number, rng, unrest)
        _change(event, number, rng, unrest, late=late and number <= settings.rounds // 2)
    return event


def play_round(
    settings: Settings,
    plan: RoundPlan,
    number: int,
    rng: random.Random,
    unrest: float,
) -> list[Game]:
    """Return the games of a round with points by lot."""
    results = [
        replace(_result(settings, index, table.entrants, rng, unrest), stage=table.stage)
        for index, table in enumerate(plan.tables, 1)
    ]
    scored = score_round(settings, results)
    games = [
        Game(
            round=number,
            number=result.number,
            kind="game",
            places=tuple(scored[one] for one in table.entrants),
            stage=table.stage,
            forfeits=result.forfeits,
        )
        for result, table in zip(results, plan.tables, strict=True)
    ]
    at = len(games)
    byes = enumerate(plan.byes, start=at + 1)
    return games + [Game(number, at, "bye", (score_bye(settings, one),)) for at, one in byes]


def _result(
    settings: Settings, number: int, entrants: tuple[int, ...], rng: random.Random, unrest: float
) -> TableResult:
    sides: tuple[tuple[int, ...], ...] = tuple((one,) for one in entrants)
    if settings.partners:
        sides = ((entrants[0], entrants[2]), (entrants[1], entrants[3]))
    points = tuple(
        None if rng.random() < unrest / 4 else _points(len(sides), rng)
        for _deal in range(settings.deals)
    )
    absent = frozenset(one for one in entrants if rng.random() < unrest / 8)
    return TableResult(number, sides, points, absent)


def _points(sides: int, rng: random.Random) -> tuple[float, ...]:
    cuts = sorted(rng.randrange(121) for _ in range(sides - 1))
    return tuple(float(high - low) for low, high in zip([0, *cuts], [*cuts, 120], strict=True))


def _change(
    event: PlayedEvent, number: int, rng: random.Random, unrest: float, *, late: bool
) -> None:
    absent = {one for game in event.games if game.round == number for one in game.forfeits}
    event.entrants = [
        replace(one, active=one.active and one.id not in absent and rng.random() > unrest / 5)
        for one in event.entrants
    ]
    if late and rng.random() < unrest:
        new = EventEntrant(id=len(event.entrants) + 1, rating=1500.0, first_round=number + 1)
        event.entrants.append(new)


def place_sums(game: Game) -> float:
    """Return the scores of a game of two sides together."""
    return sum(place.score for place in game.places)


__all__ = ["Place", "PlayedEvent", "place_sums", "play_event", "play_round"]
