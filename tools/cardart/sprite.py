"""Whole files: all cards of a variant as symbols with shared definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from . import classic, contrast, french, large
from .back import back, empty
from .layout import HEIGHT, WIDTH
from .merge import merge
from .pips import SUITS
from .svg import Defs, document, place, symbol

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"
SUIT_NAMES = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
RANK_NAMES = {1: "As", 10: "Sota", 11: "Caballo", 12: "Rey"}
FRENCH_SUIT_NAMES = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}
FRENCH_RANK_NAMES = {"1": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}


class Drawing(NamedTuple):
    """Something with a code and a name that can be drawn into a set of definitions."""

    code: str
    title: str
    draw: Callable[[Defs], str]


def spanish(card: Callable[..., str]) -> Iterator[Drawing]:
    """The 48 cards of a Spanish variant, then back and empty place."""
    for suit in SUITS:
        for rank in range(1, 13):
            title = f"{RANK_NAMES.get(rank, rank)} de {SUIT_NAMES[suit]}"
            yield Drawing(f"{suit}{rank}", title, partial(card, suit=suit, rank=rank))
    yield from extras()


def french_pack() -> Iterator[Drawing]:
    """The 52 French cards, then back and empty place."""
    for suit in french.FRENCH_SUITS:
        for rank in french.FRENCH_RANKS:
            title = f"{FRENCH_RANK_NAMES.get(rank, rank)} of {FRENCH_SUIT_NAMES[suit]}"
            yield Drawing(f"{suit}{rank}", title, partial(french.card, suit=suit, rank=rank))
    yield from extras()


def extras() -> Iterator[Drawing]:
    """Yield the drawings that every pack needs besides its faces."""
    yield Drawing("back", "Card back", lambda _: back())
    yield Drawing("empty", "Empty place", lambda _: empty())


VARIANTS: dict[str, Callable[[], Iterator[Drawing]]] = {
    "classic": lambda: spanish(classic.card),
    "large": lambda: spanish(large.card),
    "contrast": lambda: spanish(contrast.card),
    "french": french_pack,
}


SMALL = "small"
"""The faces of the classic deck for cards under 84 pixels: those of `large`."""


def symbol_id(variant: str, code: str) -> str:
    """`O1` in the classic sprite; elsewhere, and for back and empty place, with a prefix."""
    if variant != "classic":
        return f"{variant}-{code}"
    return f"card-{code}" if code in ("back", "empty") else code


def sprite(variant: str) -> str:
    """All drawings of a variant in one file; the classic one has its faces for small cards too."""
    defs, small = Defs(variant), Defs(SMALL)
    symbols = [
        symbol(symbol_id(variant, item.code), VIEW_BOX, item.title, merge(item.draw(defs)))
        for item in VARIANTS[variant]()
    ]
    if variant == "classic":
        symbols += [
            symbol(symbol_id(SMALL, item.code), VIEW_BOX, item.title, merge(item.draw(small)))
            for item in VARIANTS["large"]()
            if item.code not in ("back", "empty")
        ]
    shared = _shared(defs) + _shared(small)
    return f"<svg {NAMESPACE}>{shared}\n" + "\n".join(symbols) + "\n</svg>\n"


def _shared(defs: Defs) -> str:
    """The shared drawings of a file, in as few elements as may be."""
    return Defs(defs.variant, {name: merge(body) for name, body in defs.bodies.items()}).markup()


def sample(variant: str) -> str:
    """Two cards of a deck beside each other, for where one is chosen: a king and a seven."""
    codes = ("DK", "C7") if variant == "french" else ("O12", "B7")
    defs = Defs(variant)
    found = {item.code: item for item in VARIANTS[variant]()}
    cards = [found[code].draw(defs) for code in codes]
    body = merge(cards[0]) + place(merge(cards[1]), WIDTH + 16)
    return document(2 * WIDTH + 16, HEIGHT, _shared(defs) + body, f"The {variant} deck")
