"""What must hold in every match, whatever is played: found by random play, proved by faults.

Every check here is also turned on an engine with a fault planted in it, and must find it.
"""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import IllegalAction, PlayCard, build_ruleset
from games.engine import scoring as scores
from games.engine.phases import call, play, settle
from games.record import build_record, verify_record
from tests.record.test_record import NOW
from tests.support import invariants, random_matches
from tests.support.invariants import InvariantError
from tests.support.random_matches import Counts, RandomMatch
from tests.support.random_tables import describe_table, plain_tables, with_extras

TABLES = plain_tables()
SEEDS = st.integers(0, 2**32)
QUICK = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def checked(match):
    record = build_record(match.log, sitters=match.sitters(), started_at=NOW, finished_at=NOW)
    verify_record(json.loads(json.dumps(record)))


@pytest.mark.parametrize("rules", TABLES, ids=describe_table)
def test_a_deal_of_every_game_keeps_cards_points_and_secrets(rules):
    match = RandomMatch(rules, random.Random(describe_table(rules)), Counts())
    match.play_deal()
    checked(match)


@given(st.sampled_from(TABLES), SEEDS)
@settings(QUICK, max_examples=60)
def test_random_play_with_options_keeps_cards_points_and_secrets(rules, seed):
    rng = random.Random(seed)
    match = RandomMatch(with_extras(rules, rng), rng, Counts())
    for _ in range(2):
        if not match.play_deal():
            break
    checked(match)


# -- planted faults: each must be found -----------------------------------------------------------


def see_opponents(monkeypatch):
    right = invariants.view_for
    monkeypatch.setattr(
        invariants,
        "view_for",
        lambda state, seat: right(state, 0 if seat is None else seat),
    )


def see_last_hand_of_others(monkeypatch):
    right = invariants.view_to_json

    def leaky(view):
        told = right(view)
        told["legal"] = told["legal"] or [{"type": "play", "card": view.rules.deck[-1]}]
        return told

    monkeypatch.setattr(invariants, "view_to_json", leaky)


def tell_everything(monkeypatch):
    monkeypatch.setattr(invariants, "redact", lambda event, seat: event)


def see_that_something_private_was_done(monkeypatch):
    right = random_matches.view_to_json

    def leaky(view):
        leaky.count += 1
        return {**right(view), "clock": leaky.count}

    leaky.count = 0
    monkeypatch.setattr(random_matches, "view_to_json", leaky)


def miscount_a_trick(monkeypatch):
    right = play.trick_winner

    def wrong(rules, trump, plays):
        winner, points = right(rules, trump, plays)
        return winner, points + (points == 11)

    monkeypatch.setattr(play, "trick_winner", wrong)


def lose_a_card(monkeypatch):
    right = play.draw_round

    def wrong(rules, deal, eldest, events):
        right(rules, deal, eldest, events)
        deal.hands = tuple(
            tuple("O2" if card == "O1" else card for card in hand) for hand in deal.hands
        )

    monkeypatch.setattr(play, "draw_round", wrong)


def draw_a_card_twice(monkeypatch):
    right = play.draw_round

    def wrong(rules, deal, eldest, events):
        right(rules, deal, eldest, events)
        deal.drawn = max(0, deal.drawn - 1)

    monkeypatch.setattr(play, "draw_round", wrong)


def let_the_winner_draw_first(monkeypatch):
    right = play.draw_round

    def wrong(rules, deal, eldest, events):
        right(rules, deal, deal.turn, events)

    monkeypatch.setattr(play, "draw_round", wrong)


def offer_what_is_refused(monkeypatch):
    right = random_matches.legal_actions
    monkeypatch.setattr(
        random_matches,
        "legal_actions",
        lambda state, seat: (
            *right(state, seat),
            *([PlayCard(seat, "O1")] if "O1" not in state.deal.hands[seat] else []),
        ),
    )


def take_what_is_not_offered(monkeypatch):
    right = random_matches.apply

    def lax(state, action):
        if isinstance(action, PlayCard) and action.seat != state.turn:
            return state, ()
        return right(state, action)

    monkeypatch.setattr(random_matches, "apply", lax)


