"""Names that claim to speak for the site, in the languages of the site.

A name is refused

1. if one of its words is an office (`admin`, `the-admin`, `Moderator.`, `admin_ana`),
2. if it is made of nothing but words of RESERVED and FILLERS, an office or word of RESERVED among
   them (`Brisca_`, `team`, `brisca-oficial`, `ElEquipo`, `BriscaSupport`), or
3. if it is a word of RESERVED_ALONE and nothing else (`Bot`, `null`).

Words are what stands between digits, spaces, hyphens, dots and underscores. They are compared as they look:
by skeleton, without marks, with digits that stand for letters (`adm1n`, `m0derat0r`). A word that
only begins like one of these is no such word: `Brisquero`, `Adminda` and `Stafford` are free, and so
are `team-rocket` and `rey-de-brisca`, which say something else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from accounts.skeletons import name_skeleton

OFFICES: Final = (
    "admin", "admins", "administrator", "administrators", "administrador", "administradora",
    "administradors", "administradores", "administradoras", "administration", "administracion",
    "administracio", "moderator", "moderators", "moderador", "moderadora", "moderadors",
    "moderadores", "moderadoras", "moderation", "moderacion", "moderacio", "mod", "mods", "staff",
    "webmaster", "postmaster", "sysadmin", "arbitro", "arbitra", "arbitros", "arbitre", "arbitres",
    "referee", "umpire",
)  # fmt: skip
RESERVED: Final = (
    "brisca", "briscabot", "support", "soporte", "suport", "help", "helpdesk", "ayuda", "ajuda",
    "team", "equipo", "equip", "system", "sistema", "root", "official", "oficial", "security",
    "seguridad", "seguretat", "abuse", "noreply", "service", "servicio", "servei",
)  # fmt: skip
RESERVED_ALONE: Final = ("bot", "bots", "null", "undefined")
"""Words that are refused as a whole name: they read as a label of the site, not as somebody."""
FILLERS: Final = (
    "the", "of", "and", "el", "la", "los", "las", "els", "les", "de", "del", "bot",
    "site", "web", "online", "real", "game", "juego", "joc",
)  # fmt: skip
_DIGITS_AS_LETTERS: Final = str.maketrans("34578", "easlb")
_SEPARATORS: Final = re.compile(r"[\d._\- ]+")
_NO_DIGIT_SEPARATORS: Final = re.compile(r"[._\- ]+")


def is_reserved(name: str) -> bool:
    """Return True if a name claims to speak for the site, as `Moderator` does.

    >>> [is_reserved(name) for name in ("Moderator.", "adm1n", "Brisquero", "rey-de-brisca")]
    [True, True, False, False]
    """
    return any(_claims(words) for words in _readings(name))


def _claims(words: list[str]) -> bool:
    """Return whether a name of these words claims an office, or has only reserved words."""
    if any(word in _looks()[0] for word in words):
        return True
    if len(words) == 1 and words[0] in _looks()[3]:
        return True
    return _made_of().fullmatch("".join(words)) is not None


def _readings(name: str) -> list[list[str]]:
    """Return the words of a name as skeletons, reading digits as separators and as letters."""
    plain = [_look(word) for word in _SEPARATORS.split(name) if word]
    parts = [part.strip("0123456789") for part in _NO_DIGIT_SEPARATORS.split(name)]
    with_letters = [_look(part.translate(_DIGITS_AS_LETTERS)) for part in parts if part]
    whole = [_look(part.translate(_DIGITS_AS_LETTERS)) for part in _NO_DIGIT_SEPARATORS.split(name)]
    return [plain, with_letters, [word for word in whole if word]]


def _look(word: str) -> str:
    """Return the skeleton (look) of a word without marks, i as l: they are equal in capitals."""
    drawn = unicodedata.normalize("NFD", name_skeleton(word))
    bare = "".join(char for char in drawn if not unicodedata.combining(char))
    return bare.replace("i", "l")


@cache
def _looks() -> tuple[frozenset[str], ...]:
    """Return the skeletons of the words in OFFICES, RESERVED, FILLERS and RESERVED_ALONE."""
    return tuple(
        frozenset(_look(word) for word in words)
        for words in (OFFICES, RESERVED, FILLERS, RESERVED_ALONE)
    )


@cache
def _made_of() -> re.Pattern[str]:
    """Return the regular expression of one or more reserved words with fillers among them."""
    offices, reserved, fillers = ("|".join(sorted(words, reverse=True)) for words in _looks()[:3])
    filler = f"(?:{fillers})*"
    return re.compile(f"{filler}(?:(?:{offices}|{reserved}){filler})+")
