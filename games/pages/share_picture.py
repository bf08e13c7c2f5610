"""The preview picture of a match as SVG of 1200 by 630, without fonts.

The picture combines the site's own drawings: cards of a deck's sprite, digits and the wordmark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.contrib.staticfiles import finders

CLOTH, CREAM, SAFFRON = "#3d6264", "#fbf6ea", "#f6bd4f"
MAX_CARDS: Final = 6
"""Maximum number of cards in the picture."""
CARD_WIDTH, CARD_HEIGHT = 208, 322
DIGIT_HEIGHT: Final = 84
DIGIT_GAP: Final = 10
_SUITS = {"O": "D", "C": "H", "E": "S", "B": "C"}
_RANKS = {
    "kqj": {10: "J", 11: "Q", 12: "K"},
    "1098": {8: "J", 9: "Q", 10: "8", 11: "9", 12: "10"},
    "all52": {11: "J", 12: "Q", 13: "K"},
}


class Sprite(NamedTuple):
    """An SVG file of card drawings: definitions shared by all, and `<symbol>` by id."""

    shared: str
    symbols: dict[str, str]


def picture(cards: Sequence[str], score: Sequence[int], *, french: str = "off") -> str:
    """Return an SVG with the cards (codes) as a fan above the score; `french` is `deck.french`."""
    deck = sprite("cards/classic.svg" if french == "off" else "cards/french.svg")
    names = [_symbol_id(code, french) for code in cards]
    symbols = "".join(deck.symbols[name] for name in dict.fromkeys(names))
    fan = "".join(_placed(name, index, len(names)) for index, name in enumerate(names))
    points = " - ".join(str(side) for side in score) if len(score) < 4 else ""
    mark = f'<g transform="translate(70 500)scale(.62)">{_wordmark()}</g>'
    line = f'<rect x="70" y="470" width="1060" height="4" rx="2" fill="{SAFFRON}"/>'
    figures = f'<g transform="translate(1130 535)">{_score(points)}</g>' if points else ""
    ground = f'<rect width="1200" height="630" fill="{CLOTH}"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">'
        f"{deck.shared}{symbols}{ground}{fan}{line}{mark}{figures}</svg>"
    )


@cache
def sprite(name: str) -> Sprite:
    """Return the sprite at this path of the static files, such as `cards/classic.svg`."""
    text = _static_text(name)
    shared = "".join(re.findall(r"<defs>.*?</defs>", text, re.DOTALL))
    symbols = re.findall(r'<symbol id="([^"]+)".*?</symbol>', text, re.DOTALL)
    bodies = re.findall(r"<symbol .*?</symbol>", text, re.DOTALL)
    return Sprite(shared, dict(zip(symbols, bodies, strict=True)))


@cache
def _wordmark() -> str:
    """Return the site's wordmark as SVG in cream, without its outer element."""
    text = _static_text("brand/wordmark.svg").replace("currentColor", CREAM)
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def _static_text(name: str) -> str:
    """Return the text of a static file, named by its path."""
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text(encoding="utf-8")


def _symbol_id(code: str, faces: str) -> str:
    """Return the id of a card's `<symbol>` in its sprite."""
    if faces == "off":
        return code
    suit, rank = code[0], int(code[1:])
    return f"french-{_SUITS[suit]}{_RANKS.get(faces, {}).get(rank, str(rank))}"


def _placed(name: str, index: int, count: int) -> str:
    """Return the SVG of a card of the fan, rotated about the card's own centre."""
    step = min(190, 900 / max(1, count))
    offset = index - (count - 1) / 2
    place = f"translate({600 + offset * step:g} {232 + offset * offset * 7:g})rotate({offset * 6:g})scale(1.15)"
    return (
        f'<use href="#{name}" x="{-CARD_WIDTH / 2:g}" y="{-CARD_HEIGHT / 2:g}" '
        f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" transform="{place}"/>'
    )


def _score(points: str) -> str:
    """Return the SVG of the match's score, aligned to the right."""
    parts, x = [], 0.0
    for word in reversed(points.split(" ")):
        if word == "-":
            parts.append(
                f'<rect x="{x - 40:g}" y="-4" width="30" height="8" rx="4" fill="{CREAM}"/>'
            )
            x -= 60
            continue
        width = 46.0 * len(word) + 10
        parts.append(_number(word, x - width / 2))
        x -= width + 14
    return "".join(parts)


def _number(digits: str, middle: float) -> str:
    """Return the SVG of a number's digits centred at `middle`, vertically about 0."""
    drawn = _digits()
    width = sum(drawn[digit].advance + DIGIT_GAP for digit in digits) - DIGIT_GAP
    parts, x = [], 0.0
    for digit in digits:
        parts.append(f'<g transform="translate({x:g} 0)">{drawn[digit].outline}</g>')
        x += drawn[digit].advance + DIGIT_GAP
    scale = DIGIT_HEIGHT / 100
    left, top = middle - width * scale / 2, -DIGIT_HEIGHT / 2
    return f'<g transform="matrix({scale:g} 0 0 {scale:g} {left:g} {top:g})">{"".join(parts)}</g>'


class Digit(NamedTuple):
    """Outline of a digit: an SVG path 100 units high, and its width in the same units."""

    outline: str
    advance: float


@cache
def _digits() -> dict[str, Digit]:
    """Return a dict from digit to its outline."""
    text = _static_text("brand/digits.svg").replace("currentColor", CREAM)
    symbols = re.findall(
        r'<symbol id="digit-(\d)" viewBox="0 0 (\S+) 100"[^>]*>(.*?)</symbol>', text
    )
    return {digit: Digit(outline, float(advance)) for digit, advance, outline in symbols}
