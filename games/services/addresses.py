"""Keyed digests of players' addresses, which say whether two addresses are the same and no more.

Digests are kept while a table plays, so that the end of its match can tell whether opponents played
from the same address, and deleted then. Those of guests whom a host has banned are kept until the
table closes, so that they do not come back as another guest.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac

from accounts.limits import visitor_of
from accounts.signup_bans import known_addresses
from games.models import Match, PlayAddress, Player, Table, TableBan, TableBanAddress, TableSeat
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.models.tables import OPEN
from games.selectors.unrated import opponents_share_address
from games.stats.rated import SAME_ADDRESS

DIGEST_LENGTH: Final = 32
"""Number of hexadecimal digits of an address's digest that are stored."""
MAX_ADDRESSES: Final = 16
"""Maximum number of address digests stored of one player at one table."""


def address_digest(address: str, *, purpose: str) -> str:
    """Return a keyed digest of an IP address (of the /64 of an IPv6 address), or "" for no address.

    The key is derived from SECRET_KEY and `purpose`, so that digests made for two purposes cannot
    be compared.
    """
    if not address:
        return ""
    key_salt = f"games.address.{purpose}"
    digest = salted_hmac(key_salt, visitor_of(address), algorithm="sha256").hexdigest()
    return digest[:DIGEST_LENGTH]


def note_play_address(*, table: Table, player: Player, address: str) -> bool:
    """Store a digest of the IP address that a player plays from, until the match at the table ends.

    Nothing is stored for the site's own bots, for an empty address, or beyond MAX_ADDRESSES
    digests. A match that runs is unrated from the moment at which opponents share an address:
    return whether it has become so.
    """
    digest = address_digest(address, purpose=f"play.{table.public_id}")
    if not digest or player.bot:
        return False
    stored = PlayAddress.objects.filter(table=table, player=player)
    known = set(stored.values_list("digest", flat=True))
    if digest in known or len(known) >= MAX_ADDRESSES:
        return False
    row = PlayAddress(table=table, player=player, digest=digest)
    PlayAddress.objects.bulk_create([row], ignore_conflicts=True)
    return _unrate_match(table)


def _unrate_match(table: Table) -> bool:
    """Make the running match at a table unrated if opponents in it share an address.

    Return whether it was rated before.
    """
    if table.match_id is None:
        return False
    running = Match.objects.filter(pk=table.match_id, status=MatchStatus.PLAYING, rated=True)
    match = running.first()
    if match is None:
        return False
    side_of = dict(match.seats.filter(player__bot="").values_list("player", "side"))
    if not opponents_share_address(table.pk, side_of):
        return False
    return bool(running.update(rated=False, unrated_reason=SAME_ADDRESS))


def note_address_in_match(*, table: str, player: int, address: str) -> bool:
    """Store a digest of the address that a player (row id) of a running match plays from.

    `table` is the table's public id. Nothing is stored where the player has no seat there. Most
    addresses are stored already, as of when the player sat down: then one query says so. Return
    whether the match is unrated from now on.
    """
    digest = address_digest(address, purpose=f"play.{table}")
    stored = PlayAddress.objects.filter(table__public_id=table, player=player, digest=digest)
    if stored.exists():
        return False
    seats = TableSeat.objects.select_related("table", "player").filter(player=player)
    running = seats.filter(table__public_id=table, table__match__status=MatchStatus.PLAYING)
    seat = running.first()
    if seat is None or seat.player is None:
        return False
    return note_play_address(table=seat.table, player=seat.player, address=address)


def forget_play_addresses(*, table: Table | None, player: Player | None = None) -> None:
    """Delete the digests of IP addresses that people, or one `player`, play from at a table.

    With `table` None, as for a match without a table, nothing is done.
    """
    rows = PlayAddress.objects.filter(table=table)
    (rows if player is None else rows.filter(player=player)).delete()


def forget_old_play_addresses(*, before: datetime) -> None:
    """Delete digests stored before a moment at tables that are neither waiting nor playing."""
    PlayAddress.objects.filter(noted_at__lt=before).exclude(table__status__in=OPEN).delete()


def note_ban_addresses(*, ban: TableBan) -> None:
    """Store digests of the IP addresses of a guest who is now banned from a table.

    Nothing is stored of members: they are known by their accounts.
    """
    user = ban.player.user
    if ban.player.kind != PlayerKind.GUEST or user is None:
        return
    digests = {_ban_digest(ban.table, address) for address in known_addresses(user)}
    rows = [TableBanAddress(table=ban.table, ban=ban, digest=digest) for digest in sorted(digests)]
    TableBanAddress.objects.bulk_create(rows, ignore_conflicts=True)


def is_banned_address(*, table: Table, address: str) -> bool:
    """Return whether a guest whom the host has banned came from an IP address; False for ""."""
    if not address:
        return False
    digest = _ban_digest(table, address)
    return TableBanAddress.objects.filter(table=table, digest=digest).exists()


def forget_ban_addresses(*, table: Table) -> None:
    """Delete the digests of the guests whom the host of a table has banned."""
    TableBanAddress.objects.filter(table=table).delete()


def _ban_digest(table: Table, address: str) -> str:
    """Return the digest of an IP address under which a table stores its banned guests."""
    return address_digest(address, purpose=f"ban.{table.public_id}")
