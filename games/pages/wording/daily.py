"""The deal of the day in words: its rules in short, a result to share, streaks, time left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine import CLASSIC_PRESET
from games.rules_text import explain
from games.selectors.daily import Streak
from games.selectors.daily_tricks import TriedTrick
from games.services.daily_deals import DayPlan, rules_of

TOLD_SECTIONS: Final = ("marriages", "tricks", "exchange", "order", "talk", "claim")
"""Sections of the rules to know before the first card, the most important first."""
MAX_RULE_LINES: Final = 2
TAKEN, LOST, NO_POINTS = "▲", "▽", "▬"
"""Signs of a trick in a shared result: taken with points, lost with points, without points."""
SIGNS_A_LINE: Final = 10
LEAST_STREAK: Final = 2
"""Days in a row from which a streak is named."""
LEAST_COUNT: Final = 3
"""Deals played in a month from which their number is named."""


def rules_in_short(preset: str, players: int) -> list[str]:
    """Return at most MAX_RULE_LINES sentences on how a preset differs from the classic game.

    The list is empty for the classic game itself.
    """
    if preset == CLASSIC_PRESET:
        return []
    classic_lines = {
        line
        for part in explain(rules_of(DayPlan(CLASSIC_PRESET, players, "")))
        for line in part.lines
    }
    sections = {part.key: part.lines for part in explain(rules_of(DayPlan(preset, players, "")))}
    lines = [
        line for key in TOLD_SECTIONS for line in sections.get(key, ()) if line not in classic_lines
    ]
    return lines[:MAX_RULE_LINES]


class SharedResult(NamedTuple):
    """A result of a daily deal, as its player shares it."""

    day: date
    points: int
    most: int
    """Points that can be made with the cards alone; 0 where marriages add to them."""
    place: int
    """Place in the ranking; 0 if the result is not in it."""
    ranked: int
    """Number of results in the ranking."""
    tricks: Sequence[TriedTrick]
    streak: int
    """Number of days in a row."""
    address: str
    """Address of the page, without its scheme."""

    def lines(self) -> tuple[str, list[str], str]:
        """Return the text in three parts: the lines above the signs, the signs, the last line."""
        first = _("Brisca · deal of %(day)s") % {"day": short_day(self.day)}
        second = points_words(self.points, self.most)
        if self.place and self.place <= self.ranked:
            place = pgettext("shared result", "no. %(place)s of %(of)s")
            second += " · " + place % {"place": self.place, "of": self.ranked}
        last = self.address
        if self.streak >= LEAST_STREAK:
            last = _("streak %(n)s") % {"n": self.streak} + " · " + last
        return f"{first}\n{second}", signs(self.tricks), last

    def text(self) -> str:
        """Return the text to share: it reveals no card, no suit and no order of the cards."""
        above, rows, below = self.lines()
        return "\n".join((above, *rows, below))


def short_day(day: date) -> str:
    """Return a day and its month in short, such as `28 Nov`."""
    return date_format(day, pgettext("a date of this year", "j M"))


def points_words(points: int, most: int) -> str:
    """Return points out of the most that can be made; without these where `most` is 0."""
    if most:
        return _("%(points)s of %(most)s") % {"points": points, "most": most}
    return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}


def signs(tricks: Sequence[TriedTrick]) -> list[str]:
    """Return a sign for each trick of a try, ten a line: taken or lost with points, or without.

    >>> signs([TriedTrick("O1", True, 14), TriedTrick("O2", False, 3), TriedTrick("O4", True, 0)])
    ['▲▽▬']
    """
    marks = "".join(
        NO_POINTS if not trick.points else TAKEN if trick.taken else LOST for trick in tricks
    )
    return [marks[start : start + SIGNS_A_LINE] for start in range(0, len(marks), SIGNS_A_LINE)]


def signs_words(tricks: Sequence[TriedTrick]) -> str:
    """Return the signs of a try's tricks as a sentence, for those who do not see them."""
    marks = "".join(signs(tricks))
    taken = marks.count(TAKEN)
    return ngettext(
        "%(taken)s trick with points was yours, %(lost)s theirs; %(empty)s without points.",
        "%(taken)s tricks with points were yours, %(lost)s theirs; %(empty)s without points.",
        taken,
    ) % {"taken": taken, "lost": marks.count(LOST), "empty": marks.count(NO_POINTS)}


def trick_words(trick: TriedTrick) -> str:
    """Return the worth of a trick of a try to its player, in words."""
    if not trick.points:
        return _("a trick without points")
    if trick.taken:
        words = ngettext("%(n)s point taken", "%(n)s points taken", trick.points)
    else:
        words = ngettext("%(n)s point lost", "%(n)s points lost", trick.points)
    return words % {"n": trick.points}


def streak_words(days: int) -> str:
    """Return the length of a streak in words, such as `3 days in a row`."""
    return ngettext("%(n)s day in a row", "%(n)s days in a row", days) % {"n": days}


def month_words(in_month: int, streak: Streak, *, played_today: bool) -> str:
    """Return sentences about a player's month and streak, from which nothing is announced as lost.

    `in_month` is the number of deals played this month, which stands first from the third on. A
    player who begins again after a break reads it, too.
    """
    count = ngettext("%(n)s this month.", "%(n)s this month.", in_month) % {"n": in_month}
    if played_today and streak.current == 1 and streak.played > 1 and in_month > 1:
        return _("You are back: %(n)s this month.") % {"n": in_month}
    sentences = [count] if in_month >= LEAST_COUNT else []
    if streak.current >= LEAST_STREAK:
        sentences.append(f"{streak_words(streak.current)}.")
    return " ".join(sentences)


def days_off_words(left: int) -> str:
    """Return that days off are kept for the player this month; empty if none is left."""
    if not left:
        return ""
    text = ngettext(
        "%(n)s day off is kept for you this month: a day without playing breaks nothing.",
        "%(n)s days off are kept for you this month: a day without playing breaks nothing.",
        left,
    )
    return text % {"n": left}


class TimeLeft(NamedTuple):
    """The time until a day ends."""

    hours: int
    minutes: int
    words: str
    """The same as a sentence, which is read aloud."""


def time_left(now: datetime, end: datetime) -> TimeLeft:
    """Return the time from a moment to a later one, in full minutes."""
    hours, minutes = divmod(max(int((end - now).total_seconds()) // 60, 0), 60)
    words = [
        ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours},
        ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes},
    ]
    left = _("%(hours)s and %(minutes)s left") % {"hours": words[0], "minutes": words[1]}
    return TimeLeft(hours, minutes, left)
