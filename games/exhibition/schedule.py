"""The schedule of the exhibition: which bots play which deal of which match at a moment."""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from games.common.house_bots import HOUSE_BOT_NAMES

CARD_S: Final = 4.0
"""Seconds from one card to the next."""
DEAL_S: Final = 180.0
"""Seconds from the beginning of one deal to that of the next: forty cards, and a pause."""
MATCH_DEALS: Final = 10
"""Deals of a match."""
PAIRINGS: Final = tuple(combinations([level for level in HOUSE_BOT_NAMES if level != "random"], 2))
"""The pairs of levels that play, in turn; the bot that plays any card is not worth watching."""


class Bot(NamedTuple):
    """A house bot that plays in the exhibition: its name and its level."""

    name: str
    level: str


class ScheduledDeal(NamedTuple):
    """A deal of the exhibition: numbers of its match (since 1970) and within it (from 0), its bots."""

    match: int
    number: int
    bots: tuple[Bot, Bot]
    starts_at: float
    """Time at which its first card is played, in seconds since the epoch."""

    @property
    def dealer(self) -> int:
        """Return the seat of the dealer; the seats deal in turn."""
        return self.number % 2

    @property
    def seed(self) -> str:
        """Return the seed from which the cards and the bots' choices follow."""
        return f"exhibition/{self.match}/{self.number}"


def scheduled_deal(match: int, number: int) -> ScheduledDeal:
    """Return a deal (from 0) of a match (counted since 1970) of the exhibition."""
    weaker, stronger = PAIRINGS[match % len(PAIRINGS)]
    bots = (_bot(stronger, match), _bot(weaker, match))
    return ScheduledDeal(match, number, bots, (match * MATCH_DEALS + number) * DEAL_S)


def deal_at(now: float) -> ScheduledDeal:
    """Return the deal of the exhibition that is played at `now`, in seconds since the epoch.

    >>> deal_at(1_800_000_000.0).number
    0
    """
    match, number = divmod(int(now // DEAL_S), MATCH_DEALS)
    return scheduled_deal(match, number)


def _bot(level: str, match: int) -> Bot:
    """Return the bot of a level that plays in a match; all of the level's bots play in turn."""
    names = HOUSE_BOT_NAMES[level]
    return Bot(names[match // len(PAIRINGS) % len(names)], level)
