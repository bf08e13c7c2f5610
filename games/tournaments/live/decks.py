"""Decks of tournaments, as the live path deals them."""

from __future__ import annotations

from games.live.storage.event_decks import EventDecks, EventDeckSource
from games.models import Match
from games.record.fairness import Block
from games.tournaments.models import TournamentDeck
from games.tournaments.selectors.secrets import bots_seed


class TournamentDecks(EventDecks):
    """Source of decks for live tables of tournaments in which all tables play the same decks."""

    def is_event_match(self, match: Match) -> bool:
        """Return True if a match is a game of a tournament."""
        return getattr(match, "tournament_game", None) is not None

    def source_of(self, match: Match) -> EventDeckSource | None:
        """Return the shared decks of a tournament match's round; None if each table has its own."""
        game = getattr(match, "tournament_game", None)
        if game is None or not game.round.tournament.compared:
            return None
        tournament, number = game.round.tournament, game.round.number
        return EventDeckSource(tournament.pk, number, bots_seed(tournament, number))

    def proof(self, event: int, round_number: int, deal: int) -> Block:
        """Return the fairness proof of the deck of a deal in a tournament's round (row id).

        Raises:
            TournamentDeck.DoesNotExist: there is no such deck.
        """
        deck = TournamentDeck.objects.get(tournament=event, round=round_number, number=deal)
        return dict(deck.fairness)
