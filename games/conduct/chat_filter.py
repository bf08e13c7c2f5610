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
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from games.conduct.homoglyphs import as_it_looks

MAX_BAD_WORD_SHARE: Final = 1 / 30
"""Share of bad words above which a line is bad, as on lichess."""
MIN_LIKENESS: Final = 0.85
"""Likeness from which two lines are the same, as difflib measures it."""
CATALAN: Final = (
    "capsigrany", "cabró", "cabrona", "collons", "cony", "desgraciat", "fill de puta",
    "filla de puta", "fillaputa", "fillputa", "gilipolles", "idiota", "imbècil", "malparit",
    "malparida", "marica", "maricó", "merda", "puta", "puto", "tarat", "vés a cagar", "xupapolles",
)  # fmt: skip
"""Catalan words that the lists of the package lack."""
SPANISH: Final = (
    "subnormal", "retrasado", "malparido", "me cago en tus muertos", "puto", "zorra", "hdp",
    "hijodeputa", "hijosdeputa", "hijadeputa", "hijoputa", "hijaputa", "maricones", "putos",
    "putas", "subnormales", "retrasados", "malparidos", "zorras",
)  # fmt: skip
"""Spanish words that the lists of the package lack."""
DIGITS: Final = str.maketrans("01345789$@", "oieastbgsa")
"""Letters for which digits and signs are written to hide a word."""
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
TOP_LEVEL_DOMAINS: Final = Path(__file__).with_name("top_level_domains.txt")
"""Root zone database of IANA, https://data.iana.org/TLD/tlds-alpha-by-domain.txt, unchanged.

Its first line has version and date. A newer file takes its place as it is.
"""
RESERVED_ENDINGS: Final = ("example", "onion")
"""Endings that no registry sells (RFC 2606, RFC 7686): documentation, and the Tor network."""
WORD_ENDINGS: Final = frozenset({
    "ai", "al", "am", "as", "at", "be", "bi", "bo", "by", "ca", "cal", "casa", "de", "do", "et",
    "fan", "gratis", "here", "hm", "id", "ie", "im", "in", "is", "it", "jo", "la", "li", "lol",
    "ma", "me", "mo", "moda", "my", "na", "ne", "ni", "no", "now", "nu", "one", "ooo", "pa", "pe",
    "pro", "pub", "re", "rest", "sa", "sale", "se", "si", "so", "soy", "sr", "su", "to", "total",
    "uno", "us", "va", "ve", "vi", "vip", "vivo", "voto", "wow", "ye", "you",
})  # fmt: skip
"""Endings that are words too, as of the next sentence: they need a path, or a name in front."""
_SCHEME_OR_WWW: Final = re.compile(r"h(?:tt|xx)ps?:|www\.", re.IGNORECASE)
_HIDDEN_DOT: Final = re.compile(r"[\[({]\s?(?:\.|dot|punto|punt)\s?[\])}]", re.IGNORECASE)
_HOST: Final = re.compile(r"(?P<host>[\w.-]+)(?P<path>(?::\d|/)\S)?")
_AFTER_ES: Final = re.compile(
    r" (?:así|de|decir|el|ella|la|lo|mejor|mi|muy|para|peor|por|que|si|su|tan|tarde|tu|un|una|"
    r"verdad)\b",
    re.IGNORECASE,
)
"""Words after which "es" is the Spanish "is" of a sentence begun without a space."""


def bad_words(text: str) -> int:
    """Return the number of insults and swear words in a text, in Spanish, Catalan and English."""
    plain_text = as_it_looks(text)
    readings = {text, plain_text, " ".join(map(_without_digits, plain_text.split()))}
    words = [
        word
        for reading in readings
        for word in _filter().check_profanity(reading).get("profane_words") or []
    ]
    # the same word is found with its accents and without
    return len({_plain(word) for word in words})


def is_bad(text: str) -> bool:
    """Return True if more than MAX_BAD_WORD_SHARE of a chat line's words are insults or swear words."""
    words = len(text.split())
    return words > 0 and bad_words(text) / words > MAX_BAD_WORD_SHARE


