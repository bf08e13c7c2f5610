"""How often the best of 32 pairs wins a Swiss, simulated with the site's own bots and scoring.

A field of pairs of different strength is fixed: each partner is a bot of mixed level that leaves some
of its plays to chance. For each tournament half of the field is drawn, and plays a Swiss as the site
pairs and scores it. How strong a pair really is follows from many more deals against pairs drawn by
lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from statistics import fmean
from typing import Final, Literal, TypeAlias

import numpy as np

from games.bots import Bot, bot_named
from games.bots.players.bot import plays
from games.engine import Action, PlayerView, Rules, build_ruleset, complete_options
from games.tournaments.deviation import COMPARED, deviation_of
from games.tournaments.event import EventEntrant, Game, Settings, TableResult
from games.tournaments.final_standings import final_standings
from games.tournaments.round_scores import score_round
from games.tournaments.schedule import plan_round
from tools.laboratory.bot_deals import play_deal
from tools.laboratory.compared_decks import Deck, Estimate

Kind: TypeAlias = Literal["own decks", "same decks, winner first", "same decks, by seat"]
KINDS: Final[tuple[Kind, ...]] = (
    "own decks", "same decks, winner first", "same decks, by seat",
)  # fmt: skip
"""Ways to deal: every table its own decks, or all the same; with either order of drawing."""
STRONG: Final = ("learned", "rules")
"""Levels of which a partner has one,"""
WEAK: Final = "greedy"
"""and the level that it has for a share of its plays."""
FIELD: Final = 64
"""Entrants of whom those of a tournament are drawn."""
MOST_BLUNDERS: Final = 0.20
"""Largest share of its plays that a partner leaves to chance; the smallest is none."""
ENTRANTS: Final = 32
ROUNDS: Final = 7
DEALS: Final = 4
PLAYERS: Final = 4
STRENGTH_CHUNK: Final = 100
"""Deals of an entrant that a process plays in one go to measure its strength."""


class MixedBot:
    """A bot of mixed level: it leaves some plays to a weaker bot, and some to chance."""

    def __init__(self, bot: Bot, weaker: Bot, weak: float, blunders: float) -> None:
        self.bot, self.weaker, self.weak, self.blunders = bot, weaker, weak, blunders
        self.name = f"{bot.name} {weak:.2f} {blunders:.2f}"

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the choice of one of the bots, or any of the cards that may be played."""
        cards = plays(view)
        if cards and rng.random() < self.blunders:
            return rng.choice(cards)
        return (self.weaker if rng.random() < self.weak else self.bot).choose(view, rng)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one Swiss made of its entrants, with their true strength in points a deal."""

    won_by_best: float
    best_in_top_4: float
    rank_correlation: float
    strength_lost: float
    """Strength of the best entrant less that of the winner."""


Pair: TypeAlias = tuple[MixedBot, MixedBot]


@cache
def field() -> list[Pair]:
    """Return the entrants: pairs whose levels and shares of blunders are drawn by lot.

    Few are strong: the shares of plays that the pairs leave to the weaker level are roots of evenly
    spaced numbers.
    """
    dice = random.Random("field")

    def partner(weak: float) -> MixedBot:
        """Return a partner that leaves this share of its plays to the weaker level."""
        blunders = dice.uniform(0, MOST_BLUNDERS)
        return MixedBot(bot_named(dice.choice(STRONG)), bot_named(WEAK), weak, blunders)

    shares = [((at + 0.5) / FIELD) ** 0.5 for at in range(FIELD)]
    return [(partner(share), partner(share)) for share in shares]


def rules_of(kind: Kind) -> Rules:
    """Return the rules of pairs by which a kind of Swiss is played."""
    draw = "by_seat" if kind.endswith("by seat") else "winner_first"
    options = {"teams": "pairs", "match.unit": "points", "deal.draw": draw}
    return build_ruleset("ludoteka", PLAYERS, options).rules


def settings_of(kind: Kind, seed: str) -> Settings:
    """Return the settings of a Swiss as an organiser would choose them."""
    compared = kind != "own decks"
    options = complete_options(rules_of(kind).ruleset.options)
    return Settings(
        format="swiss",
        rounds=ROUNDS,
        size=2,
        deals=DEALS,
        seed=seed,
        compared=compared,
        deviation=deviation_of(options, PLAYERS),
        correlation=COMPARED if compared else 0.0,
    )


# -- strength --------------------------------------------------------------------------------------


def strength_part(number: int, deals: int, seed: str) -> float:
    """Return the sum of an entrant's margins over so many deals against others drawn by lot.

    Each deck is played on both sides.
    """
    rules, entrants = rules_of("same decks, by seat"), field()
    dice = random.Random(f"{seed}/strength/{number}")
    total = 0.0
    for at in range(deals // 2):
        other = dice.choice([one for one in range(FIELD) if one != number])
        deck = _deck(rules, dice)
        total += _margin(rules, deck, at % PLAYERS, entrants[number], entrants[other], dice)
        total -= _margin(rules, deck, at % PLAYERS, entrants[other], entrants[number], dice)
    return total


def _deck(rules: Rules, dice: random.Random) -> Deck:
    """Return a shuffled deck."""
    return tuple(dice.sample(rules.deck, len(rules.deck)))


def _margin(
    rules: Rules, deck: Deck, dealer: int, one: Pair, other: Pair, dice: random.Random
) -> float:
    """Return by how many points the first of two pairs is ahead in a deal."""
    points = _points(rules, deck, dealer, one, other, dice)
    return points[0] - points[1]


def _points(
    rules: Rules, deck: Deck, dealer: int, one: Pair, other: Pair, dice: random.Random
) -> tuple[float, float]:
    """Return the card points of both pairs in a deal."""
    bots: list[Bot] = [one[0], other[0], one[1], other[1]]
    first, second = play_deal(rules, deck, dealer, bots, dice).side_points
    return first, second


# -- one Swiss -------------------------------------------------------------------------------------


def play_swiss(kind: Kind, number: int, seed: str, strength: Sequence[float]) -> Outcome:
    """Play one Swiss among entrants drawn from the field, and compare its table with the truth."""
    dice = random.Random(f"{seed}/{kind}/{number}")
    ids = dice.sample(range(FIELD), ENTRANTS)
    settings = settings_of(kind, f"{seed} {number}")
    people = [EventEntrant(one) for one in ids]
    games: list[Game] = []
    for round_number in range(1, ROUNDS + 1):
        plan = plan_round(settings, people, games, round_number)
        assert plan is not None
        pairs = [table.entrants for table in plan.tables]
        results = _play_round(kind, pairs, dice)
        places = score_round(settings, results)
        games += [
            Game(round_number, result.number, "game",
                 tuple(places[one] for side in result.sides for one in side))
            for result in results
        ]  # fmt: skip
    order = [line.entrant for line in final_standings(settings, people, games)]
    return outcome_of(order, strength)


def _play_round(
    kind: Kind, pairs: Sequence[tuple[int, ...]], dice: random.Random
) -> list[TableResult]:
    """Play a round: all tables the same decks, or each its own."""
    rules, entrants = rules_of(kind), field()
    decks = [_deck(rules, dice) for _ in range(DEALS)]
    results = []
    for table, (one, other) in enumerate(pairs, start=1):
        if kind == "own decks":
            decks = [_deck(rules, dice) for _ in range(DEALS)]
        points = tuple(
            _points(rules, deck, deal % PLAYERS, entrants[one], entrants[other], dice)
            for deal, deck in enumerate(decks)
        )
        results.append(TableResult(table, ((one,), (other,)), points))
    return results


def outcome_of(order: Sequence[int], strength: Sequence[float]) -> Outcome:
    """Return how a table, the winner first, agrees with the true strength of its entrants.

    >>> outcome_of([1, 0, 2], [3.0, 2.5, 1.0])
    Outcome(won_by_best=0.0, best_in_top_4=1.0, rank_correlation=0.5, strength_lost=0.5)
    """
    truth = sorted(order, key=lambda one: -strength[one])
    best = truth[0]
    size = len(order)
    gaps = sum((order.index(one) - place) ** 2 for place, one in enumerate(truth))
    return Outcome(
        won_by_best=float(order[0] == best),
        best_in_top_4=float(best in order[:4]),
        rank_correlation=1 - 6 * gaps / (size * (size**2 - 1)),
        strength_lost=strength[best] - strength[order[0]],
    )


# -- all of it -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one kind of Swiss."""

    kind: str
    tournaments: int
    figures: tuple[Estimate, ...]
    """In the order of the fields of `Outcome`."""


