"""Whole files: a card as SVG, or all cards of a variant as symbols with shared definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from . import classic, contrast, french, large
from .back import back, empty
from .layout import HEIGHT, WIDTH
from .pips import SUITS
from .svg import Defs, document, symbol

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
    """What every pack needs besides its faces."""
    yield Drawing("back", "Card back", lambda _: back())
    yield Drawing("empty", "Empty place", lambda _: empty())


VARIANTS: dict[str, Callable[[], Iterator[Drawing]]] = {
    "classic": lambda: spanish(classic.card),
    "large": lambda: spanish(large.card),
    "contrast": lambda: spanish(contrast.card),
    "french": french_pack,
}


def symbol_id(variant: str, code: str) -> str:
    """`O1` in the classic sprite; elsewhere, and for back and empty place, with a prefix."""
    if variant != "classic":
        return f"{variant}-{code}"
    return f"card-{code}" if code in ("back", "empty") else code


def sprite(variant: str) -> str:
    """All drawings of a variant in one file."""
    defs = Defs(variant)
    symbols: list[str] = []
    symbols.extend(
        symbol(symbol_id(variant, item.code), VIEW_BOX, item.title, item.draw(defs))
        for item in VARIANTS[variant]()
    )
    return f"<svg {NAMESPACE}>{defs.markup()}\n" + "\n".join(symbols) + "\n</svg>\n"


def single(item: Drawing, variant: str = "classic") -> str:
    """One drawing as a file of its own."""
    defs = Defs(variant)
    body = item.draw(defs)
    return document(WIDTH, HEIGHT, defs.markup() + body, item.title)
