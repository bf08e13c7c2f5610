"""What the deck gave to each seat, and where it could have exchanged, against the engine itself."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.engine import (
    ArmExchange,
    Exchange,
    NextDeal,
    PlayCard,
    Rules,
    apply,
    build_ruleset,
    legal_actions,
    start,
)
from games.engine.events import CardDrawn, Exchanged, HandDealt, Signed
from games.engine.phases.talk import true_signs
from games.record import MatchLog, open_deal
from games.record.log import read_action
from games.stats.cards import rules_of
from games.stats.dealt_cards import SignMade, due, follow
from games.stats.figures import seat_figures
from tests.record.family import EVERY_PRESET, play_at_random, random_match, random_rules, record_of


def given_by_engine(log: MatchLog) -> list[list[set[str]]]:
    """For each deal and seat, the cards dealt and drawn; what an exchange put there is put back."""
    state, deals = start(log.rules, dealer=log.dealer), []
    for entry in log.entries:
        state, events = apply(state, read_action(entry, state.number, log.decks))
        for event in events:
            if isinstance(event, HandDealt):
                if len(deals) < state.number:
                    deals.append([set() for _ in range(log.rules.players)])
                deals[-1][event.seat] |= set(event.cards or ())
            elif isinstance(event, CardDrawn):
                assert event.card is not None
                assert state.deal is not None
                turned = state.deal.trump_card if event.turned else event.card
                assert turned is not None
                deals[-1][event.seat].add(turned)
    return deals


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_every_card_is_given_to_whom_the_engine_gives_it(preset, players, teams):
    log = random_match(preset, players, {"teams": teams}, most=3, seed="dealt")
    record = record_of(log)
    dealt = given_by_engine(log)
    for deal, given in zip(record["deals"], dealt, strict=True):
        found = follow(rules_of(record), deal).cards
        assert [set(cards) for cards in found] == given
        assert all(len(cards) == len(set(cards)) for cards in found)


def test_every_card_is_given_to_whom_the_engine_gives_it_by_any_rules():
    for seed in range(25):
        dice = random.Random(f"any rules {seed}")
        log = play_at_random(random_rules(dice), dice, most=2)
        record = record_of(log)
        for deal, given in zip(record["deals"], given_by_engine(log), strict=False):
            assert [set(cards) for cards in follow(rules_of(record), deal).cards] == given


@pytest.mark.parametrize(("players", "teams"), [(2, "individual"), (3, "individual"),
                                                (4, "pairs"), (6, "threes")])  # fmt: skip
@pytest.mark.parametrize("timing", ["after_win_before_draw", "any_time"])
def test_by_seat_every_card_is_given_to_whom_the_engine_gives_it(players, teams, timing):
    options = {"teams": teams, "deal.draw": "by_seat", "exchange.timing": timing}
    log = random_match("ludoteka", players, options, most=3, seed="by seat")
    record = record_of(log)
    for deal, given in zip(record["deals"], given_by_engine(log), strict=True):
        assert [set(cards) for cards in follow(rules_of(record), deal).cards] == given


def signs_by_engine(log: MatchLog) -> list[SignMade]:
    """The signs of all deals, as the engine tells who saw them and what would have been true."""
    state, made = start(log.rules, dealer=log.dealer), []
    for entry in log.entries:
        before = state
        state, events = apply(state, read_action(entry, state.number, log.decks))
        for event in events:
            if isinstance(event, Signed):
                assert before.deal is not None
                side = log.rules.side_of
                seen = any(side[seat] != side[event.seat] for seat in event.seen_by)
                true = event.sign in true_signs(log.rules, before.deal, event.seat)
                made.append(SignMade(event.seat, seen, true))
    return made


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, {(False, True)}),
        ({"talk.leak": 0.5}, {(False, True), (True, True)}),
        ({"talk.seen_by": "gaze"}, {(False, True), (True, True)}),
        (
            {"talk.seen_by": "gaze", "talk.truth": "free"},
            {(False, True), (True, True), (False, False), (True, False)},
        ),
    ],
    ids=["partners alone", "leaks", "gaze", "false signs"],
)
def test_signs_are_counted_with_who_saw_them_and_whether_they_were_true(players, options, kinds):
    log = random_match("senas", players, options, most=6, seed="signs")
    record = record_of(log)
    found = [one for deal in record["deals"] for one in follow(rules_of(record), deal).signs]
    assert found == signs_by_engine(log)
    assert {(one.is_seen, one.true) for one in found} == kinds
    totals = seat_figures(record)
    assert sum(own["signs"] for own in totals) == len(found)
    assert sum(own["signs_seen"] for own in totals) == sum(one.is_seen for one in found)
    assert sum(own["signs_false"] for own in totals) == sum(not one.true for one in found)
    assert all(own["signed_deals"] == own["deals"] for own in totals)


def eager(rules: Rules, seed: str, deals: int) -> MatchLog:
    """A match in which everybody exchanges, or asks for it, as soon as they may."""
    dice = random.Random(seed)
    log = MatchLog.begin("eager", rules, 0)
    while log.state.phase != "match_over" and len(log.state.results) < deals:
        if log.state.phase == "deal_over":
            log.apply(NextDeal(), by="host")
        open_deal(log, house=range(rules.players), token_bytes=dice.randbytes).apply_to(log)
        while log.state.phase not in ("deal_over", "match_over"):
            assert log.state.turn is not None
            wanted = [
                action
                for seat in range(rules.players)
                for action in legal_actions(log.state, seat)
                if isinstance(action, Exchange) or (isinstance(action, ArmExchange) and action.on)
            ]
            plays = [
                one for one in legal_actions(log.state, log.state.turn) if isinstance(one, PlayCard)
            ]
            log.apply(wanted[0] if wanted else dice.choice(plays), by="bot", ms=1)
    return log


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"exchange.deadline": "penultimate"},
        {"exchange.deadline": "last_card", "exchange.chain": False},
        {"deal.draw": "by_seat"},
        {"exchange.timing": "any_time", "exchange.prearm": False},
        {"deal.draw": "by_seat", "exchange.timing": "any_time", "exchange.prearm": False},
        {"exchange.timing": "any_time", "exchange.prearm": False, "exchange.won_scope": "team"},
    ],
    ids=str,
)
def test_a_chance_to_exchange_is_one_that_the_engine_gives(players, options):
    if players < 4 and options.get("exchange.won_scope"):
        options = {**options, "exchange.won_scope": "player"}
    rules = build_ruleset("ludoteka", players, {**options, "match.target": 30}).rules
    record = record_of(eager(rules, f"{players} {options}", 30))
    used = 0
    for deal in record["deals"]:
        took = {one["seat"] for one in deal["actions"] if one["type"] == "exchange"}
        assert follow(rules, deal).chances == took
        used += len(took)
    assert used
    totals = seat_figures(record)
    assert sum(own["exchange_chances"] for own in totals) == used
    assert sum(own["exchanges_missed"] for own in totals) == 0


def test_who_never_exchanges_misses_every_chance():
    rules = build_ruleset("ludoteka", 2, {"match.target": 20}).rules
    lazy = random.Random("lazy")
    log = MatchLog.begin("lazy", rules, 0)
    while log.state.phase != "match_over" and len(log.state.results) < 12:
        if log.state.phase == "deal_over":
            log.apply(NextDeal(), by="host")
        open_deal(log, house=range(2), token_bytes=lazy.randbytes).apply_to(log)
        while log.state.turn is not None:
            plays = [
                one for one in legal_actions(log.state, log.state.turn) if isinstance(one, PlayCard)
            ]
            log.apply(lazy.choice(plays), by="bot", ms=1)
    totals = seat_figures(record_of(log))
    for own in totals:
        assert own["exchanges"] == 0
        assert own["exchanges_missed"] == own["exchange_chances"] > 0


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_what_is_due_and_what_is_dealt_add_up_to_the_pack(preset, players, teams):
    log = random_match(preset, players, {"teams": teams}, most=3, seed="due")
    record = record_of(log)
    totals: Counter[str] = Counter()
    for own in seat_figures(record):
        totals.update(own)
    rules = rules_of(record)
    whole = [deal for deal in record["deals"] if deal["ended_by"] == "played_out"]
    if len(whole) < len(record["deals"]) or not whole:
        return
    talon = Counter[str]()
    for deal in whole:
        for card in deal["deck"][len(deal["deck"]) - rules.talon :] if rules.talon else ():
            talon.update(cards=1, points=rules.points[card])
    assert totals["cards_dealt"] == len(whole) * len(rules.deck) - talon["cards"]
    assert totals["points_dealt"] == len(whole) * rules.deck_points - talon["points"]
    if rules.talon == 0:
        assert totals["points_due"] == pytest.approx(100 * totals["points_dealt"], abs=6)
        # what one side is dealt beyond its share the others are dealt less
        assert abs(totals["luck"]) <= len(whole) * players * players
    chosen = record["rules"]["trump.source"] == "declared"
    assert (totals["trumps_dealt"] == 0) == chosen
    if not chosen:
        assert totals["trumps_due"] == pytest.approx(100 * totals["trumps_dealt"], abs=6)


def test_due_is_the_share_of_the_pack_in_hundredths():
    assert due(20, 120, 40) == 6000
    assert due(12, 9, 36) == 300
    assert due(13, 10, 39) == 333
    assert due(0, 120, 40) == 0


def exchanged(log: MatchLog) -> int:
    """Exchanges that the engine made."""
    state, count = start(log.rules, dealer=log.dealer), 0
    for entry in log.entries:
        state, events = apply(state, read_action(entry, state.number, log.decks))
        count += sum(isinstance(event, Exchanged) for event in events)
    return count


def test_exchanges_are_those_that_the_engine_made():
    rules = build_ruleset("ludoteka", 4, {"match.target": 20}).rules
    log = eager(rules, "counted", 8)
    totals = seat_figures(record_of(log))
    assert sum(own["exchanges"] for own in totals) == exchanged(log) > 0
