"""Deals with a contract played by a table: with numpy, or the same cards by numba where it is."""

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

_LOW: Final = -1e9
_DUTIES: Final = {"free": 0, "follow": 1, "follow_trump": 2}


@cache
def compiled() -> ModuleType | None:
    """`scalar` compiled by numba; None without it."""
    if rollouts.compiled() is None:
        return None
    from games.bots.simulation.compiled import compile_module

    return compile_module(contract_scalar)


def warm() -> None:
    """Load weights and what numba has compiled, or compile it, before anybody waits."""
    rules = build_ruleset("chiamata", 5).rules
    hands = np.arange(5).reshape(1, 5, 1)
    one, none = np.ones(1, np.int64), np.zeros(1, np.int64)
    rows = begun(hands, one, none, one, none)
    play_out(kernel_of(rules), policy_for(rules), rows, np.random.default_rng(1))


def scores(kernel: Kernel, policy: Policy, rows: ContractRows, own: Ints) -> Floats:
    """What the policy gives each card of these hands; very little what may not be played."""
    found, legal = places(kernel, rows, own)
    worth = policy.weights.take(found).sum(-1)
    return np.where(legal, worth, _LOW)


def play_out(kernel: Kernel, policy: Policy, rows: ContractRows, dice: np.random.Generator,
             copies: int = 1, last: int = 0) -> ContractRows:  # fmt: skip
    """Play every deal to its end, cards drawn by likelihood.

    Of `copies` rows one after another each meets the same dice. `last` are points for the last
    trick.
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
    """Many deals at once."""
    while rows.hands.shape[2]:
        own = rows.own
        noise = dice.gumbel(size=(len(own) // copies, 1, own.shape[1]))
        noise = np.broadcast_to(noise, (len(noise), copies, own.shape[1])).reshape(own.shape)
        rows.lay(kernel, (scores(kernel, policy, rows, own) + noise).argmax(1))


def by_scalar(
    module: ModuleType, kernel: Kernel, policy: Policy, rows: ContractRows, dice: np.random.Generator,
    copies: int = 1,
) -> None:  # fmt: skip
    """The same by `scalar`, plain or compiled; rows keep points, leaders and trust."""
    width = rows.hands.shape[2]
    states, hands = states_of(rows), np.ascontiguousarray(rows.hands)
    found = np.zeros((width, contract_scalar.FOLLOW_FEATURES), np.int64)
    noise = noise_for(rows, dice, copies) * SCALE
    module.play_rows(
        kernel.book, LAYOUT, *duty_of(kernel.rules), policy.whole, noise, copies, states,
        rows.score, rows.trust, hands, found, np.zeros(width, np.int64),
    )  # fmt: skip
    rows.leader, rows.hands = states[:, contract_scalar.LEADER], hands[:, :, :0]


def duty_of(rules: Rules) -> tuple[int, int]:
    """What must be followed, as `scalar` counts it, and the points of the pack."""
    return _DUTIES[rules.obliged], rules.deck_points


def states_of(rows: ContractRows) -> Ints:
    """[rows, STATE_FIELDS] where each deal stands, for `scalar`."""
    states = np.empty((len(rows.leader), contract_scalar.STATE_FIELDS), np.int64)
    fields: tuple[Ints | int, ...] = (
        rows.leader, rows.laid, rows.trick, rows.gone, rows.best, rows.winning, rows.table,
        rows.led, rows.partner, rows.called, rows.target,
    )  # fmt: skip
    for at, value in enumerate(fields):
        states[:, at] = value
    return states


def noise_for(rows: ContractRows, dice: np.random.Generator, copies: int = 1) -> Floats:
    """[plays, rows / copies, cards] what is added to the scores, as the plays would draw it."""
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
