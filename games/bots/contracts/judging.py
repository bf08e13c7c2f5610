"""What cards are worth in a game with an auction, from what a seat may know."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from games.bots.contracts import deals, reading
from games.bots.contracts.deals import Floats
from games.bots.contracts.table import policy_for
from games.bots.contracts.talon import LAST_TRICK
from games.engine import PlayCard, PlayerView, Rules

WORLDS: Final = 160
FOR_WINNING: Final = 0.8
"""How much making the contract counts against the points."""
PAZZA: Final = 0.4
"""The same where what is missing is paid for."""


def liking(view: PlayerView, cards: list[PlayCard]) -> Floats:
    """What the learned policy gives each of these cards."""
    known = reading.known_to(view)
    rows = reading.own_rows(known)
    own = np.array([[known.codes[play.card] for play in cards]])
    hand = deals.hand_of(rows)
    scores = deals.scores(known.kernel, policy_for(view.rules), rows, hand)[0]
    at = {int(card): float(score) for card, score in zip(hand[0], scores, strict=True)}
    return np.array([at[int(card)] for card in own[0]])


def best_card(
    view: PlayerView, cards: list[PlayCard], rng: random.Random, worlds: int | None = None
) -> PlayCard:
    """The card that turns out best over ways in which the hidden cards may lie."""
    worlds = worlds or WORLDS
    dice = np.random.default_rng(rng.getrandbits(64))
    known, policy = reading.known_to(view), policy_for(view.rules)
    rows = reading.draw(view, known, policy, worlds, dice)
    copies = len(cards)
    spread = deals.repeated(rows, copies)
    chosen = np.tile(np.array([known.codes[play.card] for play in cards]), worlds)
    slot = (deals.hand_of(spread) == chosen[:, None]).argmax(1)
    deals.lay(known.kernel, spread, slot)
    last = LAST_TRICK if view.rules.talon else 0
    deals.play_out(known.kernel, policy, spread, dice, copies, last)
    worth = _worth(view.rules, spread, known.seat).reshape(worlds, copies)
    return cards[int(worth.mean(0).argmax())]


def _worth(rules: Rules, rows: deals.Rows, seat: int) -> Floats:
    """What each deal is worth to a seat: making or breaking the contract, and the points."""
    over = deals.made(rows) - rows.target
    pazza = rules.option("chiamata.scoring") == "gingo"
    share = PAZZA if pazza else FOR_WINNING
    value = share * np.where(over >= 0, 1.0, -1.0) + (1 - share) * over / 60
    own = (seat == 0) | (rows.partner == seat)
    return np.asarray(np.where(own, value, -value))
