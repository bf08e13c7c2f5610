"""Rollouts of deals with a contract by a table, with numba where installed, else numpy."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Final

import numpy as np

from games.bots.simulation import rollouts
from games.bots.simulation.coding import Floats, Ints, Kernel
from games.bots.variants import contract_scalar
from games.bots.variants.contract_deals import ContractRows, begun, kernel_of
from games.bots.variants.contract_features import places
from games.bots.variants.contract_table import LAYOUT, SCALE, Policy, policy_for
from games.engine import Rules, build_ruleset

_ILLEGAL_SCORE: Final = -1e9
_DUTIES: Final = {"free": 0, "follow": 1, "follow_trump": 2}


@cache
def compiled() -> ModuleType | None:
    """Return `contract_scalar` compiled by numba; None where numba is not used."""
    if rollouts.compiled() is None:
        return None
    from games.bots.simulation.compiled import compile_module

    return compile_module(contract_scalar)


def warm() -> None:
    """Load weights and load or compile numba's code, so that no player waits for that."""
    rules = build_ruleset("chiamata", 5).rules
    hands = np.arange(5).reshape(1, 5, 1)
    zeros = np.zeros(1, np.int64)
    rows = begun(hands, zeros + 1, zeros, zeros + 1, zeros)
    play_out(kernel_of(rules), policy_for(rules), rows, np.random.default_rng(1))


def scores(kernel: Kernel, policy: Policy, rows: ContractRows, own: Ints) -> Floats:
    """Return the policy's score of each card of these hands [rows, cards]; -1e9 if illegal."""
    indices, legal = places(kernel, rows, own)
    worth = policy.weights.take(indices).sum(-1)
    return np.where(legal, worth, _ILLEGAL_SCORE)


def play_out(kernel: Kernel, policy: Policy, rows: ContractRows, dice: np.random.Generator,
             copies: int = 1, last: int = 0) -> ContractRows:  # fmt: skip
    """Play every row to its end, with cards drawn by the policy's likelihood; return the same rows.

    Each `copies` adjacent rows use the same random numbers. `last` are points for the last trick.
    """
    module = compiled()
    if module is None:
        by_numpy(kernel, policy, rows, dice, copies)
    else:
        by_scalar(module, kernel, policy, rows, dice, copies)
    rows.score[np.arange(len(rows.leader)), rows.leader] += last
    return rows


def by_numpy(
    kernel: Kernel, policy: Policy, rows: ContractRows, dice: np.random.Generator, copies: int = 1
) -> None:
    """Play every row to its end with numpy, as `play_out` does."""
    while rows.hands.shape[2]:
        own = rows.own
        noise = dice.gumbel(size=(len(own) // copies, 1, own.shape[1]))
        noise = np.broadcast_to(noise, (len(noise), copies, own.shape[1])).reshape(own.shape)
        rows.lay(kernel, (scores(kernel, policy, rows, own) + noise).argmax(1))


def by_scalar(
    module: ModuleType, kernel: Kernel, policy: Policy, rows: ContractRows, dice: np.random.Generator,
    copies: int = 1,
) -> None:  # fmt: skip
    """Play every row to its end by `contract_scalar`, plain or compiled (`module`).

    Afterwards the rows hold points, leaders and trust; other fields are not kept up.
    """
    width = rows.hands.shape[2]
    states, hands = states_of(rows), np.ascontiguousarray(rows.hands)
    features = np.zeros((width, contract_scalar.FOLLOW_FEATURES), np.int64)
    noise = noise_for(rows, dice, copies) * SCALE
    module.play_rows(
        kernel.book, LAYOUT, *duty_of(kernel.rules), policy.whole, noise, copies, states,
        rows.score, rows.trust, hands, features, np.zeros(width, np.int64),
    )  # fmt: skip
    rows.leader, rows.hands = states[:, contract_scalar.LEADER], hands[:, :, :0]


def duty_of(rules: Rules) -> tuple[int, int]:
    """Return (duty, points of the deck); duty 0: play anything, 1: follow suit, 2: else trump."""
    return _DUTIES[rules.obliged], rules.deck_points


def states_of(rows: ContractRows) -> Ints:
    """Return the state of each deal [rows, STATE_FIELDS] for `contract_scalar`."""
    states = np.empty((len(rows.leader), contract_scalar.STATE_FIELDS), np.int64)
    fields: tuple[Ints | int, ...] = (
        rows.leader, rows.laid, rows.trick, rows.played, rows.best, rows.winning, rows.table,
        rows.led, rows.partner, rows.called, rows.target,
    )  # fmt: skip
    for at, value in enumerate(fields):
        states[:, at] = value
    return states


def noise_for(rows: ContractRows, dice: np.random.Generator, copies: int = 1) -> Floats:
    """Return noise [plays, rows / copies, cards] to add to cards' scores, as numpy draws it."""
    players, width = rows.hands.shape[1:]
    # the last of the trick holds one more than all do after it
    last = rows.hands[0, (rows.leader[0] + players - 1) % players]
    left = int((last != contract_scalar.NONE).sum()) - 1
    widths = [width] * (players - rows.laid)
    for size in range(left, 0, -1):
        widths += [size] * players
    count = len(rows.leader) // copies
    noise = np.zeros((len(widths), count, width))
    for step, size in enumerate(widths):
        noise[step, :, :size] = dice.gumbel(size=(count, 1, size))[:, 0]
    return noise
