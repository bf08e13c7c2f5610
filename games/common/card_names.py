"""Names of cards and suits, as people read them.

Each card has one phrase, so that every language can join rank and suit in its own way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules_text.presets import rank_name

if TYPE_CHECKING:
    from django.utils.functional import Promise

SUIT_NAMES: Final[dict[str, Promise]] = {
    "O": _("Coins"),
    "C": _("Cups"),
    "E": _("Swords"),
    "B": _("Clubs"),
}

CARD_NAMES: Final[dict[str, Promise]] = {
    "O1": _("Ace of coins"),
    "O2": _("Two of coins"),
    "O3": _("Three of coins"),
    "O4": _("Four of coins"),
    "O5": _("Five of coins"),
    "O6": _("Six of coins"),
    "O7": _("Seven of coins"),
    "O8": _("Eight of coins"),
    "O9": _("Nine of coins"),
    "O10": _("Jack of coins"),
    "O11": _("Knight of coins"),
    "O12": _("King of coins"),
    "C1": _("Ace of cups"),
    "C2": _("Two of cups"),
    "C3": _("Three of cups"),
    "C4": _("Four of cups"),
    "C5": _("Five of cups"),
    "C6": _("Six of cups"),
    "C7": _("Seven of cups"),
    "C8": _("Eight of cups"),
    "C9": _("Nine of cups"),
    "C10": _("Jack of cups"),
    "C11": _("Knight of cups"),
    "C12": _("King of cups"),
    "E1": _("Ace of swords"),
    "E2": _("Two of swords"),
    "E3": _("Three of swords"),
    "E4": _("Four of swords"),
    "E5": _("Five of swords"),
    "E6": _("Six of swords"),
    "E7": _("Seven of swords"),
    "E8": _("Eight of swords"),
    "E9": _("Nine of swords"),
    "E10": _("Jack of swords"),
    "E11": _("Knight of swords"),
    "E12": _("King of swords"),
    "B1": _("Ace of clubs"),
    "B2": _("Two of clubs"),
    "B3": _("Three of clubs"),
    "B4": _("Four of clubs"),
    "B5": _("Five of clubs"),
    "B6": _("Six of clubs"),
    "B7": _("Seven of clubs"),
    "B8": _("Eight of clubs"),
    "B9": _("Nine of clubs"),
    "B10": _("Jack of clubs"),
    "B11": _("Knight of clubs"),
    "B12": _("King of clubs"),
}

# The sprites also have the card seen from behind and the place where no card lies.
OTHER_NAMES: Final[dict[str, Promise]] = {
    "back": _("Face-down card"),
    "empty": _("Empty place"),
}


SPANISH: Final = "off"
"""The value of the option `deck.french` for cards with Spanish faces."""
FRENCH_SUITS: Final[dict[str, Promise]] = {
    "O": _("Diamonds"),
    "C": _("Hearts"),
    "E": _("Spades"),
    "B": pgettext_lazy("French suit", "Clubs"),
}
FRENCH_NAMES: Final[dict[str, Promise]] = {
    "O": _("%(rank)s of diamonds"),
    "C": _("%(rank)s of hearts"),
    "E": _("%(rank)s of spades"),
    "B": pgettext_lazy("French suit", "%(rank)s of clubs"),
}
SUIT_MARKS: Final = {"O": "\u2666", "C": "\u2665", "E": "\u2660", "B": "\u2663"}

# A French pack shows a Spanish card by its place: coins are diamonds. Which French card stands for
# which rank is a rule, the option `deck.french`; the same table is in `static/js/lib/sprites.js`.
FRENCH_RANKS: Final = {
    "kqj": {"10": "J", "11": "Q", "12": "K"},
    "1098": {"8": "J", "9": "Q", "10": "8", "11": "9", "12": "10"},
    "all52": {"11": "J", "12": "Q", "13": "K"},
}


def card_name(code: str, faces: str = SPANISH) -> str:
    """Return the name of a card in words, from its code (`O12`, or `back` or `empty`).

    `faces` is the value of the option `deck.french`. Where a French card stands for a card of
    another rank, the name is that of the other rank, followed by the printed rank in brackets (but
    for jack and king where K, Q and J stand for king, knight and jack).

    Raises:
        KeyError: where the code is of no card.
    """
    if faces == SPANISH or code in OTHER_NAMES:
        return str(CARD_NAMES[code] if code in CARD_NAMES else OTHER_NAMES[code])
    literal = faces == "all52"
    rank = rank_name(int(code[1:]), faces if literal else SPANISH)
    name = str(FRENCH_NAMES[code[0]]) % {"rank": capfirst(rank)}
    printed = card_rank(code, faces)
    plain = literal or printed == code[1:] or (faces == "kqj" and printed != "Q")
    return name if plain else f"{name} ({printed})"


def card_rank(code: str, faces: str = SPANISH) -> str:
    """Return the rank printed in a card's corner, from its code: `12`, or `K` if French.

    `faces` is the value of the option `deck.french`.
    """
    return FRENCH_RANKS.get(faces, {}).get(code[1:], code[1:])


def suit_name(suit: str, faces: str = SPANISH) -> str:
    """Return the name of a suit from its letter (`O`, `C`, `E`, `B`); `faces` is `deck.french`.

    Raises:
        KeyError: where the letter is of no suit.
    """
    return str((SUIT_NAMES if faces == SPANISH else FRENCH_SUITS)[suit])
