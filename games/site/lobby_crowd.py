"""The busy state of the lobby: with enough people about, it shows their tables before the house."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.utils import timezone

from games.selectors.lobby import playing_people

BUSY_FROM: Final = 6
"""People at tables, playing or waiting, from which the lobby is busy."""
QUIET_UNDER: Final = 3
"""People under which a busy lobby becomes quiet, once it has been so for QUIET_AFTER_S."""
QUIET_AFTER_S: Final = 600
COUNT_CACHE_S: Final = 15
"""Seconds for which the number of people who play is cached."""

BUSY_KEY: Final = "lobby-busy"
PLAYING_KEY: Final = "lobby-playing"


def people_who_play() -> int:
    """Return the number of people who play at public tables; it may be COUNT_CACHE_S old."""
    count: int | None = cache.get(PLAYING_KEY)
    if count is None:
        count = playing_people(timezone.now())
        cache.set(PLAYING_KEY, count, COUNT_CACHE_S)
    return count


def is_busy(people: int) -> bool:
    """Return True if the lobby shows people before the house; `people` play or wait at tables.

    A page does not change while it is open: the state counts for the next one. The mark in the cache
    is renewed as long as there are enough people, and ends by itself when there were too few for
    QUIET_AFTER_S.
    """
    was_busy = bool(cache.get(BUSY_KEY))
    if people >= BUSY_FROM or (was_busy and people >= QUIET_UNDER):
        cache.set(BUSY_KEY, True, QUIET_AFTER_S)
        return True
    return was_busy
