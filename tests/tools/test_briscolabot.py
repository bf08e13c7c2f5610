"""The bench's opponent from elsewhere: its file is read, checked, and plays; no weights are here."""

import random

import numpy as np
import pytest

from games.bots import bot_named
from tests.support.bot_deals import play_deal
from tools.bench.briscolabot import BRISCOLA_RULES, LAYERS, BriscolaBot, card_index, load, tensors

SHAPES = ((256, 162), (256,), (256, 256), (256,), (40, 256), (40,))


def number(value):
    found = []
    while True:
        found.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(found)


def field(at, content):
    if isinstance(content, int):
        return number(at << 3) + number(content)
    return number(at << 3 | 2) + number(len(content)) + content


def onnx(layers):
    """A file with these tensors, shapes packed in some and one by one in others."""
    stored = b""
    for at, (name, tensor) in enumerate(layers.items()):
        if at % 2:
            shape = field(1, b"".join(number(size) for size in tensor.shape))
        else:
            shape = b"".join(field(1, size) for size in tensor.shape)
        raw = field(4 if at % 3 else 9, tensor.astype("<f4").tobytes())
        stored += field(5, shape + field(2, 1) + field(8, name.encode()) + raw)
    return field(1, 7) + field(7, field(2, b"graph") + stored)


@pytest.fixture(scope="module")
def layers():
    dice = np.random.default_rng(1)
    return {name: dice.normal(size=shape) / 8 for name, shape in zip(LAYERS, SHAPES, strict=True)}


def test_tensors_are_read_as_they_were_written(layers):
    found = tensors(onnx(layers))
    assert all(np.allclose(found[name], layers[name], atol=1e-6) for name in LAYERS)


def test_another_file_is_refused(tmp_path, layers):
    path = tmp_path / "bot.onnx"
    path.write_bytes(onnx(layers))
    with pytest.raises(ValueError, match=r"not the known briscola-bot-v3\.onnx"):
        load(path)


def test_plays_whole_deals_with_legal_cards(layers):
    rng, bot = random.Random("deal"), BriscolaBot(layers)
    for dealer in (0, 1):
        deck = tuple(rng.sample(BRISCOLA_RULES.deck, 40))
        result = play_deal(BRISCOLA_RULES, deck, dealer, [bot, bot_named("greedy")], rng)
        assert sum(result.side_points) == 120


def test_trumps_come_first_and_cards_by_their_number():
    assert card_index("E1", "E") == 0
    assert card_index("E10", "E") == 7
    assert card_index("O12", "E") == 19
    assert len({card_index(card, "B") for card in BRISCOLA_RULES.deck}) == 40
