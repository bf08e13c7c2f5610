"""Simulated careers of players who finish or leave their matches, under the rule about pauses.

The simulation shows whom the rule pauses: the share of their weeks in which a pause begins or runs. Its
assumptions, for lack of a site's own figures, are in `TEMPERS` and in the constants below:

- accounts are new at first, so pauses are longer in the first days; careers last 12 weeks;
- everybody plays 10, 20, 40, 60 or 80 matches a week that count, spread over it by chance; a match that
  would fall into a pause is not played;
- half of the matches are in pairs, where leaving weighs 1.2;
- honest players are cut off in 2 % of their matches, and careless ones in 8 %. Of those cuts 60 %
  end before the bot has the seat, or at least before the match does: these cost nothing;
- quitters leave 30 % of their matches for good, without coming back, and worse ones half of them.

In the first three weeks of a player with few matches the rule has too little evidence, and with ten
matches a week a quitter leaves no match in 2.8 % of the weeks: therefore weeks are also counted from the
fourth on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from brisca_site.base.progress import Progress
from games.conduct.outcomes import Outcome
from games.conduct.pauses import FREQUENCY_WINDOW, Evidence, Pause, Record, next_pause
from games.selectors.conduct import TRUSTED_AFTER

CAREERS_BEGIN: Final = datetime(2026, 1, 5, tzinfo=UTC)
WEEK: Final = timedelta(days=7)
CAREER_WEEKS: Final = 12
"""Length of a career, in weeks."""
SETTLED_WEEKS: Final = 3
"""Number of first weeks, after which the rule has had time to know a player."""
MATCHES_A_WEEK: Final = (10, 20, 40, 60, 80)
"""Matches a week of each kind of career; a match of two takes about ten minutes."""
PAIRS_SHARE: Final = 0.5
"""Share of the matches that are played with a partner."""
RETURN_SHARE: Final = 0.6
"""Share of lost connections after which a player is back before the match is over."""
FINISHED_OUTCOMES: Final = (Outcome("finished"), Outcome("finished", pairs=True))
RETURNED_OUTCOMES: Final = (Outcome("returned"), Outcome("returned", pairs=True))
LEFT_OUTCOMES: Final = (Outcome("left"), Outcome("left", pairs=True))


@dataclass(frozen=True, slots=True)
class Temper:
    """Kind of player, with the shares of matches that it leaves and returns to."""

    name: str
    leave_share: float
    """Share of the matches in which the player is cut off, or leaves."""
    return_share: float
    """Share of these in which the player is back before the end."""


TEMPERS: Final = (
    Temper("honest", 0.02, RETURN_SHARE),
    Temper("careless", 0.08, RETURN_SHARE),
    Temper("quitter", 0.3, 0.0),
    Temper("worse", 0.5, 0.0),
)


@dataclass(slots=True)
class Totals:
    """Totals over simulated careers of one kind of player with one number of matches a week."""

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
        """Return the share (0 to 1) of the weeks in which a pause ran or began."""
        return self.paused_weeks / max(self.weeks, 1)

    @property
    def later(self) -> float:
        """Return the share (0 to 1) of the weeks with a pause, from a player's fourth week on."""
        return self.paused_later / max(self.later_weeks, 1)

    @property
    def ever(self) -> float:
        """Return the share (0 to 1) of the players who had at least one pause."""
        return self.paused_careers / max(self.careers, 1)


@dataclass(slots=True)
class _Career:
    """One player's career: the evidence from the outcomes of matches, and the pauses."""

    temper: Temper
    rng: random.Random
    evidence: Evidence = field(default_factory=Evidence)
    pauses: list[Pause] = field(default_factory=list)
    finished: int = 0
    ends_at: datetime = CAREERS_BEGIN

    def week(self, number: int, matches: int, totals: Totals) -> bool:
        """Play the matches of a week and add them to `totals`; return whether a pause ran or began in it."""
        begin = CAREERS_BEGIN + number * WEEK
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
        """Return a random outcome of a match, by the player's temper."""
        chance, pairs = self.rng.random(), self.rng.random() < PAIRS_SHARE
        if chance >= self.temper.leave_share:
            return FINISHED_OUTCOMES[pairs]
        return (
            RETURNED_OUTCOMES if self.rng.random() < self.temper.return_share else LEFT_OUTCOMES
        )[pairs]

    def _pause(self, now: datetime, totals: Totals) -> bool:
        """Begin a pause if the rule orders one after the latest outcome; return whether it does."""
        # the rule considers only the last pause, and those of a month
        relevant_pauses = [
            pause for pause in self.pauses[:-1] if pause.ends_at > now - FREQUENCY_WINDOW
        ] + self.pauses[-1:]
        trusted = self.finished >= TRUSTED_AFTER
        record = Record(self.evidence, True, relevant_pauses, now - CAREERS_BEGIN, trusted)
        minutes = next_pause(record, now)
        if minutes is None:
            return False
        self.ends_at = now + timedelta(minutes=minutes)
        self.pauses = [*relevant_pauses, Pause(minutes, self.ends_at)]
        totals.pauses += 1
        totals.minutes += minutes
        return True


def play_careers(
    careers: int, seed: str, *, weeks: int = CAREER_WEEKS, matches: Sequence[int] = MATCHES_A_WEEK
) -> dict[tuple[str, int], Totals]:
    """Play `careers` careers, equally many of each kind; return the totals by temper and matches a week."""
    kinds = [(temper, count) for temper in TEMPERS for count in matches]
    totals_by_kind = {(temper.name, count): Totals() for temper, count in kinds}
    with Progress("careers", careers) as progress:
        for number in range(careers):
            temper, count = kinds[number % len(kinds)]
            career = _Career(temper, random.Random(f"{seed} {number}"))
            totals = totals_by_kind[temper.name, count]
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
    return totals_by_kind


def table_of(totals_by_kind: Mapping[tuple[str, int], Totals]) -> list[str]:
    """Return the lines of a text table of totals, given by (kind of player, matches a week)."""
    lines = [
        "player    matches a week    left   weeks with a pause   from the 4th on"
        "   players with one   mean length"
    ]
    for (name, count), totals in totals_by_kind.items():
        left_share = totals.left / max(totals.matches, 1)
        length = totals.minutes / max(totals.pauses, 1)
        lines.append(
            f"{name:10}{count:14}{left_share:8.1%}{totals.share:21.2%}{totals.later:18.2%}"
            f"{totals.ever:19.2%}{length:10.0f} min"
        )
    return lines
