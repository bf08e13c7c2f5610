"""Counts deals and matches of which a worked case gives only the figures."""

from __future__ import annotations

from typing import Any, Final

from games.engine import DealResult, NextDeal, PlayCard, Rules, apply
from games.engine.phases.settle import PLAYED_OUT, settle
from games.engine.pot import Pot, open_pot, settle_pot
from games.engine.state import DEAL_OVER, DealState, Trick
from tests.engine.cases_auction import caller_of
from tests.engine.cases_playing import Run
from tests.engine.cases_reading import by_seat, pairs, side_index
from tests.engine.cases_setup import mid_deal, opening

KINGS_AND_KNIGHTS: Final = (12, 11)


def score_deal(run: Run) -> None:
    """Count the deal that the case gives the figures of."""
    setup, rules = run.setup, run.rules
    before = mid_deal({**run.case, "plays": [], "setup": {**setup, "stock_left": 0}}, rules)
    played = run.setup.get("deals_played", run.setup.get("deal_no", 1) - 1)
    deal = before.deal
    assert deal is not None
    run.state = before.replace(
        deal=_played_out(run, deal), results=tuple(_blank(rules, one + 1) for one in range(played))
    )
    run.state, events = settle(run.state, PLAYED_OUT, [])
    run.events += events
    run.seat = caller_of(setup)


def _played_out(run: Run, deal: DealState) -> DealState:
    """The deal with all its cards taken, as the case says who has what."""
    setup, rules = run.setup, run.rules
    caller = caller_of(setup)
    points = (
        setup.get("points_by_seat") or setup.get("points") or setup.get("card_points")
        or setup.get("deal_points")
    )  # fmt: skip
    if points is None and caller is not None:
        points = {caller: setup.get("made", setup.get("trick_points", 0))}
    tricks = _piles(setup, rules, deal)
    if points is None:
        points = {
            seat: sum(rules.points[card] for card in cards)
            for seat, cards in _captured(setup, rules)
        }
    if "last_trick" in setup:
        tricks = (*tricks, _trick(rules, deal, len(tricks), setup["last_trick"], []))
    cards = by_seat(rules, setup.get("cards") or {})
    if "cards" not in setup:
        cards = tuple(won * rules.trick_size for won in by_seat(rules, setup.get("tricks_won")))
    assert not any(taken % rules.trick_size for taken in cards), "not whole tricks"
    return deal.replace(
        hands=((),) * rules.players,
        stock=(),
        turned=None,
        points=by_seat(rules, points),
        tricks=tricks,
        tricks_won=tuple(taken // rules.trick_size for taken in cards),
    )


def _captured(setup: dict[str, Any], rules: Rules) -> list[tuple[int, list[str]]]:
    """Cards that a seat has taken, those of a team put to its first seat."""
    return [
        (rules.sides[side_index(rules, key)][0] if isinstance(key, str) else key, cards)
        for key, cards in pairs(setup.get("captured") or {})
    ]


def _piles(setup: dict[str, Any], rules: Rules, deal: DealState) -> tuple[Trick, ...]:
    """Tricks in which the captured cards were taken, one for all of a seat or one for each.

    `other_pairs_split`: king and knight of the other suits went to different sides.
    """
    apart = setup.get("same_trick") is False
    taken: list[tuple[int, list[str]]] = []
    for seat, cards in _captured(setup, rules):
        taken += [(seat, [card]) for card in cards] if apart else [(seat, list(cards))]
    for key, lots in pairs(setup.get("tricks") or {}):
        seat = rules.sides[side_index(rules, key)][0] if isinstance(key, str) else key
        taken += [(seat, [lot] if isinstance(lot, str) else list(lot)) for lot in lots]
    if setup.get("other_pairs_split"):
        named = {card for _, cards in taken for card in cards}
        for place, rank in enumerate(KINGS_AND_KNIGHTS):
            seat = rules.sides[place][0]
            others = [f"{suit}{rank}" for suit in "OCEB"]
            taken.append((seat, [card for card in others if card not in named]))
    return tuple(
        _trick(rules, deal, number, seat, cards) for number, (seat, cards) in enumerate(taken)
    )


def _trick(rules: Rules, deal: DealState, number: int, winner: int, cards: list[str]) -> Trick:
    plays = tuple(PlayCard(place % rules.players, card) for place, card in enumerate(cards))
    return Trick(number + 1, winner, plays, winner, 0, deal.trump)


def _blank(rules: Rules, number: int) -> DealResult:
    """A deal played before, of which the score tells all that matters."""
    none = (0,) * len(rules.sides)
    return DealResult(
        deal=number, dealer=0, trump_suit="O", trump_card=None, seat_points=(0,) * rules.players,
        side_points=none, side_cards=none, game_points=none, score=none, ended_by="played_out",
        tie=False, totals=none,
    )  # fmt: skip


def end_match(run: Run) -> None:
    """Count deal after deal, each with the points that the case gives."""
    state = opening(run.case, run.rules)
    for points in run.setup["deal_points"]:
        if state.phase == DEAL_OVER:
            state, _ = apply(state, NextDeal())
        setup = {**run.setup, "points": points, "stock_left": 0, "deal_no": state.number}
        case = {**run.case, "plays": [], "setup": setup}
        case["setup"] = {key: one for key, one in case["setup"].items() if key != "deal_points"}
        deal = mid_deal(case, run.rules).deal
        assert deal is not None
        one = Run({**case}, run.rules, state)
        state = state.replace(deal=_played_out(one, deal))
        state, events = settle(state, PLAYED_OUT, [])
        run.events += events
    run.state = state


def pot_of(run: Run) -> tuple[Pot, Pot, Pot]:
    """The pot as the match begins, as it ends, and as the next match begins."""
    setup = run.setup
    pot = open_pot(run.rules, carried=setup.get("pot", 0))
    if "match_winner" in setup:
        said = setup["match_winner"]
        sides = said if isinstance(said, list) else [said]
        winners = [side_index(run.rules, one) for one in sides if one is not None]
    else:
        score_deal(run)
        assert run.state.winners is not None, "the match is not over"
        winners = list(run.state.winners)
    settled = settle_pot(run.rules, pot, winners=winners, eldest=run.state.eldest)
    return pot, settled, open_pot(run.rules, carried=settled.left)
