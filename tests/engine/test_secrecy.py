"""Nobody is told what they may not know: pairs of deals, and a leak planted in every message.

The comparison itself is in `tests.support.secrecy`; `check_secrecy` runs it at length.
"""

from __future__ import annotations

import dataclasses
import json
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.bots import BOT_NAMES, bot_named
from games.engine import (
    ArmExchange,
    Claim,
    Cut,
    DealCards,
    PlayCard,
    apply,
    build_ruleset,
    event_to_json,
    legal_actions,
    redaction,
    start,
    view_for,
    view_to_json,
    visibility,
)
from games.engine import events as happened
from tests.engine.builders import dealt
from tests.support import invariants, secrecy
from tests.support.random_tables import describe_table, plain_tables, with_extras
from tests.support.secrecy import SecrecyError, check_table, other_deck, play_on, transcript_of

TABLES = plain_tables()
PARTNERS = ("ludoteka", 4)
GAZE = (*PARTNERS, {"talk.mode": "senas", "talk.seen_by": "gaze"})
SIGNS = (*PARTNERS, {"talk.mode": "senas"})
ASKING = (*PARTNERS, {"talk.mode": "parlant_tapat"})
ASKING_FREELY = (*PARTNERS, {"talk.mode": "parlant_tapat", "talk.truth": "free"})
LOSING = (*PARTNERS, {"talk.penalty": "lose_deal", "match.target": 1})
PEEKING = (*PARTNERS, {"peek.at_deal": True})
MARRIAGES = ("mariaje", 2, {"marriage.mode": "declared"})


def rules_of(table):
    return build_ruleset(*table).rules


def check(table, pairs=60, seed=1):
    check_table(rules_of(table), random.Random(seed), pairs)


# -- every game -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TABLES, ids=describe_table)
def test_a_viewer_is_told_the_same_of_deals_it_cannot_tell_apart(rules):
    done, _ = check_table(rules, random.Random(describe_table(rules)), 4)
    assert done >= 4


@given(st.sampled_from(TABLES), st.integers(0, 2**32))
@settings(max_examples=40)
def test_options_open_no_leak(rules, seed):
    rng = random.Random(seed)
    check_table(with_extras(rules, rng), rng, 2)


@given(
    st.sampled_from([*TABLES, *map(rules_of, (SIGNS, ASKING, ASKING_FREELY))]),
    st.integers(0, 2**32),
)
@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_bots_choose_the_same_where_they_see_the_same(rules, seed):
    rng = random.Random(seed)
    played = play_on(rules, rng)
    seat = played.end.turn
    assume(seat is not None)
    there = transcript_of(played, other_deck(played, seat, rng), seat)
    assume(there is not None and there.state.turn == seat)
    views = [view_for(state, seat) for state in (played.end, there.state)]
    assume(views[0] == views[1])
    for level in BOT_NAMES:
        bot = bot_named(level)
        assert len({bot.choose(view, random.Random(seed)) for view in views}) == 1


def test_the_command_counts_pairs_by_preset():
    out = StringIO()
    call_command("check_secrecy", "--pairs", "12", "--preset", "gingo,rematada", stdout=out)
    lines = out.getvalue().splitlines()
    figures = dict(line.split() for line in lines[:-1])
    assert set(figures) == {"gingo", "rematada"}
    assert sum(map(int, figures.values())) >= 12
    assert "told the same" in lines[-1]


def test_the_command_says_where_a_leak_is(monkeypatch):
    monkeypatch.setattr(invariants, "redact", lambda event, seat: event)
    with pytest.raises(CommandError, match=r"ludoteka for 2 individual: .*\(seed 4, table 1\)"):
        call_command("check_secrecy", "--pairs", "50", "--preset", "ludoteka", "--seed", "4")


# -- a leak planted in each event -----------------------------------------------------------


def hidden_from(state, seat):
    """What this viewer may not know: the hands of others and what is still to be drawn."""
    deal = state.deal
    if deal is None:
        return ""
    hands = [hand for at, hand in enumerate(deal.hands) if at != seat]
    return f"{hands} {deal.stock[deal.drawn :]}"


