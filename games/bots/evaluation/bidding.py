"""Bids, calls and discards chosen by rollouts of the deals that may follow.

>>> from games.engine import build_ruleset
>>> rules = build_ruleset("chiamata", 5).rules
>>> Prospect("O", 1, np.array([50, 70]), np.array([False, False])).ahead(rules, 61)
0.0
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.evaluation.auction import best_calls, points_of
from games.bots.simulation.coding import NONE, Bools, Floats, Ints, codes_for
from games.bots.variants import contract_deals, talon
from games.bots.variants.contract_rollouts import play_out
from games.bots.variants.contract_table import policy_for
from games.engine import Bid, Card, Declare, Discard, PlayCard, PlayerView, Rules, Suit

DEALS_PER_OPTION: Final = 160
"""Deals played out for one call or discard."""
SUITS_TRIED: Final = 2
"""How many suits are tried, those with which a hand is worth most."""
RANKS_TRIED: Final = 4
"""How many ranks are tried, from the highest that may be bid."""
TALON_SAMPLES: Final = 24
"""Random talons tried with a hand before the bid."""
DEALS_PER_TALON: Final = 8
"""Deals played out with each of those talons."""
MAX_DISCARDS_TRIED: Final = 6
"""Ways to discard that are played out."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Parameters of simulation: number of deals to play out, and a seed (None: the hand alone)."""

    worlds: int = DEALS_PER_OPTION
    seed: int | None = None


DEFAULT_SAMPLE: Final = Sample()
"""The deals that a bot plays out, the same for the same hand."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Results of simulated deals in which the caller names this suit, or a partner's card in it."""

    suit: Suit
    rank: int | None
    points: Ints
    """Points of the caller's side in each deal."""
    alone: Bools
    """Whether the caller had no partner, for each deal."""

    def ahead(self, rules: Rules, target: int) -> float:
        """Return the caller's mean lead over the others' average, in game points.

        `target` are the card points that the contract promises.
        """
        return float(self.gains(rules, target).mean())

    def gains(self, rules: Rules, target: int) -> Floats:
        """Return the caller's lead over the others' average in each deal, in game points.

        `target` are the card points that the contract promises.
        """
        others = rules.players - 1
        won, short = self.points >= target, self.points - target
        if rules.talon:
            gain = np.where(won, target, -target / others)
        elif rules.option("chiamata.scoring") == "gingo":
            partner = np.where(self.alone, 0, 1)
            gets = np.where(won, target * (2 - partner), short)
            rest = np.where(won, 0, rules.deck_points - self.points)
            gain = gets - (partner * gets + (others - partner) * rest) / others
        else:
            # two for the caller, one for the partner, and one from each of the others
            gain = np.where(won, 1, -1) * np.where(self.alone, 5.0, 2.5)
        return np.asarray(gain, np.float64)


