"""BriscolaBot-v3 (L. Cavuoti, MIT licence) as an opponent, where its weights are at hand.

They are not part of this project: `briscola-bot-v3.onnx` of the repository LetteraUnica/BriscolaBot
is named on the command line, and is used only if it is the very file that is known. It plays the
game of two without exchange; what it likes best is played, as its authors measured it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from games.engine import Action, PlayCard, PlayerView, build_ruleset

SHA256 = "ab6fed4667cb9ddbacdd394d717108233ab2dbdced7ee4440d0bdfbce1cb53d2"
RULES = build_ruleset("briscola", 2).rules
LAYERS = tuple(f"actor.{at}.{part}" for at in (0, 2, 4) for part in ("weight", "bias"))
RANKS = {number: at for at, number in enumerate((1, 2, 3, 4, 5, 6, 7, 10, 11, 12))}
FLOATS = 1
"""The number of float32 among the types of ONNX."""


class BriscolaBot:
    """Its network: three layers over what the seat sees, then the best card of the hand."""

    name = "briscolabot"

    def __init__(self, layers: dict[str, np.ndarray]) -> None:
        self.layers = [layers[name] for name in LAYERS]

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """The card it likes best; it neither exchanges nor claims."""
        plays = [one for one in view.legal if isinstance(one, PlayCard)]
        liking = self.liking(seen(view))
        return max(plays, key=lambda play: liking[place(play.card, view.trump or "")])

    def liking(self, found: np.ndarray) -> np.ndarray:
        """The score of each of the forty cards."""
        for at in range(0, len(self.layers), 2):
            found = found @ self.layers[at].T + self.layers[at + 1]
            if at < len(self.layers) - 2:
                found = found * np.tanh(np.log1p(np.exp(found)))
        return found


def place(card: str, trump: str) -> int:
    """Its number for a card; the trump suit comes first."""
    suits = [trump, *(suit for suit in "OCEB" if suit != trump)]
    return 10 * suits.index(card[0]) + RANKS[int(card[1:])]


def seen(view: PlayerView) -> np.ndarray:
    """Return the network's input: cards gone, turned, on the table and in hand, and points."""
    assert view.seat is not None
    assert view.trump is not None
    given = np.zeros(162)
    groups = (
        [play.card for trick in view.history for play in trick.plays],
        [view.trump_card] if view.trump_card else [],
        [play.card for play in view.trick.plays] if view.trick else [],
        view.hand,
    )
    for at, cards in enumerate(groups):
        for card in cards:
            given[40 * at + place(card, view.trump)] = 1.0
    given[160] = view.side_points[view.seat] / 120
    given[161] = view.side_points[1 - view.seat] / 120
    return given


def load(path: Path) -> BriscolaBot:
    """The bot of this file; ValueError where it is another file."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"{path} is not the known briscola-bot-v3.onnx")
    return BriscolaBot(tensors(data))


def tensors(model: bytes) -> dict[str, np.ndarray]:
    """The stored tensors of an ONNX file by name, those of floats."""
    graph = next(value for number, value in fields(model) if number == 7)
    found = {}
    for number, value in fields(graph):
        if number == 5:
            name, tensor = _tensor(value)
            if tensor is not None:
                found[name] = tensor
    return found


def _tensor(data: bytes) -> tuple[str, np.ndarray | None]:
    shape: list[int] = []
    name, kind, raw = "", 0, b""
    for number, value in fields(data):
        if number == 1:
            shape += [value] if isinstance(value, int) else list(_numbers(value))
        elif number == 2:
            kind = value
        elif number in (4, 9):  # packed, or raw: the same bytes
            raw += value
        elif number == 8:
            name = value.decode()
    if kind != FLOATS:
        return name, None
    return name, np.frombuffer(raw, "<f4").reshape(shape).astype(float)


def fields(data: bytes) -> Iterator[tuple[int, object]]:
    """Number and value of each field of a message in the encoding of protocol buffers."""
    at = 0
    while at < len(data):
        key, at = _number(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _number(data, at)
        elif kind == 2:
            size, at = _number(data, at)
            value, at = data[at : at + size], at + size
        else:
            size = {1: 8, 5: 4}[kind]
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def _numbers(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _number(data, at)
        yield value


def _number(data: bytes, at: int) -> tuple[int, int]:
    found, shift = 0, 0
    while True:
        byte = data[at]
        found |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return found, at
