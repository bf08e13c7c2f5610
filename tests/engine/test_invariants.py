"""What must hold in every match, whatever is played: found by random play, proved by faults.

Every check here is also turned on an engine with a fault planted in it, and must find it.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.bots import BOT_NAMES, bot_named
from games.engine import (
    ArmExchange,
    Claim,
    Cut,
    DealCards,
    Exchange,
    IllegalAction,
    PlayCard,
    apply,
    build_ruleset,
    legal_actions,
    start,
    view_for,
)
from games.engine.events import Exchanged
from games.engine.phases import play
from games.management import random_matches
from games.management.random_matches import Counts, RandomMatch
from games.record import build_record, invariants, verify_record
from games.record.invariants import InvariantError, KnownCards, message
from tests.record.test_record import NOW

TABLES = [
    (preset, players, teams)
    for preset in ("ludoteka", "doncomos", "catalan", "wikipedia_en")
    for players, teams in (
        (2, "individual"),
        (3, "individual"),
        (4, "pairs"),
        (4, "individual"),
        (6, "threes"),
        (6, "pairs"),
    )
]
SEEDS = st.integers(0, 2**32)
QUICK = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def rules_for(preset, players, teams):
    return build_ruleset(preset, players, {"teams": teams, "match.target": 1}).rules


@given(st.sampled_from(TABLES), SEEDS)
@settings(QUICK, max_examples=40)
def test_random_play_keeps_cards_points_and_secrets(table, seed):
    match = RandomMatch(rules_for(*table), random.Random(seed), Counts())
    for _ in range(3):
        if not match.play_deal():
            break
    record = build_record(match.log, sitters=match.sitters(), started_at=NOW, finished_at=NOW)
    verify_record(json.loads(json.dumps(record)))


# -- secrecy: what a viewer gets depends on nothing that it may not know --------------------------


def played_on(rules, deck, dealer, rng):
    """A deal played at random for a while: its actions and the states and events on the way."""
    actions = [Cut((dealer - 1) % rules.players, 20), DealCards(deck)]
    state = start(rules, dealer=dealer)
    steps = []
    for action in actions:
        state, events = apply(state, action)
        steps.append((state, events))
    for _ in range(rng.randrange(len(deck) - 1)):
        seat = state.turn if rng.random() < 0.8 else rng.randrange(rules.players)
        legal = [one for one in legal_actions(state, seat) if not isinstance(one, Claim)]
        if not legal:
            continue
        action = rng.choice(legal)
        state, events = apply(state, action)
        actions.append(action)
        steps.append((state, events))
        if state.phase != "play":
            break
    return actions, steps


def known_to(viewer, steps):
    """The cards that this viewer may know after these steps."""
    known = KnownCards(steps[0][0].rules.players)
    for state, events in steps:
        known.follow(state, events)
    return known.public | (known.held[viewer] if viewer is not None else set())


def shown_to(viewer, actions, rules, dealer):
    """Every message a viewer gets, as bytes, the exchanges made, and the state at the end.

    No messages where others could not have played so. What others arm is theirs alone: where they
    hold other cards it may not be possible.
    """
    state, shown, exchanges = start(rules, dealer=dealer), [], []
    for action in actions:
        private = isinstance(action, ArmExchange) and action.seat != viewer
        try:
            state, events = apply(state, action)
        except IllegalAction:
            if private:
                continue
            return None, exchanges, state
        exchanges += [event for event in events if isinstance(event, Exchanged)]
        if not private:
            shown.append(json.dumps(message(state, events, viewer)))
    return shown, exchanges, state


def refusals(state, seat):
    """How the attempts of a seat end: the same for hands that it cannot see."""
    codes = []
    for card in state.rules.deck:
        for action in (PlayCard(seat, card), Exchange(seat, card)):
            try:
                apply(state, action)
            except IllegalAction as error:
                codes.append((card, error.code))
    for action in (ArmExchange(seat, True), Cut(seat, 20)):
        try:
            apply(state, action)
        except IllegalAction as error:
            codes.append(error.code)
    return codes


@given(st.sampled_from(TABLES), SEEDS, st.integers(-1, 5))
@settings(QUICK, max_examples=150)
def test_deals_that_differ_only_in_unknown_cards_give_a_viewer_the_same(table, seed, viewer):
    rules, rng = rules_for(*table), random.Random(seed)
    assume(viewer < rules.players)
    seat = None if viewer < 0 else viewer
    dealer = rng.randrange(rules.players)
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    actions, steps = played_on(rules, deck, dealer, rng)
    known = known_to(seat, steps)
    unknown = [card for card in deck if card not in known]
    exchanged = iter(rng.sample(unknown, len(unknown)))
    other = tuple(card if card in known else next(exchanged) for card in deck)
    actions_there = [DealCards(other) if isinstance(one, DealCards) else one for one in actions]
    here, exchanges, state = shown_to(seat, actions, rules, dealer)
    there, exchanges_there, state_there = shown_to(seat, actions_there, rules, dealer)
    # an exchange that was armed is seen when it is made: it tells that the seat held the card
    assume(there is not None and exchanges == exchanges_there)
    assert here == there
    if seat is None or state.phase != "play":
        return
    assert refusals(state, seat) == refusals(state_there, seat)
    if state.turn == seat:
        for level in BOT_NAMES:
            bot = bot_named(level)
            choices = {
                bot.choose(view_for(one, seat), random.Random(seed)) for one in (state, state_there)
            }
            assert len(choices) == 1


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


def miscount_a_trick(monkeypatch):
    right = play.trick_winner

    def wrong(rules, trump, plays):
        winner, points = right(rules, trump, plays)
        return winner, points + (points == 11)

    monkeypatch.setattr(play, "trick_winner", wrong)


def lose_a_card(monkeypatch):
    right = play.draw_round

    def wrong(rules, winner, hands, *rest):
        made = right(rules, winner, hands, *rest)
        if any("O1" in hand for hand in hands):
            hands[:] = [tuple("O2" if card == "O1" else card for card in hand) for hand in hands]
        return made

    monkeypatch.setattr(play, "draw_round", wrong)


def draw_a_card_twice(monkeypatch):
    right = play.draw_round

    def wrong(rules, winner, hands, stock, drawn, turned, events, already=0):
        drawn, turned = right(rules, winner, hands, stock, drawn, turned, events, already)
        return max(0, drawn - 1), turned

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
    right = random_matches.legal_actions
    monkeypatch.setattr(
        random_matches,
        "legal_actions",
        lambda state, seat: right(state, seat) if seat == state.turn else (),
    )
    refuse = random_matches.apply

    def lax(state, action):
        if isinstance(action, PlayCard) and action.seat != state.turn:
            return state, ()
        return refuse(state, action)

    monkeypatch.setattr(random_matches, "apply", lax)


def forget_an_entry(monkeypatch):
    right = random_matches.MatchLog.apply

    def wrong(self, action, **said):
        made = right(self, action, **said)
        if len(self.entries) == 30:
            del self.entries[-1]
        return made

    monkeypatch.setattr(random_matches.MatchLog, "apply", wrong)


FAULTS = [
    see_opponents,
    see_last_hand_of_others,
    tell_everything,
    miscount_a_trick,
    lose_a_card,
    draw_a_card_twice,
    offer_what_is_refused,
    take_what_is_not_offered,
    forget_an_entry,
]


def play_matches(rules, count):
    for seed in range(count):
        match = RandomMatch(rules, random.Random(seed), Counts())
        while match.play_deal():
            pass


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault, monkeypatch):
    rules = build_ruleset("ludoteka", 2, {"match.target": 1}).rules
    fault(monkeypatch)
    with pytest.raises((InvariantError, ValueError, IllegalAction)):
        play_matches(rules, 20)


def test_a_view_that_leaked_would_fail_the_test_of_secrecy(monkeypatch):
    rules, rng = rules_for("ludoteka", 2, "individual"), random.Random(1)
    actions, _ = played_on(rules, rules.deck, 0, rng)
    other = list(rules.deck)
    other[-1], other[-2] = other[-2], other[-1]
    swapped = [DealCards(tuple(other)) if isinstance(one, DealCards) else one for one in actions]
    right = invariants.view_to_json
    assert shown_to(0, actions, rules, 0)[0] == shown_to(0, swapped, rules, 0)[0]

    def leaky(state, seat):
        view = view_for(state, seat)
        stock = state.deal.stock[-1] if state.deal else None
        return (view, stock)

    monkeypatch.setattr(invariants, "view_for", leaky)
    monkeypatch.setattr(invariants, "view_to_json", lambda pair: {**right(pair[0]), "x": pair[1]})
    assert shown_to(0, actions, rules, 0)[0] != shown_to(0, swapped, rules, 0)[0]
