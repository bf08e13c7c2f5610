"""Signs of ratings that are given away: results between two accounts, and short losses in a row.

The rule about short losses is that of lichess (`SandbagWatch` of lila). Nothing here acts: it finds
what people look at.

>>> round(result_odds(5, 5, 0.5), 5)
0.03125
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import comb
from typing import Final, Literal, TypeAlias

MEETINGS_WINDOW: Final = timedelta(days=14)
"""Period in which the matches between two accounts are counted."""
MEETINGS_SHARE: Final = 0.3
"""Share of the rated matches of one account above which its results against another count."""
MIN_MEETINGS: Final = 5
"""Number of matches with a winner between two accounts below which their results say nothing."""
MAX_ODDS: Final = 0.01
"""Probability below which the results between two accounts are improbable."""

SHORT_WINDOW: Final = timedelta(hours=3)
SHORT_MATCHES: Final = 7
"""Number of the latest rated matches within SHORT_WINDOW that are looked at."""
MESSAGE_FROM: Final = 3
"""Number of short losses among these matches from which a message to the player is due."""
CASE_FROM: Final = 4
"""Number of short losses among these matches from which a moderators' case is due."""

Due: TypeAlias = Literal["message", "case"]


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """One rated match of a player: its end, and whether the player gave it up early."""

    at: datetime
    short_loss: bool
    """True if the player gave the match up, or left it, before half of it was played."""


def result_odds(wins: int, matches: int, expected: float) -> float:
    """Return the probability of `wins` or more of `matches`, each won with chance `expected`."""
    return sum(
        comb(matches, won) * expected**won * (1 - expected) ** (matches - won)
        for won in range(wins, matches + 1)
    )


def is_improbable(wins: int, matches: int, expected: float, share: float) -> bool:
    """Return True if results between two accounts are so improbable that a person should look.

    `wins` of their `matches` went to one account, whose probability to win one is `expected`;
    `share` (0 to 1) is the largest that their meetings have in the rated matches of one of them.
    """
    return (
        matches >= MIN_MEETINGS
        and share > MEETINGS_SHARE
        and result_odds(wins, matches, expected) < MAX_ODDS
    )


def short_losses(matches: Sequence[RatedMatch], now: datetime) -> int:
    """Return the number of a player's latest rated matches that were given up early.

    `matches` are the player's, the latest first; at most SHORT_MATCHES of them are looked at, none
    from before SHORT_WINDOW.
    """
    recent = [match for match in matches if now - SHORT_WINDOW < match.at <= now]
    return sum(match.short_loss for match in recent[:SHORT_MATCHES])


def due_after(losses: int) -> Due | None:
    """Return the step due after this many matches given up early in a row; None if none is due.

    A step is "message" (a friendly message to the player) or "case" (for moderators).

    >>> due_after(2), due_after(3), due_after(4)
    (None, 'message', 'case')
    """
    if losses >= CASE_FROM:
        return "case"
    return "message" if losses >= MESSAGE_FROM else None
