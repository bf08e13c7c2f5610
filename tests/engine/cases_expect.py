"""What came of a worked case, under every name by which a case may expect it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from games.engine import (
    Claim,
    Cut,
    DealCards,
    Event,
    Exchange,
    apply,
    legal_actions,
    view_for,
)
from games.engine.cards import NUMBERS_40, NUMBERS_48, NUMBERS_52, number_of, pack
from games.engine.events import (
    CardDrawn,
    CardPlayed,
    Claimed,
    Exchanged,
    HandDealt,
    MarriageShown,
    TalonShown,
    TrickTaken,
)
from games.engine.legality import imprisoned
from games.engine.out_of_turn import can_take
from games.engine.phases.call import LAST_TRICK
from games.engine.phases.marriage import IN_OTHERS, IN_TRUMPS
from games.engine.scoring import by_side
from games.engine.state import DEAL_OVER, MATCH_OVER
from tests.engine.cases_auctioned import contract, high, result_contract
from tests.engine.cases_found import (
    Found,
    asked_seat,
    deal_of,
    last,
    named_side,
    over,
    per_seat,
    result_of,
    same_cards,
    shaped,
)
from tests.engine.cases_playing import Run, whole_deal
from tests.engine.cases_reading import UnknownWordError
from tests.engine.cases_scoring import pot_of
from tests.engine.cases_seen import SEEN, SEEN_BY_SEAT


def compare(run: Run, expect: dict[str, Any]) -> None:
    """AssertionError where something is not as expected, UnknownWordError where it has no meaning."""
    for key, expected in expect.items():
        found = find(run, key, expected)
        assert found == expected, f"{run.case['id']}: {key} is {found!r}, not {expected!r}"


def find(run: Run, key: str, expected: Any) -> Any:
    """What a case calls by this name, in the shape in which it is expected."""
    if key in FINDERS:
        return FINDERS[key](run, expected)
    for pattern, finder in PATTERNS:
        match = re.fullmatch(pattern, key)
        if match:
            return finder(run, int(match[1]), expected)
    raise UnknownWordError(f"{run.case['id']}: no meaning for the expectation {key!r}")


# -- the pack and a whole deal ---------------------------------------------------------------


def _removed(run: Run, expected: Any) -> list[str]:
    if run.rules.option("deck.french") == "all52":
        full = NUMBERS_52
    else:
        full = NUMBERS_48 if run.rules.players == 6 else NUMBERS_40
    return same_cards([card for card in pack(full) if card not in run.rules.pack], expected)


def _in_fresh_deal(run: Run) -> tuple[Event, ...]:
    return whole_deal(Run(run.case, run.rules, run.state.replace(phase="deal_over")))


def _drawn_after(run: Run, expected: dict[int, int]) -> dict[int, int]:
    drawn: dict[int, int] = {}
    number = 0
    for event in _in_fresh_deal(run):
        if isinstance(event, TrickTaken):
            number = event.number
        drawn[number] = drawn.get(number, 0) + isinstance(event, CardDrawn)
    return {trick: drawn.get(trick, 0) for trick in expected}


def _draw_rounds(run: Run) -> int:
    """Times that everybody draws; one round more may be shorter, with two cards a turn."""
    cards = len(run.rules.deck) - run.rules.hand_size * run.rules.players - run.rules.talon
    return cards // run.rules.trick_size


def _max_total(run: Run) -> int:
    rules = run.rules
    if rules.talon:
        return rules.deck_points + IN_TRUMPS + LAST_TRICK
    marriages = rules.option("marriage.mode") != "none"
    return rules.deck_points + marriages * (IN_TRUMPS + 3 * IN_OTHERS)


def _point_table(run: Run, expected: dict[int, int]) -> dict[int, int]:
    table = {number_of(card): worth for card, worth in run.rules.points.items()}
    return {number: table[number] for number in expected}


# -- tricks, hands and drawing ---------------------------------------------------------------


def _points(run: Run, expected: Any) -> Any:
    """Of the latest trick; by seat or side where the case asks so."""
    if isinstance(expected, dict):
        points = deal_of(run).points
        if all(isinstance(key, int) for key in expected):
            return per_seat(points, expected)
        return shaped(run, result_of(run).side_points, expected)
    taken = last(run, TrickTaken)
    return None if taken is None else taken.points


def _drawn(run: Run, expected: Any) -> Any:
    drawn: dict[int, Any] = {}
    for event in run.events:
        if isinstance(event, CardDrawn):
            drawn.setdefault(event.seat, []).append(event.card)
    return {
        seat: cards if isinstance((expected or {}).get(seat), list) or len(cards) > 1 else cards[0]
        for seat, cards in drawn.items()
    }


def _hand(run: Run, expected: Any) -> Any:
    if isinstance(expected, int):
        return run.rules.hand_size
    return same_cards(deal_of(run).hands[asked_seat(run)], expected)


def _hands(run: Run, expected: dict[int, list[str]]) -> dict[int, Any]:
    hands = deal_of(run).hands
    return {seat: same_cards(hands[seat], cards) for seat, cards in expected.items()}


def _tricks_left(run: Run) -> int:
    deal = deal_of(run)
    cards = sum(map(len, deal.hands)) + deal.stock_left + len(deal.plays)
    return cards // run.rules.trick_size


def _exchangeable(run: Run) -> list[int]:
    """Seats that could exchange in this deal, were they to hold the seven or the two."""
    rules, deal = run.rules, deal_of(run)
    pair = [card for card in rules.exchange_pair[deal.trump] if card in rules.pack]
    return list(range(rules.players)) if any(can_take(rules, deal, card) for card in pair) else []


def _claimed(run: Run) -> list[str]:
    claimed = last(run, Claimed)
    return [card for hand in claimed.hands for card in hand] if claimed else []


def _then(run: Run, expected: dict[str, Any]) -> dict[str, Any]:
    """What follows: who is to act, and whatever else the case says of that moment."""
    said = {key: value for key, value in expected.items() if key != "seat"}
    found = {key: find(run, key, value) for key, value in said.items()}
    return {**found, **({"seat": run.state.turn} if "seat" in expected else {})}


# -- the auction and the contract ------------------------------------------------------------


def _contract_said(run: Run, expected: Any) -> Any:
    found = contract(run)
    if isinstance(expected, dict):
        return {key: find(run, key, value) for key, value in expected.items()}
    return found.target


def _made_cards(run: Run) -> int:
    """Card points of the caller's side, without extras."""
    found, points = result_contract(run), result_of(run).seat_points
    return sum(points[seat] for seat in {found.caller, found.partner} - {None})


