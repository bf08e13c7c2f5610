"""Draws ways in which the hidden cards may lie, the likelier the more often.

First any way that fits what is known is as likely as another. Then each is weighed by how likely
the others would have played as they did, had they held those cards: going back from the hands of
now, putting each card played back and taking one drawn away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.knowledge.base_game import Knowledge
from games.bots.knowledge.holdings import still_said
from games.bots.simulation import vector
from games.bots.simulation.coding import HAND, NONE, PLACES, Floats, Ints, Kernel
from games.bots.simulation.policy import SCALE, Policy
from games.bots.simulation.rollouts import Position, Worlds, rows_of
from games.engine import PlayerView

PARTICLES: Final = 2000
"""Ways that are weighed, where no more are asked for."""
BACK: Final = (6, 4, 3)
"""Plays of each other seat that are looked back upon, with two, three, and more players."""
UNBELIEVABLE: Final = 4.0
"""By how much, as a logarithm, a hand is less likely that is not what was signed."""
BRISCA: Final = 10
"""Points from which a card is a brisca."""
FEWEST: Final = 32
"""Ways that must count: where the weights leave fewer, they are drawn nearer to each other."""
TEMPERATURE: Final = 2.0
"""How much less sharply others are thought to choose than the policy does, with an auction,"""
FLOOR: Final = 0.1
"""and how often they play just anything there;"""
MANNERS: Final = ((0.6, 0.4, 0.02), (0.3, 2.0, 0.1))
"""In which ways the others of the base game may play: how likely each way is, and the same of it."""
CHANCE: Final = 0.1
"""How likely one of them plays by no policy at all."""


@dataclass(frozen=True, slots=True)
class Past:
    """A card that somebody played, and where the deal stood then, as everybody saw it."""

    seat: int
    card: int
    before: Position
    drew: bool
    """Whether the seat drew after it."""


Likes = Callable[[Past, Ints], Ints]
"""What each card of many hands [ways, HAND] is worth at a play, as the logarithm of its likelihood."""


def draw_worlds(
    view: PlayerView,
    seen: Knowledge,
    policy: Policy,
    count: int,
    dice: np.random.Generator,
    *,
    infer: bool = True,
    likes: Likes | None = None,
    particles: int = PARTICLES,
) -> Worlds:
    """So many ways in which the cards may lie, drawn by how likely they are.

    Others are thought to play as `policy` does, or by what they like where that is said; so many
    ways are weighed at the least.
    """
    if infer:
        likes = likes or partial(_liking, seen.kernel, policy)
        hands, stock = _likely(view, seen, likes, max(particles, count), dice)
        hands, stock = hands[:count], dice.permuted(stock[:count], axis=1)
    else:
        hands, stock = _deal_hidden(seen, count, dice)
    return Worlds(hands, stock, dice.integers(1, 2**31 - 1, count))


def _likely(
    view: PlayerView, seen: Knowledge, likes: Likes, count: int, dice: np.random.Generator
) -> tuple[Ints, Ints]:
    """Ways drawn by how likely they are, one seat after the other.

    Those in which a seat holds what it plays like are kept and doubled, and what the seats after
    it hold is dealt anew to each: of several seats many more ways are left so than by weighing
    all of them at once.
    """
    hands, stock = _deal_hidden(seen, count, dice)
    past = pasts(view, seen)
    others = [seat for seat in range(len(seen.counts)) if seat != seen.seat]
    for at, seat in enumerate(others):
        if at and not seen.held:
            _deal_anew(seen, hands, stock, others[at:], dice)
        logs = logs_of(view, seen, likes, hands, seat, past, dice)
        chosen = _drawn(normal(logs), count, dice)
        hands, stock = hands[chosen], stock[chosen]
    return hands, stock


def _deal_anew(
    seen: Knowledge, hands: Ints, stock: Ints, seats: list[int], dice: np.random.Generator
) -> None:
    """Mix what is not known of these hands with the stock, in place."""
    slots = [
        (seat, slot)
        for seat in seats
        for slot in range(len(seen.known.get(seat, ())), seen.counts[seat])
    ]
    mixed = np.concatenate([*[hands[:, seat, slot, None] for seat, slot in slots], stock], axis=1)
    mixed = dice.permuted(mixed, axis=1)
    for at, (seat, slot) in enumerate(slots):
        hands[:, seat, slot] = mixed[:, at]
    stock[:] = mixed[:, len(slots) :]


def _drawn(chances: Floats, count: int, dice: np.random.Generator) -> Ints:
    """So many draws by these chances, evenly spread over them, in random order."""
    places = (np.arange(count) + dice.random()) / count
    chosen = np.searchsorted(chances.cumsum(), places, side="right")
    return np.asarray(dice.permutation(np.minimum(chosen, len(chances) - 1)))


def _deal_hidden(seen: Knowledge, count: int, dice: np.random.Generator) -> tuple[Ints, Ints]:
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


def logs_of(
    view: PlayerView,
    seen: Knowledge,
    likes: Likes | Policy,
    hands: Ints,
    seat: int,
    past: list[Past],
    dice: np.random.Generator,
) -> Floats:
    """How likely this seat plays and signs as it did with each of these hands, as logarithms."""
    likes = partial(_liking, seen.kernel, likes) if isinstance(likes, Policy) else likes
    hand, held = hands[:, seat].copy(), seen.counts[seat]
    belied = _belied(view, seen.kernel, seat, hand) if view.signs else np.zeros(len(hand))
    back = BACK[min(len(seen.counts) - 2, len(BACK) - 1)]
    ways, by_chance = np.zeros((len(MANNERS), len(hands))), 0.0
    for play in [one for one in past if one.seat == seat][:back]:
        if play.drew:
            held -= 1
            _take_one(hand, held, dice)
        hand[:, held] = play.card
        held += 1
        _weigh(likes(play, hand), held, ways)
        by_chance -= float(np.log(held))
    either = np.full(len(hands), np.log(CHANCE) + by_chance)
    for (likely, _, _), way in zip(MANNERS, ways, strict=True):
        either = np.logaddexp(either, np.log(likely) + way)
    return np.asarray(either - UNBELIEVABLE * belied)


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


def _take_one(hand: Ints, left: int, dice: np.random.Generator) -> None:
    """Take away a card at random and leave so many: which was drawn last cannot be told."""
    slot = dice.integers(0, left + 1, len(hand))
    hand[np.arange(len(hand)), slot] = hand[:, left]
    hand[:, left] = NONE


def _liking(kernel: Kernel, policy: Policy, play: Past, hand: Ints) -> Ints:
    """What the policy of the base game gives each card of these hands at that play."""
    rows = rows_of(kernel, play.before, ANY)
    return vector.scores(kernel, policy, rows, hand, np.array([play.seat]))


def _weigh(scores: Ints, held: int, ways: Floats) -> None:
    """Add how likely the seat plays the last of the cards that it holds, in each manner."""
    ahead = (scores[:, :held] - scores[:, held - 1, None]) / SCALE
    for way, (_, temperature, floor) in zip(ways, MANNERS, strict=True):
        rest = np.exp(np.clip(ahead / temperature, -60.0, 60.0))
        others = sum([rest[:, slot] for slot in range(held)])
        way += np.log(floor / held + (1 - floor) / others)


ANY: Final = Worlds(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0), np.int64),
                     np.zeros(1, np.int64))  # fmt: skip
"""A way of which nothing is asked: what everybody sees is the same in all."""


def pasts(view: PlayerView, seen: Knowledge) -> list[Past]:
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
