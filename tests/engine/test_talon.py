"""The talon of Rematada: shown, taken, two cards put away in secret (rules, 3.10)."""

from __future__ import annotations

import json

import pytest

from games.engine import (
    Bid,
    Declare,
    Discard,
    PlayCard,
    apply,
    event_to_json,
    legal_actions,
    redact,
    view_for,
    view_to_json,
)
from games.engine.events import CardsDiscarded, MarriageShown, TalonShown
from tests.engine.builders import after, bought, happened, opened, play_out, refused, rules_for

RULES = rules_for("rematada", 3)
HANDS = "O1 O3 O12 O11 C5 C6 C7 E5 E6 E7 | C1 C3 C12 C11 C10 B5 B6 B7 E10 E11"
TALON = "B1 O5"


def bid_for(caller=0, points=100, rules=RULES):
    return bought(opened(rules, HANDS, talon=TALON), Bid(caller, points=points))


def named(caller=0, cards=("B1", "C5"), suit="O", rules=RULES):
    return after(bid_for(caller, rules=rules), Discard(caller, cards), Declare(caller, suit))


def test_the_talon_lies_face_down_while_they_bid():
    state = opened(RULES, HANDS, talon=TALON)
    for viewer in (0, 1, 2, None):
        told = json.dumps(view_to_json(view_for(state, viewer)))
        assert not any(f'"{card}"' in told for card in TALON.split())


def test_who_wins_the_auction_shows_the_talon_and_takes_it():
    state = opened(RULES, HANDS, talon=TALON)
    events = happened(state, Bid(0, points=100), Bid(1), Bid(2))
    assert events[-1] == TalonShown(0, ("B1", "O5"))
    assert all(redact(events[-1], viewer) == events[-1] for viewer in (0, 1, 2, None))
    state = bid_for()
    assert (state.phase, state.turn) == ("discard", 0)
    assert [len(hand) for hand in state.deal.hands] == [12, 10, 10]
    assert all(view_for(state, seat).contract.talon == ("B1", "O5") for seat in (0, 1, 2, None))


def test_every_two_cards_of_the_twelve_may_be_put_away():
    assert len(legal_actions(bid_for(), 0)) == 12 * 11 // 2
    assert legal_actions(bid_for(), 1) == ()


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Discard(0, ("B1",)), "discard_not_allowed"),
        (Discard(0, ("B1", "O5", "C5")), "discard_not_allowed"),
        (Discard(0, ("B1", "B1")), "discard_not_allowed"),
        (Discard(0, ("B1", "C1")), "card_not_held"),
        (Discard(1, ("C1", "C3")), "not_your_turn"),
        (Declare(0, "O"), "not_in_phase"),
        (PlayCard(0, "O1"), "not_in_phase"),
    ],
)
def test_anything_else_is_refused(action, code):
    assert refused(bid_for(), action) == code


def test_what_was_put_away_is_seen_by_its_seat_alone_until_the_deal_is_counted(rng):
    state, events = apply(bid_for(), Discard(0, ("B1", "C5")))
    assert redact(events[0], 0) == CardsDiscarded(0, ("B1", "C5"), 2)
    for viewer in (1, 2, None):
        told = event_to_json(redact(events[0], viewer))
        assert told == {"type": "cards_discarded", "seat": 0, "count": 2, "cards": None}
        assert view_for(state, viewer).contract.discards is None
    assert view_for(state, 0).contract.discards == ("B1", "C5")
    state = play_out(after(state, Declare(0, "O")), rng)
    assert view_for(state, None).contract.discards == ("B1", "C5")
    assert state.results[-1].contract.discards == ("B1", "C5")


def test_then_the_trump_is_named_without_a_rank():
    state = after(bid_for(), Discard(0, ("B1", "C5")))
    assert (state.phase, legal_actions(state, 0)) == (
        "call", tuple(Declare(0, suit) for suit in "OCEB"),
    )  # fmt: skip
    assert refused(state, Declare(0, "O", 1)) == "call_not_allowed"
    state = after(state, Declare(0, "O"))
    assert (state.phase, state.deal.trump, state.turn) == ("play", "O", 0)


def test_the_declarer_leads_where_the_rules_say_so():
    rules = rules_for("rematada", 3, play__first_lead="declarer")
    state = named(1, ("C1", "C3"), "C", rules)
    assert state.turn == 1
    assert named(1, ("C1", "C3"), "C").turn == 0


def test_what_was_put_away_counts_for_the_declarer(rng):
    state = play_out(named(cards=("B1", "O3")), rng)
    result = state.results[-1]
    taken = sum(trick.points for trick in state.deal.tricks if trick.winner == 0)
    assert result.seat_points[0] == taken + 21
    assert sum(result.seat_points) == 120


def shown(state, rng):
    """The tricks after which king and knight were shown, and who took the tricks."""
    when = []
    while state.phase == "play":
        plays = [one for one in legal_actions(state, state.turn) if isinstance(one, PlayCard)]
        state, events = apply(state, rng.choice(plays))
        when += [len(state.deal.tricks) for one in events if isinstance(one, MarriageShown)]
    return when, [trick.winner for trick in state.deal.tricks], state.results[-1]


def test_king_and_knight_of_trumps_are_shown_with_the_declarers_first_trick(rng):
    for _ in range(10):
        when, winners, result = shown(named(), rng)
        assert when == [winners.index(0) + 1]
        assert [extra.points for extra in result.extras if extra.why == "declared"] == [40]


def test_nothing_is_shown_by_who_put_one_of_the_two_away(rng):
    when, _, result = shown(named(cards=("O12", "C5")), rng)
    assert when == []
    assert not [extra for extra in result.extras if extra.why == "declared"]


def test_the_last_trick_counts_ten_for_the_declarer_alone(rng):
    seen = set()
    for _ in range(30):
        _, winners, result = shown(named(), rng)
        last = [extra.points for extra in result.extras if extra.why == "last_trick"]
        assert last == ([10] if winners[-1] == 0 else [])
        seen.add(winners[-1])
    assert len(seen) > 1
