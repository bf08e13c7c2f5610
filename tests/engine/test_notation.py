"""Actions and events as JSON: there and back, every one of them, and nothing untrusted gets in."""

from __future__ import annotations

import json
import random

import pytest

from games.engine import (
    Answer,
    ArmExchange,
    Ask,
    Bid,
    Claim,
    Cut,
    DealCards,
    Declare,
    Discard,
    DrawDealer,
    Exchange,
    IllegalAction,
    Look,
    NextDeal,
    Offer,
    Peek,
    PlayCard,
    Reply,
    Resign,
    Resume,
    Say,
    Sign,
    action_from_json,
    action_kinds,
    action_to_json,
    event_to_json,
    redact,
    view_for,
    view_to_json,
)
from games.engine import events as happened
from games.engine.results import ContractResult, DealResult, Extra
from tests.support.random_matches import Counts, RandomMatch
from tests.support.random_tables import describe_table, plain_tables, with_extras

ACTIONS = {
    "play": (PlayCard(1, "O1"), {"card": "O1"}),
    "announced play": (PlayCard(1, "O1", "arrastre"), {"card": "O1", "announce": "arrastre"}),
    "exchange": (Exchange(1, "E7"), {"give": "E7"}),
    "arm_exchange": (ArmExchange(1, False), {"on": False}),
    "claim": (Claim(1), {}),
    "cut": (Cut(1, 20), {"at": 20}),
    "resign": (Resign(1), {}),
    "offer": (Offer(1, "draw"), {"what": "draw"}),
    "reply": (Reply(1, "pause", False), {"what": "pause", "yes": False}),
    "resume": (Resume(1), {}),
    "bid": (Bid(1), {"bid": "pass"}),
    "bid of a rank": (Bid(1, 3), {"bid": {"rank": 3}}),
    "bid of points": (Bid(1, points=65), {"bid": {"points": 65}}),
    "bid of both": (Bid(1, 2, 70), {"bid": {"rank": 2, "points": 70}}),
    "declare": (Declare(1, "C"), {"suit": "C"}),
    "declare a card": (Declare(1, "C", 12), {"suit": "C", "rank": 12}),
    "discard": (Discard(1, ("B1", "C5")), {"cards": ["B1", "C5"]}),
    "peek": (Peek(1, 3), {"at": 3}),
    "look": (Look(1, 2), {"at": 2}),
    "sign": (Sign(1, "trump_ace"), {"sign": "trump_ace"}),
    "ask": (Ask(1, 3, "points"), {"to": 3, "question": "points"}),
    "answer": (Answer(1, 3, True), {"to": 3, "yes": True}),
    "say": (Say(1, "tinc l'as"), {"text": "tinc l'as"}),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_goes_to_json_and_back(name):
    action, fields = ACTIONS[name]
    told = action_to_json(action)
    assert {key: value for key, value in told.items() if key != "type"} == fields
    assert action_from_json(1, json.loads(json.dumps(told))) == action


def test_every_kind_of_action_is_tried():
    assert {action_to_json(action)["type"] for action, _ in ACTIONS.values()} == set(action_kinds())


@pytest.mark.parametrize(
    "action",
    [DealCards(("O1", "O3")), NextDeal(), DrawDealer(("O1", "O3")), Sign(1, "brisca", (2,))],
)
def test_what_is_for_the_house_alone_is_not_read_from_a_seat(action):
    with pytest.raises(IllegalAction):
        action_from_json(1, action_to_json(action))
    assert "O1" not in json.dumps(action_to_json(DealCards(("O1", "O3"))))


@pytest.mark.parametrize(
    "data",
    [
        {"type": "bid"}, {"type": "bid", "bid": "fold"}, {"type": "bid", "bid": {}},
        {"type": "bid", "bid": {"rank": "3"}}, {"type": "bid", "bid": {"rank": True}},
        {"type": "bid", "bid": {"rank": 3, "suit": "C"}}, {"type": "bid", "bid": {"points": 1e9}},
        {"type": "bid", "bid": {"points": 10**9}}, {"type": "declare"},
        {"type": "declare", "suit": "X"}, {"type": "declare", "suit": ["C"]},
        {"type": "declare", "suit": "C", "rank": "12"}, {"type": "discard"},
        {"type": "discard", "cards": "B1C5"}, {"type": "discard", "cards": ["B1", "X1"]},
        {"type": "discard", "cards": ["B1"] * 60}, {"type": "peek"}, {"type": "peek", "at": "2"},
        {"type": "look", "at": None}, {"type": "sign"}, {"type": "sign", "sign": 1},
        {"type": "sign", "sign": "x" * 300}, {"type": "ask", "to": 2},
        {"type": "ask", "question": "points"}, {"type": "answer", "to": 2},
        {"type": "answer", "to": 2, "yes": 1}, {"type": "say"}, {"type": "say", "text": "x" * 300},
        {"type": "play", "card": "O1", "announce": "tute"}, {"type": "whistle"}, {"type": "offer"},
        {"type": "reply", "what": "draw"}, {"type": "reply", "what": "draw", "yes": 1},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_what_is_no_action_is_refused(data):
    with pytest.raises(IllegalAction) as refusal:
        action_from_json(0, data)
    assert refusal.value.code in ("bad_action", "unknown_action", "announce_not_allowed")


CONTRACT = ContractResult(
    caller=1, partner=None, rank_bid=None, points_bid=110, suit="O", rank=None, target=110,
    made=115, discards=("B1", "C5"),
)  # fmt: skip
RESULT = DealResult(
    deal=1, dealer=0, trump_suit="O", trump_card=None, seat_points=(55, 65, 0),
    side_points=(55, 65, 0), side_cards=(10, 20, 0), game_points=(0, 110, 0), score=(0, 110, 0),
    ended_by="played_out", tie=False, extras=(Extra(1, "last_trick", None, 10),),
    totals=(55, 75, 0), contract=CONTRACT,
)  # fmt: skip
EVENTS = [
    (happened.DealStarted(2, 1, 0), {"deal": 2, "dealer": 1, "eldest": 0}),
    (happened.DeckCut(1, 20), {"seat": 1, "at": 20}),
    (happened.HandDealt(0, ("O1", "C3"), 2), {"seat": 0, "cards": ["O1", "C3"], "count": 2}),
    (happened.HandDealt(0, None, 2), {"seat": 0, "cards": None, "count": 2}),
    (happened.TrumpTurned("E", "E12"), {"suit": "E", "card": "E12"}),
    (happened.TrumpTurned("E", None), {"suit": "E", "card": None}),
    (happened.CardPlayed(0, "O1", None), {"seat": 0, "card": "O1", "announce": None}),
    (happened.TrickTaken(1, 2, 21), {"seat": 1, "number": 2, "points": 21}),
    (happened.CardDrawn(1, None, False), {"seat": 1, "card": None, "turned": False}),
    (happened.Exchanged(1, "E7", "E12"), {"seat": 1, "give": "E7", "take": "E12"}),
    (happened.ExchangeArmed(1, True), {"seat": 1, "on": True}),
    (happened.ClaimFailed(1, ("O1", "C3")), {"seat": 1, "cards": ["O1", "C3"]}),
    (happened.Claimed(1, (("O1",), ("C3",))), {"seat": 1, "hands": [["O1"], ["C3"]]}),
    (happened.Resigned(1), {"seat": 1}),
    (happened.Offered(1, "draw"), {"seat": 1, "what": "draw"}),
    (happened.Replied(1, "draw", True), {"seat": 1, "what": "draw", "yes": True}),
    (happened.Paused(1), {"seat": 1}),
    (happened.Resumed(1), {"seat": 1}),
    (happened.MatchEnded((1,), (0, 3), "target"),
     {"winners": [1], "score": [0, 3], "ended_by": "target"}),
    (happened.DealerDrawn((((0, "O1"), (1, "C3")),), 0),
     {"draws": [[{"seat": 0, "card": "O1"}, {"seat": 1, "card": "C3"}]], "dealer": 0}),
    (happened.BidMade(1, Bid(1, 2, 70)), {"seat": 1, "bid": {"rank": 2, "points": 70}}),
    (happened.BidMade(1, Bid(1)), {"seat": 1, "bid": "pass"}),
    (happened.AuctionWon(1, Bid(1, 3), 61), {"seat": 1, "bid": {"rank": 3}, "target": 61}),
    (happened.TalonShown(1, ("B1", "O5")), {"seat": 1, "cards": ["B1", "O5"]}),
    (happened.CardsDiscarded(1, ("B1", "C5"), 2), {"seat": 1, "count": 2, "cards": ["B1", "C5"]}),
    (happened.CardsDiscarded(1, None, 2), {"seat": 1, "count": 2, "cards": None}),
    (happened.Called(1, "C", 12), {"seat": 1, "suit": "C", "rank": 12, "card": "C12"}),
    (happened.Called(1, "C", None), {"seat": 1, "suit": "C", "rank": None, "card": None}),
    (happened.PartnerRevealed(3, False), {"seat": 3, "alone": False}),
    (happened.MarriageShown(1, "C", 20), {"seat": 1, "suit": "C", "points": 20}),
    (happened.ThreeKilled(1, "E3", 0), {"seat": 1, "card": "E3", "by": 0}),
    (happened.Peeked(1, 3, ("O1", "C3")), {"seat": 1, "at": 3, "cards": ["O1", "C3"]}),
    (happened.Looked(1, 0), {"seat": 1, "at": 0}),
    (happened.Signed(1, "brisca", (3,), (3,)), {"seat": 1, "sign": "brisca", "seen_by": [3]}),
    (happened.Asked(1, 3, "points"), {"seat": 1, "to": 3, "question": "points"}),
    (happened.Answered(3, 1, "points", True),
     {"seat": 3, "to": 1, "question": "points", "yes": True}),
    (happened.Said(1, "hola"), {"seat": 1, "text": "hola"}),
    (happened.Warned(1), {"seat": 1}),
    (happened.Penalised(1), {"seat": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "fields"), EVENTS, ids=[type(event).__name__ for event, _ in EVENTS]
)
def test_an_event_has_its_fields(event, fields):
    told = event_to_json(event)
    kind = "".join(f"_{one.lower()}" if one.isupper() else one for one in type(event).__name__)
    assert told == {"type": kind.lstrip("_"), **fields}
    assert json.loads(json.dumps(told)) == told


def test_the_result_of_a_deal_has_its_fields():
    told = event_to_json(happened.DealEnded(RESULT))["result"]
    assert json.loads(json.dumps(told)) == told
    assert told["contract"] == {
        "caller": 1, "partner": None, "bid": {"points": 110}, "suit": "O", "rank": None,
        "target": 110, "made": 115, "declarer": 1, "discards": ["B1", "C5"],
    }  # fmt: skip
    assert told["extras"] == [{"side": 1, "why": "last_trick", "suit": None, "points": 10}]
    assert (told["totals"], told["ended_by"]) == ([55, 75, 0], "played_out")


def test_every_event_is_tried():
    every = set(happened.Event.__args__) - {happened.OwnEvent}
    assert {type(event) for event, _ in EVENTS} | {happened.DealEnded} == every


@pytest.mark.parametrize("rules", plain_tables(), ids=describe_table)
def test_all_that_is_offered_and_told_in_a_deal_is_json(rules):
    rng = random.Random(describe_table(rules))
    match = RandomMatch(with_extras(rules, rng), rng, Counts())
    keys = None
    real = match._step

    def step(action):
        nonlocal keys
        real(action)
        state = match.log.state
        for viewer in (rng.randrange(rules.players), None):
            view = view_to_json(view_for(state, viewer))
            assert json.loads(json.dumps(view)) == view
            assert keys in (None, set(view))
            keys = set(view)
            for asked in view["legal"]:
                assert action_to_json(action_from_json(viewer, asked)) == asked

    match._step = step
    match.play_deal()


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_viewer_gets_of_an_event_is_of_the_same_kind(viewer):
    for event, _ in EVENTS:
        seen = redact(event, viewer)
        assert seen is None or type(seen) is type(event)
