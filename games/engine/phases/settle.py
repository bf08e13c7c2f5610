"""Count a deal, add it to the match, and say whether the match goes on."""

from __future__ import annotations

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
)
from games.engine.state import Contract, DealState, MatchState


def settle(
    state: MatchState,
    ended_by: str,
    events: list[Event],
    *,
    claimed: tuple[int, tuple[Card, ...]] | None = None,
    winner: int | None = None,
    loser: int | None = None,
) -> tuple[MatchState, tuple[Event, ...]]:
    """The deal is over: its result, the new score, and perhaps the end of the match.

    `claimed` is the seat that took cards without playing them, and which. `winner` is the side
    that wins whatever the points say (a killed three), `loser` one that loses so (a penalty).
    """
    rules, deal = state.rules, state.deal
    assert deal is not None
    taken = [won * rules.trick_size for won in deal.tricks_won]
    if claimed is not None:
        taken[claimed[0]] += len(claimed[1])
    cards = by_side(rules, tuple(taken))
    extras: tuple[Extra, ...] = ()
    contract: Contract | None = None
    if deal.special is not None:
        deal, extras = _counted(state, deal, claimed)
        contract = deal.special.contract if deal.special else None
    points = by_side(rules, deal.points)
    totals = points
    for extra in extras:
        totals = add_at(totals, extra.side, extra.points)
    made: int | None = None
    if ended_by == ALL_PASSED:
        game_points, tie = (0,) * len(rules.sides), False
    elif contract is not None:
        tie = False
        game_points, made = contract_points(rules, contract, totals)
    else:
        game_points, tie = deal_points(rules, totals, cards, state.dealer)
    if winner is not None:
        game_points, tie = tuple([int(side == winner) for side in range(len(rules.sides))]), False
    if loser is not None:
        game_points, tie = _without(rules, game_points, totals, loser), False
    score = tuple([old + new for old, new in zip(state.score, game_points, strict=True)])
    result = DealResult(
        deal=state.number,
        dealer=state.dealer,
        trump_suit=deal.trump,
        trump_card=deal.trump_card,
        seat_points=deal.points,
        side_points=points,
        side_cards=cards,
        game_points=game_points,
        score=score,
        ended_by=ended_by,
        tie=tie,
        extras=extras,
        totals=totals,
        contract=None if contract is None else _contract_result(rules, contract, made),
    )
    events.append(DealEnded(result))
    results = (*state.results, result)
    phase, winners, why = states.DEAL_OVER, None, None
    outcome = match_outcome(rules, score, results)
    if outcome is not None:
        phase, (winners, why) = states.MATCH_OVER, outcome
        events.append(MatchEnded(winners, score, why))
    after = state.replace(
        phase=phase,
        deal=deal,
        score=score,
        results=results,
        winners=winners,
        ended_by=why,
        turn=None,
    )
    return after, tuple(events)


def _counted(
    state: MatchState, deal: DealState, claimed: tuple[int, tuple[Card, ...]] | None
) -> tuple[DealState, tuple[Extra, ...]]:
    """The deal with the cards put away counted for who did so, and the extras of its features."""
    rules = state.rules
    contract = deal.special.contract if deal.special else None
    piles: list[tuple[Card, ...]] = [()] * len(rules.sides)
    for trick in deal.tricks:
        if trick.winner is not None:
            piles[rules.side_of[trick.winner]] += tuple(play.card for play in trick.plays)
    last = deal.tricks[-1].winner if deal.tricks and not any(deal.hands) else None
    if claimed is not None:
        piles[rules.side_of[claimed[0]]] += claimed[1]
        last = claimed[0]
    if contract is not None and contract.discards:
        piles[rules.side_of[contract.caller]] += contract.discards
        worth = sum(rules.points[card] for card in contract.discards)
        deal = deal.replace(points=add_at(deal.points, contract.caller, worth))
    tally = Tally(deal, tuple(piles), last)
    every = features_of(rules).every
    return deal, tuple(
        extra for feature in every if feature.extras for extra in feature.extras(state, tally)
    )


def _without(
    rules: Rules, game_points: tuple[int, ...], totals: tuple[int, ...], loser: int
) -> tuple[int, ...]:
    """What a deal gives that one side loses by a penalty: the others win it."""
    if rules.option("match.unit") == "points":
        return tuple([0 if side == loser else total for side, total in enumerate(totals)])
    return tuple([int(side != loser) for side in range(len(game_points))])


def _contract_result(rules: Rules, contract: Contract, made: int | None) -> ContractResult | None:
    if made is None:
        return None
    return ContractResult(
        caller=contract.caller,
        partner=contract.partner,
        rank_bid=contract.bid.rank,
        points_bid=contract.bid.points,
        suit=contract.suit,
        rank=contract.rank,
        target=contract.target,
        made=made,
        discards=contract.discards if rules.talon else None,
    )


def add_at(figures: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The figures with `value` added to one of them."""
    changed = list(figures)
    changed[at] += value
    return tuple(changed)


def next_deal(state: MatchState, action: NextDeal) -> tuple[MatchState, tuple[Event, ...]]:
    """The deal moves to the seat at the dealer's right; the new cutter is to cut."""
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
    """One of two who play alone may give up; partners must agree (see `accord`).

    Nobody before it is said who deals first, which is a matter of seconds.
    """
    return begun(state) and [len(side) for side in state.rules.sides] == [1, 1]


def begun(state: MatchState) -> bool:
    """Whether it is said who deals first, and the match is not over."""
    return state.phase not in (states.MATCH_OVER, states.DRAW_DEALER)


def resign(state: MatchState, action: Resign) -> tuple[MatchState, tuple[Event, ...]]:
    """Give the match to the other side; of several others, to the one ahead or to all level there."""
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
