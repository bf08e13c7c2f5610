"""Choice of a card in games with an auction, by determinizations of the hidden cards."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from games.bots.knowledge import contract_game
from games.bots.simulation.coding import Floats, Ints
from games.bots.variants import contract_deals
from games.bots.variants.contract_rollouts import play_out, scores
from games.bots.variants.contract_table import policy_for
from games.bots.variants.talon import LAST_TRICK
from games.engine import PlayCard, PlayerView, Rules

MAX_WORLDS: Final = 320
"""Determinizations played out for one choice at most."""
FOR_MAKING: Final = 0.8
"""Weight of making the contract against card points, in games that pay nothing for points."""
WORLDS_PER_ROUND: Final = 80
"""Determinizations after which cards that are clearly behind are dropped."""
OUT_OF_IT: Final = 2.5
"""Standard errors behind the best card at which a card is dropped."""
SURE_STANDARD_ERRORS: Final = 1.0
"""Standard errors by which a card must beat the policy's choice to replace it."""


def liking(view: PlayerView, cards: list[PlayCard]) -> Floats:
    """Return the learned policy's score of each card: the logarithm of its relative likelihood."""
    known = contract_game.known_to(view)
    rows = contract_game.own_rows(known)
    own = np.array([[known.codes[play.card] for play in cards]])
    hand = rows.own
    card_scores = scores(known.kernel, policy_for(view.rules), rows, hand)[0]
    at = {int(card): float(score) for card, score in zip(hand[0], card_scores, strict=True)}
    return np.array([at[int(card)] for card in own[0]])


def best_card(
    view: PlayerView, cards: list[PlayCard], rng: random.Random, worlds: int | None = None
) -> PlayCard:
    """Return the card with the best mean result over determinizations (`worlds`, None: MAX_WORLDS).

    The learned policy's choice stays if no card is better by SURE_STANDARD_ERRORS.
    """
    dice = np.random.default_rng(rng.getrandbits(64))
    known, policy = contract_game.known_to(view), policy_for(view.rules)
    rows = contract_game.draw(view, known, policy, worlds or MAX_WORLDS, dice)
    codes = np.array([known.codes[play.card] for play in cards])
    likeliest, left = int(liking(view, cards).argmax()), np.arange(len(cards))
    worth = np.zeros((0, len(cards)))
    for begin in range(0, len(rows.leader), WORLDS_PER_ROUND):
        some = rows.part(begin, begin + WORLDS_PER_ROUND)
        worth = np.concatenate((worth, _played(view.rules, known, some, codes[left], dice)))
        best = int(worth.mean(0).argmax())
        gain = worth[:, best : best + 1] - worth
        behind = gain.mean(0) > OUT_OF_IT * gain.std(0) / np.sqrt(len(gain))
        stays = ~behind | (left == likeliest)
        left, worth = left[stays], worth[:, stays]
        if len(left) == 1:
            break
    best, own = int(worth.mean(0).argmax()), int((left == likeliest).argmax())
    gain = worth[:, best] - worth[:, own]
    doubtful = gain.mean() < SURE_STANDARD_ERRORS * gain.std() / np.sqrt(len(gain))
    return cards[likeliest if doubtful else left[best]]


def _played(
    rules: Rules,
    known: contract_game.Known,
    rows: contract_deals.ContractRows,
    codes: Ints,
    dice: np.random.Generator,
) -> Floats:
    """Return what playing each card is worth to the seat [worlds, cards], by rollouts."""
    worlds, copies = len(rows.leader), len(codes)
    spread = rows.repeated(copies)
    spread.play(known.kernel, np.tile(codes, worlds))
    last = LAST_TRICK if rules.talon else 0
    play_out(known.kernel, policy_for(rules), spread, dice, copies, last)
    return _worth(rules, spread, known.seat).reshape(worlds, copies)


def _worth(rules: Rules, rows: contract_deals.ContractRows, seat: int) -> Floats:
    """Return the worth [rows] of finished deals to a seat counted from the caller."""
    points, calls = rows.made, (seat == 0) | (rows.partner == seat)
    over = points - rows.target
    if rules.option("chiamata.scoring") == "gingo":
        gets = np.where(over >= 0, rows.target, over)
        value = gets - np.where(over >= 0, 0, rules.deck_points - points)
    else:
        value = FOR_MAKING * np.where(over >= 0, 1.0, -1.0) + (1 - FOR_MAKING) * over / 60
    return np.asarray(np.where(calls, value, -value), np.float64)
