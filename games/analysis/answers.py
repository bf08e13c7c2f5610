"""The answers of the other seats when somebody tries other cards in a finished match."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.bots.players.learned_bot import LearnedBot
from games.engine import PlayCard, view_for
from games.record.log import MatchLog
from games.record.variation import Variation, VariationError

MAX_CARDS_TRIED: Final = 20
"""Most cards of one seat in a deal."""


def answered(log: MatchLog, deal: int, plays: int, cards: Sequence[str]) -> dict[str, Any]:
    """Return the position after a seat tries other cards; the bot `learned` plays all other seats.

    The seat is the one to play in deal `deal` (from 1) after its first `plays` cards; it plays
    `cards` in turn, then the others go on until it is to play again or the deal is over. Bots see
    their own `PlayerView`; the same input gives the same keys deal, plays, seat, cards, line, view.

    Raises:
        VariationError: there is no such place, or a card cannot be played.
    """
    if not 0 < len(cards) <= MAX_CARDS_TRIED:
        raise VariationError(f"{len(cards)} cards")
    tried = Variation.begin(log, deal, plays)
    seat = tried.state.turn
    assert seat is not None, "a card was played here"
    for card in cards:
        if tried.state.turn != seat or tried.over:
            raise VariationError(f"the deal is over before {card}")
        tried.play(_number_of(tried, card))
        _answer(tried, seat)
    trial = {"deal": deal, "plays": plays, "seat": seat, "cards": list(cards)}
    return {**trial, "line": tried.line, "view": tried.view()}


def _number_of(tried: Variation, card: str) -> int:
    """Return the index of a card among the legal moves, without an announcement if possible."""
    candidates = [
        (action.announce is not None, at)
        for at, action in enumerate(tried.legal())
        if isinstance(action, PlayCard) and action.card == card
    ]
    if not candidates:
        raise VariationError(f"{card} cannot be played")
    return min(candidates)[1]


def _answer(tried: Variation, seat: int) -> None:
    """Let the bot `learned` play all other seats until this seat is to act or the deal is over."""
    bot = LearnedBot()
    rng = random.Random(0)  # noqa: S311 - it draws nothing for a card
    while not tried.over and tried.state.turn not in (None, seat):
        legal = tried.legal()
        if not legal:
            return
        assert tried.state.turn is not None
        view = view_for(tried.state, tried.state.turn)
        action = bot.choose(replace(view, legal=tuple(legal)), rng)
        tried.play(legal.index(action))
