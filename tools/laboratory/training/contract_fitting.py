"""Fitting of the worth of hands to a caller, by rollouts with a trained policy."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.simulation.coding import CARDS, PLACES, Floats, Ints, codes_for
from games.bots.variants import contract_deals
from games.bots.variants.contract_rollouts import play_out
from games.bots.variants.contract_table import Policy
from games.bots.variants.hand_worth import CALLED, place
from games.engine import Rules
from tools.laboratory.training.contract_auctions import contracts

DARING_POINTS: Final = 6.0
"""Standard deviation of the seats' daring, large so that weaker hands are included."""
CARD_CLASSES: Final = 6
"""Number of classes of cards in a `Worth`."""
BATCH_CONTRACTS: Final = 1000
"""Contracts played at once."""


def fit(rules: Rules, policy: Policy, decks: int, seed: int) -> Floats:
    """Return the fields of a `Worth` as a flat array, by least squares over about `decks` contracts.

    The fields are base, six classes of trumps, six of other cards, six of the called card, and calling
    one's own card.
    """
    dice = np.random.default_rng(seed)
    counts, points = [], []
    for _ in range(max(1, decks // BATCH_CONTRACTS)):
        rows = contracts(rules, BATCH_CONTRACTS, dice, CALLED, DARING_POINTS)
        counts.append(_counted(rules, rows))
        points.append(play_out(contract_deals.kernel_of(rules), policy, rows, dice).made)
    return np.linalg.lstsq(np.concatenate(counts), np.concatenate(points), rcond=None)[0]


def _counted(rules: Rules, rows: contract_deals.ContractRows) -> Ints:
    """Return the number of times that each field of a `Worth` counts for the caller [deals, fields]."""
    classes = np.zeros(CARDS, np.int64)
    for card, code in codes_for(rules, "O").items():
        classes[code] = place(rules, card)
    hand, every = rows.hands[:, 0], np.arange(len(rows.called))
    counted = np.zeros((len(hand), 2 + 3 * CARD_CLASSES), np.int64)
    counted[:, 0] = 1
    for card in hand.T:
        counted[every, 1 + classes[card] + CARD_CLASSES * (card >= PLACES)] += 1
    own = (hand == rows.called[:, None]).any(1)
    counted[every, 1 + 2 * CARD_CLASSES + classes[rows.called]] += ~own
    counted[:, -1] = own
    return counted
