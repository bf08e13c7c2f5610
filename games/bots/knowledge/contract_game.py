"""Knowledge of one seat in games with an auction, and determinizations of the hidden cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.knowledge.determinization import RANDOM_SHARE, TEMPERATURE, normal
from games.bots.simulation.coding import NONE, PLACES, WIDTH, Floats, Ints, Kernel, bits, codes_for
from games.bots.variants import contract_deals
from games.bots.variants.contract_deals import ContractRows
from games.bots.variants.contract_rollouts import scores
from games.bots.variants.contract_table import Policy
from games.bots.variants.hand_worth import AFTER_TALON, CALLED, worth_of
from games.bots.variants.talon import MARRIAGE
from games.engine import Card, PlayCard, PlayerView

PARTICLES: Final = 256
"""Random deals of the hidden cards that are weighted."""
PLAYS_LOOKED_BACK: Final = 8
"""Latest plays of other seats that the weights take into account."""
BID_SCALE_POINTS: Final = 12.0
"""Points by which a caller's hand must be worth more to be e times as likely."""
ASSUMED_DISCARD_POINTS: Final = 8
"""Points that a declarer is assumed to have discarded."""


@dataclass(frozen=True, slots=True)
class Before:
    """A trick of a deal with a contract, in numbers; the last of `Known.tricks` is in progress."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int
    dark: bool
    """Whether the trick was played before the trump was named."""


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge of one seat in numbers; seats are counted from the caller, who is 0.

    Cards are codes of `coding`.
    """

    kernel: Kernel
    seat: int
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    hidden: tuple[int, ...]
    """Cards in other hands or discarded."""
    partner: int | None
    """The caller's partner: 0 where the caller is alone, None where this seat does not know."""
    called: int
    target: int
    """Card points that the caller's side needs, as far as this seat can tell."""
    tricks: tuple[Before, ...]
    codes: dict[Card, int]


def known_to(view: PlayerView) -> Known:
    """Return the knowledge of the seat of this view, in numbers; the trump must be named."""
    rules, contract = view.rules, view.contract
    assert view.seat is not None
    assert contract is not None
    assert view.trump is not None
    codes, caller, players = codes_for(rules, view.trump), contract.caller, rules.players

    def turned(seat: int) -> int:
        """Return the number of a seat of the view, counted from the caller (0)."""
        return (seat - caller) % players

    tricks = [
        Before(
            turned(over.leader), _laid(over.plays, codes), turned(over.winner or 0),
            over.points, not over.trump,
        )
        for over in view.history
    ]  # fmt: skip
    assert view.trick is not None
    laid = _laid(view.trick.plays, codes)
    tricks.append(Before(turned(view.trick.leader), laid, 0, 0, False))
    played = {card for over in tricks for card in over.cards}
    own = tuple([codes[card] for card in view.hand])
    put = {codes[card] for card in contract.discards or ()}
    hidden = [code for code in codes.values() if code not in played | put and code not in own]
    called = NONE if contract.card is None else codes[contract.card]
    partner = None if contract.partner is None else turned(contract.partner)
    if contract.alone or rules.talon:
        partner = 0
    return Known(
        kernel=contract_deals.kernel_of(rules),
        seat=turned(view.seat),
        hand=own,
        counts=tuple([view.counts[(caller + at) % players] for at in range(players)]),
        hidden=tuple(sorted(hidden)),
        partner=partner,
        called=called,
        target=contract.target - _extras(view),
        tricks=tuple(tricks),
        codes=codes,
    )


def _laid(plays: Sequence[PlayCard], codes: dict[Card, int]) -> tuple[int, ...]:
    """Return the simulation's codes of the cards that these plays put on the table."""
    return tuple([codes[play.card] for play in plays])


def _extras(view: PlayerView) -> int:
    """Return a declarer's points besides tricks, as known or assumed; 0 without a talon."""
    rules, contract = view.rules, view.contract
    assert contract is not None
    if not rules.talon:
        return 0
    put = contract.discards
    points = ASSUMED_DISCARD_POINTS if put is None else sum(rules.points[card] for card in put)
    if view.marriages:
        return points + MARRIAGE
    king, knight, _ = rules.figures
    held = {*view.hand, *(play.card for over in view.history for play in over.plays
                          if play.seat == view.seat)}  # fmt: skip
    own = view.seat == contract.caller
    pair = {f"{view.trump}{king}", f"{view.trump}{knight}"} <= held
    return points + MARRIAGE * (own and pair)


def draw(view: PlayerView, known: Known, policy: Policy, count: int,
         dice: np.random.Generator) -> ContractRows:  # fmt: skip
    """Return `count` deals to play on: the hidden cards laid out in ways drawn by their likelihood.

    `policy` says how likely the others' plays were.
    """
    hands = _dealt(known, PARTICLES, dice)
    partner = _partner(known, hands)
    logs = _bidding(view, known, hands) + _playing(known, policy, hands, partner)
    # the caller who bids does not hold the card of a partner it seeks
    logs = np.where((partner == 0) & (known.partner is None), -1e9, logs)
    chosen = dice.choice(PARTICLES, count, p=normal(logs))
    return _standing(known, hands[chosen], partner[chosen], len(known.tricks) - 1)


def own_rows(known: Known) -> ContractRows:
    """Return a single row (deal) with the seat's own cards alone, as its policy needs no others."""
    hands = np.full((1, len(known.counts), max(known.counts)), NONE)
    hands[0, known.seat, : len(known.hand)] = known.hand
    # a partner that is not known is none that has taken anything, and nobody takes it for one
    partner = known.partner
    if partner is None:
        partner = next(seat for seat in range(len(known.counts)) if seat not in (0, known.seat))
    return _standing(known, hands, np.array([partner]), len(known.tricks) - 1)


