"""Draws ways in which the hidden cards may lie, the likelier the more often.

First any way that fits what is known is as likely as another. Then each is weighed by how likely
the others would have played as they did, had they held those cards: going back from the hands of
now, putting each card played back and taking one drawn away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.holdings import still_said
from games.bots.kernel import vector
from games.bots.kernel.coding import HAND, NONE, PLACES, Ints, Kernel
from games.bots.kernel.policy import SCALE, Policy
from games.bots.kernel.rollouts import Position, Worlds, rows_of
from games.bots.seen import Seen
from games.engine import PlayerView

Floats = NDArray[np.float64]

PARTICLES: Final = 256
BACK: Final = 6
"""Plays of the other seats, shared among them, that are looked back upon."""
UNBELIEVABLE: Final = 4.0
"""By how much, as a logarithm, a hand is less likely that is not what was signed."""
BRISCA: Final = 10
"""Points from which a card is a brisca."""
FEWEST: Final = 32
"""Ways that must count: where the weights leave fewer, they are drawn nearer to each other."""
TEMPERATURE: Final = 2.0
"""How much less sharply others are thought to choose than the policy does,"""
FLOOR: Final = 0.1
"""and how often they play just anything."""


@dataclass(frozen=True, slots=True)
class Past:
    """A card that somebody played, and where the deal stood then, as everybody saw it."""

    seat: int
    card: int
    before: Position
    drew: bool
    """Whether the seat drew after it."""


def draw_worlds(
    view: PlayerView,
    seen: Seen,
    policy: Policy,
    count: int,
    dice: np.random.Generator,
    *,
    infer: bool = True,
) -> Worlds:
    """So many ways in which the cards may lie, drawn by how likely they are."""
    particles = max(PARTICLES, count // 2) if infer else count
    hands, stock = _deal_hidden(seen, particles, dice)
    if infer:
        chances = weigh(view, seen, policy, hands, dice)
        chosen = dice.choice(particles, count, p=chances)
        hands, stock = hands[chosen], dice.permuted(stock[chosen], axis=1)
    return Worlds(hands, stock, dice.integers(1, 2**31 - 1, count))


def _deal_hidden(seen: Seen, count: int, dice: np.random.Generator) -> tuple[Ints, Ints]:
    """Hidden cards dealt at random: hands [count, players, HAND] and stock [count, cards]."""
    players = len(seen.counts)
    hands = np.full((count, players, HAND), NONE)
    hands[:, seen.seat, : len(seen.hand)] = seen.hand
    for other, cards in seen.known.items():
        hands[:, other, : len(cards)] = cards
    room = [
        (other, slot)
        for other in range(players)
        if other != seen.seat
        for slot in range(len(seen.known.get(other, ())), seen.counts[other])
    ]
    hidden = dice.permuted(np.tile(np.array(seen.hidden, np.int64), (count, 1)), axis=1)
    free = len(room) - len(seen.held)
    filled = np.concatenate(
        (np.tile(np.array(seen.held, np.int64), (count, 1)), hidden[:, :free]), axis=1
    )
    if seen.held:
        filled = dice.permuted(filled, axis=1)
    for at, (other, slot) in enumerate(room):
        hands[:, other, slot] = filled[:, at]
    return hands, hidden[:, free:]


def weigh(
    view: PlayerView, seen: Seen, policy: Policy, hands: Ints, dice: np.random.Generator
) -> Floats:
    """How likely each of these ways is, by what the others have played; adds up to 1."""
    logs = np.zeros(len(hands))
    past = pasts(view, seen)
    back = max(1, BACK // (len(seen.counts) - 1))
    for seat in range(len(seen.counts)):
        if seat == seen.seat:
            continue
        hand = hands[:, seat].copy()
        if view.signs:
            logs -= UNBELIEVABLE * _belied(view, seen.kernel, seat, hand)
        for play in [one for one in past if one.seat == seat][:back]:
            if play.drew:
                _take_one(hand, dice)
            hand = np.sort(hand, axis=1)  # NONE is last
            free = (hand == NONE).argmax(1)
            hand[np.arange(len(hand)), free] = play.card
            logs += np.log(_likelihood(seen.kernel, policy, play, hand))
    return normal(logs)


def _belied(view: PlayerView, kernel: Kernel, seat: int, hand: Ints) -> NDArray[np.bool_]:
    """Where these hands are not what the seat has signed: no trump, or a brisca beside trumps."""
    belied = np.zeros(len(hand), np.bool_)
    trumps = hand < PLACES
    if still_said(view, seat, "no_trump"):
        belied |= trumps.any(1)
    if still_said(view, seat, "brisca"):
        belied |= ~(~trumps & (kernel.value.take(hand) >= BRISCA)).any(1)
    return belied


def normal(logs: Floats) -> Floats:
    """Weights that add up to 1 and are not left to a few."""
    while True:
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        if (weights**2).sum() <= 1 / min(FEWEST, len(logs) / 8):
            return np.asarray(weights)
        logs = logs / 2


def _take_one(hand: Ints, dice: np.random.Generator) -> None:
    """Take away a card at random: which of them was drawn last cannot be told."""
    held = (hand != NONE).sum(1)
    hand.sort(axis=1)
    slot = (dice.random(len(hand)) * held).astype(np.int64)
    hand[np.arange(len(hand)), slot] = NONE


def _likelihood(kernel: Kernel, policy: Policy, play: Past, hand: Ints) -> Floats:
    count = len(hand)
    empty = Worlds(np.zeros((count, 0, 0), np.int64), np.zeros((count, 0), np.int64),
                   np.zeros(count, np.int64))  # fmt: skip
    rows = rows_of(kernel, play.before, empty)
    scores = vector.scores(kernel, policy, rows, hand, np.full(count, play.seat))
    scaled = (scores - scores.max(1, keepdims=True)) / (SCALE * TEMPERATURE)
    chances = np.exp(np.maximum(scaled, -60.0)) * (hand != NONE)
    played = (hand == play.card).argmax(1)
    own = chances[np.arange(count), played] / chances.sum(1)
    return np.asarray(FLOOR / (hand != NONE).sum(1) + (1 - FLOOR) * own)


def pasts(view: PlayerView, seen: Seen) -> list[Past]:
    """What has been played in this deal, the latest first."""
    rules, codes = view.rules, seen.codes
    score = [0] * len(rules.sides)
    left = seen.kernel.stock
    gone, found = 0, []
    tricks = [(trick.plays, trick.winner, trick.points) for trick in view.history]
    if view.trick is not None:
        tricks.append((view.trick.plays, None, 0))
    for plays, winner, points in tricks:
        laid: tuple[int, ...] = ()
        for play in plays:
            before = Position(plays[0].seat, laid, left, NONE, gone, tuple(score))
            drew = winner is not None and left > 0
            found.append(Past(play.seat, codes[play.card], before, drew))
            laid = (*laid, codes[play.card])
            gone |= 1 << laid[-1]
        if winner is not None:
            score[rules.side_of[winner]] += points
            left = max(0, left - rules.players)
    return found[::-1]
