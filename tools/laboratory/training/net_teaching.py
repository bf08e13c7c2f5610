"""First lessons of the net: decisions of two players, with the worth that the expert gives each card.

The expert values cards by few layouts of the hidden cards: many positions with rough values teach more
than few with good values. Half of the deals are played mostly as the expert would, half mostly by the
table with cards drawn by likelihood, so that the net also meets its own mistakes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.evaluation.base_scores import features_of, liking
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import card_plays, knowledge_of
from games.bots.players.learned_bot import before_card
from games.bots.simulation.card_features import MAX_FEATURES, ROWS
from games.bots.simulation.policy import SCALE
from games.engine import Cut, DealCards, PlayCard, PlayerView, Rules, apply, start, view_for
from tools.laboratory.training.adam import Adam, Weights

WORLDS: Final = 100
"""Layouts of the hidden cards with which each card is valued."""
PARTICLES: Final = 200
"""Layouts that are weighted by the other player's earlier cards."""
TABLE_DRAW_SHARES: Final = (0.15, 0.6)
"""Share of the cards that the table draws, in the deals of each half."""
WINNING_POINTS: Final = 100.0
"""Card points that winning the deal is worth."""
TEMPERATURE_POINTS: Final = 4.0
"""Card points behind the best card at which a card should be 1/e as likely."""
EPOCHS: Final = 10
"""Times that the net sees each decision."""
STEP_DECISIONS: Final = 512
"""Decisions from which one step of the weights is computed."""
FIRST_RATE: Final = 0.002
"""Length of the steps at the start; at the end it is 0."""
NO_CARD: Final = -1e9
"""Value and score of an empty slot."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lessons:
    """Decisions from which the net learns: features, score and value of each slot of the hand."""

    features: NDArray[np.int16]
    """[decisions, 3, 2 * MAX_FEATURES] numbers of features, filled up with ROWS + 1."""
    scores: Floats
    """[decisions, 3] the table's score, NO_CARD for an empty slot."""
    values: Floats
    """[decisions, 3] worth in card points, winning included."""

    def __len__(self) -> int:
        return len(self.values)


def record(games: list[Rules], decisions: int, seed: int) -> Iterator[Lessons]:
    """Yield `decisions` decisions one by one, from deals of these games in turn.

    The same seed gives the same decisions.
    """
    rng, recorded, deals = random.Random(f"{seed}/lessons"), 0, 0
    while recorded < decisions:
        rules, straying = games[deals % len(games)], TABLE_DRAW_SHARES[deals // len(games) % 2]
        for lesson in _of_a_deal(rules, straying, rng):
            yield lesson
            recorded += 1
            if recorded == decisions:
                return
        deals += 1


def _of_a_deal(rules: Rules, straying: float, rng: random.Random) -> Iterator[Lessons]:
    """Yield the decisions of one deal while there is a stock; the table draws `straying` of the cards."""
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    state = start(rules, dealer=rng.randrange(2))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    while state.turn is not None and state.phase == "play":
        view = view_for(state, state.turn)
        action = before_card(view, rng)
        if action is None:
            if not view.stock:
                return
            lesson, best = _lesson(view, rng)
            yield lesson
            action = _drawn(lesson, view, rng) if rng.random() < straying else best
        state, _ = apply(state, action)


def _lesson(view: PlayerView, rng: random.Random) -> tuple[Lessons, PlayCard]:
    """Return a view's decision as a lesson of one row, and the expert's best play."""
    knowledge, judgement = knowledge_of(view), evaluate(view, rng, WORLDS, particles=PARTICLES)
    likes, (common, own) = liking(knowledge), features_of(view, knowledge)
    features = np.full((1, 3, 2 * MAX_FEATURES), ROWS + 1, np.int16)
    scores = np.full((1, 3), NO_CARD, np.float32)
    values = np.full((1, 3), NO_CARD, np.float32)
    judged = {knowledge.codes[card.action.card]: card for card in judgement.cards}
    for slot, card in enumerate(knowledge.hand):
        numbers = [*common, *own[slot]]
        features[0, slot, : len(numbers)] = numbers
        scores[0, slot] = likes[card] / SCALE
        values[0, slot] = WINNING_POINTS * judged[card].win + judged[card].points
    return Lessons(features, scores, values), judgement.best


def _drawn(lesson: Lessons, view: PlayerView, rng: random.Random) -> PlayCard:
    """Return a play of a card, drawn by the likelihoods of the table of weights."""
    scores = lesson.scores[0, : len(view.hand)].tolist()
    chances = [math.exp(score - max(scores)) for score in scores]
    card = rng.choices(view.hand, chances)[0]
    return next(play for play in card_plays(view) if play.card == card)


def joined(lessons: list[Lessons]) -> Lessons:
    """Return the decisions of all these lessons joined as one `Lessons`."""
    return Lessons(
        np.concatenate([each.features for each in lessons]),
        np.concatenate([each.scores for each in lessons]),
        np.concatenate([each.values for each in lessons]),
    )


def teach(net: Weights, lessons: Lessons, dice: np.random.Generator) -> None:
    """Change the net's weights in place so that it prefers the cards that the expert finds best.

    The training raises the mean value of the cards that the net would draw, over TEMPERATURE_POINTS, plus
    the entropy of its draws: errors of the values then cancel out over many decisions.
    """
    adam = Adam(net, memory=0.999)
    steps, step = EPOCHS * (len(lessons) // STEP_DECISIONS), 0
    for _ in range(EPOCHS):
        order = dice.permutation(len(lessons))
        for begin in range(0, len(order) - STEP_DECISIONS + 1, STEP_DECISIONS):
            chosen = order[begin : begin + STEP_DECISIONS]
            step += 1
            rate = FIRST_RATE * min(1.0, step / 200) * (1 + math.cos(math.pi * step / steps)) / 2
            adam.climb(_gradients(net, lessons, chosen), rate)


def _gradients(net: Weights, lessons: Lessons, chosen: NDArray[np.int64]) -> Weights:
    """Return the gradients, by the net's weights, of the value that `teach` raises."""
    rows, middle, last = net
    numbers = lessons.features[chosen].reshape(3 * len(chosen), -1).astype(np.int64)
    inputs = np.zeros((len(numbers), ROWS + 2), np.float32)
    np.put_along_axis(inputs, numbers, 1, 1)
    inputs = inputs[:, : ROWS + 1]
    inputs[:, ROWS] = 1
    first = np.maximum(inputs @ rows, 0)
    second = np.maximum(first @ middle[:-1] + middle[-1], 0)
    scores = (second @ last[:-1]).reshape(-1, 3) + lessons.scores[chosen]
    change = _score_gradient(scores, lessons.values[chosen]).reshape(-1, 1) / len(chosen)
    end = np.append((second * change).sum(0), 0).astype(np.float32)
    back = change * last[:-1] * (second > 0)
    centre = np.concatenate([first.T @ back, back.sum(0)[None]])
    return inputs.T @ ((back @ middle[:-1].T) * (first > 0)), centre, end


def _score_gradient(scores: Floats, values: Floats) -> Floats:
    """Return the gradient, by each score [decisions, 3], of the value that `teach` raises."""
    chances = np.exp(scores - scores.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    gain = np.where(values <= NO_CARD, 0, values / TEMPERATURE_POINTS - np.log(chances + 1e-12))
    gradient = chances * (gain - (chances * gain).sum(1, keepdims=True))
    return np.asarray(gradient, np.float32)
