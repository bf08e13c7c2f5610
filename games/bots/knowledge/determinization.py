"""Determinizations of hidden cards, drawn by their likelihood.

Any deal of the hidden cards that fits what is known is equally likely at first. Then each is
weighted by how likely the others would have played as they did with those cards: going back from
the present hands, each played card is put back and a drawn one taken away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.knowledge.base_game import Knowledge
from games.bots.knowledge.holdings import has_no_trump, still_answered, still_said
from games.bots.simulation import vector
from games.bots.simulation.coding import HAND, NONE, PLACES, Floats, Ints, Kernel
from games.bots.simulation.policy import SCALE, Policy
from games.bots.simulation.rollouts import Position, Worlds, rows_of
from games.engine import PlayerView

PARTICLES: Final = 2000
"""Deals that are weighted at least."""
PLAYS_LOOKED_BACK: Final = (6, 4, 3)
"""Plays of each other seat that are taken into account, with two, three, and more players."""
CONTRADICTION_PENALTY: Final = 4.0
"""Log-likelihood that a hand loses where it contradicts a sign or an answer."""
BRISCA_POINTS: Final = 10
"""Least points of a brisca."""
MIN_EFFECTIVE_DEALS: Final = 32
"""Effective number of deals at least: weights are flattened until as many count."""
TEMPERATURE: Final = 2.0
"""Temperature of the others' choices compared with the policy, in games with an auction."""
RANDOM_SHARE: Final = 0.1
"""Share of the others' plays that are random, in games with an auction."""
PLAY_STYLES: Final = ((0.6, 0.4, 0.02), (0.3, 2.0, 0.1))
"""Ways in which others may play the base game: probability, temperature and random share."""
NO_POLICY_PROBABILITY: Final = 0.1
"""Probability that a player follows no policy at all."""


@dataclass(frozen=True, slots=True)
class Past:
    """A card that a seat played earlier in this deal, with the open position before it."""

    seat: int
    card: int
    before: Position
    drew: bool
    """Whether the seat drew a card after this play."""


Likes = Callable[[Past, Ints], Ints]
"""A function that returns the log-likelihood of each card of many hands [ways, HAND] at a play."""


def draw_worlds(
    view: PlayerView,
    knowledge: Knowledge,
    policy: Policy,
    count: int,
    dice: np.random.Generator,
    *,
    infer: bool = True,
    likes: Likes | None = None,
    particles: int = PARTICLES,
) -> Worlds:
    """Return `count` ways in which the cards hidden from a seat may lie, drawn by likelihood.

    Others are assumed to play as `policy` does, or by `likes` where that is given. At least
    `particles` deals are weighted. Without `infer` all deals are equally likely.
    """
    if infer:
        likes = likes or partial(_liking, knowledge.kernel, policy)
        hands, stock = _likely(view, knowledge, likes, max(particles, count), dice)
        hands, stock = hands[:count], dice.permuted(stock[:count], axis=1)
    else:
        hands, stock = _deal_hidden(knowledge, count, dice)
    return Worlds(hands, stock, dice.integers(1, 2**31 - 1, count))


def _likely(
    view: PlayerView, knowledge: Knowledge, likes: Likes, count: int, dice: np.random.Generator
) -> tuple[Ints, Ints]:
    """Return hands and stocks drawn by their likelihood, one seat after the other.

    Deals that fit a seat's plays are kept and doubled, and the cards of the seats after it are
    dealt anew in each: with several seats many more deals survive than by weighting all seats at
    once.
    """
    hands, stock = _deal_hidden(knowledge, count, dice)
    past = pasts(view, knowledge)
    others = [seat for seat in range(len(knowledge.counts)) if seat != knowledge.seat]
    for at, seat in enumerate(others):
        if at and not knowledge.held:
            _deal_anew(knowledge, hands, stock, others[at:], dice)
        logs = logs_of(view, knowledge, likes, hands, seat, past, dice)
        chosen = _drawn(normal(logs), count, dice)
        hands, stock = hands[chosen], stock[chosen]
    return hands, stock


def _deal_anew(
    knowledge: Knowledge, hands: Ints, stock: Ints, seats: list[int], dice: np.random.Generator
) -> None:
    """Shuffle the unknown cards of these seats and the stock again in every row, in place."""
    slots = [
        (seat, slot)
        for seat in seats
        for slot in range(len(knowledge.known.get(seat, ())), knowledge.counts[seat])
    ]
    mixed = np.concatenate([*[hands[:, seat, slot, None] for seat, slot in slots], stock], axis=1)
    mixed = dice.permuted(mixed, axis=1)
    for at, (seat, slot) in enumerate(slots):
        hands[:, seat, slot] = mixed[:, at]
    stock[:] = mixed[:, len(slots) :]


def _drawn(chances: Floats, count: int, dice: np.random.Generator) -> Ints:
    """Return `count` indices drawn by these probabilities, evenly spread and in random order."""
    places = (np.arange(count) + dice.random()) / count
    chosen = np.searchsorted(chances.cumsum(), places, side="right")
    return np.asarray(dice.permutation(np.minimum(chosen, len(chances) - 1)))


