"""Reads one worked case, sets up the state it describes, and compares what the engine does.

A case says only what matters to it; whatever it leaves open (the rest of the stock, a hand that
nobody asks about) is filled with cards that it does not name.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from games.engine import (
    ARRASTRE,
    ArmExchange,
    Claim,
    Event,
    Exchange,
    IllegalAction,
    MatchState,
    NextDeal,
    PlayCard,
    Rules,
    Ruleset,
    RulesetError,
    apply,
    build_ruleset,
    legal_actions,
    start,
)
from games.engine.cards import PACK_48
from games.engine.events import CardDrawn, Claimed, Exchanged, TrickTaken
from games.engine.phases.play import draw_round, trick_winner
from games.engine.phases.settle import settle
from games.engine.pot import open_pot, settle_pot
from games.engine.scoring import by_side, deal_points
from games.engine.state import DEAL_OVER, DRAW, MATCH_OVER, PLAY, SEAL, DealState
from games.engine.windows import can_take

Case = dict[str, Any]


def ruleset_of(case: Case) -> Ruleset:
    """The ruleset a case is about; `base` is the default preset."""
    preset = "ludoteka" if case["preset"] == "base" else case["preset"]
    options = dict(case.get("options") or {})
    teams = case.get("teams")
    if isinstance(teams, str):
        options["teams"] = teams
    return build_ruleset(preset, case["players"], options)


def run_case(case: Case) -> None:
    """Raises AssertionError where the engine does otherwise than the case expects."""
    if case.get("action") == "create_table":
        return _create_table(case)
    rules = ruleset_of(case).rules
    if isinstance(case.get("teams"), list):
        assert [list(side) for side in rules.sides] == case["teams"]
    action = case.get("action")
    named = {
        None: _plays,
        "next_deal": _next_deal,
        "draw": _draw,
        "score_deal": _score_deal,
        "settle_pot": _settle_pot,
    }
    if isinstance(action, str) and action.startswith("legal_cards_of_"):
        return _legal_cards(case, rules, int(action.rsplit("_", 1)[1]))
    if isinstance(action, dict | list):
        return _actions(case, rules, action if isinstance(action, list) else [action])
    if action not in named:
        raise AssertionError(f"this runner does not know the action {action!r}")
    return named[action](case, rules)


def _create_table(case: Case) -> None:
    try:
        ruleset_of(case)
        accepted = True
    except RulesetError:
        accepted = False
    _compare(case, {"ok": accepted})


def _compare(case: Case, found: dict[str, Any]) -> None:
    """Every expectation must be among what was found, and equal."""
    for key, expected in case["expect"].items():
        assert key in found, f"{case['id']}: nothing found for {key!r}"
        assert found[key] == expected, f"{case['id']}: {key} is {found[key]!r}, not {expected!r}"


# -- setting up ------------------------------------------------------------------------------


def _state(case: Case, rules: Rules) -> MatchState:
    """A match in the middle of a deal, as the case describes it."""
    setup = case.get("setup") or {}
    players = rules.players
    turned = setup.get("turned")
    trump = setup.get("trump") or (turned[0] if turned else "E")
    hands: dict[int, list[str]] = {
        seat: list(cards) for seat, cards in (setup.get("hands") or {}).items()
    }
    for seat, card in case.get("plays") or []:
        held = hands.setdefault(seat, [])
        if card not in held:
            held.append(card)
    used = {card for held in hands.values() for card in held} | set(setup.get("played") or [])
    used |= {turned} - {None}
    fillers = [card for card in rules.deck if card not in used]
    winner = setup.get("last_winner", setup.get("winner"))
    left = _stock_left(setup, rules)
    if "stock" in setup:
        stock = [card for card in setup["stock"] if card != turned]
    else:
        if left and turned is None:
            turned = next(card for card in reversed(fillers) if card[0] == trump)
            fillers.remove(turned)
        if not left:
            turned = None
        stock = fillers[: max(0, left - 1)]
    leader = _leader(case, setup, winner)
    tricks_won = dict(setup.get("tricks_won") or ({} if winner is None else {winner: 1}))
    deal = DealState(
        seal=SEAL,
        trump=trump,
        trump_card=turned,
        turned=turned,
        stock=tuple(stock),
        drawn=0,
        hands=tuple(tuple(hands.get(seat, ())) for seat in range(players)),
        leader=leader,
        turn=leader,
        plays=(),
        pull=False,
        tricks=(),
        tricks_won=tuple(tricks_won.get(seat, 0) for seat in range(players)),
        points=(0,) * players,
        armed=(False,) * players,
        round_drawn=_round_drawn(setup, rules, left),
    )
    phase = PLAY if winner is None else DRAW
    return start(rules, dealer=_dealer(setup, players))._replace(
        phase=phase, deal=deal, turn=deal.turn if phase == PLAY else None
    )


def _dealer(setup: dict[str, Any], players: int) -> int:
    if "dealer" in setup:
        return int(setup["dealer"])
    return (setup["mano"] - 1) % players if "mano" in setup else players - 1


def _leader(case: Case, setup: dict[str, Any], winner: int | None) -> int:
    if winner is not None:
        return winner
    if "leader" in setup:
        return int(setup["leader"])
    if case.get("plays"):
        return int(case["plays"][0][0])
    action = case.get("action")
    first = action[0] if isinstance(action, list) and action else action
    return int(first.get("seat", 0)) if isinstance(first, dict) else 0


def _stock_left(setup: dict[str, Any], rules: Rules) -> int:
    """Cards to draw, the turned one included: as told, or as the number of the trick implies.

    While a trick is played and right after it, nobody has drawn for it.
    """
    if "stock_left" in setup:
        return int(setup["stock_left"])
    if "stock" in setup:
        return len(setup["stock"])
    players = rules.players
    first = len(rules.deck) - 3 * players
    if "trick_no" not in setup:
        return first - players
    done = setup["trick_no"] - 1
    return max(0, first - done * players)


def _round_drawn(setup: dict[str, Any], rules: Rules, left: int) -> int:
    if "drawn_this_round" in setup:
        return int(setup["drawn_this_round"])
    return rules.players - left if setup.get("last_draw_round_started") else 0


def _lay(case: Case, rules: Rules, state: MatchState) -> tuple[MatchState, list[Event]]:
    """The plays of the case; the announcement goes with the last one."""
    plays = case.get("plays") or []
    happened: list[Event] = []
    for index, (seat, card) in enumerate(plays):
        announce = case.get("announce") if index == len(plays) - 1 else None
        state, events = apply(state, PlayCard(seat, card, announce))
        happened += events
    return state, happened


# -- kinds of case ---------------------------------------------------------------------------


def _plays(case: Case, rules: Rules) -> None:
    """Arithmetic of the pack, or the outcome of a trick."""
    if not case.get("plays"):
        _compare(case, _arithmetic(rules))
    else:
        state, events = _lay(case, rules, _state(case, rules))
        _compare(case, {"ok": True, **_trick(state, events, case)})


def _arithmetic(rules: Rules) -> dict[str, Any]:
    players = rules.players
    full = PACK_48 if players == 6 else [card for card in PACK_48 if card[1:] not in ("8", "9")]
    return {
        "deck": len(rules.deck),
        "removed": [card for card in full if card not in rules.deck],
        "hand": rules.hand_size,
        "stock": len(rules.deck) - rules.hand_size * players,
        "tricks": len(rules.deck) // rules.trick_size,
        "cards_per_trick": rules.trick_size,
        "draw_rounds": (len(rules.deck) - rules.hand_size * players) // players,
        "points_total": sum(rules.points[card] for card in rules.deck),
        "last_tricks": rules.hand_size,
    }


def _trick(state: MatchState, events: list[Event], case: Case) -> dict[str, Any]:
    taken = next((event for event in events if isinstance(event, TrickTaken)), None)
    found: dict[str, Any] = {
        "turned": state.deal.turned if state.deal else None,
        "deal_over": state.phase in (DEAL_OVER, MATCH_OVER),
        "play_order": [seat for seat, _ in case.get("plays") or []],
        "point_table": {
            int(card[1:]): worth for card, worth in state.rules.points.items() if worth
        },
    }
    table = case["expect"].get("point_table")
    if table is not None:
        found["point_table"] = {key: found["point_table"].get(key, 0) for key in table}
    if taken is not None:
        found |= {"winner": taken.seat, "points": taken.points, "next_leader": taken.seat}
    return found


def _next_deal(case: Case, rules: Rules) -> None:
    state = start(rules, dealer=case["setup"]["dealer"])._replace(phase=DEAL_OVER)
    state, _ = apply(state, NextDeal())
    found = {"dealer": state.dealer, "mano": state.eldest, "cutter": state.cutter}
    _compare(case, found)


def _draw(case: Case, rules: Rules) -> None:
    deal = _state(case, rules).deal
    assert deal is not None
    events: list[Event] = []
    hands = list(deal.hands)
    draw_round(
        rules, deal.turn, hands, deal.stock, deal.drawn, deal.turned, events, deal.round_drawn
    )
    drawn = {event.seat: event.card for event in events if isinstance(event, CardDrawn)}
    _compare(case, {"drawn": drawn, "drawn_order": list(drawn)})


def _legal_cards(case: Case, rules: Rules, seat: int) -> None:
    state, _ = _lay(case, rules, _state(case, rules))
    found = [
        action.card
        for action in legal_actions(state, seat)
        if isinstance(action, PlayCard) and action.announce is None
    ]
    expected = case["expect"]["legal"]
    _compare(case, {"legal": expected if set(found) == set(expected) else found})


def _score_deal(case: Case, rules: Rules) -> None:
    setup = case["setup"]
    state = _state({**case, "plays": None}, rules)
    assert state.deal is not None
    points = _by_seat(rules, setup.get("points_by_seat") or setup.get("points") or {})
    cards = _by_seat(rules, setup.get("cards") or {})
    deal = state.deal._replace(
        points=points, tricks_won=tuple(taken // rules.trick_size for taken in cards)
    )
    score = _by_side(rules, setup.get("score") or {})
    state, _ = settle(state._replace(deal=deal, score=score), "played_out", [])
    result = state.results[-1]
    winner = state.winners[0] if state.winners else None
    shape = case["expect"]
    _compare(
        case,
        {
            "game_points": _shaped(rules, result.game_points, shape.get("game_points")),
            "team_points": _shaped(rules, result.side_points, shape.get("team_points")),
            "score": _shaped(rules, state.score, shape.get("score")),
            "match_over": state.phase == MATCH_OVER,
            "match_winner": _side_name(winner, shape.get("match_winner")),
        },
    )


def _settle_pot(case: Case, rules: Rules) -> None:
    """A match that a side has won, or that ends level by the points of its only deal."""
    setup = case["setup"]
    winners: list[int] = []
    if "match_winner" in setup:
        winners = [int(setup["match_winner"][1:])]
    else:
        points = by_side(rules, _by_seat(rules, setup["points"]))
        game_points, tied = deal_points(rules, points, (0,) * len(points), rules.players - 1)
        assert tied
        assert not any(game_points)
    pot = open_pot(rules)
    settled = settle_pot(rules, pot, winners=winners, eldest=0)
    _compare(
        case,
        {
            "pot": pot.total,
            "payout": dict(settled.payout),
            "pot_next_match": open_pot(rules, carried=settled.left).total,
        },
    )


def _by_seat(rules: Rules, figures: dict[Any, int]) -> tuple[int, ...]:
    """Figures by seat; those given for a team (t0, t1) are put to its first seat."""
    seats = [0] * rules.players
    for key, value in figures.items():
        seat = rules.sides[int(key[1:])][0] if isinstance(key, str) else key
        seats[seat] += value
    return tuple(seats)


def _by_side(rules: Rules, figures: dict[Any, int]) -> tuple[int, ...]:
    sides = [0] * len(rules.sides)
    for key, value in figures.items():
        sides[int(key[1:]) if isinstance(key, str) else rules.side_of[key]] = value
    return tuple(sides)


def _shaped(rules: Rules, sides: tuple[int, ...], like: Any) -> Any:
    """Figures of sides under the keys that the case uses."""
    if not isinstance(like, dict):
        return list(sides)
    return {
        key: sides[int(key[1:]) if isinstance(key, str) else rules.side_of[key]] for key in like
    }


def _side_name(side: int | None, like: Any) -> Any:
    return f"t{side}" if side is not None and isinstance(like, str) else side


# -- single actions --------------------------------------------------------------------------


def _actions(case: Case, rules: Rules, actions: list[dict[str, Any]]) -> None:
    state = _state(case, rules)
    state, events = _lay(case, rules, state)
    setup_seats = set((case.get("setup") or {}).get("hands") or {})
    accepted: list[bool] = []
    done_after: int | None = None
    before_draw = False
    for action in actions:
        if action.get("event") == "trick_won":
            state, new = _win_trick(state, action["seat"], setup_seats)
            if done_after is None and any(isinstance(event, Exchanged) for event in new):
                done_after = action["trick"]
                kinds = [type(event) for event in new]
                before_draw = CardDrawn not in kinds or (
                    kinds.index(Exchanged) < kinds.index(CardDrawn)
                )
            events += new
            continue
        try:
            if "play" in action:
                state = _to_move(state, action["seat"])
            state, more = apply(state, _asked(action))
            events += more
            accepted.append(True)
        except IllegalAction:
            accepted.append(False)
    seat = actions[-1].get("seat", 0)
    deal = state.deal
    assert deal is not None
    claimed = next((event for event in events if isinstance(event, Claimed)), None)
    taken = [card for hand in claimed.hands for card in hand] if claimed else []
    whose = actions[0].get("seat", 0)
    expect = case["expect"]
    _compare(
        case,
        {
            **_trick(state, events, case),
            "ok": accepted if isinstance(expect.get("ok"), list) else all(accepted),
            "hand": _like(list(deal.hands[seat]), expect.get("hand")),
            "hand_contains": [
                card for card in expect.get("hand_contains") or [] if card in deal.hands[whose]
            ],
            "armed": deal.armed[whose],
            "exchange_done": any(isinstance(event, Exchanged) for event in events),
            "exchange_done_after_trick": done_after,
            "before_draw": before_draw,
            "exchangeable_by": _exchangeable(rules, deal),
            "cards_taken": len(taken),
            "points_taken": sum(rules.points[card] for card in taken),
            "legal": _legal_for(state, seat, expect.get("legal")),
            "deal_winner": None,
        },
    )


def _asked(action: dict[str, Any]) -> Any:
    seat = action["seat"]
    if "play" in action:
        return PlayCard(seat, action["play"], action.get("announce"))
    if "exchange" in action:
        return Exchange(seat, action["exchange"])
    if "arm_exchange" in action:
        return ArmExchange(seat, action["arm_exchange"])
    if "claim" in action:
        return Claim(seat)
    if action.get("announce") == ARRASTRE:
        raise IllegalAction("announce_not_allowed")  # nothing to announce without a card
    raise IllegalAction("unknown_action")


def _to_move(state: MatchState, seat: int) -> MatchState:
    """Where a case lets a seat lead without saying whose turn it was, it is that seat's."""
    deal = state.deal
    if deal is None or deal.plays or state.phase != PLAY:
        return state
    return state._replace(deal=deal._replace(leader=seat, turn=seat))