def _side_points(run: Run, expected: Any) -> Any:
    if isinstance(expected, int):
        return _made_cards(run)
    return shaped(run, result_of(run).side_points, expected)


def _dealer(run: Run) -> int:
    """Who deals, or after a deal who deals next."""
    return _upcoming(run).dealer


def _upcoming(run: Run) -> Any:
    from games.engine import NextDeal

    return apply(run.state, NextDeal())[0] if run.state.phase == DEAL_OVER else run.state


def _offers(kind: type) -> Found:
    return lambda run, _: any(
        isinstance(one, kind) for one in legal_actions(run.state, asked_seat(run))
    )


def _victories(run: Run, expected: Any) -> Any:
    sides = range(len(run.rules.sides))
    won = [sum(result.game_points[side] > 0 for result in run.state.results) for side in sides]
    return shaped(run, tuple(won), expected)


def _talon(run: Run, expected: Any) -> Any:
    if isinstance(expected, int):
        return run.rules.talon
    shown = last(run, TalonShown)
    return same_cards(shown.cards if shown else (), expected)


def _discards(run: Run, expected: Any) -> Any:
    if isinstance(expected, int):
        return len(contract(run).discards)
    return same_cards(contract(run).discards, expected)


def _winning_sides(run: Run, expected: Any) -> Any:
    points = result_of(run).game_points
    best = max(points)
    sides = tuple(side for side, won in enumerate(points) if won == best and won > 0)
    return named_side(run, sides, expected)


