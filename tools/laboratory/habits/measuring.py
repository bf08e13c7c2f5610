"""Figures of all habits over many decks, with their standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np

from games.bots.simulation.coding import Floats, Ints, Kernel, codes_for, kernel_for
from games.bots.simulation.policy import Policy, policy_for
from games.engine import Rules, build_ruleset
from tools.laboratory.habits.batches import BatchResult, play, wins
from tools.laboratory.habits.moments import HABITS, Habit

Json: TypeAlias = dict[str, Any]
DECKS_A_STEP: Final = 2000
"""Decks between two steps of the progress bar."""
PLAYERS: Final = (2, 4)
"""Numbers of players whose habits are measured."""


@dataclass(slots=True)
class Ratio:
    """A habit's gain per occasion over many decks, with the sums that its standard error needs."""

    gain: float = 0.0
    squares: float = 0.0
    crossed: float = 0.0

    def add(self, gains: Floats, counts: Floats) -> None:
        """Add gains and numbers of occasions, one of each for every deck."""
        self.gain += float(gains.sum())
        self.squares += float((gains**2).sum())
        self.crossed += float((gains * counts).sum())

    def with_error(self, count: float, counts_squared: float, digits: int) -> list[float]:
        """Return the gain per occasion and its standard error by decks, rounded to `digits`."""
        if not count:
            return [0.0, 0.0]
        mean = self.gain / count
        spread = self.squares - 2 * mean * self.crossed + mean**2 * counts_squared
        return [round(mean, digits), round(float(np.sqrt(max(0.0, spread))) / count, digits)]


@dataclass(slots=True)
class Tally:
    """Totals of one habit: following it and avoiding it, each compared with the policy's own choice."""

    count: float = 0.0
    counts_squared: float = 0.0
    deals: int = 0
    points: Ratio = field(default_factory=Ratio)
    won: Ratio = field(default_factory=Ratio)
    doing: Ratio = field(default_factory=Ratio)
    leaving: Ratio = field(default_factory=Ratio)

    def as_json(self) -> Json:
        """Return a habit's figures as JSON: gain in points and in deals won (%), with errors."""

        def each(ratio: Ratio) -> list[float]:
            return ratio.with_error(self.count, self.counts_squared, 2)

        return {
            "deals": self.deals,
            "came_up": round(self.count / max(1, self.deals), 4),
            "points": each(self.points),
            "won": each(self.won),
            "doing": each(self.doing),
            "leaving": each(self.leaving),
        }


def measure(decks: int, seed: int, step: Callable[[int], None]) -> Json:
    """Return the figures of HABITS over `decks` decks for each number of players.

    Every deck is played with the habit, without it and by the policy alone, once for each seat. `step` is
    called with the number of decks played since the last call.
    """
    decisions, tallies = 0, {(habit.name, habit.case): Tally() for habit in HABITS}
    for players in PLAYERS:
        rules = rules_of(players)
        kernel, policy = kernel_for(rules), policy_for(rules)
        for cards in decks_of(rules, decks, seed):
            decisions += _chunk(kernel, policy, cards, players, tallies, step)
    rows = [
        {"habit": habit.name, "case": habit.case, "players": habit.players,
         **tallies[habit.name, habit.case].as_json()}
        for habit in HABITS
    ]  # fmt: skip
    return {"decks": decks, "decisions": decisions, "seed": seed, "habits": rows}


def rules_of(players: int) -> Rules:
    """Return the rules with which habits of this number of players are measured."""
    return build_ruleset("ludoteka", players).rules


def total_of(decks: int) -> int:
    """Return the number of steps of `measure`: one for each deck and habit."""
    return decks * len(HABITS)


def decks_of(rules: Rules, decks: int, seed: int) -> Iterator[Ints]:
    """Yield shuffled decks as codes [decks, cards], DECKS_A_STEP at a time."""
    dice = np.random.default_rng((seed, rules.players))
    dealt = 3 * rules.players
    codes = np.array([[codes_for(rules, suit)[card] for card in rules.deck] for suit in "OCEB"])
    suits = np.array(["OCEB".index(card[0]) for card in rules.deck])
    for begin in range(0, decks, DECKS_A_STEP):
        size = min(DECKS_A_STEP, decks - begin)
        order = dice.permuted(np.tile(np.arange(len(rules.deck)), (size, 1)), axis=1)
        yield codes[suits[order[:, dealt]][:, None], order]


def _chunk(
    kernel: Kernel,
    policy: Policy,
    cards: Ints,
    players: int,
    tallies: dict[tuple[str, str], Tally],
    step: Callable[[int], None],
) -> int:
    """Play decks with every habit; add the results to the tallies; return the number of plays."""
    rows = np.repeat(cards, players, axis=0)
    seats = np.tile(np.arange(players), len(cards))
    by_policy = play(kernel, policy, rows, seats, None, doing=True)
    decisions = by_policy.decisions
    for habit in HABITS:
        if habit.players != players:
            continue
        both = [play(kernel, policy, rows, seats, habit, doing=doing) for doing in (True, False)]
        decisions += sum(result.decisions for result in both)
        _add(tallies[habit.name, habit.case], kernel, seats, both, by_policy)
        step(len(cards))
    return decisions


def _add(
    tally: Tally, kernel: Kernel, seats: Ints, both: list[BatchResult], by_policy: BatchResult
) -> None:
    """Add the results of many deals, played in one chunk, to the tally of a habit.

    `both` are the results of following and of avoiding it, `by_policy` those of the policy alone.
    """
    players = len(kernel.side)
    side, every = kernel.side.take(seats), np.arange(len(seats))
    came_up = both[0].came_up

    def by_deck(values: Floats) -> Floats:
        return np.asarray(np.where(came_up, values, 0.0).reshape(-1, players).sum(1), np.float64)

    def gained(first: BatchResult, second: BatchResult, *, won: bool = False) -> Floats:
        values = [wins(each.points) * 100 if won else each.points for each in (first, second)]
        return np.asarray(values[0][every, side] - values[1][every, side], np.float64)

    counts = by_deck(np.ones(len(seats)))
    tally.count += float(counts.sum())
    tally.counts_squared += float((counts**2).sum())
    tally.deals += len(seats)
    tally.points.add(by_deck(gained(*both)), counts)
    tally.won.add(by_deck(gained(*both, won=True)), counts)
    tally.doing.add(by_deck(gained(both[0], by_policy)), counts)
    tally.leaving.add(by_deck(gained(both[1], by_policy)), counts)


__all__ = ["Habit", "measure", "rules_of", "total_of"]
