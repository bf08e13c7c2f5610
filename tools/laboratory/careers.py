"""Careers of players who finish or leave their matches, under the rule about pauses.

It shows whom the rule pauses: in what share of their weeks a pause begins or runs. What is
assumed, for want of a site's own figures, stands in `TEMPERS` and in the constants below:

- accounts are new at first, so pauses are longer in the first days, and last 12 weeks;
- everybody plays 10, 20, 40, 60 or 80 matches a week that count, spread over it by chance; what falls
  into a pause is not played;
- half of the matches are in pairs, where leaving weighs 1.2;
- honest players are cut off in 2 % of their matches, and careless ones in 8 %. Of those cuts 60 %
  end before the bot has the seat, or at least before the match does: these cost nothing;
- quitters leave 30 % of their matches for good, without coming back, and worse ones half of them.

In the first three weeks of somebody who plays little the rule cannot know yet, and with ten matches a
week 2.8 % of a quitter's weeks have no match that is left: so weeks are counted from the fourth on too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from games.conduct.outcomes import Outcome
from games.conduct.pauses import MONTH, Evidence, Pause, Record, next_pause
from games.management.progress import Progress
from games.selectors.conduct import TRUSTED_AFTER

BEGIN: Final = datetime(2026, 1, 5, tzinfo=UTC)
WEEK: Final = timedelta(days=7)
WEEKS: Final = 12
"""Length of a career."""
SETTLED_WEEKS: Final = 3
"""Number of first weeks after which the rule has had the time to know a player."""
MATCHES_A_WEEK: Final = (10, 20, 40, 60, 80)
"""Matches with people that count; a match of two takes about ten minutes."""
PAIRS: Final = 0.5
"""Share of the matches that are played with a partner."""
BACK: Final = 0.6
"""Share of cuts after which a player is back before the match is over."""
FINISHED: Final = (Outcome("finished"), Outcome("finished", pairs=True))
RETURNED: Final = (Outcome("returned"), Outcome("returned", pairs=True))
LEFT: Final = (Outcome("left"), Outcome("left", pairs=True))


@dataclass(frozen=True, slots=True)
class Temper:
    """How often a kind of player is gone from a match."""

    name: str
    gone: float
    """Share of the matches in which the player is cut off, or leaves."""
    back: float
    """Share of these in which the player is back before the end."""


TEMPERS: Final = (
    Temper("honest", 0.02, BACK),
    Temper("careless", 0.08, BACK),
    Temper("quitter", 0.3, 0.0),
    Temper("worse", 0.5, 0.0),
)


@dataclass(slots=True)
class Totals:
    """Counts over the careers of one temper and number of matches a week."""

    weeks: int = 0
    paused_weeks: int = 0
    later_weeks: int = 0
    """Weeks from the fourth on."""
    paused_later: int = 0
    matches: int = 0
    left: int = 0
    pauses: int = 0
    minutes: int = 0
    careers: int = 0
    paused_careers: int = 0
    """Careers with at least one pause."""

    @property
    def share(self) -> float:
        """Return the share of the weeks with a pause."""
        return self.paused_weeks / max(self.weeks, 1)

    @property
    def later(self) -> float:
        """Return the share of the weeks from the fourth on with a pause."""
        return self.paused_later / max(self.later_weeks, 1)

    @property
    def ever(self) -> float:
        """Return the share of the players with at least one pause."""
        return self.paused_careers / max(self.careers, 1)


@dataclass(slots=True)
class _Career:
    """One player: the evidence from the outcomes, and the pauses."""

    temper: Temper
    rng: random.Random
    evidence: Evidence = field(default_factory=Evidence)
    pauses: list[Pause] = field(default_factory=list)
    finished: int = 0
    ends_at: datetime = BEGIN

    def week(self, number: int, matches: int, totals: Totals) -> bool:
        """Play the matches of a week; return whether a pause ran or began in it."""
        begin = BEGIN + number * WEEK
        paused = self.ends_at > begin
        for share in sorted(self.rng.random() for _ in range(matches)):
            now = begin + share * WEEK
            if now < self.ends_at:
                continue
            totals.matches += 1
            outcome = self._outcome()
            self.evidence = self.evidence.after(outcome, now)
            self.finished += outcome.kind == "finished"
            if outcome.bad:
                totals.left += 1
                paused |= self._pause(now, totals)
        return paused

    def _outcome(self) -> Outcome:
        """Return how one match ends, by chance."""
        chance, pairs = self.rng.random(), self.rng.random() < PAIRS
        if chance >= self.temper.gone:
            return FINISHED[pairs]
        return (RETURNED if self.rng.random() < self.temper.back else LEFT)[pairs]

    def _pause(self, now: datetime, totals: Totals) -> bool:
        """Begin the pause that follows the latest outcome; return whether one does."""
        # the rule looks at no pause but the last, and those of a month
        known = [one for one in self.pauses[:-1] if one.ends_at > now - MONTH] + self.pauses[-1:]
        trusted = self.finished >= TRUSTED_AFTER
        record = Record(self.evidence, True, known, now - BEGIN, trusted)
        minutes = next_pause(record, now)
        if minutes is None:
            return False
        self.ends_at = now + timedelta(minutes=minutes)
        self.pauses = [*known, Pause(minutes, self.ends_at)]
        totals.pauses += 1
        totals.minutes += minutes
        return True


def play_careers(
    careers: int, seed: str, *, weeks: int = WEEKS, matches: Sequence[int] = MATCHES_A_WEEK
) -> dict[tuple[str, int], Totals]:
    """Play careers, as many of each kind; return the totals by temper and matches a week."""
    kinds = [(temper, count) for temper in TEMPERS for count in matches]
    found = {(temper.name, count): Totals() for temper, count in kinds}
    with Progress("careers", careers) as progress:
        for number in range(careers):
            temper, count = kinds[number % len(kinds)]
            career = _Career(temper, random.Random(f"{seed} {number}"))
            totals = found[temper.name, count]
            for week in range(weeks):
                paused = career.week(week, count, totals)
                totals.weeks += 1
                totals.paused_weeks += paused
                if week >= SETTLED_WEEKS:
                    totals.later_weeks += 1
                    totals.paused_later += paused
            totals.careers += 1
            totals.paused_careers += bool(career.pauses)
            progress.step()
    return found


def table_of(found: Mapping[tuple[str, int], Totals]) -> list[str]:
    """Return the totals as lines of a table."""
    lines = [
        "player    matches a week    left   weeks with a pause   from the 4th on"
        "   players with one   mean length"
    ]
    for (name, count), one in found.items():
        left, length = one.left / max(one.matches, 1), one.minutes / max(one.pauses, 1)
        lines.append(
            f"{name:10}{count:14}{left:8.1%}{one.share:21.2%}{one.later:18.2%}"
            f"{one.ever:19.2%}{length:10.0f} min"
        )
    return lines
