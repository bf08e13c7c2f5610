"""Settlement: count a deal, add it to the match, and end the match if it is decided."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine import state as states
from games.engine.actions import HOST, NextDeal, Resign
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events import DealEnded, DealStarted, Event, MatchEnded, Resigned
from games.engine.phases.feature import Tally, features_of
from games.engine.results import ContractResult, DealResult, Extra
from games.engine.rules import Rules
from games.engine.scoring import (
    ALL_PASSED,
    by_side,
    contract_points,
    deal_points,
    match_outcome,
    points_made,
)
from games.engine.state import Contract, DealState, MatchState


class Ending(NamedTuple):
    """Reason for which a deal ends, with claimed cards, winner or loser if the reason sets them."""

    why: str
    claimed: tuple[int, tuple[Card, ...]] | None = None
    """The seat that took cards without playing them, and the cards."""
    winner: int | None = None
    """The side that wins whatever the points are (a killed three)."""
    loser: int | None = None
    """The side that loses whatever the points are (a penalty)."""


PLAYED_OUT: Final = Ending("played_out")


def settle(
    state: MatchState, ending: Ending, events: list[Event]
) -> tuple[MatchState, tuple[Event, ...]]:
    """Count a finished deal and add its game points to the match; end the match if that decides it.

    Returns the new state and all events; appends to `events`.
    """
    deal = state.deal
    assert deal is not None
    extras: tuple[Extra, ...] = ()
    if deal.special is not None:
        deal, extras = _counted(state, deal, ending)
    result = _result(state, deal, extras, ending)
    results = (*state.results, result)
    events.append(DealEnded(result))
    phase, winners, ended_by = states.DEAL_OVER, None, None
    outcome = match_outcome(state.rules, result.score, results)
    if outcome is not None:
        phase, (winners, ended_by) = states.MATCH_OVER, outcome
        events.append(MatchEnded(winners, result.score, ended_by))
    after = state.replace(
        phase=phase,
        deal=deal,
        score=result.score,
        results=results,
        winners=winners,
        ended_by=ended_by,
        turn=None,
    )
    return after, tuple(events)


def _result(
    state: MatchState, deal: DealState, extras: tuple[Extra, ...], ending: Ending
) -> DealResult:
    """Return the result of a finished deal, whose `points` already include the cards put away."""
    rules = state.rules
    contract = deal.special.contract if deal.special else None
    cards = _cards_taken(rules, deal, ending)
    points = by_side(rules, deal.points)
    totals = points
    for extra in extras:
        totals = add_at(totals, extra.side, extra.points)
    game_points, tie = _game_points(state, contract, totals, cards, ending)
    return DealResult(
        deal=state.number,
        dealer=state.dealer,
        trump_suit=deal.trump,
        trump_card=deal.trump_card,
        seat_points=deal.points,
        side_points=points,
        side_cards=cards,
        game_points=game_points,
        score=tuple([old + new for old, new in zip(state.score, game_points, strict=True)]),
        ended_by=ending.why,
        tie=tie,
        extras=extras,
        totals=totals,
        contract=None
        if contract is None or ending.why == ALL_PASSED
        else _contract_result(rules, contract, totals),
    )


def _cards_taken(rules: Rules, deal: DealState, ending: Ending) -> tuple[int, ...]:
    """Return the number of cards that each side took in tricks and by a claim."""
    counts = [won * rules.trick_size for won in deal.tricks_won]
    if ending.claimed is not None:
        seat, cards = ending.claimed
        counts[seat] += len(cards)
    return by_side(rules, tuple(counts))


def _game_points(
    state: MatchState,
    contract: Contract | None,
    totals: tuple[int, ...],
    cards: tuple[int, ...],
    ending: Ending,
) -> tuple[tuple[int, ...], bool]:
    """Return each side's game points for a deal, and whether the best sides were level."""
    rules = state.rules
    if ending.loser is not None:
        return _without(rules, totals, ending.loser), False
    if ending.winner is not None:
        return tuple([int(side == ending.winner) for side in range(len(rules.sides))]), False
    if ending.why == ALL_PASSED:
        return (0,) * len(rules.sides), False
    if contract is not None:
        return contract_points(rules, contract, totals), False
    return deal_points(rules, totals, cards, state.dealer)


