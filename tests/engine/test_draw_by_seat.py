"""Option `deal.draw`: who draws which card of the stock (rules, 1.4)."""

from __future__ import annotations

import random

import pytest

from games.engine import (
    Cut,
    DealCards,
    PlayCard,
    Rules,
    apply,
    build_ruleset,
    legal_actions,
    start,
)
from games.engine.events import CardDrawn, HandDealt, TrickTaken
from tests.engine.builders import dealt, rules_for
from tests.support.random_matches import Counts, RandomMatch

TABLES = [
    ("ludoteka", 2, "individual"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 4, "individual"),
    ("ludoteka", 6, "threes"),
    ("ludoteka", 6, "pairs"),
    ("catalan", 4, "pairs"),
    ("briscola", 2, "individual"),
    ("briscola", 4, "pairs"),
    ("scoperta", 2, "individual"),
    ("mariaje", 3, "individual"),
    ("muerte_al_tres", 4, "pairs"),
    ("mexican", 3, "individual"),
]


def by_seat(preset: str, players: int, teams: str, **options: object) -> Rules:
    """Return the rules of a preset with cards drawn by seat."""
    changed = {"teams": teams, "deal.draw": "by_seat", **options}
    return build_ruleset(preset, players, changed).rules


def given(rules: Rules, deck: tuple[str, ...], dealer: int, dice: random.Random):
    """Play a deal at random; return what each seat got before the last round, and in it."""
    state = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, events = apply(state, DealCards(deck))
    before = [list[str]() for _ in range(rules.players)]
    last = [list[str]() for _ in range(rules.players)]
    winners = []
    for event in events:
        if isinstance(event, HandDealt):
            before[event.seat] += event.cards or ()
    while state.phase == "play":
        final = state.deal is not None and state.deal.stock_left <= rules.players
        plays = [one for one in legal_actions(state, state.turn or 0) if isinstance(one, PlayCard)]
        state, events = apply(state, dice.choice(plays))
        for event in events:
            if isinstance(event, TrickTaken):
                winners.append(event.seat)
            elif isinstance(event, CardDrawn):
                (last if final else before)[event.seat].append(event.card or "")
    return before, last, winners


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_until_the_last_round_each_seat_gets_the_same_cards_whoever_wins(table, rng):
    rules = by_seat(*table)
    for dealer in range(rules.players):
        deck = tuple(rng.sample(rules.deck, len(rules.deck)))
        ways = [given(rules, deck, dealer, random.Random(seed)) for seed in range(12)]
        whole = max((before for before, *_ in ways), key=lambda hands: sum(map(len, hands)))
        assert len({tuple(winners) for *_, winners in ways}) > 1
        for before, *_ in ways:  # a deal that a killed three ends gives the first of them
            assert all(got == most[: len(got)] for got, most in zip(before, whole, strict=True))


@pytest.mark.parametrize("table", TABLES[:6], ids=str)
def test_with_the_winner_first_they_depend_on_who_wins(table, rng):
    rules = build_ruleset(*table[:2], {"teams": table[2]}).rules
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    ways = [given(rules, deck, 0, random.Random(seed))[0] for seed in range(12)]
    assert any(way != ways[0] for way in ways)


@pytest.mark.parametrize("table", TABLES[:6], ids=str)
def test_the_seat_at_a_distance_from_the_eldest_gets_that_card_of_each_round(table, rng):
    rules = by_seat(*table)
    players, dealer = rules.players, 1
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    before, last, winners = given(rules, deck, dealer, random.Random(1))
    # a card is turned after the hands; then each round gives so many cards from the eldest on
    rounds = deck[3 * players + 1 :]
    kept = len(rounds) - players + 1
    for seat in range(players):
        at = (seat - dealer - 1) % players
        drawn = [rounds[first + at] for first in range(0, kept, players)]
        assert before[seat] == [*deck[at : 3 * players : players], *drawn]
    winner = winners[-4]
    in_order = [(winner + at) % players for at in range(players)]
    assert [last[seat] for seat in in_order] == [
        [card] for card in (*rounds[kept:], deck[3 * players])
    ]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_by_seat_keeps_every_invariant(table):
    """Cards and points add up, and no viewer is sent a card that it may not know."""
    rules = by_seat(*table)
    for seed in range(3):
        match = RandomMatch(rules, random.Random(seed), Counts())
        for _ in range(2):
            if not match.play_deal():
                break


def test_the_winner_leads_whoever_draws_first():
    rules = rules_for(players=3, deal__draw="by_seat")
    state = dealt(rules, "O4 C4 E4 | O1 C5 E5 | O5 C6 E6", "B12", stock="B4 B5 B6")
    for action in (PlayCard(0, "O4"), PlayCard(1, "O1")):
        state, _ = apply(state, action)
    state, events = apply(state, PlayCard(2, "O5"))
    drawn = [(event.seat, event.card) for event in events if isinstance(event, CardDrawn)]
    assert drawn == [(0, "B4"), (1, "B5"), (2, "B6")]
    assert (state.turn, state.deal.leader) == (1, 1)
