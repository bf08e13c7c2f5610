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

from games.models import Tournament, TournamentDeck, TournamentRound
from games.record.dealing import DealSource
from games.selectors.tournament_secrets import VERSION, derived_seed, first_dealer
from games.services.rulesets import engine_ruleset

SEED_BYTES: Final = 32


def new_seed() -> bytes:
    """Return a new secret seed of a tournament."""
    return secrets.token_bytes(SEED_BYTES)


def seed_commit(public_id: str, seed: bytes) -> str:
    """Return the public commit (hex) to the secret seed of the tournament with this public id."""
    return hashlib.sha256(f"{VERSION} {public_id} ".encode() + seed).hexdigest()


def make_decks(*, tournament: Tournament, round_number: int) -> None:
    """Insert the decks of a round (from 1); they are the same however often they are made."""
    if not tournament.compared:
        return
    made = [deck_of(tournament, round_number, number) for number in range(1, tournament.deals + 1)]
    TournamentDeck.objects.bulk_create(made, ignore_conflicts=True)


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
    """Return a source of bytes like `secrets.token_bytes` that follows from a key."""
    count = 0

    def next_bytes(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(key + count.to_bytes(8, "big")).digest(size)

    return next_bytes


def reveal_decks(*, round_row: TournamentRound, now: datetime) -> None:
    """Publish the decks of a round that everybody has finished."""
    TournamentDeck.objects.filter(
        tournament=round_row.tournament_id, round=round_row.number, revealed_at=None
    ).update(revealed_at=now)