def _deal_hidden(knowledge: Knowledge, count: int, dice: np.random.Generator) -> tuple[Ints, Ints]:
    """Return hands [count, players, HAND] and stocks [count, cards] dealt at random."""
    players = len(knowledge.counts)
    hands = np.full((count, players, HAND), NONE)
    hands[:, knowledge.seat, : len(knowledge.hand)] = knowledge.hand
    for other, cards in knowledge.known.items():
        hands[:, other, : len(cards)] = cards
    room = [
        (other, slot)
        for other in range(players)
        if other != knowledge.seat
        for slot in range(len(knowledge.known.get(other, ())), knowledge.counts[other])
    ]
    hidden = dice.permuted(np.tile(np.array(knowledge.hidden, np.int64), (count, 1)), axis=1)
    free = len(room) - len(knowledge.held)
    filled = np.concatenate(
        (np.tile(np.array(knowledge.held, np.int64), (count, 1)), hidden[:, :free]), axis=1
    )
    if knowledge.held:
        filled = dice.permuted(filled, axis=1)
    for at, (other, slot) in enumerate(room):
        hands[:, other, slot] = filled[:, at]
    return hands, hidden[:, free:]


def logs_of(
    view: PlayerView,
    knowledge: Knowledge,
    likes: Likes | Policy,
    hands: Ints,
    seat: int,
    past: list[Past],
    dice: np.random.Generator,
) -> Floats:
    """Return the log-likelihood of one seat's `past` plays and signs for each of its hands.

    `hands` is [rows, players, HAND]; the result [rows].
    """
    likes = partial(_liking, knowledge.kernel, likes) if isinstance(likes, Policy) else likes
    hand, held = hands[:, seat].copy(), knowledge.counts[seat]
    has_signals = view.signs or view.statements
    belied = _belied(view, knowledge.kernel, seat, hand) if has_signals else np.zeros(len(hand))
    back = PLAYS_LOOKED_BACK[min(len(knowledge.counts) - 2, len(PLAYS_LOOKED_BACK) - 1)]
    ways, by_chance = np.zeros((len(PLAY_STYLES), len(hands))), 0.0
    for play in [play for play in past if play.seat == seat][:back]:
        if play.drew:
            held -= 1
            _take_one(hand, held, dice)
        hand[:, held] = play.card
        held += 1
        _weigh(likes(play, hand), held, ways)
        by_chance -= float(np.log(held))
    either = np.full(len(hands), np.log(NO_POLICY_PROBABILITY) + by_chance)
    for (likely, _, _), way in zip(PLAY_STYLES, ways, strict=True):
        either = np.logaddexp(either, np.log(likely) + way)
    return np.asarray(either - CONTRADICTION_PENALTY * belied)


def _belied(view: PlayerView, kernel: Kernel, seat: int, hand: Ints) -> NDArray[np.bool_]:
    """Return True for each hand that contradicts the seat's signs and answers."""
    belied = np.zeros(len(hand), np.bool_)
    trumps = hand < PLACES
    if has_no_trump(view, seat):
        belied |= trumps.any(1)
    if still_said(view, seat, "brisca"):
        belied |= ~(~trumps & (kernel.value.take(hand) >= BRISCA_POINTS)).any(1)
    if view.statements:
        if still_answered(view, seat, "brisca"):
            belied |= ~trumps.any(1)
        has_points = still_answered(view, seat, "points")
        if has_points is not None:
            points = (hand != NONE) & (kernel.value.take(hand) > 0)
            belied |= points.any(1) != has_points
    return belied


def normal(logs: Floats) -> Floats:
    """Return weights that sum to 1 for log-likelihoods, flattened until enough rows count."""
    while True:
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        if (weights**2).sum() <= 1 / min(MIN_EFFECTIVE_DEALS, len(logs) / 8):
            return np.asarray(weights)
        logs = logs / 2


def _take_one(hand: Ints, left: int, dice: np.random.Generator) -> None:
    """Remove a random card from each hand, which undoes an unknown draw; `left` cards remain."""
    slot = dice.integers(0, left + 1, len(hand))
    hand[np.arange(len(hand)), slot] = hand[:, left]
    hand[:, left] = NONE


def _liking(kernel: Kernel, policy: Policy, play: Past, hand: Ints) -> Ints:
    """Return the base game policy's score of each card of these hands at an earlier play."""
    rows = rows_of(kernel, play.before, ANY_WORLDS)
    return vector.scores(kernel, policy, rows, hand, np.array([play.seat]))


def _weigh(scores: Ints, held: int, ways: Floats) -> None:
    """Add the log-likelihood of playing the last card held, for each of PLAY_STYLES, to `ways`."""
    ahead = (scores[:, :held] - scores[:, held - 1, None]) / SCALE
    for way, (_, temperature, floor) in zip(ways, PLAY_STYLES, strict=True):
        rest = np.exp(np.clip(ahead / temperature, -60.0, 60.0))
        others = sum([rest[:, slot] for slot in range(held)])
        way += np.log(floor / held + (1 - floor) / others)


ANY_WORLDS: Final = Worlds(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0), np.int64),
                     np.zeros(1, np.int64))  # fmt: skip
"""A placeholder for uses that read only what everybody sees."""


def pasts(view: PlayerView, knowledge: Knowledge) -> list[Past]:
    """Return all plays of the deal as `Past` (card, position before), the latest first."""
    rules, codes = view.rules, knowledge.codes
    score = [0] * len(rules.sides)
    left = knowledge.kernel.stock
    played, past_plays = 0, []
    tricks = [(trick.plays, trick.winner, trick.points) for trick in view.history]
    if view.trick is not None:
        tricks.append((view.trick.plays, None, 0))
    for plays, winner, points in tricks:
        laid: tuple[int, ...] = ()
        for play in plays:
            before = Position(plays[0].seat, laid, left, NONE, played, tuple(score))
            # after the latest trick the draw may still be due
            drew = winner is not None and left > (view.stock if view.phase == "draw" else 0)
            past_plays.append(Past(play.seat, codes[play.card], before, drew))
            laid = (*laid, codes[play.card])
            played |= 1 << laid[-1]
        if winner is not None:
            score[rules.side_of[winner]] += points
            left = max(0, left - rules.players)
    return past_plays[::-1]
