"""Decks that all tables of a round share. They follow from the tournament's secret seed.

The commit to the seed is public before the tournament begins, and the seed itself after it. Each
deck is a `brisca-fair/1` block of its own, with all nonces the site's, that is shown when the last
table of its round has finished.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.record.dealing import DealSource
from games.services.rulesets import engine_ruleset
from games.tournaments.models import Tournament, TournamentDeck, TournamentRound
from games.tournaments.selectors.secrets import VERSION, derived_seed, first_dealer

SEED_BYTES: Final = 32


def new_seed() -> bytes:
    """Return a new secret seed of a tournament."""
    return secrets.token_bytes(SEED_BYTES)


def seed_commit(public_id: str, seed: bytes) -> str:
    """Return the public commit (hex) to the secret seed of the tournament with this public id."""
    return hashlib.sha256(f"{VERSION} {public_id} ".encode() + seed).hexdigest()


def make_decks(*, tournament: Tournament, round_number: int) -> None:
    """Store the decks of a round (from 1), derived from the seed; repeating changes nothing."""
    if not tournament.compared:
        return
    decks = [deck_of(tournament, round_number, number) for number in range(1, tournament.deals + 1)]
    TournamentDeck.objects.bulk_create(decks, ignore_conflicts=True)


def deck_of(tournament: Tournament, round_number: int, number: int) -> TournamentDeck:
    """Return the unsaved deck of deal `number` of a round (both from 1), computed from the seed."""
    rules = engine_ruleset(tournament.ruleset, tournament.players).rules
    everyone = frozenset(range(tournament.players))
    stream = _stream(derived_seed(tournament, f"deck {round_number} {number}"))
    source = DealSource(f"{tournament.public_id}r{round_number}", rules, everyone, stream)
    dealer = (first_dealer(tournament, round_number) + number - 1) % tournament.players
    opened = source.seal(number).open(*source.cut_for((dealer - 1) % tournament.players))
    return TournamentDeck(
        tournament=tournament,
        round=round_number,
        number=number,
        fairness=opened.block,
        server_commit=opened.block["server_commit"],
    )


def _stream(key: bytes) -> Callable[[int], bytes]:
    """Return a function like `secrets.token_bytes` whose bytes are derived from a key."""
    count = 0

    def next_bytes(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(key + count.to_bytes(8, "big")).digest(size)

    return next_bytes


def reveal_decks(*, round_row: TournamentRound, now: datetime) -> None:
    """Publish the decks of a round that all its tables have finished."""
    TournamentDeck.objects.filter(
        tournament=round_row.tournament_id, round=round_row.number, revealed_at=None
    ).update(revealed_at=now)
