"""Digests of visitors' addresses: enough to tell whether two are the same, and nothing else."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from accounts.limits import visitor_of

DIGEST_LENGTH = 32
"""Hexadecimal digits that are kept of a digest."""


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
