"""A new deal: seed, nonces and cut from the system's randomness, the deck from `brisca-fair/1`.

The secret is stored in the transaction that stores the cut and the deal, and a deal has one secret
only: a crash resumes the same deal and never deals again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Cut, DealCards, apply, cut_range
from games.live.game import Game, Json, Step
from games.record.dealing import DealSource, dealer_draw


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """What a deal is made of; printed without it."""

    deal: int
    seed: bytes
    block: Json


def dealing_steps(game: Game, *, after: bool = False) -> Sequence[Step]:
    """Cut and deal, for the deal that is about to begin, or `after` the one that is over.

    Bots cut for themselves; for people the clock cuts, anywhere in the deck, and is flagged. Where
    the highest card deals first, that is drawn before.
    """
    info, state = game.info, game.state
    number = state.number + after
    dealer = (state.dealer + after) % info.rules.players
    drawn: tuple[Step, ...] = ()
    if state.phase == "draw_dealer":
        draw = dealer_draw(info.rules, secrets.token_bytes)
        first, _ = apply(state, draw)
        dealer = first.dealer
        drawn = (Step(draw, "host", "draw"),)
    house = frozenset(seat.seat for seat in info.seats if seat.bot)
    source = DealSource(info.public_id, info.rules, house, secrets.token_bytes)
    cutter = (dealer - 1) % info.rules.players
    cut, by = source.cut_for(cutter)
    if cutter not in house:
        cut = Cut(cutter, secrets.choice(cut_range(info.rules)))
    sealed = source.seal(number)
    opened = sealed.open(cut, by)
    secret = Secret(number, sealed.seed, opened.block)
    return (
        *drawn,
        Step(cut, by, f"cut:{number}"),
        Step(DealCards(opened.deck), "host", f"deal:{number}", secret),
    )