def _counted(
    state: MatchState, deal: DealState, ending: Ending
) -> tuple[DealState, tuple[Extra, ...]]:
    """Add the points of cards that the declarer put away to its side; find the deal's extra points.

    Returns the changed deal and the extra points (marriages, last trick).
    """
    rules = state.rules
    contract = deal.special.contract if deal.special else None
    piles: list[tuple[Card, ...]] = [()] * len(rules.sides)
    for trick in deal.tricks:
        if trick.winner is not None:
            piles[rules.side_of[trick.winner]] += tuple(play.card for play in trick.plays)
    last = deal.tricks[-1].winner if deal.tricks and not any(deal.hands) else None
    if ending.claimed is not None:
        last, cards = ending.claimed
        piles[rules.side_of[last]] += cards
    if contract is not None and contract.discards:
        piles[rules.side_of[contract.caller]] += contract.discards
        worth = sum(rules.points[card] for card in contract.discards)
        deal = deal.replace(points=add_at(deal.points, contract.caller, worth))
    tally = Tally(deal, tuple(piles), last)
    every = features_of(rules).every
    return deal, tuple(
        extra for feature in every if feature.extras for extra in feature.extras(state, tally)
    )


def _without(rules: Rules, totals: tuple[int, ...], loser: int) -> tuple[int, ...]:
    """Return each side's game points for a deal that one side, `loser`, loses by a penalty."""
    if rules.option("match.unit") == "points":
        return tuple([0 if side == loser else total for side, total in enumerate(totals)])
    return tuple([int(side != loser) for side in range(len(rules.sides))])


def _contract_result(rules: Rules, contract: Contract, totals: tuple[int, ...]) -> ContractResult:
    return ContractResult(
        caller=contract.caller,
        partner=contract.partner,
        rank_bid=contract.bid.rank,
        points_bid=contract.bid.points,
        suit=contract.suit,
        rank=contract.rank,
        target=contract.target,
        made=points_made(contract, totals),
        discards=contract.discards if rules.talon else None,
    )


def add_at(figures: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return the tuple with `value` added to its item at index `at`."""
    changed = list(figures)
    changed[at] += value
    return tuple(changed)


def next_deal(state: MatchState, action: NextDeal) -> tuple[MatchState, tuple[Event, ...]]:
    """Begin the next deal, dealt by the seat at the dealer's right; the new cutter is to cut.

    Raises:
        IllegalAction: `not_in_phase`, no deal has just ended, or it is not the host who asks.
    """
    if action.seat != HOST or state.phase != states.DEAL_OVER:
        raise IllegalAction("not_in_phase")
    state = state.replace(
        phase=states.CUT,
        number=state.number + 1,
        dealer=(state.dealer + 1) % state.rules.players,
        cut=None,
        deal=None,
        turn=state.dealer,  # the new dealer's left
        accord=None,
    )
    return state, (DealStarted(state.number, state.dealer, state.eldest),)


def may_resign(state: MatchState) -> bool:
    """Return whether a seat may give up the match alone: it is one of two without partners.

    Partners must agree (see `offers`). No seat may before the first dealer is drawn, which is a
    matter of seconds.
    """
    return begun(state) and [len(side) for side in state.rules.sides] == [1, 1]


def begun(state: MatchState) -> bool:
    """Return whether the first dealer is known and the match is not over."""
    return state.phase not in (states.MATCH_OVER, states.DRAW_DEALER)


def resign(state: MatchState, action: Resign) -> tuple[MatchState, tuple[Event, ...]]:
    """End the match by a seat's resignation: the other side wins, of several those that lead.

    Raises:
        IllegalAction: `resign_not_allowed`, this match cannot be resigned alone.
    """
    if not may_resign(state) and not (action.alone and begun(state)):
        raise IllegalAction("resign_not_allowed")
    own = state.rules.side_of[action.seat]
    others = [side for side in range(len(state.rules.sides)) if side != own]
    best = max(state.score[side] for side in others)
    winners = tuple(side for side in others if state.score[side] == best)
    state = state.replace(
        phase=states.MATCH_OVER, winners=winners, ended_by="resigned", turn=None, accord=None
    )
    return state, (Resigned(action.seat), MatchEnded(winners, state.score, "resigned"))
