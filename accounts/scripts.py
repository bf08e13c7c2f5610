"""Characters of a name: those of one script, all of them visible."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import regex  # type: ignore[import-untyped]  # no stubs
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SINGLE_SCRIPTS: Final = (
    "Arabic", "Armenian", "Bengali", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek",
    "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya",
    "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
)  # fmt: skip
"""Scripts in use today, as UAX 31 recommends them for identifiers, without Latin."""
SCRIPTS_WRITTEN_TOGETHER: Final = (
    ("Han", "Hiragana", "Katakana"),
    ("Han", "Hangul"),
    ("Han", "Bopomofo"),
)
"""Scripts that one language uses together.

Latin beside them, which UTS 39 accepts as "highly restrictive", is not allowed: this site does not
need it.
"""
COMMON_CHARACTERS: Final = r"0-9._\- "
"""Characters of every script; other digits and marks belong to their own script, or to none."""
LATIN_LETTERS: Final = "æœøłđðþßıŋħŧəɛɔɓɗƙ"
"""Letters of alphabets in use that are not an ASCII letter with a mark."""
_TATWEEL: Final = "\u0640"
"""Mark that lengthens the line between Arabic letters, without a meaning."""


def validate_script(name: str) -> None:
    """Check that a name is written in one script, such as Latin, without invisible characters.

    Raises:
        ValidationError: the name mixes scripts or has invisible characters.
    """
    if not is_in_one_script(unicodedata.normalize("NFKC", name)):
        raise ValidationError(
            _("Use letters of one alphabet, such as those of Latin script, without invisible ones.")
        )


def is_in_one_script(name: str) -> bool:
    """Return True if a name, after NFKC, is in one script without invisible characters.

    >>> [is_in_one_script(name) for name in ("Lucía-2", "Слава", "p\\u0430ypal", "a\\u1160")]
    [True, True, False, False]
    """
    if without_ignorable(name) != name or _TATWEEL in name:
        return False
    return _others().fullmatch(name) is not None or _is_latin(name)


def without_ignorable(text: str) -> str:
    """Return a text without the characters that are invisible by default according to Unicode."""
    if text.isascii():
        return text
    return str(_ignorable().sub("", text))


def _is_latin(name: str) -> bool:
    """Return whether a name has only ASCII letters, with or without marks, and LATIN_LETTERS.

    So phonetic letters are refused, small capitals among them: `\\u1d00` looks like a capital A.
    """
    return all(
        char.isascii() or char.lower() in LATIN_LETTERS or _is_marked_latin(char) for char in name
    )


def _is_marked_latin(char: str) -> bool:
    """Return whether a character is a Latin letter with a mark."""
    base = unicodedata.normalize("NFD", char)[0]
    return (base.isascii() and base.isalpha()) or base.lower() in LATIN_LETTERS


@cache
def _others() -> regex.Pattern[str]:
    """Return the regular expression of names in other scripts than Latin."""
    groups = [*((script,) for script in SINGLE_SCRIPTS), *SCRIPTS_WRITTEN_TOGETHER]
    sets = ("".join(rf"\p{{scx={script}}}" for script in group) for group in groups)
    return regex.compile("|".join(f"[{scripts}{COMMON_CHARACTERS}]+" for scripts in sets))


@cache
def _ignorable() -> regex.Pattern[str]:
    """Return the regular expression of characters that are invisible by default."""
    return regex.compile(r"\p{Default_Ignorable_Code_Point}+")
