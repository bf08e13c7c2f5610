"""Many deals with a contract at once, a row for each; seats are counted from the caller, who is 0.

Cards are those of `kernel.coding`; what trump means to the caller is suit 0.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.bots.contracts.table import FOLLOW_PLACES, LEAD_PLACES, LEAD_SIZE, Policy, spread
from games.bots.kernel import coding, scalar
from games.bots.kernel.coding import NONE, PLACES, TRUMPS, WIDTH, Ints, Kernel
from games.engine import Rules

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_LOW: Final = -1e9
_TRUMPS_OUT: Final = np.array([scalar.trumps_out(each) for each in range(PLACES + 1)])
_STAKE: Final = np.array([scalar.stake(each) for each in range(141)])
_SUITS: Final = np.array([*np.repeat(np.arange(4), PLACES), 9])
_KNOWS, _SEEKS, _HELPS, _GUESSES, _OPPOSES = range(5)
"""What a seat is: the caller who knows its partner or has none, the caller who does not know it,
the partner, an opponent who does not know the partner, one who does."""
_FOE, _FRIEND, _UNKNOWN, _TAKES = range(4)
"""Who has the trick after a play."""


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
    )


def repeated(rows: Rows, copies: int) -> Rows:
    """Every row so many times, one after another."""
    changed: dict[str, Any] = {
        field.name: np.repeat(value, copies, axis=0)
        for field in fields(rows)
        if isinstance(value := getattr(rows, field.name), np.ndarray)
    }
    return replace(rows, **changed)


def places(kernel: Kernel, rows: Rows, own: Ints) -> tuple[Ints, Ints]:
    """Where the weights of each card of the hands `own` [rows, cards] of the seats to play stand.

    Features [rows, cards, features] for a table, and which cards may be played [rows, cards].
    """
    players, seat = rows.hands.shape[1], rows.seat
    count, laid = kernel.count, rows.laid
    hand = np.bitwise_or.reduce(kernel.bit.take(own), axis=1)
    unseen = kernel.spec[coding.PACK] & ~(rows.gone | hand)
    called = kernel.bit.take(rows.called)
    shown = (rows.gone & called) == called  # so it is where no card was called
    alone = rows.partner == 0
    caller, helps = seat == 0, (seat == rows.partner) & ~alone
    role = np.where(
        caller,
        np.where(shown | alone, _KNOWS, _SEEKS),
        np.where(helps, _HELPS, np.where(shown, _OPPOSES, _GUESSES)),
    )
    made = rows.got[:, 0] + np.where(
        ~alone & (shown | helps), rows.got[np.arange(len(seat)), rows.partner], 0
    )
    need = np.clip((rows.target - made + 14) // 15, 0, 4)
    trumps = count.take(unseen & TRUMPS)
    held = np.minimum(count.take(hand & TRUMPS), 5)
    phase = np.minimum(rows.trick // 2, 3)
    higher = _higher(kernel, unseen[:, None], own)
    length = np.minimum(count.take((hand[:, None] >> (PLACES * _SUITS.take(own))) & TRUMPS), 4) - 1
    length = np.maximum(length, 0)
    kind = kernel.kind.take(own)
    values: list[Ints] = [
        np.full(len(seat), phase), _TRUMPS_OUT.take(trumps), held, need, higher, length,
    ]  # fmt: skip
    legal = own != NONE
    if laid == 0:
        values.append((-seat) % players)  # how many play before the caller does
        return spread(LEAD_PLACES, 0, values, role[:, None] * 24 + kind), legal
    takes = kernel.beat.take(rows.best[:, None] * WIDTH + own)
    friend = np.where(
        caller | (rows.winning == 0),
        np.where(caller, (rows.winning == rows.partner) & shown, helps),
        ~helps & shown & (rows.winning != rows.partner),
    )
    known = shown | helps | (rows.winning == 0) | (caller & alone)
    holder = np.where(friend, _FRIEND, np.where(known, _FOE, _UNKNOWN))
    outcome = np.where(takes == 1, _TAKES, holder[:, None])
    after = players - 1 - laid
    ahead = (-seat) % players
    to_come = after * 2 + ((ahead > 0) & (ahead <= after))
    stake = _STAKE.take(rows.table)
    over = _higher(kernel, unseen, rows.best)
    last = np.where(takes == 1, higher, over[:, None])
    values += [
        after * 4 + last,
        stake * 2 + (rows.best < PLACES),
        to_come * 6 + stake,
        np.minimum(takes.sum(1), 3),
    ]
    if kernel.rules.obliged != "free":
        legal = _obliged(rows, own, legal, trumping=kernel.rules.obliged == "follow_trump")
    base = (role[:, None] * 4 + outcome) * 24 + kind
    return spread(FOLLOW_PLACES, LEAD_SIZE, values, base), legal


def _higher(kernel: Kernel, unseen: Ints, cards: Ints) -> Ints:
    above = (unseen >> kernel.shift.take(cards)) & kernel.above.take(cards)
    return np.minimum(kernel.count.take(above), 3)


def _obliged(rows: Rows, own: Ints, legal: Bools, *, trumping: bool) -> Bools:
    """Follow suit; who cannot has to trump, where that is asked for."""
    suits = _SUITS.take(own)
    follows = suits == rows.led[:, None]
    trumps = (suits == 0) & trumping
    void = ~follows.any(1)
    bare = void & ~trumps.any(1)
    return np.where(bare[:, None], legal, np.where(void[:, None], trumps, follows)) & legal


def scores(kernel: Kernel, policy: Policy, rows: Rows, own: Ints) -> Floats:
    """What the policy gives each card of these hands; very little what may not be played."""
    found, legal = places(kernel, rows, own)
    worth = policy.take(found).sum(-1)
    return np.where(legal, worth, _LOW)


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


def play_out(kernel: Kernel, policy: Policy, rows: Rows, dice: np.random.Generator,
             copies: int = 1, last: int = 0) -> Rows:  # fmt: skip
    """Play every deal to its end, cards drawn by likelihood.

    Of `copies` rows one after another each meets the same dice. `last` are points for the last
    trick.
    """
    while rows.hands.shape[2]:
        own = hand_of(rows)
        noise = dice.gumbel(size=(len(own) // copies, 1, own.shape[1]))
        noise = np.broadcast_to(noise, (len(noise), copies, own.shape[1])).reshape(own.shape)
        lay(kernel, rows, (scores(kernel, policy, rows, own) + noise).argmax(1))
    rows.got[np.arange(len(rows.leader)), rows.leader] += last
    return rows


def made(rows: Rows) -> Ints:
    """What the caller's side has."""
    helper = rows.got[np.arange(len(rows.partner)), rows.partner]
    return rows.got[:, 0] + np.where(rows.partner > 0, helper, 0)
