"""Addresses of players as keyed digests: enough to tell whether two are the same, no more.

They are kept while a table plays, so that the end of its match can tell whether opponents played
from the same address, and deleted then.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac

from accounts.limits import visitor_of
from games.models import PlayAddress, Player, Table
from games.models.matches import MatchStatus
from games.models.tables import OPEN

DIGEST_LENGTH: Final = 32
"""Hexadecimal digits that are kept of a digest."""
MAX_ADDRESSES: Final = 16
"""Digests that are kept of one player at one table."""


def address_digest(address: str, *, purpose: str) -> str:
    """Return a keyed digest of an address, of IPv6 of its /64; empty for an unknown address.

    The key follows from SECRET_KEY and from `purpose`, so that digests made for two purposes
    cannot be compared.
    """
    if not address:
        return ""
    key_salt = f"games.address.{purpose}"
    digest = salted_hmac(key_salt, visitor_of(address), algorithm="sha256").hexdigest()
    return digest[:DIGEST_LENGTH]


def note_play_address(*, table: Table, player: Player, address: str) -> None:
    """Keep a digest of where a player sits down or plays from, until the match is decided."""
    digest = address_digest(address, purpose=f"play.{table.public_id}")
    if not digest or player.bot:
        return
    known = set(
        PlayAddress.objects.filter(table=table, player=player).values_list("digest", flat=True)
    )
    if digest not in known and len(known) < MAX_ADDRESSES:
        row = PlayAddress(table=table, player=player, digest=digest)
        PlayAddress.objects.bulk_create([row], ignore_conflicts=True)


def note_address_in_match(*, match: str, player: int, address: str) -> None:
    """Keep where a player of a running match, given by its public id, plays from."""
    table = Table.objects.filter(
        match__public_id=match, match__status=MatchStatus.PLAYING, seats__player=player
    ).first()
    found = Player.objects.filter(pk=player).first()
    if table is not None and found is not None:
        note_play_address(table=table, player=found, address=address)


def play_addresses(*, table: Table | None) -> dict[int, set[str]]:
    """Return the digests of where each player of a table, by id, has played from."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for player, digest in PlayAddress.objects.filter(table=table).values_list("player", "digest"):
        found[player].add(digest)
    return dict(found)


def forget_play_addresses(*, table: Table | None, player: Player | None = None) -> None:
    """Delete what is kept of a table, or of one player there."""
    rows = PlayAddress.objects.filter(table=table)
    (rows if player is None else rows.filter(player=player)).delete()


def forget_old_play_addresses(*, before: datetime) -> None:
    """Delete what was left, before that moment, at tables where nobody waits or plays any more."""
    PlayAddress.objects.filter(noted_at__lt=before).exclude(table__status__in=OPEN).delete()
