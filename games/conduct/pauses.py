"""The rule by which a player who leaves matches pauses, and for how long.

The rule and its numbers are those of lichess (`modules/playban` of lila); changes are named below.

>>> from games.conduct.outcomes import Outcome
>>> left = [Outcome("left")] * 4
>>> next_pause(Record(left), datetime(2026, 1, 1))
10
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.conduct.outcomes import Outcome

MAX_OUTCOMES: Final = 30
"""Number of the latest outcomes that are looked at."""
RATIO: Final = 0.4
"""Share of the outcomes that may be bad, by weight."""
STRICT_RATIO: Final = 0.3
"""The same for accounts of the first day, and after STRICT_AFTER pauses within MONTH."""
STRICT_AFTER: Final = 3
FIRST_MINUTES: Final = 10
"""Length of a first pause, and the shortest of any."""
SOON: Final = timedelta(hours=72)
"""Time after a pause within which the next one depends on how soon it comes."""
WEEK: Final = timedelta(days=7)
MONTH: Final = timedelta(days=30)
MAX_LENGTH: Final = timedelta(days=3)
MAX_LENGTH_OFTEN: Final = timedelta(days=7)
"""Maximum length after OFTEN pauses within MONTH; lichess has one maximum."""
OFTEN: Final = 10
FIRST_DAY: Final = timedelta(days=1)
"""Age of an account below which a pause is three times as long."""
FIRST_DAYS: Final = timedelta(days=3)
"""Age of an account below which a pause is twice as long."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A time in which a player was kept out of rated matches, for leaving matches too often."""

    minutes: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Record:
    """A player's latest outcomes, pauses and account age, for the rule about leaving matches."""

    outcomes: Sequence[Outcome]
    """Outcomes since the last pause, the oldest first; a pause wipes those before it."""
    pauses: Sequence[Pause] = ()
    """All pauses, the oldest first, without those that were lifted."""
    age: timedelta = timedelta(days=365)
    """Age of the account."""
    trusted: bool = True
    """Whether the player has finished enough matches; others pause twice as long."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over a player's latest outcomes, each beside the value from which a pause follows."""

    outcomes: int
    """Number of outcomes that count."""
    weight: float
    """Sum of their weights."""
    needed: float
    """Sum from which a pause follows."""
    streak: int
    """Number of bad outcomes in a row at the end."""
    streak_needed: int
    """Number in a row from which a pause follows."""


def sums_of(record: Record, now: datetime) -> Sums:
    """Return sums over a player's latest outcomes, and the values that lead to a pause."""
    outcomes = record.outcomes[-MAX_OUTCOMES:]
    lately = _since(record, now - WEEK)
    # rounded, as 1.2 and 0.4 are not exact: ten times 1.2 has to reach 0.4 of 30
    weight = round(sum(outcome.weight for outcome in outcomes), 6)
    needed = round(max(_ratio(record, now) * len(outcomes), _minimum(lately)), 6)
    return Sums(len(outcomes), weight, needed, _streak(outcomes), _max_streak(lately))


def next_pause(record: Record, now: datetime) -> int | None:
    """Return the minutes for which a player is kept out of rated matches now, or None."""
    outcomes = record.outcomes[-MAX_OUTCOMES:]
    if not outcomes or not outcomes[-1].bad:
        return None
    sums = sums_of(record, now)
    follows = sums.weight >= sums.needed or sums.streak >= sums.streak_needed
    return pause_minutes(record, now) if follows else None


def pause_minutes(record: Record, now: datetime) -> int:
    """Return the length in whole minutes of a pause from rated matches that begins `now`.

    The next pause is `previous * (132 - h) / 60` minutes, `h` hours after the last one ended: 2.2
    times as long at once, as long after 72 hours, then half as long with every 72 hours more.
    """
    minutes = max(float(FIRST_MINUTES), _after_the_last(record.pauses, now))
    if record.age < FIRST_DAY:
        minutes *= 3
    elif record.age < FIRST_DAYS:
        minutes *= 2
    if not record.trusted:
        minutes *= 2
    often = _since(record, now - MONTH) >= OFTEN
    longest = MAX_LENGTH_OFTEN if often else MAX_LENGTH
    return round(min(minutes, longest / timedelta(minutes=1)))


def _after_the_last(pauses: Sequence[Pause], now: datetime) -> float:
    """Return the length in minutes that follows from the last pause; 0 without one."""
    if not pauses:
        return 0.0
    since = max(timedelta(), now - pauses[-1].ends_at)
    if since < SOON:
        return pauses[-1].minutes * (132 - since / timedelta(hours=1)) / 60
    return float(pauses[-1].minutes) / 2 ** ((since - SOON) / SOON)


def _ratio(record: Record, now: datetime) -> float:
    """Return the share of the outcomes that may be bad."""
    strict = record.age < FIRST_DAY or _since(record, now - MONTH) >= STRICT_AFTER
    return STRICT_RATIO if strict else RATIO


def _since(record: Record, moment: datetime) -> int:
    """Return the number of pauses that ended after a moment."""
    return sum(1 for pause in record.pauses if pause.ends_at > moment)


def _minimum(lately: int) -> int:
    """Return the least sum of weights that leads to a pause, after so many pauses in a week."""
    return 4 if lately < 2 else 3 if lately <= 3 else 2


def _max_streak(lately: int) -> int:
    """Return the number of bad outcomes in a row that leads to a pause."""
    return max(3, 6 - lately)


def _streak(outcomes: Sequence[Outcome]) -> int:
    """Return the number of bad outcomes in a row at the end."""
    for length, outcome in enumerate(reversed(outcomes)):
        if not outcome.bad:
            return length
    return len(outcomes)
