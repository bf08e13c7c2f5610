"""Reads of one week of a player: matches by day, luck against play, and what weighed most."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.models import Deal, Mistake, Player, Seat
from games.models.matches import MatchStatus
from games.selectors.match_plays import MatchPlay, Moment, heaviest, match_plays

DAYS_OF_WEEK: Final = 7
MAX_ANALYSED: Final = 60
"""Number of the latest matches of a week whose analyses are read."""


class Week(NamedTuple):
    """An ISO week: its year, and its number in the year."""

    year: int
    number: int

    @property
    def monday(self) -> date:
        """Return the first day of the week."""
        return date.fromisocalendar(self.year, self.number, 1)

    @property
    def sunday(self) -> date:
        """Return the last day of the week."""
        return self.monday + timedelta(days=DAYS_OF_WEEK - 1)

    @property
    def name(self) -> str:
        """Return the week as it stands in addresses: `2026-48`."""
        return f"{self.year:04}-{self.number:02}"

    @property
    def before(self) -> Week:
        """Return the week before this one."""
        return week_of(self.monday - timedelta(days=1))

    @property
    def after(self) -> Week:
        """Return the week after this one."""
        return week_of(self.monday + timedelta(days=DAYS_OF_WEEK))

    def bounds(self, zone: ZoneInfo) -> tuple[datetime, datetime]:
        """Return the moments at which the week begins and ends in a time zone."""
        begin = datetime.combine(self.monday, time(), zone)
        return begin, datetime.combine(self.after.monday, time(), zone)


FIRST_WEEK: Final = Week(1, 2)
"""The earliest week with an address: the week before it begins with the calendar of Python."""


def week_of(day: date) -> Week:
    """Return the ISO week of a day.

    >>> week_of(date(2027, 1, 1)).name
    '2026-53'
    """
    year, number, _weekday = day.isocalendar()
    return Week(year, number)


def week_named(text: str) -> Week | None:
    """Return the week that an address names; None if there is no such week.

    >>> week_named("2026-53").monday.isoformat(), week_named("2025-53"), week_named("x")
    ('2026-12-28', None, None)
    """
    year, dash, number = text.partition("-")
    digits = year.isdecimal() and number.isdecimal() and year.isascii() and number.isascii()
    if not dash or not digits or len(year) != 4 or len(number) != 2:
        return None
    try:
        date.fromisocalendar(int(year), int(number), 1)
    except ValueError:
        return None
    week = Week(int(year), int(number))
    return week if week >= FIRST_WEEK else None


@dataclass(frozen=True, slots=True)
class PlayedWeek:
    """A player's matches of a week: when, how they ended, and how they were played."""

    week: Week
    by_day: tuple[int, ...]
    """Matches that ended on each day, from Monday."""
    won: int
    deals: int
    """Deals whose luck is known; 0 if none is."""
    given: float
    """Card points that these deals' cards gave, summed."""
    taken: float
    """Card points that the player's side made in them."""
    find: Moment | None
    """The decision that was furthest ahead of the next best one."""
    find_day: date | None
    error: Moment | None
    """The costliest mistake."""
    is_trump: bool
    """True if a trump was the card of the costliest mistake."""
    errors: int
    """Number of mistakes of the week."""
    exercise: int
    """Row id of the exercise of the costliest mistake, or of another one; 0 without exercises."""

    @property
    def matches(self) -> int:
        """Return the number of matches of the week."""
        return sum(self.by_day)

    @property
    def gain(self) -> float | None:
        """Return the card points a deal made beyond what the cards gave; None if unknown."""
        return (self.taken - self.given) / self.deals if self.deals else None


def played_week(player: Player, week: Week, zone: ZoneInfo) -> PlayedWeek:
    """Return a player's matches of a week, whose days are those of a time zone."""
    begin, end = week.bounds(zone)
    rows = Seat.objects.filter(
        player=player,
        finished_at__gte=begin,
        finished_at__lt=end,
        match__status=MatchStatus.FINISHED,
    )
    seats = list(rows.select_related("match").order_by("-finished_at", "-match"))
    plays = match_plays(seats[:MAX_ANALYSED])
    days = Counter(_local_day(seat, zone) for seat in seats)
    own = [moment for seat in seats for moment in _moments(plays, seat)]
    find, error = heaviest(own, finds=True), heaviest(own, finds=False)
    day_of_match = {seat.match.public_id: _local_day(seat, zone) for seat in seats}
    mistakes = Mistake.objects.filter(player=player, finished_at__gte=begin, finished_at__lt=end)
    exercises = mistakes.filter(is_exercise=True).order_by("-loss", "pk")
    return PlayedWeek(
        week=week,
        by_day=tuple(days[week.monday + timedelta(days=number)] for number in range(DAYS_OF_WEEK)),
        won=sum(1 for seat in seats if seat.won),
        deals=sum(play.deals for play in plays.values()),
        given=sum(play.given for play in plays.values()),
        taken=sum(play.taken for play in plays.values()),
        find=find,
        find_day=day_of_match.get(find.match) if find else None,
        error=error,
        is_trump=error is not None and _is_trump(error),
        errors=mistakes.count(),
        exercise=exercises.values_list("pk", flat=True).first() or 0,
    )


def _moments(plays: dict[int, MatchPlay], seat: Seat) -> list[Moment]:
    """Return a player's own moments of a match, if it is analysed."""
    play = plays.get(seat.match_id)
    return [] if play is None else play.of_seat(seat.seat)


def _is_trump(moment: Moment) -> bool:
    """Return True if the card of a moment was a trump in its deal."""
    deals = Deal.objects.filter(match__public_id=moment.match, number=moment.deal)
    return deals.values_list("trump_suit", flat=True).first() == moment.card[:1]


def _local_day(seat: Seat, zone: ZoneInfo) -> date:
    """Return the day on which a match ended in a time zone."""
    assert seat.finished_at is not None, "the match is finished"
    return seat.finished_at.astimezone(zone).date()


def has_matches(player: int, week: Week, zone: ZoneInfo) -> bool:
    """Return True if a player (row id) finished a public match in a week."""
    begin, end = week.bounds(zone)
    rows = Seat.objects.filter(player=player, match__status=MatchStatus.FINISHED)
    return rows.filter(finished_at__gte=begin, finished_at__lt=end).exists()
