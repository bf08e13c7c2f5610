"""Evaluation of bids, calls and discards against what else could have been done, in game points.

All are worth what the caller is ahead of the others' mean; a pass is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.evaluation import bidding
from games.bots.evaluation.auction import best_calls, points_of
from games.bots.evaluation.bidding import Prospect, Sample
from games.bots.evaluation.judgement import Worth, worths_of
from games.bots.simulation.coding import Floats
from games.bots.variants import talon
from games.bots.variants.unit import Unit, in_game_points
from games.engine import Bid, Card, Declare, Discard, PlayerView, Rules, Suit

WORLDS: Final = 960
"""Deals played out for each option."""
LATER_POINTS: Final = 8
"""Points by which the price of a contract is taken to rise while others bid."""
LATER_RANKS: Final = 3
"""Ranks by which it is, where ranks are bid."""
PASS_WINS: Final = 0.5
"""Chance that stands beside a pass, which is worth as much as a contract made as often as not."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Expected results of the options of a bid, call or discard, by code, and the best of them."""

    worths: Mapping[str, Worth]
    best: str
    unit: Unit


def compare_bids(view: PlayerView, chosen: Bid, codes: Mapping[Bid, str], seed: int) -> Compared:
    """Return the expected game points of passing, of a raise and of the bid that was made.

    `codes` has the code of every legal bid. Where others may still raise, passing is held against
    the price at which the auction may well end; where nobody can, against the least raise.
    """
    passing = next(bid for bid in codes if bid.passes)
    raises = [bid for bid in codes if not bid.passes]
    alone = _is_last(view)
    other = raises[0] if alone else _later_price(raises)
    # who jumps ahead of others may mean to keep them out, so that only bidding at all is judged
    judged_bids = list(
        dict.fromkeys([passing, chosen, *([other] if alone or chosen.passes else [])])
    )
    results: dict[str, tuple[Floats, Floats]] = {}
    for bid in judged_bids:
        results[codes[bid]] = (
            (np.zeros(WORLDS), np.full(WORLDS, PASS_WINS))
            if bid.passes
            else _of_bid(view, bid, seed)
        )
    return _best_of(results, _unit(view.rules, points_of(raises[0])))


def _is_last(view: PlayerView) -> bool:
    """Return whether all other seats have passed in the auction."""
    assert view.auction is not None
    return all(passed for seat, passed in enumerate(view.auction.passed) if seat != view.seat)


def _later_price(raises: list[Bid]) -> Bid:
    """Return the raise LATER_POINTS or LATER_RANKS above the least raise, or the highest."""
    ranks = list(dict.fromkeys(bid.rank for bid in raises))
    if len(ranks) > 1:
        later_rank = ranks[min(LATER_RANKS, len(ranks) - 1)]
        return min((bid for bid in raises if bid.rank == later_rank), key=points_of)
    return raises[min(LATER_POINTS, len(raises) - 1)]


def compare_calls(
    view: PlayerView, codes: Mapping[Declare, str], chosen: str, seed: int
) -> Compared:
    """Return the expected game points of the most promising calls and of the one made (a code)."""
    contract, rules = view.contract, view.rules
    assert contract is not None
    calls = {code: call for call, code in codes.items()}
    best = best_calls(rules, view.hand, contract.bid.rank)
    wished = {(call.suit, call.rank): call.worth for call in best}
    ranked = sorted(
        calls, key=lambda code: -wished.get((calls[code].suit, _rank(view, calls[code])), -1000.0)
    )
    results: dict[str, tuple[Floats, Floats]] = {}
    for code in dict.fromkeys([*ranked[: bidding.SUITS_TRIED], chosen]):
        call = calls[code]
        if rules.talon:
            away = contract.discards or ()
            results[code] = _declared(view, view.hand, away, call.suit, seed)
        else:
            rank = _rank(view, call) or 0
            prospect = bidding.prospect_of(view, call.suit, rank, worlds=WORLDS, salt=seed)
            results[code] = _results(prospect, rules, contract.target)
    return _best_of(results, _unit(rules, contract.target))


