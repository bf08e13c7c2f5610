"""Results of tries at the deal of the day, and days played in a row."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import F

from games.common.days_off import DaysOff, after_missed
from games.models import DailyDeal, DailyStreak, DailyTry, Match
from games.record.log import MatchLog
from games.services.daily_deals import SEAT


def finish_try(*, match: Match, log: MatchLog, finished_at: datetime) -> bool:
    """Store the result of a match if it is a try at a deal of the day.

    Return whether the match is to stay hidden: it is where the deal is not published yet. A try
    that ends after its deal was published does not count. Needs the transaction of the caller.
    """
    tried = DailyTry.objects.select_related("daily").filter(match=match).first()
    if tried is None or tried.daily.revealed_at is not None:
        return False
    state = log.state
    side = state.rules.side_of[SEAT]
    tricks = state.deal.tricks if state.deal is not None else ()
    tried.points = state.score[side]
    tried.tricks = sum(
        trick.winner is not None and state.rules.side_of[trick.winner] == side for trick in tricks
    )
    tried.finished_at = finished_at
    tried.save(update_fields=["points", "tricks", "finished_at"])
    DailyDeal.objects.filter(pk=tried.daily_id).update(
        tried=F("tried") + 1, ranked=F("ranked") + int(tried.ranked)
    )
    _extend_streak(tried.player_id, tried.daily.day)
    return True


def _extend_streak(player: int, day: date) -> None:
    """Count a day in a player's streak of daily deals, which restarts at 1 after too many missed.

    If a try of an earlier day ends after that of a later one, the streak is counted again from all
    played days, because the earlier day was taken for a missed one.
    """
    streak, _created = DailyStreak.objects.select_for_update().get_or_create(player_id=player)
    streak.played += 1
    if streak.last_day is None or streak.last_day < day:
        _add_day(streak, day)
    else:
        streak.current, streak.last_day = 0, None
        for played_day in _played_days(player):
            _add_day(streak, played_day)
    streak.save()


def _add_day(streak: DailyStreak, day: date) -> None:
    """Add a played day to a streak, after all its other days; the row is not saved.

    Missed days are taken from the days off of their month. A new streak has all of them again.
    """
    off = DaysOff(streak.off_month, streak.days_off)
    after = after_missed(off, streak.last_day, day) if streak.last_day else None
    streak.current = 1 if after is None else streak.current + 1
    streak.off_month, streak.days_off = after or DaysOff()
    streak.longest = max(streak.longest, streak.current)
    streak.last_day = day


def _played_days(player: int) -> list[date]:
    """Return the days of a player's (row id) finished tries, the earliest first."""
    tries = DailyTry.objects.filter(player=player, points__isnull=False).order_by("daily__day")
    return list(tries.values_list("daily__day", flat=True))