def name_a_card_in_a_refusal(monkeypatch):
    right = random_matches.apply

    def chatty(state, action):
        try:
            return right(state, action)
        except IllegalAction as refusal:
            refusal.args = (f"{refusal}: {state.deal.hands[0][0]} is better",)
            raise

    monkeypatch.setattr(random_matches, "apply", chatty)


def forget_an_entry(monkeypatch):
    right = random_matches.MatchLog.apply

    def wrong(self, action, **said):
        made = right(self, action, **said)
        if len(self.entries) == 30:
            del self.entries[-1]
        return made

    monkeypatch.setattr(random_matches.MatchLog, "apply", wrong)


def leave_nothing_to_do(monkeypatch):
    right = invariants.legal_actions
    monkeypatch.setattr(
        invariants,
        "legal_actions",
        lambda state, seat: () if len(state.deal.tricks) == 3 else right(state, seat),
    )


def pay_the_caller_too_much(monkeypatch):
    monkeypatch.setattr(scores, "CALLER", 3)


def forget_what_was_put_away(monkeypatch):
    right = call.with_special

    def wrong(state, **changes):
        contract = changes.get("contract")
        if contract is not None and contract.discards:
            changes["contract"] = contract._replace(discards=contract.discards[:1])
        return right(state, **changes)

    monkeypatch.setattr(call, "with_special", wrong)


def count_an_extra_twice(monkeypatch):
    right = settle._counted

    def wrong(*given):
        deal, extras = right(*given)
        return deal, (*extras, *extras)

    monkeypatch.setattr(settle, "_counted", wrong)
    monkeypatch.setattr(settle, "add_at", lambda figures, at, value: figures)


LUDOTEKA = ("ludoteka", 2, {"match.target": 1})
FAULTS = [
    (see_opponents, LUDOTEKA, "may not know"),
    (see_last_hand_of_others, LUDOTEKA, "may not know"),
    (tell_everything, LUDOTEKA, "may not know"),
    (see_that_something_private_was_done, LUDOTEKA, "something private was done"),
    (miscount_a_trick, LUDOTEKA, "points do not add to 120"),
    (lose_a_card, LUDOTEKA, "in two places"),
    (draw_a_card_twice, LUDOTEKA, "in two places"),
    (let_the_winner_draw_first, ("ludoteka", 3, {"deal.draw": "by_seat"}), "out of turn"),
    (offer_what_is_refused, LUDOTEKA, "offered and refused"),
    (take_what_is_not_offered, LUDOTEKA, "accepted and not offered"),
    (name_a_card_in_a_refusal, LUDOTEKA, "refusal names a card"),
    (forget_an_entry, LUDOTEKA, "replaying the log"),
    (leave_nothing_to_do, LUDOTEKA, "nothing is legal"),
    (pay_the_caller_too_much, ("chiamata", 5, {"match.target": 1}), "paid wrongly"),
    (forget_what_was_put_away, ("rematada", 3, {"match.target": 100}), "a card is missing"),
    (count_an_extra_twice, ("mariaje", 2, {"match.target": 100}), "totals are not"),
]


@pytest.mark.parametrize(
    ("fault", "table", "what"), FAULTS, ids=[fault.__name__ for fault, *_ in FAULTS]
)
def test_a_planted_fault_is_found(fault, table, what, monkeypatch):
    rules = build_ruleset(*table).rules
    fault(monkeypatch)
    with pytest.raises(InvariantError, match=what):
        for seed in range(20):
            match = RandomMatch(rules, random.Random(seed), Counts())
            for _ in range(4):
                if not match.play_deal():
                    break


def test_random_play_does_everything_there_is_to_do(monkeypatch):
    """Faults in an action that is never tried would never be found."""
    asked = set()
    for number, rules in enumerate([table for table in TABLES for _ in range(8)]):
        rng = random.Random(number)  # of its own: what one match tries moves no other
        match = RandomMatch(with_extras(rules, rng), rng, Counts())
        monkeypatch.setattr(random_matches, "ACTIONS_CHECK_SHARE", 0)
        match.play_deal()
        asked |= {entry.action["type"] for entry in match.log.entries}
    assert asked >= {
        "play", "exchange", "arm_exchange", "claim", "cut", "deal", "draw_dealer", "bid",
        "declare", "discard", "peek", "look", "sign", "ask", "answer", "say",
    }  # fmt: skip
