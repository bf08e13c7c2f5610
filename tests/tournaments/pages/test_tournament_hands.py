"""The cards with which a compared deal began are those of its deck, and a secret before its end."""

from __future__ import annotations

import pytest

from games.engine import Cut, DealCards, apply, start
from games.record.fairness import deck_of_block
from games.selectors.rulesets import rules_for
from games.tournaments.models import TournamentDeck
from games.tournaments.selectors.hands import opening_cards
from games.tournaments.selectors.secrets import first_dealer
from tests.tournaments.builders import play_out, started

pytestmark = pytest.mark.django_db


def test_nobody_sees_the_first_cards_while_the_round_is_played():
    assert opening_cards(started(4), 1, 1) is None


@pytest.mark.parametrize("number", [1, 2])
def test_the_first_cards_are_those_that_the_engine_deals_from_that_deck(number):
    tournament = play_out(started(4))
    rules = rules_for(tournament.ruleset, tournament.players).rules
    dealer = (first_dealer(tournament, 1) + number - 1) % tournament.players
    block = TournamentDeck.objects.get(tournament=tournament, round=1, number=number).fairness
    state = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(seat=state.turn, at=block["cut"]))
    state, _ = apply(state, DealCards(deck_of_block(block, rules.deck)))

    opening = opening_cards(tournament, 1, number)

    order = rules.seats_from((dealer + 1) % tournament.players)
    assert [set(hand.cards) for hand in opening.hands] == [
        set(state.deal.hands[seat]) for seat in order
    ]
    assert [hand.side for hand in opening.hands] == [rules.side_of[seat] for seat in order]
    assert [hand.leads for hand in opening.hands] == [True] + [False] * (len(order) - 1)
    assert opening.turned == state.deal.trump_card
