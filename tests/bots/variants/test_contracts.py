"""Games with an auction in numbers: deals go as in the engine, and nothing hidden is known."""

import random

import numpy as np
import pytest

from games.bots import bot_named
from games.bots.evaluation import bidding
from games.bots.knowledge import contract_game
from games.bots.players.learned_bot import in_contract
from games.bots.simulation.coding import NONE, codes_for
from games.bots.variants import (
    contract_deals,
    contract_features,
    contract_table,
    talon,
)
from games.engine import Bid, PlayCard, apply, view_for
from tests.bots.contract_games import GAMES, rules_of
from tests.bots.dealt import dealt
from tests.bots.views import bidding as bidding_view
from tests.bots.views import points_bids
from tests.support.bot_deals import duel


def cards_of(state):
    return [one for one in view_for(state, state.turn).legal if isinstance(one, PlayCard)]


def numbers_of(state):
    """One row for this deal before its first lead."""
    rules, deal = state.rules, state.deal
    contract = view_for(state, state.turn).contract
    codes, caller = codes_for(rules, deal.trump), contract.caller
    seats = [(caller + at) % rules.players for at in range(rules.players)]
    hands = np.array([[[codes[card] for card in deal.hands[seat]] for seat in seats]])
    called = NONE if contract.card is None else codes[contract.card]
    partner = (hands == called).any(2).argmax(1)
    leader = np.array([(deal.leader - caller) % rules.players])
    return (
        contract_deals.begun(hands, partner, np.array([called]), np.array([61]), leader),
        codes,
        seats,
    )


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_random_deals_go_as_in_the_engine(preset, players):
    rules, rng = rules_of(preset, players), random.Random(preset)
    kernel = contract_deals.kernel_of(rules)
    for _ in range(12):
        state = dealt(rules, rng)
        rows, codes, seats = numbers_of(state)
        points = None
        while state.phase == "play":
            own = rows.own
            _, legal = contract_features.places(kernel, rows, own)
            offered = cards_of(state)
            assert set(own[legal].tolist()) == {codes[one.card] for one in offered}
            play = rng.choice(offered)
            slot = np.array([own[0].tolist().index(codes[play.card])])
            rows.lay(kernel, slot)
            state, _ = apply(state, play)
            points = state.results[-1].seat_points if state.results else None
        taken = dict(zip(seats, rows.score[0].tolist(), strict=True))
        if not rules.talon:
            assert [taken[seat] for seat in range(players)] == list(points)


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_ways_fit_what_the_seat_sees_and_tell_nothing_else(preset, players):
    rules, rng = rules_of(preset, players), random.Random(f"ways {preset}")
    for _ in range(4):
        state = dealt(rules, rng)
        for _ in range(rng.randrange(1, 2 * players)):
            state, _ = apply(state, rng.choice(cards_of(state)))
        view = view_for(state, state.turn)
        known = contract_game.known_to(view)
        drawn = contract_game.draw(
            view, known, contract_table.policy_for(rules), 30, np.random.default_rng(1)
        )
        own = {known.codes[card] for card in view.hand}
        hidden = set(known.hidden)
        for row in drawn.hands:
            held = [set(hand[hand != NONE].tolist()) for hand in row]
            assert held[known.seat] == own
            assert [len(hand) for hand in held] == list(known.counts)
            others = set().union(*(hand for at, hand in enumerate(held) if at != known.seat))
            assert others <= hidden
        gone = {known.codes[play.card] for trick in view.history for play in trick.plays}
        gone |= {known.codes[play.card] for play in view.trick.plays}
        assert not hidden & (gone | own)
        assert drawn.seat[0] == known.seat


@pytest.mark.parametrize(("preset", "players"), GAMES)
@pytest.mark.parametrize("level", ["learned", "expert"])
def test_the_same_dice_play_the_same_legal_card(preset, players, level):
    rules, rng = rules_of(preset, players), random.Random(f"{level} {preset}")
    state = dealt(rules, rng)
    for _ in range(players):
        view = view_for(state, state.turn)
        assert in_contract(view)
        first, again = (bot_named(level).choose(view, random.Random(3)) for _ in range(2))
        assert first == again
        assert first in view.legal
        state, _ = apply(state, first)


def test_looking_ahead_bids_with_a_strong_hand_and_passes_with_a_weak_one():
    bids = points_bids(61, 120)
    strong, weak = (
        bidding.choose_bid(bidding_view(hand, "chiamata_punti", bids))
        for hand in ("O1 O3 O11 O10 O6 C1 E5 B4", "O5 O4 C5 C6 E4 E6 B2 B7")
    )
    assert strong.points == 61
    assert weak.passes


def test_who_holds_the_high_trumps_bids_a_lower_rank():
    ranks = (1, 3, 12, 11, 10, 7, 6, 5, 4, 2)
    view = bidding_view("O1 O3 O11 O10 O6 C1 E5 B4", "chiamata", tuple(Bid(0, at) for at in ranks))
    assert bidding.choose_bid(view).rank in ranks[1:3]


def test_a_talon_is_put_away_in_every_way():
    rules, rng = rules_of("rematada", 3), random.Random("talon")
    hand = tuple(rng.sample(rules.deck, 12))
    ways = talon.ways(rules, hand)
    assert len({way.away for way in ways}) == 66
    assert all(set(way.kept_cards) | set(way.away) == set(hand) for way in ways)
    assert [way.worth for way in ways] == sorted((way.worth for way in ways), reverse=True)


def test_a_sure_contract_is_liked_more():
    rules = rules_of("gingo", 5)
    safe = bidding.Prospect("O", 1, np.array([90, 100]), np.array([False, False]))
    assert safe.ahead(rules, 61) > 0 > safe.ahead(rules, 120)


def test_what_seats_gave_the_caller_is_read_as_it_was_played():
    rules, rng = rules_of("chiamata", 5), random.Random("trust")
    kernel = contract_deals.kernel_of(rules)
    for _ in range(4):
        state = dealt(rules, rng)
        rows, codes, _ = numbers_of(state)
        for _ in range(rng.randrange(6, 16)):
            play = rng.choice(cards_of(state))
            slot = np.array([rows.own[0].tolist().index(codes[play.card])])
            rows.lay(kernel, slot)
            state, _ = apply(state, play)
        known = contract_game.known_to(view_for(state, state.turn))
        assert contract_game.own_rows(known).trust.tolist() == rows.trust.tolist()


@pytest.mark.parametrize(("preset", "players"), [(*game,) for game in GAMES])
def test_learned_beats_rules_on_the_same_decks(preset, players):
    rules = rules_of(preset, players)
    found = duel(rules, bot_named("learned"), bot_named("rules"), 40, "sanity")
    assert found.lead.value > 0
