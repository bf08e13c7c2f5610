"""BriscolaBot-v3 (L. Cavuoti, MIT licence) as an opponent, if its weights are available.

The weights are not part of this project: the command line names the file `briscola-bot-v3.onnx` of the
repository LetteraUnica/BriscolaBot, which is used only if its checksum is known. The bot plays the game
of two without exchange, always with the card of the highest score, as its authors measured it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from games.engine import Action, PlayCard, PlayerView, build_ruleset

WEIGHTS_SHA256 = "ab6fed4667cb9ddbacdd394d717108233ab2dbdced7ee4440d0bdfbce1cb53d2"
BRISCOLA_RULES = build_ruleset("briscola", 2).rules
LAYERS = tuple(f"actor.{at}.{part}" for at in (0, 2, 4) for part in ("weight", "bias"))
RANK_INDICES = {number: at for at, number in enumerate((1, 2, 3, 4, 5, 6, 7, 10, 11, 12))}
ONNX_FLOAT32 = 1
"""Number of float32 among ONNX's types of tensors."""


class BriscolaBot:
    """Bot of another project: it plays the card with the highest score of a neural network."""

    name = "briscolabot"

    def __init__(self, layers: dict[str, np.ndarray]) -> None:
        self.layers = [layers[name] for name in LAYERS]

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the legal play with the highest score; the bot neither exchanges nor claims."""
        plays = [action for action in view.legal if isinstance(action, PlayCard)]
        scores = self.card_scores(network_input(view))
        return max(plays, key=lambda play: scores[card_index(play.card, view.trump or "")])

    def card_scores(self, values: np.ndarray) -> np.ndarray:
        """Return the network's score of each of the forty cards for an input of `network_input`."""
        for at in range(0, len(self.layers), 2):
            values = values @ self.layers[at].T + self.layers[at + 1]
            if at < len(self.layers) - 2:
                values = values * np.tanh(np.log1p(np.exp(values)))
        return values


def card_index(card: str, trump: str) -> int:
    """Return the neural network's index of a card, 0 to 39; the trump suit comes first."""
    suits = [trump, *(suit for suit in "OCEB" if suit != trump)]
    return 10 * suits.index(card[0]) + RANK_INDICES[int(card[1:])]


def network_input(view: PlayerView) -> np.ndarray:
    """Return the input of BriscolaBot's neural network for a view: played, turned, table, hand cards, points."""
    assert view.seat is not None
    assert view.trump is not None
    values = np.zeros(162)
    groups = (
        [play.card for trick in view.history for play in trick.plays],
        [view.trump_card] if view.trump_card else [],
        [play.card for play in view.trick.plays] if view.trick else [],
        view.hand,
    )
    for at, cards in enumerate(groups):
        for card in cards:
            values[40 * at + card_index(card, view.trump)] = 1.0
    values[160] = view.side_points[view.seat] / 120
    values[161] = view.side_points[1 - view.seat] / 120
    return values


def load(path: Path) -> BriscolaBot:
    """Return the bot with the weights in an ONNX file.

    Raises:
        ValueError: the file is not the known one.
    """
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != WEIGHTS_SHA256:
        raise ValueError(f"{path} is not the known briscola-bot-v3.onnx")
    return BriscolaBot(tensors(data))


def tensors(model: bytes) -> dict[str, np.ndarray]:
    """Return the float32 tensors in an ONNX file, by name."""
    graph = next(value for number, value in fields(model) if number == 7)
    tensors_by_name = {}
    for number, value in fields(graph):
        if number == 5:
            name, tensor = _tensor(value)
            if tensor is not None:
                tensors_by_name[name] = tensor
    return tensors_by_name


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
    if kind != ONNX_FLOAT32:
        return name, None
    return name, np.frombuffer(raw, "<f4").reshape(shape).astype(float)


def fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield (number, value) of each field of a message in protocol buffers encoding."""
    at = 0
    value: int | bytes
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
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
