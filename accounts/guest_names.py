"""Names for guests who give none: an animal and an adjective, such as `MirloAzul`.

They identify nobody, are short enough for a name plate at a table, and are names that hardly
anybody wants to register.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

PAIR_LENGTH: Final = 10
"""Maximum number of letters of a pair, so that it has twelve with two digits."""
TRIES_A_LENGTH: Final = 4
"""Number of names tried before a longer number follows the pair."""
MAX_DIGITS: Final = 12
"""Maximum number of digits after a pair."""
DEFAULT_LANGUAGE: Final = "en"
EARLIER_GUEST_PREFIXES: Final = ("Invitado-", "Convidat-", "Guest-")
"""Prefixes of the names that earlier releases gave to guests; some still have one."""


class Words(NamedTuple):
    """Words of a language from which guests' names are made; each pair agrees in gender."""

    nouns: str
    adjectives: str
    adjective_first: bool = False


_SPANISH: Final = Words(
    "Mirlo Garza Tordo Grulla Lince Erizo Nutria Liebre Ciervo Búho Pinzón Halcón Milano Corzo "
    "Tejón Gamo Delfín Panda Koala Pato Cisne Rana Alce Puma Tigre León Oso Lobo Gato Loro Zorzal",
    "Azul Gris Verde Feliz Veloz Ágil Dulce Noble Leal Fiel Libre Audaz Sagaz Suave",
)
WORDS_BY_LANGUAGE: Final[Mapping[str, Words]] = {
    "es": _SPANISH,
    "gl": _SPANISH,
    "eu": _SPANISH,
    "ca": Words(
        "Mussol Linx Eriçó Cérvol Falcó Teixó Dofí Cigne Ànec Puma Tigre Lleó Llop Gat Tord Isard "
        "Pinsà Milà Gall Xot Drac Castor Koala Panda Cabirol Xoriguer Tucà",
        "Blau Gris Verd Feliç Veloç Àgil Noble Fidel Audaç Sagaç Jove Gran Suau Lliure",
    ),
    "en": Words(
        "Wren Heron Crane Lynx Otter Hare Deer Owl Finch Falcon Kite Badger Panda Koala Swan Robin "
        "Moose Puma Tiger Lion Bear Wolf Cat Fox Seal Thrush Plover Magpie Linnet Beaver Eagle Elk",
        "Blue Grey Green Happy Merry Quick Noble Loyal Calm Kind Bold Brave Keen Wise Lucky Sunny",
        adjective_first=True,
    ),
}


@cache
def pairs(language: str) -> tuple[str, ...]:
    """Return all guest names of two words in a language, of at most PAIR_LENGTH letters.

    >>> "MirloAzul" in pairs("es"), "BlueWren" in pairs("en")
    (True, True)
    """
    words = WORDS_BY_LANGUAGE.get(language[:2], WORDS_BY_LANGUAGE[DEFAULT_LANGUAGE])
    candidates = (
        adjective + noun if words.adjective_first else noun + adjective
        for noun in words.nouns.split()
        for adjective in words.adjectives.split()
    )
    return tuple(pair for pair in candidates if len(pair) <= PAIR_LENGTH)


def guest_names(language: str) -> Iterator[str]:
    """Yield names for a guest without end: pairs of words, then pairs with growing numbers."""
    word_pairs = pairs(language)
    digits = 0
    while True:
        for _try in range(TRIES_A_LENGTH):
            yield f"{secrets.choice(word_pairs)}{_number(digits)}"
        digits = min(digits + 1, MAX_DIGITS)


def _number(digits: int) -> str:
    """Return a random number of this many digits as text, from 2 up; "" for no digits."""
    if not digits:
        return ""
    low = max(2, 10 ** (digits - 1))
    return str(low + secrets.randbelow(10**digits - low))


def is_given(name: str) -> bool:
    """Return whether a name is one that the site gave to a guest.

    >>> [is_given(name) for name in ("MirloAzul", "BlueWren27", "Guest-1234", "Mirlo", "Ana")]
    [True, True, True, False, False]
    """
    pair = name.rstrip("0123456789")
    return name.startswith(EARLIER_GUEST_PREFIXES) or any(
        pair in pairs(language) for language in WORDS_BY_LANGUAGE
    )