def _dealt(known: Known, count: int, dice: np.random.Generator) -> Ints:
    """Return hands [count, players, cards]: the seat's own, the others dealt at random."""
    hands = np.full((count, len(known.counts), max(known.counts)), NONE)
    hands[:, known.seat, : len(known.hand)] = known.hand
    hidden = dice.permuted(np.tile(np.array(known.hidden, np.int64), (count, 1)), axis=1)
    begin = 0
    for seat, size in enumerate(known.counts):
        if seat != known.seat:
            hands[:, seat, :size] = hidden[:, begin : begin + size]
            begin += size
    return hands


def _partner(known: Known, hands: Ints) -> Ints:
    """Return the seat of the caller's partner in each determinization."""
    if known.partner is not None:
        return np.full(len(hands), known.partner)
    return np.asarray((hands == known.called).any(2).argmax(1))


def _bidding(view: PlayerView, known: Known, hands: Ints) -> Floats:
    """Return the log-likelihood of the caller's bid for each hand, by what the hand is worth."""
    if known.seat == 0:
        return np.zeros(len(hands))
    rules = view.rules
    table, trump = (AFTER_TALON if rules.talon else CALLED), str(view.trump)
    each = np.zeros(NONE + 1)
    for card, code in known.codes.items():
        each[code] = worth_of(rules, table, [card], trump) - worth_of(rules, table, [], trump)
    return np.asarray(each.take(hands[:, 0]).sum(1) / BID_SCALE_POINTS)


def _playing(known: Known, policy: Policy, hands: Ints, partner: Ints) -> Floats:
    """Return the log-likelihood of the others' plays for each determinization."""
    logs, left = np.zeros(len(hands)), PLAYS_LOOKED_BACK
    players = hands.shape[1]
    for at in range(len(known.tricks) - 1, -1, -1):
        leader, cards = known.tricks[at].leader, known.tricks[at].cards
        for place in range(len(cards) - 1, -1, -1):
            seat = (leader + place) % players
            if seat == known.seat or known.tricks[at].dark:
                continue
            if left == 0:
                return logs
            left -= 1
            rows = _standing(known, hands, partner, at, place)
            own = rows.own
            worth = scores(known.kernel, policy, rows, own) / TEMPERATURE
            worth = np.exp(worth - worth.max(1, keepdims=True))
            chance = (worth * (own == cards[place])).sum(1) / worth.sum(1)
            logs += np.log(
                RANDOM_SHARE / np.maximum((own != NONE).sum(1), 1) + (1 - RANDOM_SHARE) * chance
            )
    return logs


def _standing(
    known: Known, hands: Ints, partner: Ints, trick: int, place: int | None = None
) -> ContractRows:
    """Return the deals as they stood at a place in an earlier trick; by default at its end."""
    count, players, _ = hands.shape
    kernel = known.kernel
    cards = known.tricks[trick].cards
    place = len(cards) if place is None else place
    back: list[list[int]] = [[] for _ in range(players)]
    for number in range(trick, len(known.tricks)):
        for at, card in enumerate(known.tricks[number].cards):
            if number > trick or at >= place:
                back[(known.tricks[number].leader + at) % players].append(card)
    width = max(known.counts[seat] + len(back[seat]) for seat in range(players))
    full = np.full((count, players, width), NONE)
    full[:, :, : hands.shape[2]] = hands[:, :, :width]
    for seat, returned in enumerate(back):
        size = known.counts[seat]
        full[:, seat, size : size + len(returned)] = returned
    leader = known.tricks[trick].leader
    whole = np.full(count, known.called)
    rows = contract_deals.begun(
        full, partner, whole, np.full(count, known.target), np.full(count, leader)
    )
    rows.trick = trick
    played = [card for over in known.tricks[:trick] for card in over.cards] + list(cards[:place])
    rows.played = rows.played | bits(played)
    for over in known.tricks[:trick]:
        rows.score[:, over.winner] += over.points
    rows.trust += trust(known, trick, place)
    for at, card in enumerate(cards[:place]):
        if at == 0:
            rows.led = rows.led + card // PLACES
        if at == 0 or kernel.beat[int(rows.best[0]) * WIDTH + card]:
            rows.best = np.full(count, card)
            rows.winning = np.full(count, (leader + at) % players)
        rows.table = rows.table + kernel.value[card]
    rows.laid = place
    return rows


def trust(known: Known, trick: int, place: int) -> Ints:
    """Return for each seat the points that it took from the caller minus those that it gave it.

    Plays count up to card `place` (from 0, not included) of trick `trick` (from 0).
    """
    kernel, players = known.kernel, len(known.counts)
    balance = np.zeros(players, np.int64)
    for number, over in enumerate(known.tricks[: trick + 1]):
        if over.dark:
            continue
        best, winning, table = NONE, 0, 0
        for at, card in enumerate(over.cards if number < trick else over.cards[:place]):
            seat, value = (over.leader + at) % players, int(kernel.value[card])
            beats = at == 0 or bool(kernel.beat[best * WIDTH + card])
            if at and winning == 0:
                balance[seat] += table if beats else -value
            if beats:
                best, winning = card, seat
            table += value
    return balance


__all__ = ["Before", "Known", "draw", "known_to", "own_rows", "trust"]
