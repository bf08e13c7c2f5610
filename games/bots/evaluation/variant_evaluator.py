"""Evaluation of cards in variants of the base game, from the view of one seat."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from games.bots.evaluation.judgement import Judgement, judgement_of
from games.bots.evaluation.variant_ending import solved
from games.bots.knowledge.base_game import Knowledge, is_open, knowledge_of
from games.bots.knowledge.determinization import ANY_WORLDS, Past, draw_worlds
from games.bots.simulation import rollouts
from games.bots.simulation.coding import HAND, NONE, PLACES, Floats, Ints
from games.bots.simulation.policy import policy_for
from games.bots.simulation.rollouts import Position, Worlds
from games.bots.variants.batches import Batch
from games.bots.variants.declaring import Declaring
from games.bots.variants.games import kind_of, table_of
from games.engine import PlayCard, PlayerView, Suit

WORLDS: Final = 300
"""Determinizations that are enough to play well."""
PARTICLES: Final = 600
"""Determinizations that are weighted before some are chosen."""


def batch_of(view: PlayerView, knowledge: Knowledge, worlds: Worlds, copies: int = 1) -> Batch:
    """Return simulated deals at the view's position: `copies` rows for each determinization."""
    return _begun(view, knowledge, knowledge.position, worlds, copies)


