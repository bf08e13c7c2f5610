"""Rollouts of determinizations, with numba where installed, else numpy; both play the same.

>>> backends()[0]
'numpy'
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Final

import numpy as np

from games.bots.simulation import coding, scalar, vector
from games.bots.simulation.coding import HAND, NONE, Ints, Kernel, kernel_for
from games.bots.simulation.policy import NOISE, Policy, policy_for
from games.engine import build_ruleset

NO_NUMBA: Final = "BRISCA_NO_NUMBA"
"""Environment variable that keeps numba from being used where set."""


@dataclass(frozen=True, slots=True)
class Position:
    """The open state of a deal in play, in numbers: what every seat sees."""

    leader: int
    laid: tuple[int, ...]
    """Codes of the cards of the trick in progress."""
    left: int
    """Cards in the stock, the turned one included."""
    bottom: int
    """The turned card, or NONE."""
    played: int
    """Cards played so far as bits, those of the trick included."""
    score: tuple[int, ...]
    """Points of each side."""
    eldest: int = 0
    """The seat that draws first by seat."""

    def seat(self, players: int) -> int:
        """Return the seat that is to play; `players` is how many there are."""
        return (self.leader + len(self.laid)) % players


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Determinizations (worlds): ways in which the hidden cards may lie."""

    hands: Ints
    """[worlds, players, HAND], NONE where a seat has fewer."""
    stock: Ints
    """[worlds, cards] in the order of drawing, without the turned card."""
    dice: Ints
    """[worlds] seeds from 1 to 2**31 - 2; the same seed plays the same."""

    def __len__(self) -> int:
        return len(self.dice)


@cache
def compiled() -> ModuleType | None:
    """Return the scalar simulation compiled by numba; None where numba is not used."""
    if os.environ.get(NO_NUMBA):
        return None
    try:
        import numba  # noqa: F401 - optional, and slow to load
    except ImportError:
        return None
    from games.bots.simulation.compiled import compile_module

    return compile_module(scalar)


def warm() -> None:
    """Load weights and load or compile numba's code, so that no player waits for that."""
    rules = build_ruleset("ludoteka", 2).rules
    worlds = Worlds(
        np.array([[[0, 13, 26], [1, 14, 27]]]), np.zeros((1, 0), np.int64), np.array([1])
    )
    position = Position(leader=0, laid=(), left=0, bottom=NONE, played=0, score=(0, 0))
    play_outs(kernel_for(rules), policy_for(rules), NOISE, position, worlds, np.array([NONE]))


def backends() -> tuple[str, ...]:
    """Return the names of the available implementations of the rollouts, the simplest first."""
    return ("numpy",) if compiled() is None else ("numpy", "numba")


def play_outs(
    kernel: Kernel,
    policy: Policy,
    noise: Ints,
    position: Position,
    worlds: Worlds,
    cards: Ints,
    backend: str | None = None,
) -> Ints:
    """Play each card in each world and then on to the end; return points [worlds, cards, sides].

    The policy with `noise` plays on. NONE in place of a card lets it choose that too. `backend` is
    numpy, numba or python; None takes the fastest.

    Raises:
        ValueError: by numpy, where NONE stands beside other cards.
    """
    match backend or backends()[-1]:
        case "numba":
            return _by_numba(kernel, policy, noise, position, worlds, cards)
        case "python":
            return _by_python(kernel, policy, noise, position, worlds, cards)
        case _:
            return _by_numpy(kernel, policy, noise, position, worlds, cards)


def state_of(kernel: Kernel, position: Position) -> Ints:
    """Return the state array from which the scalar simulation starts at this position."""
    state = np.zeros(scalar.STATE_FIELDS, np.int64)
    best, winning, table = _trick(kernel, position)
    state[scalar.LEADER], state[scalar.LAID] = position.leader, len(position.laid)
    state[scalar.LEFT], state[scalar.BOTTOM] = position.left, position.bottom
    state[scalar.GONE], state[scalar.ELDEST] = position.played, position.eldest
    state[scalar.BEST], state[scalar.WINNING], state[scalar.TABLE] = best, winning, table
    return state


