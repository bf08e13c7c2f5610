"""Many deals with a contract at once, a row for each; seats are counted from the caller, who is 0.

Cards are those of `simulation.coding`; what trump means to the caller is suit 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np

from games.bots.simulation import coding
from games.bots.simulation.coding import NONE, PLACES, WIDTH, Ints, Kernel
from games.engine import Rules

_SUITS: Final = np.array([*np.repeat(np.arange(4), PLACES), 9])


@dataclass(slots=True)
class Rows:
    """Where each deal stands; the leading axis is the row."""

    hands: Ints
    """[rows, players, cards], NONE where a seat has fewer"""
    partner: Ints
    """The caller's partner; 0 where there is none."""
    called: Ints
    """The card that says who is partner; NONE where there is none."""
    target: Ints
    """Points that the caller's side is to make."""
    leader: Ints
    gone: Ints
    """The cards played, as bits."""
    got: Ints
    """[rows, players] points taken"""
    laid: int
    trick: int
    """Tricks that are over."""
    best: Ints
    winning: Ints
    table: Ints
    led: Ints
    """The suit that was led."""
    trust: Ints
    """[rows, players] points that a seat has taken from the caller, less those that it gave."""

    @property
    def seat(self) -> Ints:
        """Who is to play."""
        return np.asarray((self.leader + self.laid) % self.hands.shape[1])


@lru_cache(maxsize=16)
def kernel_of(rules: Rules) -> Kernel:
    """The numbers of a ruleset with an auction."""
    return coding.numbers_of(rules)


def begun(hands: Ints, partner: Ints, called: Ints, target: Ints, leader: Ints) -> Rows:
    """Deals before their first lead."""
    count, players, _ = hands.shape
    nothing = np.zeros(count, np.int64)
    return Rows(
        hands=hands.copy(),
        partner=partner,
        called=called,
        target=target,
        leader=leader,
        gone=nothing,
        got=np.zeros((count, players), np.int64),
        laid=0,
        trick=0,
        best=nothing + NONE,
        winning=leader,
        table=nothing,
        led=nothing,
        trust=np.zeros((count, players), np.int64),
    )


def repeated(rows: Rows, copies: int) -> Rows:
    """Every row so many times, one after another."""
    return _each(rows, lambda values: np.repeat(values, copies, axis=0))


def part(rows: Rows, begin: int, end: int) -> Rows:
    """The rows from one to before another."""
    return _each(rows, lambda values: values[begin:end].copy())


def _each(rows: Rows, changed: Callable[[Ints], Ints]) -> Rows:
    found: dict[str, Any] = {
        field.name: changed(value)
        for field in fields(rows)
        if isinstance(value := getattr(rows, field.name), np.ndarray)
    }
    return replace(rows, **found)


def hand_of(rows: Rows) -> Ints:
    """The hands of the seats to play [rows, cards]."""
    return rows.hands[np.arange(len(rows.leader)), rows.seat]


def lay(kernel: Kernel, rows: Rows, slot: Ints) -> None:
    """Play those cards; the last of a trick takes it."""
    every, players = np.arange(len(rows.leader)), rows.hands.shape[1]
    seat = rows.seat
    card = rows.hands[every, seat, slot]
    rows.hands[every, seat, slot] = NONE
    rows.gone = rows.gone | kernel.bit.take(card)
    rows.table = rows.table + kernel.value.take(card)
    if rows.laid == 0:
        rows.best, rows.winning, rows.led = card, seat, _SUITS.take(card)
    else:
        beats = kernel.beat.take(rows.best * WIDTH + card) == 1
        value = kernel.value.take(card)
        acted = np.where(beats, rows.table - value, -value)
        rows.trust[every, seat] += np.where(rows.winning == 0, acted, 0)
        rows.best = np.where(beats, card, rows.best)
        rows.winning = np.where(beats, seat, rows.winning)
    rows.laid += 1
    if rows.laid < players:
        return
    rows.got[every, rows.winning] += rows.table
    rows.leader, rows.laid, rows.table = rows.winning, 0, np.zeros_like(rows.table)
    rows.trick += 1
    left = int((rows.hands[0, 0] != NONE).sum())
    rows.hands = np.sort(rows.hands, axis=2)[:, :, :left]


def made(rows: Rows) -> Ints:
    """What the caller's side has."""
    helper = rows.got[np.arange(len(rows.partner)), rows.partner]
    return rows.got[:, 0] + np.where(rows.partner > 0, helper, 0)