def _begun(
    view: PlayerView, knowledge: Knowledge, position: Position, worlds: Worlds, copies: int = 1
) -> Batch:
    """Return the batch of a position at or before the present one, with rows as in `batch_of`."""
    rules, kind = view.rules, kind_of(view.rules)
    assert kind is not None
    assert view.trick is not None
    rows = rollouts.rows_of(knowledge.kernel, position, worlds, copies)
    batch = kind(rules, knowledge.kernel, table_of(rules), rows)
    plays = [play for trick in view.history for play in trick.plays] + list(view.trick.plays)
    past_plays = plays[: position.played.bit_count()]
    over = view.history[: len(past_plays) // rules.players]
    past = [(play.seat, knowledge.codes[play.card]) for play in past_plays]
    batch.begin(past, [trick.winner or 0 for trick in over])
    if isinstance(batch, Declaring):
        for shown in view.marriages:
            batch.show(suit_of(knowledge, shown.suit), rules.side_of[shown.seat])
    return batch


def suit_of(knowledge: Knowledge, suit: Suit) -> int:
    """Return the number, 0 to 3, by which batches code a suit; trumps have 0."""
    return next(code // PLACES for card, code in knowledge.codes.items() if card[0] == suit)


def _likes(view: PlayerView, knowledge: Knowledge, play: Past, hands: Ints) -> Ints:
    """Return the policy's score of each card of these hands at an earlier play."""
    batch = _begun(view, knowledge, play.before, ANY_WORLDS)
    return batch.weigh(hands, np.array([play.seat]))


def liking(view: PlayerView, cards: list[PlayCard]) -> list[int]:
    """Return the policy's score of each card: SCALE times the log of its relative likelihood."""
    knowledge = knowledge_of(view)
    hands = np.full((1, len(knowledge.counts), HAND), NONE)
    for seat, held in {**knowledge.known, knowledge.seat: knowledge.hand}.items():
        hands[0, seat, : len(held)] = held
    batch = batch_of(
        view, knowledge, Worlds(hands, np.zeros((1, 0), np.int64), np.ones(1, np.int64))
    )
    worth = batch.weigh(hands[:, knowledge.seat], np.array([knowledge.seat]))[0].tolist()
    return [worth[knowledge.hand.index(knowledge.codes[play.card])] for play in cards]


def evaluate(
    view: PlayerView, cards: list[PlayCard], worlds: int, dice: np.random.Generator, *, infer: bool
) -> Judgement:
    """Return the expected result of each of these cards for the seat that is to play.

    Without `infer` the determinizations ignore what the others' plays reveal.
    """
    kind = kind_of(view.rules)
    assert kind is not None
    knowledge = knowledge_of(view)
    codes = [knowledge.codes[play.card] for play in cards]
    if is_open(knowledge):
        return exactly(view, knowledge, cards)
    drawn = ways(view, knowledge, worlds, dice, infer=infer and kind.infers)
    if view.rules.open_hands and not knowledge.position.laid:
        results = _answered(view, knowledge, drawn, codes)
    else:
        results = _after(
            batch_of(view, knowledge, drawn, len(cards)), np.tile(np.array(codes), worlds)
        )
    side, shape = int(knowledge.kernel.side[knowledge.seat]), (worlds, len(cards), -1)
    points, wins = (each.reshape(shape)[:, :, side] for each in results)
    likes, more = liking(view, cards), results[0].shape[1] > 2
    likeliest = max(range(len(cards)), key=lambda at: likes[at])
    return judgement_of(cards, points, wins, kind.unit, winning=kind.winning[more], usual=likeliest)


def played_after(
    view: PlayerView, knowledge: Knowledge, codes: list[int], worlds: int, dice: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return points and shares in winning [worlds, cards, sides] after each card of these codes.

    The determinizations are those in which `evaluate` judges the cards.
    """
    kind = kind_of(view.rules)
    assert kind is not None
    drawn = ways(view, knowledge, worlds, dice, infer=kind.infers)
    results = _after(batch_of(view, knowledge, drawn, len(codes)), np.tile(np.array(codes), worlds))
    points, wins = (each.reshape((worlds, len(codes), -1)) for each in results)
    return points, wins


def exactly(view: PlayerView, knowledge: Knowledge, cards: list[PlayCard]) -> Judgement:
    """Return the exact result of each card where nothing is hidden, at best play of both."""
    codes = [knowledge.codes[play.card] for play in cards]
    return solved(batch_of(view, knowledge, _the_one(knowledge)), cards, codes)


def ways(
    view: PlayerView, knowledge: Knowledge, count: int, dice: np.random.Generator, *, infer: bool
) -> Worlds:
    """Return `count` determinizations; with `infer`, those that fit the others' plays prevail."""
    return draw_worlds(
        view,
        knowledge,
        policy_for(view.rules),
        count,
        dice,
        infer=infer,
        likes=partial(_likes, view, knowledge),
        particles=PARTICLES,
    )


def _the_one(knowledge: Knowledge) -> Worlds:
    """Return the only determinization where two players play on without a stock."""
    other = 1 - knowledge.seat
    theirs = (*knowledge.hidden, *knowledge.known.get(other, ()))
    hands = np.full((1, 2, HAND), NONE)
    hands[0, knowledge.seat, : len(knowledge.hand)] = knowledge.hand
    hands[0, other, : len(theirs)] = theirs
    return Worlds(hands, np.zeros((1, 0), np.int64), np.ones(1, np.int64))


def _after(batch: Batch, cards: Ints) -> tuple[Floats, Floats]:
    """Return points and wins of the deals in which each row plays its card and then plays on."""
    own = batch.rows.hands[batch.every, batch.seat]
    batch.lay((own == cards[:, None]).argmax(1))
    return _played(batch)


def _answered(
    view: PlayerView, knowledge: Knowledge, drawn: Worlds, codes: list[int]
) -> tuple[Floats, Floats]:
    """Return points and wins after each lead with open hands and the other's best answer."""
    other, kind = 1 - knowledge.seat, kind_of(view.rules)
    assert kind is not None
    answers = [code for code in drawn.hands[0, other].tolist() if code != NONE]
    batch = batch_of(view, knowledge, drawn, len(codes) * len(answers))
    leads = np.tile(np.repeat(codes, len(answers)), len(drawn))
    batch.lay((batch.rows.hands[batch.every, batch.seat] == leads[:, None]).argmax(1))
    results = _after(batch, np.tile(np.array(answers), len(drawn) * len(codes)))
    shape = (len(drawn), len(codes), len(answers), -1)
    points, wins = (each.reshape(shape) for each in results)
    worth = (wins + points * kind.unit.weight / kind.winning[0])[:, :, :, other].mean(0)
    best, every = worth.argmax(1), np.arange(len(codes))
    return points[:, every, best], wins[:, every, best]


def worth_of_deals(view: PlayerView, hands: Ints, stock: Ints, dice: Ints) -> Floats:
    """Return points of each side [rows, sides], in the game's unit, after playing out the deals."""
    return _played(batch_of(view, knowledge_of(view), Worlds(hands, stock, dice)))[0]


def played_from(
    view: PlayerView, knowledge: Knowledge, position: Position, worlds: Worlds
) -> tuple[Floats, Floats]:
    """Return points and shares in winning [worlds, sides] of deals played out from between tricks.

    They begin at `position`, the present one of this view or that after a draw; `knowledge` has the
    rules in numbers.
    """
    return _played(_begun(view, knowledge, position, worlds))


def _played(batch: Batch) -> tuple[Floats, Floats]:
    """Play a batch to its end; return points and wins [rows, sides]."""
    batch.play_out()
    return batch.values()
