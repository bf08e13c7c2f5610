"""From card points to game points to the end of the match (rules, 1.5 and 1.6, rows 12 to 16)."""

from __future__ import annotations

from games.engine.rules import Rules


def by_side(rules: Rules, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Figures of seats added up by side."""
    if len(rules.sides) == rules.players:  # everybody alone, in the order of the seats
        return seats
    return tuple([sum([seats[seat] for seat in side]) for side in rules.sides])


def deal_points(
    rules: Rules, points: tuple[int, ...], cards: tuple[int, ...], dealer: int
) -> tuple[tuple[int, ...], bool]:
    """Game points of each side for a deal, and whether the top was level.

    `points` and `cards` are taken by each side. The side with most wins one game point, two with
    more than a hundred where the ruleset says so; sides level at the top go down the tie chain.
    """
    best = max(points)
    top = [side for side, total in enumerate(points) if total == best]
    winners = top if len(top) == 1 else _settle(rules, top, cards, dealer)
    worth = rules.hundred if best > 100 else 1
    return tuple([worth if side in winners else 0 for side in range(len(points))]), len(top) > 1


def _settle(rules: Rules, tied: list[int], cards: tuple[int, ...], dealer: int) -> list[int]:
    """Who of the tied sides wins, by the first link of the chain that says."""
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


def match_outcome(
    rules: Rules, score: tuple[int, ...], deals: int
) -> tuple[tuple[int, ...], str] | None:
    """The winning sides and what ended the match; None while it goes on.

    A match ends when one side has the target and strictly more than every other; with several
    level it is played on, or drawn where the ruleset says so.
    """
    best, last = max(score), bool(rules.max_deals) and deals >= rules.max_deals
    if best < rules.target and not last:
        return None
    leaders = tuple(side for side, total in enumerate(score) if total == best)
    if best >= rules.target:
        if len(leaders) == 1:
            return leaders, "target"
        if rules.tie_ends_match:
            return (), "draw"
    if last:
        return (leaders, "max_deals") if len(leaders) == 1 else ((), "draw")
    return None
