"""The rule by which a player who leaves matches pauses, and for how long.

A cumulative sum (CUSUM) weighs the evidence that a player is one who leaves 30 % of their matches
against that of one who leaves 8 % by mishap. Every match adds the logarithm of how much likelier its
end is for the former. So somebody who plays little is seen as surely as one who plays much, only
later. The lengths of pauses are those of lichess (`modules/playban` of lila).

>>> from games.conduct.outcomes import Outcome
>>> left = [(Outcome("left"), datetime(2026, 1, 1))] * 5
>>> evidence = evidence_of(left)
>>> round(evidence.value, 2)
6.5
>>> next_pause(Record(evidence, last_left=True), datetime(2026, 1, 1))
10
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log, pow
from typing import Final

from games.conduct.outcomes import Outcome

CARELESS_LEAVE_SHARE: Final = 0.08
"""Share of matches that a careless player leaves: such players hardly ever pause."""
QUITTER_LEAVE_SHARE: Final = 0.30
"""Share of matches that a quitter leaves: such players pause soon."""
LEFT_ADDS: Final = log(QUITTER_LEAVE_SHARE / CARELESS_LEAVE_SHARE)
"""Evidence that a match left adds, times its weight: about 1.3."""
FINISHED_ADDS: Final = log((1 - QUITTER_LEAVE_SHARE) / (1 - CARELESS_LEAVE_SHARE))
"""Evidence that any other match adds: about -0.27."""
PAUSE_FROM: Final = 5.5
"""Evidence from which a match left brings a pause."""
MAX_EVIDENCE: Final = 6.5
"""Most evidence that is held, so that a player comes out of it by finishing four to eight matches."""
HALF_LIFE: Final = timedelta(days=45)
"""Time in which the evidence halves."""
MAX_OUTCOMES: Final = 200
"""Number of the latest outcomes that are looked at: months of play."""
FIRST_MINUTES: Final = 10
"""Length of a first pause, and the shortest of any."""
SOON_AFTER_PAUSE: Final = timedelta(hours=72)
"""Time after a pause within which the next one depends on how soon it comes."""
FREQUENCY_WINDOW: Final = timedelta(days=30)
MAX_LENGTH: Final = timedelta(days=3)
MAX_LENGTH_OFTEN: Final = timedelta(days=7)
"""Maximum length after MANY_PAUSES pauses within FREQUENCY_WINDOW; lichess has one maximum."""
MANY_PAUSES: Final = 10
FIRST_DAY: Final = timedelta(days=1)
"""Age of an account below which a pause is three times as long."""
FIRST_DAYS: Final = timedelta(days=3)
"""Age of an account below which a pause is twice as long."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Period in which a player was kept out of rated matches for leaving too often."""

    minutes: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Evidence:
    """Strength (0 to MAX_EVIDENCE) of the evidence that a player leaves matches by habit."""

    value: float = 0.0
    at: datetime | None = None
    """End of the latest match that counts; None before the first."""

    def value_at(self, moment: datetime) -> float:
        """Return the evidence that remains at a later time, as evidence fades."""
        if self.at is None:
            return self.value
        return self.value * pow(0.5, max(timedelta(), moment - self.at) / HALF_LIFE)

    def after(self, outcome: Outcome, at: datetime) -> Evidence:
        """Return the evidence after one more match, ended at `at`; an excused one adds nothing."""
        if outcome.kind == "excused":
            return self
        added = outcome.weight * LEFT_ADDS if outcome.bad else FINISHED_ADDS
        return Evidence(min(max(self.value_at(at) + added, 0.0), MAX_EVIDENCE), at)


def evidence_of(outcomes: Iterable[tuple[Outcome, datetime]]) -> Evidence:
    """Return the evidence from the ends of a player's matches, the oldest first."""
    evidence = Evidence()
    for outcome, at in outcomes:
        evidence = evidence.after(outcome, at)
    return evidence


@dataclass(frozen=True, slots=True)
class Record:
    """A player's matches left and pauses, as the rule about leaving matches reads them."""

    evidence: Evidence = Evidence()
    last_left: bool = False
    """True if the latest outcome counts against the player."""
    pauses: Sequence[Pause] = ()
    """All pauses, the oldest first, without those that were lifted."""
    age: timedelta = timedelta(days=365)
    """Age of the account."""
    trusted: bool = True
    """Whether the player has finished enough matches; others pause twice as long."""


def next_pause(record: Record, now: datetime) -> int | None:
    """Return for how many minutes a player is kept out of rated matches from now, or None."""
    if not record.last_left or record.evidence.value < PAUSE_FROM:
        return None
    return pause_minutes(record, now)


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
    often = _since(record, now - FREQUENCY_WINDOW) >= MANY_PAUSES
    longest = MAX_LENGTH_OFTEN if often else MAX_LENGTH
    return round(min(minutes, longest / timedelta(minutes=1)))


def _after_the_last(pauses: Sequence[Pause], now: datetime) -> float:
    """Return the length in minutes of a player's next pause by the last one; 0 without one."""
    if not pauses:
        return 0.0
    since = max(timedelta(), now - pauses[-1].ends_at)
    if since < SOON_AFTER_PAUSE:
        return pauses[-1].minutes * (132 - since / timedelta(hours=1)) / 60
    return float(pauses[-1].minutes) / 2 ** ((since - SOON_AFTER_PAUSE) / SOON_AFTER_PAUSE)


def _since(record: Record, moment: datetime) -> int:
    """Return the number of a player's pauses that ended after a moment."""
    return sum(1 for pause in record.pauses if pause.ends_at > moment)
