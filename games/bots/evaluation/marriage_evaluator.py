"""Evaluation of a marriage that a seat may show before its card: shown, or kept for good.

>>> OPTIONS
('show', 'keep')
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from games.bots.evaluation import variant_evaluator
from games.bots.evaluation.judgement import Worth, worths_of
from games.bots.knowledge.base_game import knowledge_of
from games.bots.variants.declaring import Declaring
from games.bots.variants.games import kind_of
from games.engine import PlayerView, Rules, Suit

SHOW: Final = "show"
KEEP: Final = "keep"
OPTIONS: Final = (SHOW, KEEP)
"""Options of a seat that holds a king and a knight of one suit."""


def may_judge_marriage(rules: Rules) -> bool:
    """Return whether showing king and knight from the hand exists here and can be evaluated."""
    return kind_of(rules) is Declaring


def evaluate_marriage(
    view: PlayerView, suit: Suit, rng: random.Random, worlds: int
) -> tuple[list[Worth], int]:
    """Return the expected results of showing and of keeping a marriage, and the index of the best.

    Both are played to the end of the deal in the same determinizations. Other marriages are shown
    in both, by whoever holds them.

    Raises:
        ValueError: where `may_judge_marriage` returns False.
    """
    rules, kind = view.rules, kind_of(view.rules)
    if kind is not Declaring:
        raise ValueError("marriages are not shown in this game, or it cannot be evaluated")
    knowledge, side = knowledge_of(view), rules.side_of[view.seat or 0]
    dice = np.random.default_rng(rng.getrandbits(64))
    drawn = variant_evaluator.ways(view, knowledge, worlds, dice, infer=True)
    number, results = variant_evaluator.suit_of(knowledge, suit), []
    for option in OPTIONS:
        batch = variant_evaluator.batch_of(view, knowledge, drawn)
        assert isinstance(batch, Declaring)
        if option == SHOW:
            batch.show(number, side)
        else:
            batch.keep(number)
        batch.play_out()
        results.append(batch.values())
    points, wins = (np.stack([each[at][:, side] for each in results], axis=1) for at in (0, 1))
    winning = kind.winning[len(rules.sides) > 2]
    return worths_of(points, wins, kind.unit, winning=winning)