def is_threat(text: str) -> bool:
    """Return True if a chat line reads like a threat."""
    return _THREAT.search(as_it_looks(text)) is not None


def has_link(text: str) -> bool:
    """Return True if a chat line contains a link, also one that is written to be overlooked.

    The time is linear in the length of the text.

    >>> has_link("bit.ly/abc"), has_link("malo[.]com"), has_link("Bien.Pero no son las 10.30")
    (True, True, False)
    """
    plain_text = _HIDDEN_DOT.sub(".", as_it_looks(text))
    if _SCHEME_OR_WWW.search(plain_text):
        return True
    return any(
        _is_address(
            host["host"],
            path=host["path"] is not None,
            sentence=_AFTER_ES.match(plain_text, host.end()) is not None,
        )
        for host in _HOST.finditer(plain_text)
    )


def is_alike(line: str, other: str) -> bool:
    """Return True if two chat lines are the same but for a few letters.

    >>> is_alike("Hurry up please", "hurry up pleaseee"), is_alike("yes", "no")
    (True, False)
    """
    first, second = line.casefold(), other.casefold()
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= MIN_LIKENESS


def too_many_bad(bad: int, lines: int) -> bool:
    """Return True if a moderator is to be told of a player, `bad` of whose latest `lines` are foul.

    >>> too_many_bad(3, 10), too_many_bad(4, 10), too_many_bad(4, 60)
    (False, True, False)
    """
    return bad > max(3, 0.1 * lines)


def _is_address(host: str, *, path: bool, sentence: bool) -> bool:
    """Return True if a run of letters, digits and dots in a chat line is a web address.

    `path`: a path or a port comes right after the run; `sentence`: a word that may follow "es"
    does.
    """
    labels = host.casefold().strip("-").split(".")
    if path and len(labels) == 4 and all(map(_is_byte, labels)):
        return True
    names = [label for label in labels if label]
    for name, ending in _named_endings(labels):
        last = ending == names[-1]
        if path and last:
            return True
        if len(name) < 2 or ending in WORD_ENDINGS:
            continue
        if not (last and sentence and ending == "es"):
            return True
    return False


def _named_endings(labels: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the top-level domains in a dotted name, each with the part before it."""
    for name, ending in pairwise(labels):
        if name and ending in _endings():
            yield name, ending


def _is_byte(label: str) -> bool:
    """Return True if a part of a dotted name is a number from 0 to 255, as in an IPv4 address."""
    return label.isascii() and label.isdecimal() and len(label) < 4 and int(label) < 256


@cache
def _endings() -> frozenset[str]:
    """Return all top-level domains, encoded (`xn--`) and as `as_it_looks` shows them."""
    lines = TOP_LEVEL_DOMAINS.read_text(encoding="ascii").split("\n")
    endings = [line.lower() for line in lines if line and not line.startswith("#")]
    displayed = [as_it_looks(ending.encode().decode("idna")) for ending in endings]
    return frozenset([*endings, *displayed, *RESERVED_ENDINGS])


def _without_digits(word: str) -> str:
    """Replace the digits of a word by the letters they stand for, except in numbers.

    Card codes such as B5 also stay as they are.

    >>> [_without_digits(word) for word in ("put4", "B5", "455", "20:30")]
    ['puta', 'B5', '455', '20:30']
    """
    letters = sum(char.isalpha() for char in word)
    digits = sum(char in "0123456789$@" for char in word)
    return word.translate(DIGITS) if len(word) > 3 and letters >= max(2, digits) else word


@cache
def _filter() -> Any:
    """Return the package's word filter with its lists, which take a quarter of a second to load."""
    from glin_profanity import Filter

    return Filter(
        {
            "languages": ["spanish", "english"],
            "custom_words": [*CATALAN, *SPANISH],
            "ignore_words": list(HARMLESS),
        }
    )


def _plain(word: str) -> str:
    """Return a word in lower case without the accents of Spanish and Catalan."""
    return word.casefold().translate(str.maketrans("áàéèíïóòúüñç", "aaeeiioouunc"))