def measure(
    tournaments: int,
    strength_deals: int,
    seed: str,
    *,
    kinds: Sequence[Kind] = KINDS,
    processes: int = 1,
    step: Callable[[int], None] = lambda count: None,
) -> Iterator[Row]:
    """Yield a row for each kind of Swiss; `step` is told how many deals have been played."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        strength = _strength(pool, strength_deals, seed, step)
        for kind in kinds:
            parts = [
                pool.submit(play_swiss, kind, number, seed, strength)
                for number in range(tournaments)
            ]
            found = []
            for part in parts:
                found.append(part.result())
                step(DEALS_OF_A_SWISS)
            yield row_of(kind, found)


DEALS_OF_A_SWISS: Final = ROUNDS * DEALS * ENTRANTS // 2


def total_deals(tournaments: int, strength_deals: int, kinds: int) -> int:
    """Return how many deals `measure` plays."""
    return FIELD * strength_deals + kinds * tournaments * DEALS_OF_A_SWISS


def _strength(
    pool: ProcessPoolExecutor, deals: int, seed: str, step: Callable[[int], None]
) -> list[float]:
    """Return the mean margin of each entrant of the field against the others."""
    chunks = range(max(1, deals // STRENGTH_CHUNK))
    size = deals // len(chunks)
    parts = [
        [pool.submit(strength_part, number, size, f"{seed}/{chunk}") for chunk in chunks]
        for number in range(FIELD)
    ]
    found = []
    for own in parts:
        total = 0.0
        for part in own:
            total += part.result()
            step(size)
        found.append(total / (size * len(chunks)))
    return found


def row_of(kind: str, found: Sequence[Outcome]) -> Row:
    """Return the means of the outcomes with their standard errors."""
    names = ("won_by_best", "best_in_top_4", "rank_correlation", "strength_lost")
    columns = [[getattr(one, name) for one in found] for name in names]
    figures = tuple(
        Estimate(fmean(column), float(np.std(column)) / len(column) ** 0.5) for column in columns
    )
    return Row(kind, len(found), figures)


def table_of(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a table in Markdown."""
    head = (
        "| decks | Swisses | best wins | best in the first 4 | rank correlation | strength lost |"
    )
    return [
        head,
        "| --- | --- | --- | --- | --- | --- |",
        *(
            f"| {row.kind} | {row.tournaments} | {' | '.join(map(str, row.figures))} |"
            for row in rows
        ),
    ]