def _like(found: list[str], expected: list[str] | None) -> list[str]:
    return expected if expected is not None and sorted(found) == sorted(expected) else found


def _legal_for(state: MatchState, seat: int, expected: list[str] | None) -> list[str]:
    found = [action.card for action in legal_actions(state, seat) if isinstance(action, PlayCard)]
    return _like(found, expected)


def _exchangeable(rules: Rules, deal: DealState) -> list[int]:
    """Seats that could exchange in this deal, were they to hold the seven or the two."""
    pair = [card for card in rules.exchange_pair[deal.trump] if card in rules.deck]
    return list(range(rules.players)) if any(can_take(rules, deal, card) for card in pair) else []


def _win_trick(
    state: MatchState, winner: int, given: set[int]
) -> tuple[MatchState, tuple[Event, ...]]:
    """Play a trick that `winner` takes; seats whose hand the case gives keep the exchange card."""
    rules, deal = state.rules, state.deal
    assert deal is not None
    pair = rules.exchange_pair[deal.trump]
    seats = rules.seats_from(deal.turn)
    hidden = [*deal.stock[deal.drawn :]]
    choices = [
        [card for card in deal.hands[seat] if card not in pair] if seat in given else hidden
        for seat in seats
    ]
    for cards in product(*choices):
        plays = tuple(PlayCard(seat, card) for seat, card in zip(seats, cards, strict=True))
        if len(set(cards)) == len(cards) and trick_winner(rules, deal.trump, plays)[0] == winner:
            break
    else:
        raise AssertionError(f"no trick found that seat {winner} takes")
    hands = list(deal.hands)
    for play in plays:
        if play.seat not in given:
            hands[play.seat] = (play.card, *hands[play.seat])
    stock = tuple(card for card in hidden if card not in {play.card for play in plays})
    state = state._replace(deal=deal._replace(hands=tuple(hands), stock=stock, drawn=0))
    happened: tuple[Event, ...] = ()
    for play in plays:
        state, events = apply(state, play)
        happened += events
    return state, happened
