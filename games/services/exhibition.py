"""The deals of the exhibition that are on show: played when somebody looks, and kept while they last."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache

from games.common.live_gateway import live_gateway
from games.exhibition.play import PlayedDeal, play_deal
from games.exhibition.schedule import DEAL_S, ScheduledDeal

MAX_LOOP_DELAY_S: Final = 0.2
"""Delay of the event loop from which no deal is played: tables of people come first."""
PLAYING_S: Final = 30
"""Seconds after which another process plays a deal that one has begun to play."""


def played_deal(*, deal: ScheduledDeal) -> PlayedDeal | None:
    """Return a deal of the exhibition, played by this process if none has played it.

    Return None while another process plays it, or while this one has no time for it.
    """
    known = known_deal(deal)
    if known is not None:
        return known
    if live_gateway().loop_delay() > MAX_LOOP_DELAY_S:
        return None
    if not cache.add(f"{deal.seed}/playing", 1, PLAYING_S):
        return None
    played = play_deal(deal)
    cache.set(deal.seed, played, DEAL_S * 2)
    return played


def known_deal(deal: ScheduledDeal) -> PlayedDeal | None:
    """Return a deal of the exhibition if some process has played it, else None."""
    played: PlayedDeal | None = cache.get(deal.seed)
    return played
