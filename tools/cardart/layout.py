"""Measures of a card, and where its pips stand."""

from __future__ import annotations

from typing import NamedTuple

WIDTH, HEIGHT = 208, 322
CENTRE_X, CENTRE_Y = WIDTH / 2, HEIGHT / 2
RADIUS = 13
INSET = 10
"""Distance of the frame line from the edge."""

LEFT, RIGHT = CENTRE_X - 42, CENTRE_X + 42


class Pip(NamedTuple):
    """One symbol on a card: where, how large, how turned."""

    x: float
    y: float
    scale: float
    turn: float = 0


def _rows(ys: tuple[float, ...], xs: tuple[float, ...], scale: float) -> list[Pip]:
    """A grid of upright pips."""
    return [Pip(x, y, scale) for y in ys for x in xs]


def _middle(y: float, scale: float, turn: float = 0) -> Pip:
    """A pip on the vertical axis."""
    return Pip(CENTRE_X, y, scale, turn)


_PAIR = (LEFT, RIGHT)
_TRIPLE = (CENTRE_X - 48, CENTRE_X, CENTRE_X + 48)
_FOUR = (CENTRE_X - 57, CENTRE_X - 19, CENTRE_X + 19, CENTRE_X + 57)
_FOUR_CLUBS = (CENTRE_X - 51, CENTRE_X - 17, CENTRE_X + 17, CENTRE_X + 51)

COINS: dict[int, list[Pip]] = {
    2: [_middle(94, 1.16), _middle(228, 1.16)],
    3: [_middle(74, 0.84), _middle(CENTRE_Y, 0.84), _middle(248, 0.84)],
    4: _rows((96, 226), _PAIR, 0.82),
    5: [*_rows((86, 236), _PAIR, 0.76), _middle(CENTRE_Y, 0.76)],
    6: _rows((76, CENTRE_Y, 246), _PAIR, 0.72),
    7: [*_rows((80, CENTRE_Y + 4, 250), _PAIR, 0.66), _middle(122, 0.54)],
    8: [*_rows((72, CENTRE_Y, 250), _PAIR, 0.64), _middle(116.5, 0.54), _middle(205.5, 0.54)],
    9: [*_rows((64, 128.5, 193.5, 258), _PAIR, 0.54), _middle(CENTRE_Y, 0.54)],
}
CUPS: dict[int, list[Pip]] = {
    2: [_middle(94, 1.16), _middle(228, 1.16)],
    3: [_middle(92, 1.0), Pip(LEFT - 2, 228, 0.94), Pip(RIGHT + 2, 228, 0.94)],
    4: _rows((98, 226), _PAIR, 0.86),
    5: [*_rows((80, 244), _PAIR, 0.77), _middle(CENTRE_Y, 0.77)],
    6: _rows((76, CENTRE_Y, 246), _PAIR, 0.72),
    7: [*_rows((80, CENTRE_Y + 4, 250), _PAIR, 0.66), _middle(122, 0.54)],
    8: [
        *_rows((78, 246), _TRIPLE, 0.56),
        Pip(CENTRE_X - 26, CENTRE_Y, 0.56),
        Pip(CENTRE_X + 26, CENTRE_Y, 0.56),
    ],
    9: _rows((78, CENTRE_Y, 246), _TRIPLE, 0.56),
}
SWORDS: dict[int, list[Pip]] = {
    2: [Pip(CENTRE_X - 30, CENTRE_Y, 1.75), Pip(CENTRE_X + 30, CENTRE_Y, 1.75, 180)],
    3: [
        Pip(CENTRE_X - 48, CENTRE_Y, 1.6),
        _middle(CENTRE_Y, 1.6, 180),
        Pip(CENTRE_X + 48, CENTRE_Y, 1.6),
    ],
    4: _rows((92, 230), _PAIR, 1.02),
    5: [*_rows((92, 230), (LEFT - 8, RIGHT + 8), 1.0), _middle(CENTRE_Y, 1.3)],
    6: _rows((92, 230), _TRIPLE, 1.0),
    7: [*_rows((86, 236), _TRIPLE, 0.9), _middle(CENTRE_Y, 0.8, 90)],
    8: _rows((98, 224), _FOUR, 0.79),
    9: [*_rows((90, 232), _FOUR, 0.78), _middle(CENTRE_Y, 0.8, 90)],
}
CLUBS: dict[int, list[Pip]] = {
    **SWORDS,
    2: [Pip(CENTRE_X - 32, CENTRE_Y, 1.7), Pip(CENTRE_X + 32, CENTRE_Y, 1.7)],
    3: [
        Pip(CENTRE_X - 50, CENTRE_Y, 1.55),
        _middle(CENTRE_Y, 1.55),
        Pip(CENTRE_X + 50, CENTRE_Y, 1.55),
    ],
    8: _rows((99, 223), _FOUR_CLUBS, 0.9),
    9: [*_rows((93, 229), _FOUR_CLUBS, 0.8), _middle(CENTRE_Y, 0.84, 90)],
}
PIPS: dict[str, dict[int, list[Pip]]] = {"O": COINS, "C": CUPS, "E": SWORDS, "B": CLUBS}
