"""Features of a deal with a contract, as indices into a table of weights."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.simulation.batch import STAKE_STEPS, TRUMPS_OUT, higher_in
from games.bots.simulation.coding import NONE, PLACES, TRUMPS, WIDTH, Bools, Ints, Kernel
from games.bots.variants.contract_deals import ContractRows
from games.bots.variants.contract_table import (
    FOLLOW_PLACES,
    LEAD_PLACES,
    LEAD_SIZE,
    OUTCOMES,
    spread,
)

_SUITS: Final = np.array([*np.repeat(np.arange(4), PLACES), 9])
_KNOWS, _SEEKS, _HELPS, _GUESSES, _OPPOSES = range(5)
"""Roles of a seat: a caller who knows the partner or has none, one who does not know the partner,
the partner, an opponent who does not know the partner, one who does.
"""
_FOE, _FRIEND, _UNKNOWN, _SUSPECT, _TRUSTED, _TAKES = range(6)
"""Outcomes of a play by who has the trick then: an opponent, a friend, a seat of unknown side, one
that has given points to the caller, one that has taken points from the caller, the seat itself.
"""
_SUSPECT_TRUST: Final = -3
_TRUSTED_TRUST: Final = 5
"""Trust from which on a seat counts as TRUSTED; at or below _SUSPECT_TRUST it counts as SUSPECT."""


def places(kernel: Kernel, rows: ContractRows, own: Ints) -> tuple[Ints, Bools]:
    """Return the indices of weights [rows, cards, features] of each card, and whether it is legal.

    `own` [rows, cards] are the hands of the seats that are to play.
    """
    players, seat, laid = rows.hands.shape[1], rows.seat, rows.laid
    every, count = np.arange(len(seat)), kernel.count
    hand, unseen = rows.seen(kernel, own)
    called = kernel.bit.take(rows.called)
    shown = (rows.played & called) == called  # so it is where no card was called
    alone = rows.partner == 0
    caller, helps = seat == 0, (seat == rows.partner) & ~alone
    role = np.where(
        caller,
        np.where(shown | alone, _KNOWS, _SEEKS),
        np.where(helps, _HELPS, np.where(shown, _OPPOSES, _GUESSES)),
    )
    paired = ~alone & (shown | helps)  # the partner is known to this seat
    caller_points = rows.score[:, 0] + np.where(paired, rows.score[every, rows.partner], 0)
    lost = rows.score.sum(1) - caller_points
    points = kernel.rules.deck_points
    need = _fifteens(rows.target - caller_points) * 5 + _fifteens(points + 1 - rows.target - lost)
    trumps = TRUMPS_OUT.take(count.take(unseen & TRUMPS))
    held = np.minimum(count.take(hand & TRUMPS), 5)
    phase = np.full(len(seat), min(rows.trick // 2, 3))
    higher = higher_in(kernel, unseen[:, None], own)
    length = np.minimum(count.take((hand[:, None] >> (PLACES * _SUITS.take(own))) & TRUMPS), 4) - 1
    length = np.maximum(length, 0)
    secret = np.where(shown | alone, 2 * PLACES, np.minimum(rows.called, PLACES - 1))[:, None]
    secret = secret + PLACES * ((own == rows.called[:, None]) & (secret < PLACES))
    kind = kernel.kind.take(own)
    values: list[Ints] = [phase, trumps, held, need, higher, length, secret]
    legal = own != NONE
    ahead = (-seat) % players
    other = np.where(paired, (rows.partner - seat) % players, players)
    if laid == 0:
        values += [ahead * 6 + other, higher * 4 + trumps[:, None]]
        return spread(LEAD_PLACES, 0, values, role[:, None] * 24 + kind), legal
    takes = kernel.beat.take(rows.best[:, None] * WIDTH + own)
    outcome = np.where(takes == 1, _TAKES, _holder(rows, role)[:, None])
    after = players - 1 - laid
    to_come = after * 4 + 2 * ((ahead > 0) & (ahead <= after)) + ((other > 0) & (other <= after))
    stake = STAKE_STEPS.take(rows.table)
    over = higher_in(kernel, unseen, rows.best)
    last = np.where(takes == 1, higher, over[:, None])
    values += [
        (after * 4 + last) * 6 + stake[:, None],
        stake * 2 + (rows.best < PLACES),
        to_come * 6 + stake,
        np.minimum(takes.sum(1), 3),
    ]
    if kernel.rules.obliged != "free":
        legal = _obliged(rows, own, legal, trumping=kernel.rules.obliged == "follow_trump")
    base = (role[:, None] * OUTCOMES + outcome) * 24 + kind
    return spread(FOLLOW_PLACES, LEAD_SIZE, values, base), legal


def _fifteens(points: Ints) -> Ints:
    """Return points as a step from 0 to 4, one for each fifteen points."""
    return np.clip((points + 14) // 15, 0, 4)


def _holder(rows: ContractRows, role: Ints) -> Ints:
    """Return the relation (opponent or friend) of the winning seat to the seat to play."""
    winning, partner = rows.winning, rows.partner
    leads = winning == 0
    calling = leads | ((winning == partner) & (partner != 0))  # on the caller's side
    trust = rows.trust[np.arange(len(winning)), winning]
    guessed = np.where(
        trust <= _SUSPECT_TRUST, _SUSPECT, np.where(trust >= _TRUSTED_TRUST, _TRUSTED, _UNKNOWN)
    )
    ours = (role == _KNOWS) | (role == _HELPS)
    known = np.where(calling == ours, _FRIEND, _FOE)
    dark = (role == _SEEKS) | ((role == _GUESSES) & ~leads)
    return np.where(dark, guessed, known)


def _obliged(rows: ContractRows, own: Ints, legal: Bools, *, trumping: bool) -> Bools:
    """Return True for each legal card: it follows suit, or is a trump if `trumping` is set."""
    suits = _SUITS.take(own)
    follows = suits == rows.led[:, None]
    trumps = (suits == 0) & trumping
    void = ~follows.any(1)
    bare = void & ~trumps.any(1)
    return np.where(bare[:, None], legal, np.where(void[:, None], trumps, follows)) & legal