EVENTS = {
    "HandDealt": ("ludoteka", 2),
    "TrumpTurned": ("ludoteka", 2),
    "CardPlayed": ("ludoteka", 2),
    "TrickTaken": ("ludoteka", 3),
    "CardDrawn": ("ludoteka", 2),
    "Exchanged": ("catalan", 2),
    "ExchangeArmed": ("ludoteka", 2),
    "DealEnded": LOSING,
    "MatchEnded": LOSING,
    "BidMade": ("chiamata", 5),
    "AuctionWon": ("chiamata_punti", 5),
    "TalonShown": ("rematada", 3),
    "CardsDiscarded": ("rematada", 3),
    "Called": ("chiamata", 5),
    "PartnerRevealed": ("chiamata_buia", 5),
    "MarriageShown": MARRIAGES,
    "ThreeKilled": ("muerte_al_tres", 4),
    "Peeked": PEEKING,
    "Looked": GAZE,
    "Signed": SIGNS,
    "Asked": ASKING,
    "Answered": ASKING,
    "Said": (*PARTNERS, {"talk.mode": "parlant"}),
    "Warned": (*PARTNERS, {"talk.penalty": "warn"}),
    "Penalised": LOSING,
}
"""Where each event comes about while cards are hidden."""
NOTHING_HIDDEN = {
    "DealStarted": "no card is dealt yet",
    "DeckCut": "no card is dealt yet",
    "DealerDrawn": "no card is dealt yet",
    "Claimed": "all hands are shown and no stock is left",
    "ClaimFailed": "it comes with the last cards, too late for pairs at random; see below",
    "Offered": "it was said aloud, and names nothing but the matter",
    "Replied": "it was said aloud, and names nothing but the matter",
    "Paused": "nothing is dealt or shown by it",
    "Resumed": "nothing is dealt or shown by it",
    "Resigned": "a match that is given up is over; nothing is dealt or shown by it",
}


def kind_of(name):
    """The type of an event in JSON."""
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")


def test_every_event_has_its_leak():
    every = {one.__name__ for one in happened.Event.__args__} - {"OwnEvent"}
    assert set(EVENTS) | set(NOTHING_HIDDEN) == every


@pytest.mark.parametrize(
    ("viewer", "there"),
    [
        (1, "E1 E12 O4 | E3 O1 C3 | B3 C5 B6 | O3 E11 B1"),
        (2, "E1 E12 O4 | E3 B3 C3 | E11 C5 B6 | O3 O1 B1"),
        (None, "E1 E12 O4 | O3 O1 C3 | E11 C5 B6 | E3 B3 B1"),
    ],
)
def test_a_false_claim_shows_the_hand_of_who_made_it_and_nothing_else(viewer, there):
    messages = []
    for hands in ("E1 E12 O4 | E3 O1 C3 | E11 C5 B6 | O3 B3 B1", there):
        state = dealt(rules_of(("catalan", 4)), hands, "E4")
        state = state.replace(deal=state.deal.replace(stock=(), turned=None))
        for action in (Claim(0), PlayCard(0, "O4")):
            state, events = apply(state, action)
            messages.append(invariants.message(state, events, viewer))
    assert messages[:2] == messages[2:]
    assert messages[0]["view"]["hands"][0] == ["E1", "E12", "O4"]


@pytest.mark.parametrize("name", EVENTS)
def test_a_leak_in_an_event_is_found(name, monkeypatch):
    right = invariants.message

    def leaky(state, events, seat):
        message = right(state, events, seat)
        for event in message["events"]:
            if event["type"] == kind_of(name):
                event["leak"] = hidden_from(state, seat)
        return message

    monkeypatch.setattr(invariants, "message", leaky)
    with pytest.raises(SecrecyError, match="events"):
        check(EVENTS[name], 200)


def unredacted(name):
    """Everybody gets these events whole."""
    right = redaction.redact
    return lambda event, seat: event if type(event).__name__ == name else right(event, seat)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("HandDealt", ("ludoteka", 3)),
        ("CardDrawn", ("ludoteka", 2)),
        ("ExchangeArmed", ("ludoteka", 2)),
        ("CardsDiscarded", ("rematada", 3)),
        ("Peeked", PEEKING),
        ("Looked", GAZE),
        ("Signed", SIGNS),
        ("Signed", GAZE),
    ],
)
def test_an_event_that_is_told_whole_is_found(name, table, monkeypatch):
    leaky = unredacted(name)
    monkeypatch.setattr(invariants, "redact", leaky)
    monkeypatch.setattr(redaction, "redact", leaky)
    with pytest.raises(SecrecyError):
        check(table, 200)


def test_a_sign_that_says_who_else_saw_it_is_found(monkeypatch):
    right = redaction.REDACTED[happened.Signed]
    monkeypatch.setitem(
        redaction.REDACTED,
        happened.Signed,
        lambda event, seat: event if right(event, seat) else None,
    )
    with pytest.raises(SecrecyError):
        check(GAZE, 400)


def test_a_sign_that_its_partner_does_not_get_is_found(monkeypatch):
    right = redaction.REDACTED[happened.Signed]
    monkeypatch.setitem(
        redaction.REDACTED,
        happened.Signed,
        lambda event, seat: right(event, seat) if seat == event.seat else None,
    )
    with pytest.raises(SecrecyError, match="seen by the wrong ones"):
        check(SIGNS)


# -- a leak planted in each part of the view ------------------------------------------------

PARTS = tuple(view_to_json(view_for(start(rules_of(("ludoteka", 2)), dealer=0), None)))


