"""Death to the three: the ace waits for the three, and kills it (rules, 3.11)."""

from __future__ import annotations

import pytest

from games.engine import Claim, PlayCard, apply, legal_actions
from games.engine.events import DealEnded, ThreeKilled, TrickTaken
from tests.engine.builders import after, dealt, happened, refused, rules_for

TWO = rules_for("muerte_al_tres", 2)
FOUR = rules_for("muerte_al_tres", 4)
PAIRS = "E3 C4 C5 | E1 O4 O5 | B4 B5 B6 | O6 O7 C6"


def last_cards(rules, hands, trump="E"):
    """A deal of which only these hands are left."""
    players = rules.players
    given = [part.split() for part in hands.split("|")]
    spare = [card for card in rules.deck if not any(card in hand for hand in given)]
    spare = [card for card in spare if card not in (f"{trump}4", f"{trump}1", f"{trump}3")]
    full = [[*hand, *(spare.pop() for _ in range(3 - len(hand)))] for hand in given]
    state = dealt(rules, "|".join(" ".join(hand) for hand in full), f"{trump}4")
    deal = state.deal.replace(stock=(), turned=None, hands=tuple(tuple(hand) for hand in given))
    assert len(given) == players
    return state.replace(deal=deal)


def test_the_ace_stays_in_the_hand_until_the_three_is_played():
    state = dealt(TWO, "E1 O4 C5 | E3 B4 B5", "E12")
    assert [one.card for one in legal_actions(state, 0) if isinstance(one, PlayCard)] == [
        "O4", "C5",
    ]  # fmt: skip
    assert refused(state, PlayCard(0, "E1")) == "card_imprisoned"


def test_a_three_that_lies_frees_the_ace_which_kills_it():
    state = dealt(FOUR, PAIRS, "E12")
    events = happened(state, PlayCard(0, "E3"), PlayCard(1, "E1"))
    assert ThreeKilled(1, "E3", 0) in events
    result = next(event.result for event in events if isinstance(event, DealEnded))
    assert (result.ended_by, result.game_points) == ("three_killed", (0, 1))
    state = after(state, PlayCard(0, "E3"), PlayCard(1, "E1"))
    assert state.phase == "deal_over"
    assert not any(isinstance(event, TrickTaken) for event in events)


def test_a_kill_that_completes_the_trick_takes_it_too():
    state = dealt(TWO, "E3 O4 C5 | E1 B4 B5", "E12")
    events = happened(state, PlayCard(0, "E3"), PlayCard(1, "E1"))
    assert TrickTaken(1, 1, 21) in events
    assert events.index(TrickTaken(1, 1, 21)) < events.index(ThreeKilled(1, "E3", 0))


def test_who_has_both_cannot_kill_his_own():
    state = dealt(TWO, "E3 E1 C5 | O1 B4 B5", "E12", stock="C6 C7 O4 O5")
    state = after(state, PlayCard(0, "E3"), PlayCard(1, "B4"))
    assert state.phase == "play"
    assert PlayCard(0, "E1") in legal_actions(state, 0)
    assert after(state, PlayCard(0, "E1")).phase == "play"


@pytest.mark.parametrize(("friendly", "phase"), [("wins", "deal_over"), ("ignored", "play")])
def test_the_partners_three(friendly, phase):
    rules = rules_for("muerte_al_tres", 4, muerte__friendly=friendly)
    state = dealt(rules, "E3 C4 C5 | B4 O4 O5 | E1 B5 B6 | O6 O7 C6", "E12")
    state = after(state, PlayCard(0, "E3"), PlayCard(1, "B4"), PlayCard(2, "E1"))
    assert state.phase == phase
    if phase == "deal_over":
        assert state.results[-1].game_points == (1, 0)


def test_in_the_last_trick_the_ace_may_come_first():
    state = last_cards(TWO, "E1 | E3")
    state, events = apply(state, PlayCard(0, "E1"))
    assert state.phase == "play"
    state, events = apply(state, PlayCard(1, "E3"))
    assert ThreeKilled(0, "E3", 1) in events
    assert state.results[-1].game_points == (1, 0)


def test_before_the_last_trick_it_may_not():
    assert refused(last_cards(TWO, "E1 O5 | E3 O6"), PlayCard(0, "E1")) == "card_imprisoned"


def test_a_kill_wins_one_deal_whatever_the_points_say():
    rules = rules_for("muerte_al_tres", 4, score__hundred=2)
    state = dealt(rules, PAIRS, "E12")
    state = state.replace(deal=state.deal.replace(points=(0, 99, 0, 0)))
    assert after(state, PlayCard(0, "E3"), PlayCard(1, "E1")).score == (0, 1)


def test_a_claim_waits_while_the_three_may_still_be_killed():
    rules = rules_for("muerte_al_tres", 2, claim=True)
    state = last_cards(rules, "E1 E3 E12 | E7 O1 C3")
    assert refused(state, Claim(0)) == "claim_not_now"
    assert Claim(0) not in legal_actions(state, 0)


def test_arrastre_cannot_come_with_an_ace_that_waits():
    rules = rules_for("muerte_al_tres", 2, arrastre=True)
    state = dealt(rules, "E1 O4 C5 | E3 B4 B5", "E12")
    assert refused(state, PlayCard(0, "E1", "arrastre")) == "card_imprisoned"


def test_with_threes_and_sevens_swapped_the_seven_is_killed():
    rules = rules_for("muerte_al_tres", 2, ranks="swap_3_7")
    state = after(dealt(rules, "E7 O4 C5 | E1 B4 B5", "E12"), PlayCard(0, "E7"))
    events = happened(state, PlayCard(1, "E1"))
    assert ThreeKilled(1, "E7", 0) in events
