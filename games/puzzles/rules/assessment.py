"""Assessment of the choices of a position, by what its seat could know: cards, bids and calls.

This is the one place at which puzzles ask the judge.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.analysis import judge
from games.bots.evaluation.auction import best_calls, points_of
from games.bots.evaluation.bidding import prospect_of
from games.bots.evaluation.contract_evaluator import judges_contract
from games.bots.evaluation.evaluator import may_judge
from games.bots.players.bot import TALK
from games.bots.simulation.coding import Floats
from games.engine import ArmExchange, Bid, Declare, Offer, PlayCard, PlayerView, Reply, Resign

PASS: Final = "pass"  # noqa: S105 - of an auction
RAISE: Final = "raise"
BID_UNIT: Final = 4.0
"""Card points that one game point weighs in bids and calls: a third of what it is worth, since they
are judged without what the other bids tell."""
TURN_KEEPING_ACTIONS: Final = (*TALK, ArmExchange, Resign, Offer, Reply)
"""Actions that leave the turn and the cards as they are."""
MAX_RAISE_SUITS: Final = 2
"""Suits tried for a raise, those with which the hand is worth most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice (card, pass, raise) in a puzzle's position: expected points, chance to win."""

    code: str
    """A card, PASS or RAISE."""
    points: float
    """Expected points of the own side."""
    win: float | None
    """Probability that the own side wins the deal; None for a pass, which decides nothing."""
    behind: float
    """Points less than the best choice brings; 0 for the best."""
    behind_error: float
    """Standard error of `behind`."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """Judgement of a puzzle's position: all choices with their expected points, the best first."""

    choices: tuple[Choice, ...]
    """From the best."""
    unit: str
    """Unit of points: `cards` or `game`."""
    weight: float
    """Factor that makes points weigh as much as card points of the base game."""
    exact: bool

    @property
    def best(self) -> Choice:
        """Return the choice with the highest expected points."""
        return self.choices[0]


def choices_of(view: PlayerView) -> list[str]:
    """Return the codes of a seat's choices (a card, PASS, RAISE); [] if no puzzle is possible.

    A puzzle asks for a card where nothing else can be done, for a bid, or for the card to be called.
    """
    legal = [action for action in view.legal if not isinstance(action, TURN_KEEPING_ACTIONS)]
    if legal and all(isinstance(action, PlayCard) for action in legal):
        return sorted({play.card for play in legal if isinstance(play, PlayCard)},
                      key=view.hand.index)  # fmt: skip
    if not view.rules.auction or view.rules.talon or not judges_contract(view.rules):
        return []
    if view.phase == "auction" and _least_raise(view) is not None:
        return [PASS, RAISE]
    if view.phase == "call":
        return _calls(view)
    return []


def assess(view: PlayerView, seed: str, worlds: int) -> Assessment | None:
    """Return a judgement of each choice of a seat, by playing it out; None without a choice.

    `worlds` is the number of ways in which the hidden cards are laid out. The same `seed` gives the
    same.
    """
    codes = choices_of(view)
    if len(codes) < 2:
        return None
    if view.phase == "auction":
        return _assess_bid(view, _salt(seed), worlds)
    if view.phase == "call":
        return _assess_calls(view, codes, _salt(seed), worlds)
    return _assess_cards(view, seed, worlds)


def _salt(seed: str) -> int:
    return random.Random(seed).getrandbits(32)  # noqa: S311 - samples, not decks


def _assess_cards(view: PlayerView, seed: str, worlds: int) -> Assessment | None:
    """Return the judgement of a seat's cards; None if the game cannot be analysed."""
    if not may_judge(view):
        return None
    card = next(action.card for action in view.legal if isinstance(action, PlayCard))
    judged = judge(view, card, seed, worlds)
    if judged is None:
        return None
    choices = [
        Choice(card, option.points, option.win, option.behind, option.behind_error)
        for card, option in judged.options.items()
    ]
    choices.sort(key=lambda choice: (choice.code != judged.best, choice.behind))
    unit = judged.unit
    return Assessment(tuple(choices), unit.name, unit.weight, exact=judged.worlds == 0)


def _least_raise(view: PlayerView) -> Bid | None:
    """Return a seat's lowest raise; None if it cannot choose between a raise and a pass."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    if not raises or len(raises) == len(bids) or raises[0].rank is None:
        return None
    return raises[0]


def _calls(view: PlayerView) -> list[str]:
    """Return the cards that the caller may call, one per suit; [] if ranks are free."""
    rank = view.contract.bid.rank if view.contract is not None else None
    if rank is None:
        return []
    suits = {action.suit for action in view.legal if isinstance(action, Declare)}
    return [f"{suit}{rank}" for suit in "OCEB" if suit in suits]


def _assess_calls(view: PlayerView, codes: list[str], salt: int, worlds: int) -> Assessment:
    """Return the judgement of calling each of these cards, in game points."""
    assert view.contract is not None
    target = view.contract.target
    prospects = {
        code: prospect_of(view, code[0], int(code[1:]), worlds=worlds, salt=salt) for code in codes
    }
    gains = {code: prospect.gains(view.rules, target) for code, prospect in prospects.items()}
    wins = {code: float((prospect.points >= target).mean()) for code, prospect in prospects.items()}
    return _assessment(gains, wins)


def _assess_bid(view: PlayerView, salt: int, worlds: int) -> Assessment:
    """Return the judgement of the lowest raise against a pass, which is worth 0."""
    bid = _least_raise(view)
    assert bid is not None
    target = points_of(bid)
    calls = best_calls(view.rules, view.hand, bid.rank)[:MAX_RAISE_SUITS]
    tried = [
        prospect_of(view, call.suit, call.rank or 0, worlds=worlds, salt=salt) for call in calls
    ]
    best = max(tried, key=lambda contract: contract.ahead(view.rules, target))
    gains = {RAISE: best.gains(view.rules, target), PASS: np.zeros(worlds)}
    win = float((best.points >= target).mean())
    return _assessment(gains, {RAISE: win, PASS: None})


def _assessment(gains: dict[str, Floats], wins: Mapping[str, float | None]) -> Assessment:
    """Return the judgement of choices from each one's gains in simulated deals."""
    first = max(gains, key=lambda code: float(gains[code].mean()))
    choices = []
    for code, each in gains.items():
        mean, top = float(each.mean()), float(gains[first].mean())
        error = 0.0 if code == first else float(np.hypot(_error(each), _error(gains[first])))
        choices.append(Choice(code, mean, wins[code], top - mean, error))
    choices.sort(key=lambda choice: choice.behind)
    return Assessment(tuple(choices), "game", BID_UNIT, exact=False)


def _error(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