def choose_bid(view: PlayerView) -> Bid:
    """Return the least raise whose contract is not expected to lose game points, else a pass."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    raises = [bid for bid in bids if not bid.passes]
    for rank in list(dict.fromkeys(bid.rank for bid in raises))[:RANKS_TRIED]:
        least = min((bid for bid in raises if bid.rank == rank), key=points_of)
        target = points_of(least)
        if any(each.ahead(view.rules, target) >= 0 for each in prospects(view, rank)):
            return least
    return next(bid for bid in bids if bid.passes)


def prospects(view: PlayerView, rank: int | None) -> list[Prospect]:
    """Return the simulated results of calling each of a hand's best suits.

    `rank` is that of the partner's card which a bid would name; None leaves it open. In a game with
    a talon there is one prospect, over random talons, each with the best suit.
    """
    if view.rules.talon:
        return [talon_prospect(view.rules, view.hand)]
    calls = best_calls(view.rules, view.hand, rank)[:SUITS_TRIED]
    return [prospect_of(view, call.suit, call.rank or 0) for call in calls]


def choose_call(view: PlayerView) -> Declare:
    """Return the call expected to gain the most game points with the contract that was bid."""
    calls = [action for action in view.legal if isinstance(action, Declare)]
    contract = view.contract
    assert contract is not None
    if view.rules.talon:
        suit = _best_way(view, [(view.hand, contract.discards or ())]).suit
        return next(call for call in calls if call.suit == suit)
    legal = {(call.suit, contract.bid.rank if call.rank is None else call.rank): call
             for call in calls}  # fmt: skip
    wished = [
        (call.suit, call.rank)
        for call in best_calls(view.rules, view.hand, contract.bid.rank)
        if (call.suit, call.rank) in legal
    ]
    tried = (wished or list(legal))[:SUITS_TRIED]
    found_prospects = [prospect_of(view, suit, rank or 0) for suit, rank in tried]
    best = max(
        found_prospects,
        key=lambda each: (each.ahead(view.rules, contract.target), each.points.mean()),
    )
    return legal[best.suit, best.rank]


def choose_discard(view: PlayerView) -> Discard:
    """Return the discard, by the winner of a talon, after which the hand gains most game points.

    It puts away as many cards as the talon has, before the first card is played.
    """
    ways = talon.ways(view.rules, view.hand)[:MAX_DISCARDS_TRIED]
    best = _best_way(view, [(way.kept_cards, way.away) for way in ways])
    away = set(view.hand) - set(best.kept_cards)
    return next(
        action for action in view.legal if isinstance(action, Discard) and set(action.cards) == away
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """A discard with a suit, and its expected gain in game points and in points made."""

    suit: Suit
    kept_cards: tuple[Card, ...]
    worth: tuple[float, float]


def _best_way(view: PlayerView, splits: list[tuple[tuple[Card, ...], tuple[Card, ...]]]) -> _Way:
    """Return the split (kept, discarded cards) and trump by which a declarer gains most."""
    rules, contract = view.rules, view.contract
    assert contract is not None
    tried = []
    for kept_cards, away in splits:
        for suit in talon.suits_by_worth(rules, kept_cards, away)[:SUITS_TRIED]:
            points = declared(rules, [(kept_cards, away, suit)])
            brings = Prospect(suit, None, points, points > 0).ahead(rules, contract.target)
            tried.append(_Way(suit, kept_cards, (brings, float(points.mean()))))
    return max(tried, key=lambda way: way.worth)


def prospect_of(
    view: PlayerView,
    suit: Suit,
    rank: int,
    *,
    worlds: int = DEALS_PER_OPTION,
    salt: int | None = None,
) -> Prospect:
    """Return the results of calling this card in `worlds` deals, which hand and `salt` seed."""
    rules, codes = view.rules, codes_for(view.rules, suit)
    own = np.array(sorted(codes[card] for card in view.hand))
    dice, laid = _dice(own.tolist(), salt), _laid(view)
    played = {codes[play.card] for play in laid}
    hands = _dealt(rules, own, tuple(played), worlds, dice)
    called = codes[f"{suit}{rank}"]
    partner = (hands == called).any(2).argmax(1)
    for play in laid:  # a trick in the dark has shown whose it was
        if codes[play.card] == called:
            partner[:] = (play.seat - (view.seat or 0)) % rules.players
    leader = dice.integers(0, rules.players, worlds)
    nothing = np.zeros(worlds, np.int64)
    rows = contract_deals.begun(hands, partner, nothing + called, nothing + 61, leader)
    play_out(contract_deals.kernel_of(rules), policy_for(rules), rows, dice)
    return Prospect(suit, rank, rows.made, partner == 0)


def _laid(view: PlayerView) -> list[PlayCard]:
    """Return all plays of cards in the deal before the call, in order."""
    over = [play for trick in view.history for play in trick.plays]
    return over + list(view.trick.plays if view.trick else ())


def talon_prospect(
    rules: Rules, hand: tuple[Card, ...], sample: Sample = DEFAULT_SAMPLE
) -> Prospect:
    """Return a declarer's results with this hand, from random talons and the best discards."""
    dice = _dice((codes_for(rules, "O")[card] for card in hand), sample.seed)
    rest = sorted(set(rules.deck) - set(hand))
    tried = []
    for _ in range(TALON_SAMPLES * sample.worlds // DEALS_PER_OPTION):
        drawn = tuple(rest[at] for at in dice.choice(len(rest), rules.talon, replace=False))
        best = talon.ways(rules, (*hand, *drawn))[0]
        tried.append((best.kept_cards, best.away, best.suit))
    points = declared(rules, tried, Sample(DEALS_PER_TALON, sample.seed))
    return Prospect("O", None, points, points > 0)


def declared(
    rules: Rules,
    tried: list[tuple[tuple[Card, ...], tuple[Card, ...], Suit]],
    sample: Sample = DEFAULT_SAMPLE,
) -> Ints:
    """Return the card points that a declarer makes in each simulated deal [tries * worlds].

    `tried` has cards kept, cards discarded and the suit, each played out `sample.worlds` times.
    """
    hands, extras, worlds = [], [], sample.worlds
    dice = _dice((codes_for(rules, "O")[card] for card in tried[0][0]), sample.seed)
    for kept_cards, away, suit in tried:
        codes = codes_for(rules, suit)
        own = np.array(sorted(codes[card] for card in kept_cards))
        hands.append(_dealt(rules, own, tuple(codes[card] for card in away), worlds, dice))
        extras += [talon.extras(rules, kept_cards, away, suit)] * worlds
    dealt = np.concatenate(hands)
    nothing = np.zeros(len(dealt), np.int64)
    leader = dice.integers(0, rules.players, len(dealt))
    target = nothing + int(rules.option("auction.min"))
    rows = contract_deals.begun(dealt, nothing, nothing + NONE, target - np.array(extras), leader)
    play_out(contract_deals.kernel_of(rules), policy_for(rules), rows, dice, last=talon.LAST_TRICK)
    return np.asarray(rows.made + np.array(extras))


def _dealt(
    rules: Rules, own: Ints, away: tuple[int, ...], worlds: int, dice: np.random.Generator
) -> Ints:
    """Return hands [worlds, players, cards]: the caller's as given, the others' at random."""
    pack = codes_for(rules, "O").values()
    rest = np.array(sorted(set(pack) - set(own.tolist()) - set(away)))
    others = dice.permuted(np.tile(rest, (worlds, 1)), axis=1)
    hands = np.empty((worlds, rules.players, len(own)), np.int64)
    hands[:, 0] = own
    hands[:, 1:] = others[:, : len(own) * (rules.players - 1)].reshape(worlds, -1, len(own))
    return hands


def _dice(codes: Iterable[int], salt: int | None = None) -> np.random.Generator:
    """Return a random generator seeded by a hand, so that the same hand gives the same result."""
    return np.random.default_rng([*sorted(codes), *(() if salt is None else (salt,))])
