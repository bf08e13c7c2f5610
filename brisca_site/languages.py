"""Which languages the site is offered in: those that are whole, and others once they are nearly so."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Language = tuple[str, "_StrPromise"]

COMPLETE: Final[tuple[Language, ...]] = (
    ("es", _("Spanish")),
    ("ca", _("Catalan")),
    ("en", _("English")),
)
BEGUN: Final[tuple[Language, ...]] = (
    ("eu", _("Basque")),
    ("gl", _("Galician")),
    ("it", _("Italian")),
    ("pt", _("Portuguese")),
)
"""Catalogues that may be filled by who speaks them; see docs/translating.md."""
ENOUGH: Final = 0.95
"""The share of the texts that a language needs; what is missing then appears in English."""
MEASURE: Final = "es"
"""The language that has every text."""
DOMAINS: Final = ("django", "djangojs")
_NUMBER: Final = struct.Struct("<8xI")
"""Of a compiled catalogue: how many texts it holds, after its mark and its revision."""


def offered(folder: Path, *, everything: bool = False) -> list[Language]:
    """Return the languages to choose from, by the compiled catalogues in a folder like `locale/`.

    With `everything` also those that are hardly begun, for whoever translates them.
    """
    enough = 0.0 if everything else ENOUGH
    return [*COMPLETE, *(one for one in BEGUN if share(folder, one[0]) >= enough)]


def share(folder: Path, language: str) -> float:
    """Return how much of the texts a language has, from 0 to 1; 0 where it has no catalogue."""
    whole = _count(folder, MEASURE)
    return _count(folder, language) / whole if whole else 0.0


def _count(folder: Path, language: str) -> int:
    """Translated texts in the compiled catalogues of a language."""
    total = 0
    for domain in DOMAINS:
        path = folder / language / "LC_MESSAGES" / f"{domain}.mo"
        if path.exists():
            with path.open("rb") as source:
                total += int(_NUMBER.unpack(source.read(_NUMBER.size))[0]) - 1  # the header is one
    return total
