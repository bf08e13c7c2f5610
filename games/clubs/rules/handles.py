"""Handles of clubs, which stand in addresses, and words by which clubs are found."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

RESERVED_HANDLES: Final = frozenset(
    {"new", "join", "calendar", "search", "own", "mine", "admin", "api"}
)
"""Handles that are parts of addresses of the site."""
_HANDLE: Final = re.compile(r"[a-z0-9](?:-?[a-z0-9]){2,23}")


def is_handle(text: str) -> bool:
    """Return True if a text can be a club's handle: 3 to 24 of a-z, digits, single hyphens.

    >>> [is_handle(text) for text in ("el-siete", "no", "New", "new", "a--b", "si\\u0435te")]
    [True, False, False, False, False, False]
    """
    return len(text) <= 24 and text not in RESERVED_HANDLES and _HANDLE.fullmatch(text) is not None


def folded(text: str) -> str:
    """Return a text normalised for searching clubs: lower case, no accents, single spaces.

    >>> folded("  El  SIETE de Cádiz ")
    'el siete de cadiz'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def search_tails(name: str, handle: str) -> list[str]:
    """Return the texts whose beginnings find a club: its name from each word on, and its handle.

    >>> search_tails("El Siete", "siete-sevilla")
    ['el siete', 'siete', 'siete-sevilla']
    """
    words = folded(name).split()
    return list(dict.fromkeys([*(" ".join(words[at:]) for at in range(len(words))), handle]))
