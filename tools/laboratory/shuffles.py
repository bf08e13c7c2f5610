"""Measurement of how evenly the shuffle spreads the cards over many fresh decks."""

from __future__ import annotations

import math
import secrets

from brisca_site.base.progress import Progress
from games.engine import build_ruleset
from tests.support.shuffle_counts import Counts, decks


def chances_of_fresh_decks(count: int) -> dict[str, float]:
    """Shuffle `count` decks; return test -> probability that chance alone is as uneven (0 to 1)."""
    pack = build_ruleset("ludoteka", 2).rules.deck
    counts = Counts(pack)
    with Progress("decks", count) as progress:
        for deck in decks(pack, count, secrets.token_bytes):
            counts.add(deck)
            progress.step()
    rising, due = counts.rising()
    return {
        "places of all cards": counts.place_chance(),
        "the turned card": counts.trump_chance(),
        # One neighbour in a pack is nearly independent of the next, so their number is Poisson.
        "neighbours kept": math.erfc(abs(rising - due) / math.sqrt(2 * due)),
    }
