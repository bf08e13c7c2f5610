"""Luck and open cards of a review where cards are drawn by seat."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games.analysis.double_dummy import OpenCards
from games.analysis.luck import expected_of
from games.analysis.played_cards import PlayedCard
from games.engine import MatchState, PlayCard, apply
from tests.bots.kernel_deals import dealt, ended, plays, rules_of

OPEN = 10
"""Cards in the stock from which on the open cards are solved here."""


def moment_of(state: MatchState, play: PlayCard) -> PlayedCard:
    """The moment at which this card is played."""
    assert state.deal is not None
    return PlayedCard("", 1, len(state.deal.tricks) + 1, play, state)


@pytest.mark.parametrize("draw", ["winner_first", "by_seat"])
def test_the_best_play_of_open_cards_brings_what_was_foreseen(draw):
    rules, rng = rules_of(2, preset="briscola", deal__draw=draw), random.Random(f"open {draw}")
    for _ in range(8):
        state, solver = dealt(rules, rng), OpenCards(OPEN)
        while state.deal.stock_left > OPEN:
            state, _ = apply(state, rng.choice(plays(state)))
        seat = state.turn
        foreseen = solver.values_for(moment_of(state, plays(state)[0]))["best_points"]
        while not ended(state):
            values = solver.values_for(moment_of(state, plays(state)[0]))
            state, _ = apply(state, PlayCard(state.turn, values["best"]))
        assert state.results[-1].seat_points[seat] == foreseen


@pytest.mark.parametrize(("preset", "players"), [("ludoteka", 2), ("ludoteka", 3), ("mariaje", 2)])
def test_what_a_deck_gives_goes_with_the_seats_that_draw_its_cards(preset, players):
    """The eldest's card of each round made the best one: a gift by seat, hardly one otherwise."""
    gains = {}
    for draw in ("winner_first", "by_seat"):
        rules, rng = rules_of(players, preset=preset, deal__draw=draw), random.Random("gift")
        gains[draw] = []
        for _ in range(6):
            state = dealt(rules, rng)
            value = rules.points.__getitem__
            whole = len(state.deal.stock) - len(state.deal.stock) % players
            rounds = [
                sorted(state.deal.stock[at : at + players], key=value, reverse=True)
                for at in range(0, whole, players)
            ]
            best_first = [card for cards in rounds for card in cards]
            last_first = [card for cards in rounds for card in reversed(cards)]
            rest = state.deal.stock[whole:]
            eldest = rules.side_of[state.eldest]
            given = []
            for stock in (best_first, last_first):
                deal = state.deal.replace(stock=(*stock, *rest))
                first = moment_of(state.replace(deal=deal), plays(state)[0])
                given.append(expected_of([first], "seed")[eldest])
            gains[draw].append(given[0] - given[1])
    assert np.mean(gains["by_seat"]) > 20
    assert np.mean(gains["by_seat"]) > 3 * abs(np.mean(gains["winner_first"]))
