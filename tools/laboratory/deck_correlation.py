"""Measure how much of a deal's result is its deck: the same decks are played again with the sides turned.

Each deck is played once for each side. In the first kind of play every seat plays by chance from the
learned policy's own preferences, in the batch simulation. In the second kind the bot `learned` plays
for each side in turn, with the bot `rules` on all others, in the engine. Seat 0 is the eldest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from games.bots import bot_named
from games.bots.simulation import rollouts
from games.bots.simulation.coding import HAND, NONE, Floats, Ints, codes_for, kernel_for
from games.bots.simulation.policy import NOISE, policy_for
from games.engine import Card, Rules, build_ruleset
from tests.support.bot_deals import play_deal

MEASURED_GAMES: Final = (
    ("ludoteka", 2, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 6, "threes"),
    ("briscola", 2, "individual"),
    ("briscola", 4, "pairs"),
)
"""Preset, number of players and way of sitting of each game."""
DRAW_ORDERS: Final = ("winner_first", "by_seat")
JACKKNIFE_GROUPS: Final = 100
"""Groups of decks that the jackknife leaves out one by one."""
DECKS_A_STEP: Final = 500
"""Decks between two steps of the progress bar in the batch simulation."""

Deck = tuple[Card, ...]
Step = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated figure with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


@dataclass(frozen=True, slots=True)
class Row:
    """Correlation and variance in one game with one kind of play, by the order of drawing cards."""

    game: str
    bots: str
    rho: dict[str, Estimate]
    """Correlation of the margins of the same seats in two plays of a deck."""
    variance: dict[str, Estimate]
    """Variance of the mean over the plays of a deck, relative to as many independent deals."""


def measure(chance: int, bots: int, seed: str, step: Step = lambda count: None) -> Iterator[Row]:
    """Yield a table's two rows for each of MEASURED_GAMES: random plays, and plays of bots.

    The first has `chance` decks and the second `bots` decks. `step` is called with the number of deals
    played since the last call. Both orders of drawing deal the same decks.
    """
    for preset, players, teams in MEASURED_GAMES:
        name = f"{preset} {players} {teams}"
        rules_by_order = [
            build_ruleset(preset, players, {"teams": teams, "deal.draw": draw}).rules
            for draw in DRAW_ORDERS
        ]
        decks = decks_of(rules_by_order[0], max(chance, bots), f"{seed}/{name}")
        by_chance = [
            points_by_chance(rules, decks[:chance], seed, step) for rules in rules_by_order
        ]
        yield row_of(name, "learned by chance", by_chance)
        by_bots = [points_of_bots(rules, decks[:bots], seed, step) for rules in rules_by_order]
        yield row_of(name, "learned v rules", by_bots)


def total_deals(chance: int, bots: int) -> int:
    """Return the number of deals that `measure` plays."""
    sides = sum(
        len(build_ruleset(preset, players, {"teams": teams}).rules.sides)
        for preset, players, teams in MEASURED_GAMES
    )
    return len(DRAW_ORDERS) * sides * (chance + bots)


def row_of(game: str, bots: str, points: Sequence[Ints]) -> Row:
    """Return the row of a game from points [decks, plays, sides], one array for each of DRAW_ORDERS."""
    margins = dict(zip(DRAW_ORDERS, map(margins_of, points), strict=True))
    return Row(
        game,
        bots,
        {draw: jackknife(each, correlation) for draw, each in margins.items()},
        {draw: jackknife(each, relative_variance) for draw, each in margins.items()},
    )


def decks_of(rules: Rules, count: int, seed: str) -> list[Deck]:
    """Return `count` shuffled decks, which follow from the seed."""
    dice = random.Random(f"{seed}/decks")
    return [tuple(dice.sample(rules.deck, len(rules.deck))) for _ in range(count)]


def points_by_chance(
    rules: Rules, decks: Sequence[Deck], seed: str, step: Step = lambda count: None
) -> Ints:
    """Return the points [decks, plays, sides] of cards drawn at random by learned likelihood."""
    plays, points = len(rules.sides), []
    seeds = np.random.default_rng(random.Random(f"{seed}/chance").getrandbits(64))
    for begin in range(0, len(decks), DECKS_A_STEP):
        part = decks[begin : begin + DECKS_A_STEP]
        repeated = [deck for deck in part for _ in range(plays)]
        dice = seeds.integers(1, 2**31 - 1, len(repeated))
        points.append(_played(rules, repeated, dice).reshape(len(part), plays, plays))
        step(len(repeated))
    return np.concatenate(points)


def _played(rules: Rules, decks: Sequence[Deck], dice: Ints) -> Ints:
    """Return the points [decks, sides] of decks played by the batch simulation."""
    dealt = HAND * rules.players
    codes = np.array([_coded(rules, deck) for deck in decks], np.int64)
    points = np.zeros((len(decks), len(rules.sides)), np.int64)
    for bottom in np.unique(codes[:, dealt]).tolist():  # all rows of a batch have one turned card
        rows = np.nonzero(codes[:, dealt] == bottom)[0]
        cards = codes[rows]
        hands = cards[:, :dealt].reshape(len(rows), HAND, rules.players).swapaxes(1, 2)
        worlds = rollouts.Worlds(np.ascontiguousarray(hands), cards[:, dealt + 1 :], dice[rows])
        left = len(rules.deck) - dealt
        position = rollouts.Position(0, (), left, bottom, 0, (0,) * len(rules.sides), eldest=0)
        kernel, policy = kernel_for(rules), policy_for(rules)
        outcomes = rollouts.play_outs(kernel, policy, NOISE, position, worlds, np.array([NONE]))
        points[rows] = outcomes[:, 0]
    return points


def _coded(rules: Rules, deck: Deck) -> list[int]:
    """Return the codes of a deck's cards, for the trump that it turns."""
    codes = codes_for(rules, deck[HAND * rules.players][0])
    return [codes[card] for card in deck]


