"""Limits on simultaneous downloads: of one visitor, and of all.

The places are kept in the cache, which all processes share where there are several. Whoever has one
says so again and again, so the place of a process that died is free soon.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from brisca_site.base.fallback_cache import is_shared

LEASE: Final = 60
"""Seconds for which a place is kept without being renewed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Right to run one of a limited number of downloads, until `leave` or the lease's end."""

    keys: tuple[str, ...]
    token: str

    def keep(self) -> bool:
        """Extend the right to download by LEASE seconds; return False if it was lost meanwhile."""
        is_renewed = all(
            cache.get(key) == self.token and cache.touch(key, LEASE) for key in self.keys
        )
        # While the processes share no cache, a place of before is not to be found, and not lost.
        return is_renewed or not is_shared(cache)

    def leave(self) -> None:
        """Give up the right to download, so that another download may begin."""
        for key in self.keys:
            if cache.get(key) == self.token:
                cache.delete(key)


def take_place(visitor: str, *, each: int, all_of_them: int) -> Place | None:
    """Take one of the limited rights to download for a visitor; return None if all are taken.

    `visitor` is the key by which the visitor is counted, who has `each` of them; all visitors
    together have `all_of_them`.
    """
    token = secrets.token_hex(8)
    own = _free(f"export:{visitor}", each, token)
    if own is None:
        return None
    common = _free("export", all_of_them, token)
    if common is None:
        cache.delete(own)
        return None
    return Place((own, common), token)


def _free(name: str, places: int, token: str) -> str | None:
    keys = (f"{name}:{number}" for number in range(places))
    return next((key for key in keys if cache.add(key, token, LEASE)), None)