def _trump(run: Run) -> str | None:
    """The trump suit; before a deal the one that its number brings."""
    if run.state.deal is not None:
        return run.state.deal.trump or None
    state, _ = apply(run.state, Cut(run.state.cutter, 10))
    state, _ = apply(state, DealCards(run.rules.deck))
    assert state.deal is not None
    return state.deal.trump or None


def _deal_order(run: Run) -> list[int]:
    return [event.seat for event in run.events if isinstance(event, HandDealt)]


def _imprisoned(run: Run) -> bool:
    deal = deal_of(run)
    return imprisoned(run.rules, deal, f"{deal.trump}{run.rules.order[0]}")


FINDERS: Final[dict[str, Found]] = {
    # taken or refused
    "ok": lambda run, like: run.accepted if isinstance(like, list) else all(run.accepted),
    "code": lambda run, _: run.refusals[-1] if run.refusals else None,
    "refusal": lambda run, _: run.refusals[-1] if run.refusals else None,
    # the pack
    "deck": lambda run, _: len(run.rules.deck),
    "removed": _removed,
    "talon": _talon,
    "tricks": lambda run, _: sum(isinstance(one, TrickTaken) for one in _in_fresh_deal(run)),
    "cards_per_trick": lambda run, _: run.rules.trick_size,
    "draw_rounds": lambda run, _: _draw_rounds(run),
    "points_total": lambda run, _: sum(run.rules.points[card] for card in run.rules.deck),
    "majority": lambda run, _: run.rules.deck_points // 2 + 1,
    "max_total": lambda run, _: _max_total(run),
    "last_tricks": lambda run, _: run.rules.hand_size // run.rules.ruleset.options[
        "play.cards_per_turn"],
    "point_table": _point_table,
    "order": lambda run, _: [one for one in run.rules.order if f"O{one}" in run.rules.pack],
    "cards_drawn_after_trick": _drawn_after,
    "stock": lambda run, _: len(run.rules.deck) - run.rules.talon
    - run.rules.hand_size * run.rules.players,
    # seats
    "dealer": lambda run, _: _dealer(run),
    "next_dealer": lambda run, _: _dealer(run),
    "mano": lambda run, _: _upcoming(run).eldest,
    "cutter": lambda run, _: _upcoming(run).cutter,
    "sides": lambda run, _: [list(side) for side in run.rules.sides],
    "teams": lambda run, _: [list(side) for side in run.rules.sides],
    "deal_order": lambda run, _: _deal_order(run),
    "first_card_to": lambda run, _: next(
        seat for seat, hand in enumerate(deal_of(run).hands) if run.rules.deck[0] in hand),
    "leader": lambda run, _: deal_of(run).leader,
    "next_leader": lambda run, _: deal_of(run).leader,
    "turn": lambda run, _: run.state.turn,
    "phase": lambda run, _: run.state.phase,
    # tricks
    "winner": lambda run, _: getattr(last(run, TrickTaken), "seat", None),
    "trick_winner": lambda run, _: getattr(last(run, TrickTaken), "seat", None),
    "winner_side": lambda run, like: named_side(
        run, (run.rules.side_of[last(run, TrickTaken).seat],), like),
    "points": _points,
    "play_order": lambda run, _: [one.seat for one in run.events if isinstance(one, CardPlayed)],
    "announced": lambda run, _: getattr(last(run, CardPlayed), "announce", None),
    "tricks_won": lambda run, like: per_seat(deal_of(run).tricks_won, like),
    "tricks_left": lambda run, _: _tricks_left(run),
    "drawn": _drawn,
    "drawn_order": lambda run, _: [one.seat for one in run.events if isinstance(one, CardDrawn)],
    # hands
    "hand": _hand,
    "hands": _hands,
    "hand_contains": lambda run, like: [
        card for card in like if card in deal_of(run).hands[run.first_seat or 0]],
    "hand_size": lambda run, _: len(deal_of(run).hands[
        asked_seat(run) if run.seat is not None else contract(run).caller]),
    "hand_sizes": lambda run, like: per_seat([len(hand) for hand in deal_of(run).hands], like),
    # exchange
    "turned": lambda run, _: deal_of(run).turned,
    "stock_left": lambda run, _: deal_of(run).stock_left,
    "trump_card": lambda run, _: deal_of(run).trump_card,
    "turned_card": lambda run, _: deal_of(run).trump_card,
    "exchange_done": lambda run, _: last(run, Exchanged) is not None,
    "exchange_done_after_trick": lambda run, _: run.done_after,
    "before_draw": lambda run, _: run.before_draw,
    "armed": lambda run, _: deal_of(run).armed[run.first_seat or 0],
    "exchangeable_by": lambda run, _: _exchangeable(run),
    "exchange_enabled": lambda run, _: run.rules.exchange,
    "exchange_offered": _offers(Exchange),
    # claims
    "cards_taken": lambda run, _: len(_claimed(run)),
    "points_taken": lambda run, _: sum(run.rules.points[card] for card in _claimed(run)),
    "claim_offered": _offers(Claim),
    "claim_certain": lambda run, like: {
        seat: claim.certain if (claim := view_for(run.state, seat).claim) else None
        for seat in like},
    "open_hands": lambda run, _: [
        seat for seat, hand in enumerate(view_for(run.state, None).hands or ()) if hand],
    "imprisoned": lambda run, _: _imprisoned(run),
    "then": _then,
    **SEEN,
    # the auction
    "high": high,
    "caller": lambda run, _: contract(run).caller,
    "declarer": lambda run, _: contract(run).caller,
    "partner": lambda run, _: contract(run).partner,
    "alone": lambda run, _: contract(run).partner == contract(run).caller,
    "revealed": lambda run, _: contract(run).revealed,
    "call": lambda run, _: contract(run).card,
    "called": lambda run, _: contract(run).card,
    "rank": lambda run, _: contract(run).rank,
    "target": lambda run, _: contract(run).target,
    "contract": _contract_said,
    "trump": lambda run, _: _trump(run),
    "redeal": lambda run, _: over(run) and result_of(run).ended_by == "all_passed",
    "discards": _discards,
    # results
    "deal_over": lambda run, _: over(run),
    "deal_winner": _winning_sides,
    "deal_winners": _winning_sides,
    "reason": lambda run, _: result_of(run).ended_by,
    "tie": lambda run, _: result_of(run).tie,
    "game_points": lambda run, like: shaped(run, result_of(run).game_points, like),
    "team_points": lambda run, like: shaped(run, by_side(run.rules, deal_of(run).points), like),
    "points_by_seat": lambda run, like: per_seat(deal_of(run).points, like),
    "side_points": _side_points,
    "seat_points": lambda run, like: per_seat(result_of(run).seat_points, like),
    "deal_points": lambda run, like: shaped(run, result_of(run).totals, like),
    "totals": lambda run, like: shaped(run, result_of(run).totals, like),
    "cards": lambda run, like: shaped(run, result_of(run).side_cards, like),
    "made": lambda run, _: result_contract(run).made,
    "success": lambda run, _: result_contract(run).made >= result_contract(run).target,
    "marriage_points": lambda run, like: getattr(last(run, MarriageShown), "points", None),
    "score": lambda run, like: shaped(run, run.state.score, like),
    "match_over": lambda run, _: run.state.phase == MATCH_OVER,
    "match_winner": lambda run, like: named_side(run, run.state.winners or (), like),
    "match_drawn": lambda run, _: run.state.winners == (),
    "draw": lambda run, _: run.state.winners == (),
    "victories": _victories,
    "trumps": lambda run, _: [one.trump_suit for one in run.state.results],
    # play money
    "pot": lambda run, _: pot_of(run)[0].total,
    "payout": lambda run, _: dict(pot_of(run)[1].payout),
    "pot_next_match": lambda run, _: pot_of(run)[2].total,
}  # fmt: skip

PATTERNS: Final[tuple[tuple[str, Callable[[Run, int, Any], Any]], ...]] = (
    *SEEN_BY_SEAT,
    (r"hand_of_(\d+)", lambda run, seat, like: same_cards(deal_of(run).hands[seat], like)),
)
