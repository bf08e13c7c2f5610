"""Scoring: from card points to game points to the end of the match (rules, 1.5, 1.6 and part 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.results import DealResult
from games.engine.rules import Rules
from games.engine.state import Contract

CALLER, PARTNER, ALONE = 2, 1, 4
"""Game points of a called contract; each of the others pays or gets one (rules, 3.6)."""
FOUR: Final = 4
ALL_PASSED: Final = "all_passed"


def by_side(rules: Rules, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return each side's sum of values that are given by seat."""
    if len(rules.sides) == rules.players:  # everybody alone, in the order of the seats
        return seats
    return tuple([sum([seats[seat] for seat in side]) for side in rules.sides])


def deal_points(
    rules: Rules, points: tuple[int, ...], cards: tuple[int, ...], dealer: int
) -> tuple[tuple[int, ...], bool]:
    """Return the game points of each side for a deal without a contract, and whether the top tied.

    `points` are card points and extras, `cards` how many cards each side took. The side with most
    wins one game point, two with more than a hundred where the ruleset says so; sides level at the
    top go down the tie chain. Other rulesets count the points themselves (3.5), or let win who
    stays under a limit (3.2).
    """
    best = max(points)
    top = [side for side, total in enumerate(points) if total == best]
    tie = len(top) > 1
    if not rules.plain_deal:
        if rules.option("match.unit") == "points":
            return points, tie
        if rules.option("score.policy") == "stay_under":
            return _under(rules, points), tie
    winners = _settle(rules, top, cards, dealer) if tie else top
    worth = rules.hundred if best > 100 else 1
    return tuple([worth if side in winners else 0 for side in range(len(points))]), tie


def points_made(contract: Contract, points: tuple[int, ...]) -> int:
    """Return the points of a contract's caller and partner together; `points` are by seat."""
    caller, partner = contract.caller, contract.partner
    if partner is None or partner == caller:
        return points[caller]
    return points[caller] + points[partner]


def contract_points(rules: Rules, contract: Contract, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the game points that each seat wins or loses by a contract.

    `points` are card points and the contract's extras, by seat. With a talon the bid goes to the
    declarer or is split between the others (3.10); in Gingo the bid is won or what is missing lost
    (3.9); else the table of 3.6 is paid.
    """
    caller, partner = contract.caller, contract.partner
    scored = points_made(contract, points)
    won = scored >= contract.target
    if rules.talon:
        return _talon_points(rules, contract, scored, won)
    if rules.option("chiamata.scoring") == "gingo":
        return _gingo_points(rules, contract, scored, won)
    alone = partner == caller
    swept = scored in (0, rules.deck_points) and rules.option("chiamata.cappotto")
    stake = (1 if won else -1) * (2 if swept else 1)
    seats = [-stake] * rules.players
    if alone or partner is None:
        seats[caller] = ALONE * stake
    else:
        seats[caller], seats[partner] = CALLER * stake, PARTNER * stake
    return tuple(seats)


def _talon_points(rules: Rules, contract: Contract, scored: int, won: bool) -> tuple[int, ...]:
    seats = [0] * rules.players
    bid = contract.target
    if won:
        seats[contract.caller] = scored if rules.option("rematada.award") == "made" else bid
        return tuple(seats)
    others = rules.seats_from(contract.caller)[1:]
    share, odd = divmod(bid, len(others))
    for seat in others:
        seats[seat] = share
    seats[others[0]] += odd
    return tuple(seats)


def _gingo_points(rules: Rules, contract: Contract, scored: int, won: bool) -> tuple[int, ...]:
    caller, partner = contract.caller, contract.partner
    alone = partner == caller or partner is None
    if won:
        seats = [0] * rules.players
        seats[caller] = contract.target * (2 if alone else 1)
        if partner is not None and not alone:
            seats[partner] = contract.target
        return tuple(seats)
    seats = [rules.deck_points - scored] * rules.players
    seats[caller] = scored - contract.target
    if partner is not None:
        seats[partner] = scored - contract.target
    return tuple(seats)


def _under(rules: Rules, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return each side's game points under rules by which sides at or under a limit of points win.

    If no side is: none wins, or by the option `mexican.none` that with fewest points.
    """
    limit = rules.option("mexican.limit")
    if min(points) > limit and rules.option("mexican.none") == "fewest":
        limit = min(points)
    return tuple([int(total <= limit) for total in points])


def _settle(rules: Rules, tied: list[int], cards: tuple[int, ...], dealer: int) -> list[int]:
    """Return the winners among the tied sides, by the first link of the tie chain that decides."""
    for link in rules.tie_chain:
        if link == "all_tied":
            return tied
        if link == "void":
            return []
        if link == "mano":
            nearest = rules.seats_from((dealer + 1) % rules.players)
            return [next(rules.side_of[seat] for seat in nearest if rules.side_of[seat] in tied)]
        if link == "most_cards":
            most = max(cards[side] for side in tied)
            tied = [side for side in tied if cards[side] == most]
            if len(tied) == 1:
                return tied
    return []


Outcome = tuple[tuple[int, ...], str]
"""The winning sides, none in a drawn match, and the reason of the end."""


def match_outcome(
    rules: Rules, score: tuple[int, ...], results: Sequence[DealResult]
) -> Outcome | None:
    """Return the winning sides and the reason if the latest deal ends the match; None: it goes on.

    `score` is by side, `results` has every deal. A match to a target ends when one side has it and
    strictly more than every other; with several level it is played on, or drawn where the ruleset
    says so. Deals that nobody played (all passed) do not count towards a number of deals.
    """
    if rules.plain_match and max(score) < rules.target:
        return None
    played = sum(result.ended_by != ALL_PASSED for result in results)
    end, drawn = rules.option("match.end"), rules.option("match.tie") == "draw"
    if end == "four_trumps":
        return _four_trumps(rules, results, played, drawn)
    if end == "fixed_deals":
        return _leader(score, "max_deals", drawn) if played >= rules.max_deals else None
    if max(score) >= rules.target:
        outcome = _leader(score, "target", drawn)
        if outcome is not None:
            return outcome
    elif drawn and rules.target == 1 and results and results[-1].tie and not any(score):
        return (), "draw"  # a single deal that nobody wins (row 15)
    if rules.max_deals and played >= rules.max_deals:
        return _leader(score, "max_deals", True)
    return None


def _leader(score: Sequence[object], why: str, drawn: bool) -> Outcome | None:
    """Return the outcome with the leading side as winner; if level, a draw (if `drawn`) or None."""
    ordered = sorted(score, reverse=True)  # type: ignore[type-var]
    if len(ordered) == 1 or ordered[0] != ordered[1]:
        return (list(score).index(ordered[0]),), why
    return ((), "draw") if drawn else None


def _four_trumps(
    rules: Rules, results: Sequence[DealResult], played: int, drawn: bool
) -> Outcome | None:
    """Return a match's outcome after each suit was trump once: by deals won or points (row 10)."""
    if played < FOUR:
        return None
    sides = range(len(rules.sides))
    victories = [sum(result.game_points[side] > 0 for result in results) for side in sides]
    points = [sum(result.side_points[side] for result in results) for side in sides]
    by_deals = rules.option("match.decide_by") == "victories"
    keys = list(
        zip(victories, points, strict=True) if by_deals else zip(points, victories, strict=True)
    )
    return _leader(keys, "four_trumps", drawn)
