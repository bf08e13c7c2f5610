"""Fitting of what hands are worth to a caller, by rollouts with a trained policy."""

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

DARING: Final = 6.0
"""Standard deviation of the seats' daring, large so that weaker hands are included."""
CLASSES: Final = 6
"""Classes of cards in a `Worth`."""
PIECE: Final = 1000
"""Contracts played at once."""


def fit(rules: Rules, policy: Policy, decks: int, seed: int) -> Floats:
    """Return the fields of a `Worth` as a flat array, by least squares over so many contracts.

    These are base, six of trumps, six of other cards, six of the called card, and calling one's
    own.
    """
    dice = np.random.default_rng(seed)
    found, made = [], []
    for _ in range(max(1, decks // PIECE)):
        rows = contracts(rules, PIECE, dice, CALLED, DARING)
        found.append(_counted(rules, rows))
        made.append(play_out(contract_deals.kernel_of(rules), policy, rows, dice).made)
    return np.linalg.lstsq(np.concatenate(found), np.concatenate(made), rcond=None)[0]


def _counted(rules: Rules, rows: contract_deals.ContractRows) -> Ints:
    """Return how often each field of a `Worth` counts for the caller [deals, fields]."""
    classes = np.zeros(CARDS, np.int64)
    for card, code in codes_for(rules, "O").items():
        classes[code] = place(rules, card)
    hand, every = rows.hands[:, 0], np.arange(len(rows.called))
    counted = np.zeros((len(hand), 2 + 3 * CLASSES), np.int64)
    counted[:, 0] = 1
    for card in hand.T:
        counted[every, 1 + classes[card] + CLASSES * (card >= PLACES)] += 1
    own = (hand == rows.called[:, None]).any(1)
    counted[every, 1 + 2 * CLASSES + classes[rows.called]] += ~own
    counted[:, -1] = own
    return counted
