"""Values derived from a tournament's secret seed: lots, dealers, decks and the bots' choices.

Nothing of it may be shown before the tournament is over.
"""

from __future__ import annotations

import hmac
from typing import Final

from games.tournaments.models import Tournament

VERSION: Final = "brisca-event/1"
"""Version of the derivations, which is part of them."""


def derived_seed(tournament: Tournament, purpose: str) -> bytes:
    """Return 32 secret bytes derived from a tournament's seed and a `purpose`."""
    return hmac.digest(bytes(tournament.seed), f"{VERSION} {purpose}".encode(), "sha256")


def lot_seed(tournament: Tournament, wave: int = 0) -> str:
    """Return the seed (hex) for drawing lots in a tournament, or in one wave of an arena.

    A wave is one pairing of the entrants who are free at the moment; tournaments of rounds have
    none.
    """
    return derived_seed(tournament, f"lot {wave}").hex()


def first_dealer(tournament: Tournament, round_number: int) -> int:
    """Return the seat that deals first at every table of a round, derived from the seed."""
    drawn = derived_seed(tournament, f"dealer {round_number}")
    return int.from_bytes(drawn[:8], "big") % tournament.players


def bots_seed(tournament: Tournament, round_number: int) -> bytes:
    """Return the key of the bots' random choices, the same at all tables of a round."""
    return derived_seed(tournament, f"bots {round_number}")
