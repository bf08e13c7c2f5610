"""The play of a deal of the exhibition: what lies on the table after each card."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.bots import choose
from games.engine import (
    CLASSIC_PRESET,
    Card,
    Cut,
    DealCards,
    MatchState,
    PlayCard,
    apply,
    build_ruleset,
    start,
)
from games.engine import view_for as view_of_seat
from games.exhibition.schedule import CARD_S, ScheduledDeal

CUT_AT: Final = 20
COLLECT_S: Final = CARD_S / 2
"""Seconds for which a finished trick lies on the table before the winner takes it."""


class Frame(NamedTuple):
    """The cards on the table from `at` seconds after the beginning of the deal until the next frame."""

    at: float
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat; spectators see them, as only bots sit at the table."""
    trick: tuple[tuple[int, Card], ...]
    """The cards of the trick with the seats that played them, in order."""
    winner: int | None
    """The seat that takes the trick, once the trick is finished."""
    points: tuple[int, ...]
    """Card points that each seat has taken."""
    stock: int
    """Cards that can still be drawn, the turned card included."""
    turned: Card | None
    turn: int | None
    """The seat to play; None while a finished trick lies, and once the deal is over."""


class PlayedDeal(NamedTuple):
    """A deal of the exhibition, played to its end: its trump card, frames and points by seat."""

    trump: Card
    frames: tuple[Frame, ...]
    points: tuple[int, ...]


def play_deal(deal: ScheduledDeal) -> PlayedDeal:
    """Play a deal of the exhibition; the same deal is always played in the same way.

    It takes about a second of computing where the expert plays.

    Raises:
        ValueError: the game of the exhibition has no turned card.
    """
    rng = random.Random(deal.seed)  # noqa: S311 - nobody plays for anything here
    state = _dealt(deal, rng)
    dealt = state.deal
    if dealt is None or dealt.trump_card is None:
        raise ValueError("the exhibition plays a game with a turned card")
    frames = list(_frames(deal, state, rng))
    return PlayedDeal(dealt.trump_card, tuple(frames), frames[-1].points)


def _dealt(deal: ScheduledDeal, rng: random.Random) -> MatchState:
    """Return the state of a deal before its first card."""
    rules = build_ruleset(CLASSIC_PRESET, players=2).rules
    deck = list(rules.deck)
    rng.shuffle(deck)
    state = start(rules, dealer=deal.dealer)
    for action in (Cut(seat=1 - deal.dealer, at=CUT_AT), DealCards(tuple(deck))):
        state, _events = apply(state, action)
    return state


def _frames(deal: ScheduledDeal, state: MatchState, rng: random.Random) -> Iterator[Frame]:
    """Yield the frames of a dealt deal: one after each action, and one for each finished trick."""
    at = 0.0
    yield _frame(at, state)
    while state.phase not in {"deal_over", "match_over"}:
        seat = state.turn
        if seat is None:
            raise ValueError(f"nobody is to play in the phase {state.phase}")
        action = choose(deal.bots[seat].level, view_of_seat(state, seat), rng)
        before = state
        state, _events = apply(state, action)
        at += CARD_S
        if isinstance(action, PlayCard) and _tricks(state) > _tricks(before):
            yield _finished_trick(at, before, action, state)
            yield _frame(at + COLLECT_S, state)
        else:
            yield _frame(at, state)


def _tricks(state: MatchState) -> int:
    """Return the number of finished tricks of a deal."""
    return len(state.deal.tricks) if state.deal is not None else 0


def _frame(at: float, state: MatchState) -> Frame:
    """Return the frame of a state without a finished trick."""
    deal = state.deal
    if deal is None:
        raise ValueError("no cards are dealt")
    trick = tuple((play.seat, play.card) for play in deal.plays)
    turn = state.turn if state.phase == "play" else None
    return Frame(at, deal.hands, trick, None, deal.points, deal.stock_left, deal.turned, turn)


def _finished_trick(at: float, before: MatchState, last: PlayCard, after: MatchState) -> Frame:
    """Return the frame in which a trick lies finished, before the winner takes it."""
    if after.deal is None:
        raise ValueError("no cards are dealt")
    frame = _frame(at, before)
    hands = tuple(
        tuple(card for card in hand if (seat, card) != (last.seat, last.card))
        for seat, hand in enumerate(frame.hands)
    )
    winner = after.deal.tricks[-1].winner
    trick = (*frame.trick, (last.seat, last.card))
    return frame._replace(hands=hands, trick=trick, winner=winner, turn=None)
