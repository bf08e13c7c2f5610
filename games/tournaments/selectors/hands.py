"""Cards with which a compared deal of a tournament began, once its round is scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.record.fairness import deck_of_block
from games.selectors.rulesets import rules_for
from games.tournaments.models import Tournament, TournamentDeck
from games.tournaments.selectors.secrets import first_dealer

SHOWN: Final = 3
"""Number of cards of each seat that are shown: a whole hand, where there is a stock."""


@dataclass(frozen=True, slots=True)
class OpeningHand:
    """The first cards of one seat in a deal, in the order in which they were dealt."""

    side: int
    """Index of the seat's side, in the order of the match's sides."""
    leads: bool
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningCards:
    """The first cards of all seats in a deal, the eldest hand first, and the turned card.

    `turned` is "" where none was turned.
    """

    hands: tuple[OpeningHand, ...]
    turned: str


def opening_cards(tournament: Tournament, round_number: int, number: int) -> OpeningCards | None:
    """Return the first cards of a deal of a round (both from 1); None until the round is scored."""
    deck = TournamentDeck.objects.filter(
        tournament=tournament, round=round_number, number=number, revealed_at__isnull=False
    ).first()
    ruleset = rules_for(tournament.ruleset, tournament.players)
    if deck is None or ruleset is None:
        return None
    rules, players = ruleset.rules, tournament.players
    cards = deck_of_block(deck.fairness, rules.deck)
    eldest = (first_dealer(tournament, round_number) + number) % players
    hands = tuple(
        OpeningHand(
            side=rules.side_of[(eldest + distance) % players],
            leads=distance == 0,
            cards=cards[distance : min(SHOWN, rules.hand_size) * players : players],
        )
        for distance in range(players)
    )
    turned = cards[rules.hand_size * players] if rules.turns_card else ""
    return OpeningCards(hands, turned)
