"""The picture that stands for a match where its address is shared: 1200 by 630, no fonts needed."""

from __future__ import annotations

from collections.abc import Sequence

from . import classic, french, glyphs
from .brand import wordmark
from .layout import HEIGHT, WIDTH
from .svg import ROOT_STYLE, Defs, place, rect

CLOTH, CREAM, SAFFRON = "#3d6264", "#fbf6ea", "#f6bd4f"
MAX_CARDS = 6
"""Cards that there is room for."""
_SUITS = {"O": "D", "C": "H", "E": "S", "B": "C"}
_RANKS = {
    "kqj": {10: "J", 11: "Q", 12: "K"},
    "1098": {8: "J", 9: "Q", 10: "8", 11: "9", 12: "10"},
    "all52": {11: "J", 12: "Q", 13: "K"},
}


def picture(cards: Sequence[str], score: Sequence[int], *, french: str = "off") -> str:
    """A fan of cards over the score. `french` is the option `deck.french` of the rules."""
    defs = Defs("social")
    drawn = [_card(defs, code, french) for code in cards]
    fan = "".join(_placed(body, index, len(drawn)) for index, body in enumerate(drawn))
    points = " - ".join(str(side) for side in score) if len(score) < 4 else ""
    mark = place(_inner(wordmark(CREAM)), 70, 500, 0.62)
    line = rect(70, 470, 1060, 4, 2, fill=SAFFRON, line='stroke="none"')
    figures = place(_figures(points), 1130, 535) if points else ""
    ground = rect(0, 0, 1200, 630, fill=CLOTH, line='stroke="none"')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">'
        f"{defs.markup()}<g {ROOT_STYLE}>{ground}{fan}{line}{mark}{figures}</g></svg>"
    )


def _card(defs: Defs, code: str, faces: str) -> str:
    suit, rank = code[0], int(code[1:])
    if faces == "off":
        return classic.card(defs, suit, rank)
    return french.card(defs, _SUITS[suit], _RANKS.get(faces, {}).get(rank, str(rank)))


def _placed(body: str, index: int, count: int) -> str:
    """A card of the fan, about its own centre."""
    step = min(190, 900 / max(1, count))
    off = index - (count - 1) / 2
    inner = place(body, -WIDTH / 2, -HEIGHT / 2)
    return place(inner, 600 + off * step, 232 + abs(off) * abs(off) * 7, 1.15, off * 6)


def _figures(points: str) -> str:
    """The score, ending at the right."""
    parts, x = [], 0.0
    for word in reversed(points.split(" ")):
        if word == "-":
            parts.append(rect(x - 40, -4, 30, 8, 4, fill=CREAM, line='stroke="none"'))
            x -= 60
            continue
        width = 46.0 * len(word) + 10
        parts.append(place(glyphs.text(word, 84, CREAM, 11, 7), x - width / 2, 0))
        x -= width + 14
    return "".join(parts)


def _inner(document: str) -> str:
    """What stands within a drawing that is a file of its own."""
    return document[document.index(">") + 1 : document.rindex("</svg>")]
