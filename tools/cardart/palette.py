"""Colours of the deck. Flat fields and one dark ink, like a stencilled woodcut."""

from __future__ import annotations

from typing import NamedTuple

INK = "#1b1a26"
PAPER = "#fdfaf0"
EDGE = "#b9b19a"
WHITE = "#ffffff"
CREAM = "#f3e8cc"

RED = "#c4202f"
WINE = "#7c1220"
GOLD = "#f4b81d"
PALE_GOLD = "#fbe08a"
AMBER = "#d9881a"
BLUE = "#1f4f9b"
SKY = "#8fb6dd"
ICE = "#dfeaf5"
GREEN = "#2f8a4a"
FOREST = "#1c5a33"
LEAF = "#7cc48a"
BROWN = "#6b3f1d"
TAN = "#b4762d"
WOOD = "#ecc98c"
STEEL = "#c3ced9"
SLATE = "#75849a"
NIGHT = "#3a3d4d"

SKIN = "#f3cfa6"
BLUSH = "#e8a58b"
SHADOW = "#d8cfae"

# Okabe and Ito's colours, which stay apart under the common kinds of colour blindness.
OKABE_YELLOW = "#f0e442"
OKABE_VERMILION = "#d55e00"
OKABE_BLUE = "#0072b2"
OKABE_GREEN = "#009e73"


class SuitTint(NamedTuple):
    """The colours of a suit in the `contrast` variant: its field, and the ink readable on it."""

    field: str
    on_field: str


CONTRAST: dict[str, SuitTint] = {
    "O": SuitTint(OKABE_YELLOW, "#000000"),
    "C": SuitTint(OKABE_VERMILION, "#000000"),
    "E": SuitTint(OKABE_BLUE, WHITE),
    "B": SuitTint(OKABE_GREEN, "#000000"),
}
