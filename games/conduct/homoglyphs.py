"""Text as it looks to a reader: letters of other alphabets and invisible characters made plain.

Filters of words and links compare this form, so that a Cyrillic letter or a full-width dot hides
nothing. The table of letters that look alike is that of the package `confusable-homoglyphs`
(Unicode Technical Standard 39).

>>> as_it_looks("\\u0435vil\\uff0ecom"), as_it_looks("p\\u00b5ta"), as_it_looks("Ñandú, 4\\u00ba")
('evil.com', 'puta', 'Ñandú, 4o')
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import regex  # type: ignore[import-untyped]  # no stubs

BLANKS: Final = "\u2800"
"""Characters that look like nothing and are not ignorable by Unicode: the empty Braille pattern."""
DOTS: Final = "\u3002\uff61\u2024\u0701\u06d4"
"""Full stops of other scripts; browsers take the first two for a dot in an address."""
UNLISTED: Final = {"\u03bc": "u", **dict.fromkeys(DOTS, ".")}
"""Characters that readers take for another one, and that the table lacks."""
_INVISIBLE: Final = regex.compile(rf"[\p{{Default_Ignorable_Code_Point}}{BLANKS}]")


def as_it_looks(text: str) -> str:
    """Replace characters that look like plain letters or dots by those; case is kept."""
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return composed.translate(_look_alikes())


@cache
def _look_alikes() -> dict[int, str]:
    """Return a map from characters of other alphabets to the ASCII letters that they look like."""
    from confusable_homoglyphs.utils import load

    letters = dict(UNLISTED)
    for char, alike in load("confusables.json").items():
        if len(char) != 1 or char.isascii():
            continue
        plain = [row["c"] for row in alike if len(row["c"]) == 1 and row["c"].isascii()]
        letter = next((other for other in plain if other.isalpha()), None)
        if letter is not None:
            letters.setdefault(char, letter)
    return str.maketrans(letters)