def _trick(kernel: Kernel, position: Position) -> tuple[int, int, int]:
    """Return (winning card's code, its seat, card points) of the trick in progress."""
    best, winning, table = 0, position.leader, 0
    players = int(kernel.spec[coding.PLAYERS])
    for at, card in enumerate(position.laid):
        table += int(kernel.value[card])
        if at == 0 or kernel.beat[best * coding.WIDTH + card]:
            best, winning = card, (position.leader + at) % players
    return best, winning, table


def _by_numba(
    kernel: Kernel, policy: Policy, noise: Ints, position: Position, worlds: Worlds, cards: Ints
) -> Ints:
    """Return the points of `play_outs`, played by the compiled scalar simulation."""
    module = compiled()
    assert module is not None
    points = np.zeros((len(worlds), len(cards), len(position.score)), np.int64)
    module.play_outs(
        kernel.book,
        # half as wide, more of them stay near the processor
        policy.weights.astype(np.int32),
        noise.astype(np.int32),
        np.ascontiguousarray(worlds.hands.reshape(len(worlds), -1)),
        np.ascontiguousarray(worlds.stock),
        worlds.dice,
        cards,
        state_of(kernel, position),
        np.array(position.score, np.int64),
        points,
    )
    return points


def _by_python(
    kernel: Kernel, policy: Policy, noise: Ints, position: Position, worlds: Worlds, cards: Ints
) -> Ints:
    """Return the points of `play_outs`, played by the scalar simulation in plain Python."""
    shape = (len(worlds), len(cards), len(position.score))
    points = np.zeros(shape, np.int64).tolist()
    scalar.play_outs(
        kernel.book.tolist(),
        policy.weights.tolist(),
        noise.tolist(),
        worlds.hands.reshape(len(worlds), -1).tolist(),
        worlds.stock.tolist(),
        worlds.dice.tolist(),
        cards.tolist(),
        state_of(kernel, position).tolist(),
        list(position.score),
        points,
    )
    return np.array(points, np.int64).reshape(shape)


def rows_of(
    kernel: Kernel, position: Position, worlds: Worlds, copies: int = 1
) -> vector.StockRows:
    """Return the position as rows for numpy's rollout: `copies` adjacent ones for each world."""
    size = len(worlds) * copies
    best, winning, table = _trick(kernel, position)

    def full(value: int) -> Ints:
        """Return an array with this value in every row (deal)."""
        return np.full(size, value, np.int64)

    return vector.StockRows(
        hands=np.repeat(worlds.hands, copies, axis=0),
        stock=np.repeat(worlds.stock, copies, axis=0),
        leader=full(position.leader),
        laid=len(position.laid),
        left=position.left,
        bottom=full(position.bottom),
        played=full(position.played),
        best=full(best),
        winning=full(winning),
        table=full(table),
        dice=np.repeat(worlds.dice, copies),
        drawn=0,
        eldest=position.eldest,
        score=np.tile(np.array(position.score, np.int64), (size, 1)),
    )


def _by_numpy(
    kernel: Kernel, policy: Policy, noise: Ints, position: Position, worlds: Worlds, cards: Ints
) -> Ints:
    """Return the points of `play_outs`, played by the batch simulation of numpy."""
    rows = rows_of(kernel, position, worlds, len(cards))
    if (cards != NONE).all():
        rows.play(kernel, np.tile(cards, len(worlds)))
    elif len(cards) > 1:
        raise ValueError("NONE stands alone or not at all")
    points = vector.play_out(kernel, policy, noise, rows)
    return points.reshape(len(worlds), len(cards), len(position.score))


__all__ = ["HAND", "Position", "Worlds", "backends", "play_outs", "rows_of", "state_of", "warm"]
