"""Pairs of simulated players, some of whom see each other's cards, under the partner-knowledge index.

It shows what share of the cheating pairs the index finds, and what share of the honest pairs it
shows people for nothing. What is assumed:

- positions come from deals that the site's learned bots played in pairs. Each is evaluated by the
  site's own evaluator, by the own cards alone and with the partner's, as the analysis of a match is;
- of the positions that count, both values are evaluated again with other determinizations. Players
  choose by the second values, so that they do not profit from the chance of the first ones;
- a player values every card with an error of their own. Its standard deviation is log-normal
  between players, around NOISE points, the same for honest and cheating ones. Honest players choose
  by the own cards, cheating ones by both hands at every decision;
- the decisions of a pair are drawn from the positions with replacement, so those of two pairs
  differ by chance and by their errors, and not by the deals that they happened to play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np

from games.analysis.moments import Moment, moments_of
from games.analysis.partner_knowledge import asked_card, behind_of, shared_view
from games.bots.evaluation.evaluator import evaluate, may_judge
from games.bots.knowledge.base_game import card_plays
from games.conduct.partner_knowledge import (
    MIN_DEALS,
    MIN_DECISIONS,
    QUEUE_Z,
    Evidence,
    baseline_of,
    is_suspicious,
    z_score,
)
from games.engine import Card, build_ruleset
from tools.laboratory.bot_matches import Contest, play_contest

NOISE: Final = 3.0
"""Median of the standard deviation of a player's error in the value of a card, in card points."""
NOISE_SPREAD: Final = 0.5
"""Standard deviation of its logarithm between players."""
WORLDS: Final = 200
"""Determinizations of each evaluation."""


@dataclass(frozen=True, slots=True)
class CountedPosition:
    """A decision that counts, with what each card is behind the best in both views."""

    asked: Card
    """The card that the partner's cards ask for."""
    own: dict[Card, float]
    shared: dict[Card, float]


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions that count, out of the deals of some matches."""

    counted: list[CountedPosition]
    decisions: int
    """Decisions with a choice among which they were found."""
    deals: int

    @property
    def deals_needed(self) -> int:
        """Return how many deals a pair plays until MIN_DECISIONS of its decisions count."""
        return -(-MIN_DECISIONS * 2 * self.deals // max(1, len(self.counted)))


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """A simulated pair and what the index says of it."""

    cheating: bool
    evidence: Evidence
    z: float
    queued: bool


def find_positions(
    matches: int, seed: str, *, worlds: int = WORLDS, step: Callable[[], None] = lambda: None
) -> Positions:
    """Return the positions that count in matches of learned bots; call `step` after each match."""
    rules = build_ruleset("ludoteka", 4, {"teams": "pairs", "match.target": 1}).rules
    counted, decisions, deals = [], 0, 0
    for played in play_contest(Contest(rules, ("learned",), matches, seed)):
        for moment in moments_of(played.log):
            if may_judge(moment.view) and len(card_plays(moment.view)) > 1:
                decisions += 1
                position = _counted(moment, f"{seed}/{played.number}", worlds)
                if position is not None:
                    counted.append(position)
        deals += len(played.log.state.results)
        step()
    return Positions(counted, decisions, deals)


def _counted(moment: Moment, seed: str, worlds: int) -> CountedPosition | None:
    """Return a position with values for the players to choose by; None where it does not count."""
    own = behind_of(evaluate(moment.view, random.Random(f"{seed}/{moment.at}"), worlds))
    asked = asked_card(own, shared_view(moment, seed, worlds))
    if asked is None:
        return None
    again = f"{seed}/again"
    own = behind_of(evaluate(moment.view, random.Random(f"{again}/{moment.at}"), worlds))
    shared = shared_view(moment, again, worlds)
    return CountedPosition(
        asked,
        {card: behind for card, (behind, _) in own.items()},
        {card: behind for card, (behind, _) in shared.items()},
    )


def play_pairs(
    positions: Sequence[CountedPosition], pairs: int, cheating: int, seed: str
) -> list[PlayedPair]:
    """Return pairs of MIN_DECISIONS decisions each, the first `cheating` of them cheating."""
    dice = np.random.default_rng(int.from_bytes(seed.encode()[:8].rjust(8), "big"))
    found = [
        Evidence(MIN_DECISIONS, _followed(positions, number < cheating, dice), MIN_DEALS)
        for number in range(pairs)
    ]
    played = []
    for number, evidence in enumerate(found):
        baseline = baseline_of(found[:number] + found[number + 1 :])
        score, queued = z_score(evidence, baseline), is_suspicious(evidence, baseline)
        played.append(PlayedPair(number < cheating, evidence, score, queued))
    return played


def _followed(positions: Sequence[CountedPosition], cheats: bool, dice: np.random.Generator) -> int:
    """Return how many of MIN_DECISIONS decisions of a pair follow the partner's cards."""
    noises = NOISE * np.exp(NOISE_SPREAD * dice.standard_normal(2))
    followed = 0
    for at, place in enumerate(dice.integers(0, len(positions), MIN_DECISIONS).tolist()):
        position = positions[place]
        values = position.shared if cheats else position.own
        errors = noises[at % 2] * dice.standard_normal(len(values))
        wrong = {
            card: behind + error
            for (card, behind), error in zip(values.items(), errors, strict=True)
        }
        followed += min(wrong, key=lambda card: wrong[card]) == position.asked
    return followed


