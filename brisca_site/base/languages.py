"""Languages of the site: the complete ones, those complete where people play, and nearly complete ones."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf.locale import LANG_INFO
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import Promise

Language = tuple[str, "Promise"]

LANG_INFO["eu"]["name_local"] = "euskara"  # Django has its English name there

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
"""Languages that lack texts; translators may fill their catalogues, see docs/translating.md."""
AWAITING_READER: Final = frozenset({"eu", "gl", "it", "pt"})
"""Languages in which table, lobby, rules and lesson are complete, and which no native reader has checked."""
ENOUGH: Final = 0.95
"""Share of the texts that a language needs; missing texts then appear in Spanish."""
MEASURE: Final = "es"
"""The language that has every text."""
DOMAINS: Final = ("django", "djangojs")
_NUMBER: Final = struct.Struct("<8xI")
"""Number of texts in the header of a compiled catalogue, after its magic number and revision."""


def offered(folder: Path, *, everything: bool = False) -> list[Language]:
    """Return the languages that visitors can choose, by the compiled catalogues in `folder`.

    With `everything` barely begun languages are included, for their translators.
    """
    enough = 0.0 if everything else ENOUGH
    begun = [
        language
        for language in BEGUN
        if language[0] in AWAITING_READER or share(folder, language[0]) >= enough
    ]
    return [*COMPLETE, *begun]


def share(folder: Path, language: str) -> float:
    """Return the share (0 to 1) of texts with a translation into a language.

    The folder is one such as `locale`; without a catalogue of the language the share is 0.
    """
    whole = _count(folder, MEASURE)
    return _count(folder, language) / whole if whole else 0.0


def _count(folder: Path, language: str) -> int:
    """Return the number of translated texts in the compiled catalogues of a language."""
    total = 0
    for domain in DOMAINS:
        path = folder / language / "LC_MESSAGES" / f"{domain}.mo"
        if path.exists():
            with path.open("rb") as source:
                total += int(_NUMBER.unpack(source.read(_NUMBER.size))[0]) - 1  # the header is one
    return total