def points_of_bots(
    rules: Rules, decks: Sequence[Deck], seed: str, step: Step = lambda count: None
) -> Ints:
    """Return the points [decks, plays, sides] of bots, with `learned` on the side of the play's number."""
    learned, others = bot_named("learned"), bot_named("rules")
    sides, dealer = range(len(rules.sides)), rules.players - 1
    rng = random.Random(f"{seed}/bots")
    points = np.zeros((len(decks), len(sides), len(sides)), np.int64)
    for number, deck in enumerate(decks):
        for side in sides:
            bots = [learned if own == side else others for own in rules.side_of]
            points[number, side] = play_deal(rules, deck, dealer, bots, rng).side_points
        step(len(sides))
    return points


def margins_of(points: Ints) -> Floats:
    """Return the points of each side above the mean of the others, in the shape of `points`.

    >>> margins_of(np.array([[[70, 50]]])).tolist()
    [[[20.0, -20.0]]]
    """
    others = points.sum(2, keepdims=True) - points
    return np.asarray(points - others / (points.shape[2] - 1), np.float64)


def correlation(margins: Floats) -> float:
    """Return the mean correlation of a side's margins [decks, plays, sides] in two plays."""
    _, plays, sides = margins.shape
    pairs = [
        np.corrcoef(margins[:, first, side], margins[:, second, side])[0, 1]
        for first, second in combinations(range(plays), 2)
        for side in range(sides)
    ]
    return float(np.mean(pairs))


def relative_variance(margins: Floats) -> float:
    """Return the variance of a bot's mean margin over a deck's plays, relative to independent ones.

    The bot has side n in play n.
    """
    own = np.stack([margins[:, side, side] for side in range(margins.shape[1])], axis=1)
    independent = own.var(0, ddof=1).mean() / own.shape[1]
    return float(own.mean(1).var(ddof=1) / independent)


def jackknife(margins: Floats, figure: Callable[[Floats], float]) -> Estimate:
    """Return a figure of margins [decks, ...] with its standard error, from leaving out groups of decks."""
    groups = min(JACKKNIFE_GROUPS, len(margins))
    which = np.arange(len(margins)) % groups
    figures_without_group = np.array([figure(margins[which != group]) for group in range(groups)])
    error = np.sqrt(
        (groups - 1) / groups * ((figures_without_group - figures_without_group.mean()) ** 2).sum()
    )
    return Estimate(figure(margins), float(error))


def table_of(rows: Sequence[Row]) -> list[str]:
    """Return the measured rows as the lines of a Markdown table."""
    lines = [
        "| game | bots | rho, winner first | rho, by seat | V, winner first | V, by seat |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        cells = [str(each[draw]) for each in (row.rho, row.variance) for draw in DRAW_ORDERS]
        lines.append(f"| {row.game} | {row.bots} | {' | '.join(cells)} |")
    return lines
