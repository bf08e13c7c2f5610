"""Count a deal, add it to the match, and say whether the match goes on."""

from __future__ import annotations

from games.engine import state as states
from games.engine.actions import HOST, NextDeal, Resign
from games.engine.errors import IllegalAction
from games.engine.events import DealEnded, DealStarted, Event, MatchEnded, Resigned
from games.engine.results import DealResult
from games.engine.scoring import by_side, deal_points, match_outcome
from games.engine.state import MatchState


def settle(
    state: MatchState,
    ended_by: str,
    events: list[Event],
    claimed: tuple[int, int] | None = None,
) -> tuple[MatchState, tuple[Event, ...]]:
    """The deal is over: its result, the new score, and perhaps the end of the match.

    `claimed` is the seat that took cards without playing them, and how many.
    """
    rules, deal = state.rules, state.deal
    assert deal is not None
    points = by_side(rules, deal.points)
    taken = [won * rules.trick_size for won in deal.tricks_won]
    if claimed is not None:
        taken[claimed[0]] += claimed[1]
    cards = by_side(rules, tuple(taken))
    game_points, tie = deal_points(rules, points, cards, state.dealer)
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
    )
    events.append(DealEnded(result))
    outcome = match_outcome(rules, score, state.number)
    winners, why = outcome or (None, None)
    if winners is not None and why is not None:
        events.append(MatchEnded(winners, score, why))
    state = state._replace(
        phase=states.DEAL_OVER if outcome is None else states.MATCH_OVER,
        score=score,
        results=(*state.results, result),
        winners=winners,
        ended_by=why,
        turn=None,
    )
    return state, tuple(events)


def next_deal(state: MatchState, action: NextDeal) -> tuple[MatchState, tuple[Event, ...]]:
    """The deal moves to the seat at the dealer's right; the new cutter is to cut."""
    if action.seat != HOST or state.phase != states.DEAL_OVER:
        raise IllegalAction("not_in_phase")
    state = state._replace(
        phase=states.CUT,
        number=state.number + 1,
        dealer=(state.dealer + 1) % state.rules.players,
        cut=None,
        deal=None,
        turn=state.dealer,  # the new dealer's left
    )
    return state, (DealStarted(state.number, state.dealer, state.eldest),)


def may_resign(state: MatchState) -> bool:
    """One of two who play alone may give up; partners must agree, which is not a rule's matter."""
    return state.phase != states.MATCH_OVER and [len(side) for side in state.rules.sides] == [1, 1]


def resign(state: MatchState, action: Resign) -> tuple[MatchState, tuple[Event, ...]]:
    """Give the match to the other side."""
    if not may_resign(state):
        raise IllegalAction("resign_not_allowed")
    own = state.rules.side_of[action.seat]
    winners = tuple(side for side in range(len(state.rules.sides)) if side != own)
    state = state._replace(phase=states.MATCH_OVER, winners=winners, ended_by="resigned", turn=None)
    return state, (Resigned(action.seat), MatchEnded(winners, state.score, "resigned"))