def compare_discards(
    view: PlayerView, codes: Mapping[Discard, str], chosen: str, seed: int
) -> Compared:
    """Return the expected game points of the most promising discards and of the one made.

    `codes` has the code of every legal discard, `chosen` is one; `seed` decides the samples.
    """
    rules, contract = view.rules, view.contract
    assert contract is not None
    away_of = {code: discard.cards for discard, code in codes.items()}
    likely = [
        frozenset(way.away) for way in talon.ways(rules, view.hand)[: bidding.MAX_DISCARDS_TRIED]
    ]
    judged_codes = [
        code for code, away in away_of.items() if frozenset(away) in likely or code == chosen
    ]
    results: dict[str, tuple[Floats, Floats]] = {}
    for code in judged_codes:
        away = away_of[code]
        kept_cards = tuple([card for card in view.hand if card not in away])
        suits = talon.suits_by_worth(rules, kept_cards, away)[: bidding.SUITS_TRIED]
        each = [_declared(view, kept_cards, away, suit, seed) for suit in suits]
        results[code] = max(each, key=lambda result: float(result[0].mean()))
    return _best_of(results, _unit(rules, contract.target))


def _rank(view: PlayerView, call: Declare) -> int | None:
    """Return the rank of the card that a call names, or that the contract's bid named before."""
    assert view.contract is not None
    return view.contract.bid.rank if call.rank is None else call.rank


def _of_bid(view: PlayerView, bid: Bid, seed: int) -> tuple[Floats, Floats]:
    """Return gain and success in each simulated deal if a bid wins the auction in its best suit."""
    rules = view.rules
    if rules.talon:
        sample = Sample(WORLDS, seed)
        prospects: Iterable[Prospect] = [bidding.talon_prospect(rules, view.hand, sample)]
    else:
        calls = best_calls(rules, view.hand, bid.rank)[: bidding.SUITS_TRIED]
        prospects = [
            bidding.prospect_of(view, call.suit, call.rank or 0, worlds=WORLDS, salt=seed)
            for call in calls
        ]
    each = [_results(prospect, rules, points_of(bid)) for prospect in prospects]
    return max(each, key=lambda result: float(result[0].mean()))


def _declared(
    view: PlayerView, kept: tuple[Card, ...], away: tuple[Card, ...], suit: Suit, seed: int
) -> tuple[Floats, Floats]:
    """Return a declarer's gain and success in each simulated deal with these cards and suit."""
    rules, contract = view.rules, view.contract
    assert contract is not None
    points = bidding.declared(rules, [(kept, away, suit)], Sample(WORLDS, seed))
    return _results(Prospect(suit, None, points, points > 0), rules, contract.target)


def _results(prospect: Prospect, rules: Rules, target: int) -> tuple[Floats, Floats]:
    """Return the caller's gain and success in each simulated deal of a prospect."""
    gains = prospect.gains(rules, target)
    return gains, (prospect.points >= target).astype(np.float64)


def _best_of(results: Mapping[str, tuple[Floats, Floats]], unit: Unit) -> Compared:
    """Return all options of a decision with their expected results, and the best by game points."""
    size = min(len(gains) for gains, _ in results.values())
    points = np.stack([gains[:size] for gains, _ in results.values()], axis=1)
    wins = np.stack([won[:size] for _, won in results.values()], axis=1)
    worths, best = worths_of(points, wins, unit, winning=0.0)
    codes = list(results)
    return Compared(dict(zip(codes, worths, strict=True)), codes[best], unit)


def _unit(rules: Rules, target: int) -> Unit:
    """Return the unit of game points for a contract with this target."""
    if rules.talon:
        return in_game_points(target * (1 + 1 / (rules.players - 1)))
    if rules.option("chiamata.scoring") == "gingo":
        return in_game_points(2.0 * target)
    return in_game_points(5.0)