@pytest.mark.parametrize("part", PARTS)
def test_a_leak_in_a_part_of_the_view_is_found(part, monkeypatch):
    right = invariants.message

    def leaky(state, events, seat):
        message = right(state, events, seat)
        message["view"][part] = [message["view"][part], hidden_from(state, seat)]
        return message

    monkeypatch.setattr(invariants, "message", leaky)
    with pytest.raises(SecrecyError, match=f"view.{part} tells"):
        check(("ludoteka", 2), 20)


def replaced(**makers):
    """A `view_for` with some of its fields made otherwise, from the state."""

    def leaky(state, seat):
        view = view_for(state, seat)
        if state.deal is None:
            return view
        changed = {name: make(state, seat, view) for name, make in makers.items()}
        return dataclasses.replace(view, **changed)

    return leaky


def of_contract(name, make):
    """The contract of a view with one field made from the state."""

    def leaky(state, seat, view):
        contract = state.deal.special.contract
        if view.contract is None or contract is None:
            return view.contract
        return dataclasses.replace(view.contract, **{name: make(contract)})

    return replaced(contract=leaky)


NATURAL = {
    "the hand of another": (("ludoteka", 2), replaced(
        hand=lambda state, seat, view: state.deal.hands[0 if seat is None else seat])),
    "all hands": (PEEKING, replaced(hands=lambda state, seat, view: state.deal.hands)),
    "a partner's hand after the first lead": (PEEKING, replaced(
        hands=lambda state, seat, view: tuple(
            hand if seat is not None and (at - seat) % 2 == 0 else None
            for at, hand in enumerate(state.deal.hands)))),
    "the top of the stock": (("scoperta", 2), replaced(
        stock_cards=lambda state, seat, view: state.deal.stock[state.deal.drawn :][:1])),
    "what another may do": (("ludoteka", 3), replaced(
        legal=lambda state, seat, view: legal_actions(state, state.turn or 0))),
    "what another has asked for": (("ludoteka", 2), replaced(
        armed=lambda state, seat, view: any(state.deal.armed))),
    "where another looks": (GAZE, replaced(
        looking=lambda state, seat, view: state.deal.special.gaze[0])),
    "signs to others": (SIGNS, replaced(
        signs=lambda state, seat, view: tuple(
            visibility.SignView(one.seat, one.sign, one.trick)
            for one in state.deal.special.signs))),
    "the hidden partner": (("chiamata", 5), of_contract("partner", lambda one: one.partner)),
    "that the caller is alone": (
        ("chiamata", 5), of_contract("alone", lambda one: one.partner == one.caller)),
    "that the caller of gingo is alone": (
        ("gingo", 5, {"gingo.own_call": True}),
        of_contract("alone", lambda one: one.partner == one.caller)),
    "what was put away": (
        ("rematada", 3), of_contract("discards", lambda one: one.discards or None)),
    "points of the partner's side": (("chiamata", 5), replaced(
        side_points=lambda state, seat, view: (
            state.deal.points[state.deal.special.contract.partner or 0]
            if state.deal.special.contract else 0,))),
}  # fmt: skip


@pytest.mark.parametrize("name", NATURAL)
def test_a_view_that_shows_too_much_is_found(name, monkeypatch):
    table, leaky = NATURAL[name]
    monkeypatch.setattr(invariants, "view_for", leaky)
    with pytest.raises(SecrecyError):
        check(table, 300)


# -- a leak planted in a refusal ------------------------------------------------------------


def test_a_refusal_that_tells_of_other_hands_is_found(monkeypatch):
    right = secrecy.apply

    def leaky(state, action):
        try:
            return right(state, action)
        except secrecy.IllegalAction as refusal:
            last = state.rules.players - 1
            if getattr(action, "card", None) in (state.deal.hands[last] if state.deal else ()):
                refusal.args = ("somebody else holds that",)
            raise

    monkeypatch.setattr(secrecy, "apply", leaky)
    with pytest.raises(SecrecyError, match="refused otherwise"):
        check(("ludoteka", 3))


def test_a_viewer_learns_nothing_of_what_others_arm():
    rules = rules_of(("ludoteka", 2))
    state, _ = apply(start(rules, dealer=1), Cut(0, 20))
    deck = ["E7", "O4", "O1", "C4", "C5", "B4", "E12"]
    state, _ = apply(state, DealCards((*deck, *(one for one in rules.deck if one not in deck))))
    armed, events = apply(state, ArmExchange(0))
    for viewer in (1, None):
        told = [invariants.message(one, (), viewer) for one in (state, armed)]
        assert json.dumps(told[0]) == json.dumps(told[1])
        assert [redaction.redact(event, viewer) for event in events] == [None]
    assert event_to_json(events[0]) == {"type": "exchange_armed", "seat": 0, "on": True}
