"""What each seat and a stranger may see, and that nothing else gets out."""

from __future__ import annotations

import json
from typing import get_args

import orjson
import pytest

from games.engine import (
    PRESETS,
    Action,
    ArmExchange,
    DealCards,
    Event,
    NextDeal,
    OwnAction,
    PlayCard,
    action_from_json,
    action_to_json,
    apply,
    build_ruleset,
    event_to_json,
    legal_actions,
    notation,
    own_to_json,
    own_view,
    redact,
    redaction,
    start,
    view_for,
    view_to_json,
)
from games.engine.errors import IllegalAction
from games.engine.events import CardDrawn, ExchangeArmed, HandDealt, OwnEvent
from games.record.dealing import dealer_draw
from tests.engine.builders import dealt, rules_for


@pytest.fixture
def state():
    return dealt(rules_for(), "E7 O1 C5 | O4 C4 B4", "E12", stock="B5 B6")


def test_a_seat_sees_its_own_hand_and_counts_of_others(state):
    view = view_to_json(view_for(state, 1))
    assert view["hand"] == ["O4", "C4", "B4"]
    assert view["counts"] == [3, 3]
    assert view["turned"] == "E12"
    assert view["hands"] is None
    text = json.dumps(view)
    assert not any(f'"{card}"' in text for card in ("E7", "O1", "C5", "B5", "B6"))


def test_a_stranger_sees_no_hand_and_may_do_nothing(state):
    view = view_to_json(view_for(state, None))
    assert (view["seat"], view["hand"], view["legal"]) == (None, [], [])
    text = json.dumps(view)
    assert not any(f'"{card}"' in text for hand in state.deal.hands for card in hand)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_before_the_deal_there_is_nothing_to_see(viewer):
    view = view_to_json(view_for(start(rules_for(), dealer=0), viewer))
    assert (view["stock"], view["hand"], view["counts"], view["stock_cards"]) == (0, [], [0, 0], [])
    nothing = ("trump", "turned", "hands", "trick", "last_trick", "auction", "contract", "result")
    assert [view[name] for name in nothing] == [None] * len(nothing)
    assert (view["tricks"], view["points"]["seats"], view["armed"]) == ([0, 0], [0, 0], False)


def test_arming_is_seen_by_its_own_seat_alone(state):
    armed, events = apply(state, ArmExchange(0))
    assert view_for(armed, 0).armed
    assert view_for(armed, 1) == view_for(state, 1)
    assert view_for(armed, None) == view_for(state, None)
    assert [redact(event, 1) for event in events] == [None]
    assert redact(events[0], 0) == ExchangeArmed(0, True)


def test_drawn_cards_are_redacted_for_others_but_for_the_turned_one():
    assert redact(CardDrawn(0, "B5", False), 1) == CardDrawn(0, None, False)
    assert redact(CardDrawn(0, "B5", False), 0) == CardDrawn(0, "B5", False)
    assert redact(CardDrawn(0, "E7", True), None) == CardDrawn(0, "E7", True)
    assert redact(HandDealt(0, ("B5",), 1), None) == HandDealt(0, None, 1)


def test_the_secret_state_has_no_encoder(state):
    for secret in (state, state.deal):
        for encode in (json.dumps, orjson.dumps):
            with pytest.raises(TypeError):
                encode(secret)


def test_the_secret_state_prints_no_card(state):
    text = f"{state!r} {state.deal!r} {state!s}"
    assert not any(card in text for card in state.rules.deck)


def test_views_and_events_are_json_from_first_to_last(state, rng):
    while state.phase == "play":
        actions = legal_actions(state, state.turn)
        action = rng.choice(actions)
        assert action_from_json(action.seat, action_to_json(action)) == action
        state, events = apply(state, action)
        for viewer in (0, 1, None):
            json.dumps(view_to_json(view_for(state, viewer)))
            for event in events:
                seen = redact(event, viewer)
                if seen is not None:
                    json.dumps(event_to_json(seen))


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {"type": 1}, {"type": "play"}, {"type": "play", "card": "X1"},
        {"type": "play", "card": ["O1"]}, {"type": "play", "card": "O1", "seat": 1},
        {"type": "deal"}, {"type": "next_deal"}, {"type": "cut", "at": True},
        {"type": "cut", "at": "5"}, {"type": "arm_exchange", "on": 1},
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(data):
    with pytest.raises(IllegalAction):
        action_from_json(0, data)


def test_a_play_is_part_of_what_all_may_see(state):
    after, _ = apply(state, PlayCard(0, "O1"))
    for viewer in (0, 1, None):
        trick = view_to_json(view_for(after, viewer))["trick"]
        assert trick == {
            "number": 1,
            "leader": 0,
            "plays": [{"seat": 0, "card": "O1", "announce": None}],
            "winning": 0,
        }


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_what_depends_on_the_viewer_is_in_the_own_view_alone(preset, rng):
    rules = build_ruleset(preset, max(PRESETS[preset].players)).rules
    state, seen = start(rules, dealer=0), 0
    while state.phase != "match_over" and seen < 120:
        seen += 1
        anybody = view_to_json(view_for(state, None))
        for seat in (None, *range(rules.players)):
            own = own_to_json(own_view(state, seat))
            assert {**anybody, **own} == view_to_json(view_for(state, seat))
        state = one_on(state, rng)


def one_on(state, rng):
    """The state after something that may be done, by the host or a seat."""
    if state.phase == "draw_dealer":
        action = dealer_draw(state.rules, rng.randbytes)
    elif state.phase == "deal":
        deck = sorted(state.rules.deck, key=lambda _: rng.random())
        action = DealCards(tuple(deck))
    elif state.phase == "deal_over":
        action = NextDeal()
    else:
        every = [a for seat in range(state.rules.players) for a in legal_actions(state, seat)]
        action = every[rng.randrange(len(every))]
    try:
        return apply(state, action)[0]
    except IllegalAction:  # a claim that partners' cards do not bear out
        return state


def test_it_is_said_of_every_event_who_may_know_it_and_how_it_is_written():
    kinds = set(get_args(Event)) - {OwnEvent}
    assert kinds == redaction.PUBLIC | set(redaction.REDACTED)
    assert kinds == set(notation._PLAIN_EVENTS) | set(notation._EVENTS)
    assert not set(notation._PLAIN_EVENTS) & set(notation._EVENTS)


def test_every_action_has_a_notation():
    assert set(get_args(Action)) - {OwnAction} == set(notation._ACTIONS)
