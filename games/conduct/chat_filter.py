"""Classification of lines of chat: bad words, threats, links, and similar lines.

Lists of bad words in Spanish and English come from the package glin-profanity, which has none for
Catalan: those stand here. Nothing here refuses a line because of its words; lichess
(`modules/shutup` of lila) counts them too, and tells a moderator of whoever has many.

>>> is_bad("buena mano, te mato el rey"), is_bad("eres gilipollas")
(False, True)
>>> has_link("ven a mifichas.example/bono"), has_link("gana por 3.5 puntos")
(True, False)
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final

RATIO: Final = 1 / 30
"""Share of bad words above which a line is bad, as on lichess."""
ALIKE: Final = 0.85
"""Likeness from which two lines are the same, as difflib measures it."""
CATALAN: Final = (
    "capsigrany", "cabró", "cabrona", "collons", "cony", "desgraciat", "fill de puta",
    "filla de puta", "fillaputa", "fillputa", "gilipolles", "idiota", "imbècil", "malparit",
    "malparida", "marica", "maricó", "merda", "puta", "puto", "tarat", "vés a cagar", "xupapolles",
)  # fmt: skip
"""Catalan words that the lists of the package lack."""
SPANISH: Final = ("subnormal", "retrasado", "malparido", "me cago en tus muertos", "puto", "zorra")
"""Spanish words that the lists of the package lack."""
HARMLESS: Final = (
    "asesinato", "asno", "caca", "concha", "drogas", "heroina", "heroína", "infierno", "jamaicano",
    "maciza", "maldito", "muerte", "negro", "racista", "sexo", "tortuga", "god", "hell", "damn",
    "kill", "suck", "sucks", "crap", "dummy", "darn", "butt",
)  # fmt: skip
"""Words of the lists that are names, cards' colours, or said of a bad trick in any family."""
THREATS: Final = (
    r"te voy a (?:matar|rajar|encontrar)(?! (?:el|la|los|las|un|una)\b)",
    r"s[eé] d[oó]nde vives", r"m[aá]tate\b", r"ojal[aá] te mueras",
    r"et (?:mataré|trobaré)", r"sé on vius", r"mata't", r"tant de bo et moris",
    r"kill yourself", r"\bkys\b", r"i(?:'ll| will) (?:kill|find) you", r"i know where you live",
)  # fmt: skip
"""Patterns of lines that a moderator reads at once."""
_THREAT: Final = re.compile("|".join(THREATS), re.IGNORECASE)
_LINK: Final = re.compile(
    r"https?:|www\.|\b[a-z0-9-]{2,}\.(?:[a-z]{2,}\.)?"
    r"(?:com|net|org|es|cat|eu|io|gg|bet|xyz|info|online|site|casino|example)\b",
    re.IGNORECASE,
)


def bad_words(text: str) -> int:
    """Return the number of insults and swear words in a text, in Spanish, Catalan and English."""
    found = _filter().check_profanity(text).get("profane_words") or []
    # the same word is found with its accents and without
    return len({_plain(word) for word in found})


def is_bad(text: str) -> bool:
    """Return True if more than RATIO of a chat line's words are insults or swear words."""
    words = len(text.split())
    return words > 0 and bad_words(text) / words > RATIO


def is_threat(text: str) -> bool:
    """Return True if a chat line reads like a threat."""
    return _THREAT.search(text) is not None


def has_link(text: str) -> bool:
    """Return True if a chat line contains a link."""
    return _LINK.search(text) is not None


def is_alike(one: str, other: str) -> bool:
    """Return True if two chat lines are the same but for a few letters.

    >>> is_alike("Hurry up please", "hurry up pleaseee"), is_alike("yes", "no")
    (True, False)
    """
    first, second = one.casefold(), other.casefold()
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= ALIKE


def too_many_bad(bad: int, lines: int) -> bool:
    """Return True if a moderator is to be told of a player, `bad` of whose latest `lines` are foul.

    >>> too_many_bad(3, 10), too_many_bad(4, 10), too_many_bad(4, 60)
    (False, True, False)
    """
    return bad > max(3, 0.1 * lines)


@cache
def _filter() -> Any:
    """Return the filter of the package with its lists, which take a quarter of a second to read."""
    from glin_profanity import Filter

    return Filter(
        {
            "languages": ["spanish", "english"],
            "custom_words": [*CATALAN, *SPANISH],
            "ignore_words": list(HARMLESS),
        }
    )


def _plain(word: str) -> str:
    """Return a word without the accents that its kind of letters has."""
    return word.casefold().translate(str.maketrans("áàéèíïóòúüñç", "aaeeiioouunc"))