def table_of(pairs: Sequence[PlayedPair]) -> list[str]:
    """Return the lines of a table: pairs, their shares and scores, and how many are queued."""
    lines = ["| | pairs | share, least to most | z, least to most | queued |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for name, cheats in (("honest", False), ("cheating", True)):
        some = [one for one in pairs if one.cheating == cheats]
        shares = [one.evidence.share for one in some]
        scores = [one.z for one in some]
        queued = sum(one.queued for one in some)
        lines.append(
            f"| {name} | {len(some)} | {min(shares):.2f} to {max(shares):.2f} |"
            f" {min(scores):.1f} to {max(scores):.1f} | {queued} ({queued / len(some):.1%}) |"
        )
    return lines


def plot_of(pairs: Sequence[PlayedPair]) -> str:
    """Return an SVG picture of the scores: how many honest and cheating pairs have which."""
    low, high = (int(edge(one.z for one in pairs)) + add for edge, add in ((min, -1), (max, 2)))
    counts = {
        cheats: np.histogram(
            [one.z for one in pairs if one.cheating == cheats], high - low, (low, high)
        )[0]
        for cheats in (False, True)
    }
    most, width = max(int(each.max()) for each in counts.values()), 640 / (high - low)
    title = escape("Pairs by z: honest (grey) and cheating (orange); the line is where people look")
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 300" role="img">',
        f"<title>{title}</title>",
        '<rect width="680" height="300" fill="#fff"/>',
    ]
    for cheats, color in ((False, "#8a8f98"), (True, "#d9730d")):
        for at, count in enumerate(counts[cheats].tolist()):
            tall = 220 * count / most
            left = 20 + width * (at + (0.5 if cheats else 0.05))
            parts.append(
                f'<rect x="{left:.1f}" y="{250 - tall:.1f}" width="{width * 0.42:.1f}"'
                f' height="{tall:.1f}" fill="{color}"/>'
            )
    line = 20 + width * (QUEUE_Z - low)
    parts.append(f'<path d="M{line:.1f} 20V250" stroke="#000" stroke-dasharray="4 4"/>')
    for mark in range(low - low % -5, high + 1, 5):
        left = 20 + width * (mark - low)
        parts.append(
            f'<text x="{left:.1f}" y="268" font-size="12" text-anchor="middle">{mark}</text>'
        )
    parts.append(f'<text x="20" y="290" font-size="13">{title}</text></svg>')
    return "\n".join(parts) + "\n"
