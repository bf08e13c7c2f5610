"""The day's boxes in the lobby: the deal of the day, the puzzle of the day, and what comes next."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.card_names import SPANISH, card_name
from games.common.house_bots import FIGUREHEADS
from games.models import Player
from games.pages.charts.histograms import histogram
from games.pages.fragments import fragment
from games.pages.wording.daily import rules_in_short, streak_words
from games.puzzles.models import Puzzle
from games.puzzles.selectors.daily_puzzle import puzzle_of_the_day
from games.puzzles.selectors.puzzles import attempt_of
from games.puzzles.wording.mini_board import mini_board_context
from games.rules_text import preset_title, teams_words
from games.selectors.daily import (
    DaySummary,
    daily_rows,
    day_summary,
    ends_at,
    lobby_day,
    played_days,
)
from games.selectors.daily_par import par_of
from games.selectors.daily_turned import turned_card_of_day
from games.services.daily_deals import day_of, plan_of
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.selectors.tournaments import announced_tournaments
from games.tournaments.wording.tournaments import FORMATS

Json: TypeAlias = dict[str, Any]

SAME_S: Final = 60.0
"""Seconds after which what is the same for everybody is looked up again."""
PAST_S: Final = 600
"""Seconds for which the figures of the latest published deal are cached."""
WEEK_S: Final = 3600
"""Seconds for which the days of this week that a player has played are cached."""
MIN_ANSWERS: Final = 10
"""Answers to a puzzle from which the share of right ones says something."""
EVENTS: Final = 3
"""Number of lines of what comes."""
NO_DEAL: Final = ""
"""Entry of the cache for a day without a deal."""
NO_PUZZLE: Final = ""
"""Entry of the cache for a site without puzzles."""
PUZZLE_SESSION_KEY: Final = "puzzle_of_the_day"


# -- the deal of the day ---------------------------------------------------------------------------


def daily_box(player: Player | None) -> Json | None:
    """Return the template context of the deal of the day's box; None if no deal is made yet."""
    now = timezone.now()
    day = day_of(now)
    today = lobby_day(day, player.pk if player else None)
    if today is None:
        return None
    plan, past = plan_of(day), _past(day)
    return {
        "preset": preset_title(today.preset),
        "teams": teams_words(today.players, today.teams),
        "ranked": today.ranked,
        "tried": today.tried,
        "mine": today.own,
        "streak": streak_words(today.streak) if today.streak > 1 else "",
        "today": date_format(day, pgettext("today's weekday and day", "l j")),
        "week": _week(day, player, played=today.own is not None),
        "past": past,
        "in_short": [] if past else rules_in_short(plan.preset, plan.players),
        **_pack(day),
        **_time_left(day, now),
    }


def _pack(day: date) -> Json:
    """Return the turned card of a day's deal, "" without one, and the pack's name in words."""
    turned = turned_card_of_day(day)
    words = _("The stock, and today's turned card: %(card)s") if turned else _("The stock")
    return {
        "turned": turned,
        "pack_label": words % {"card": card_name(turned, SPANISH)} if turned else words,
    }


def _time_left(day: date, now: datetime) -> Json:
    """Return the end of a day's deal, and the whole hours and minutes until then."""
    end = ends_at(day)
    hours, minutes = divmod(max(0, int((end - now).total_seconds()) // 60), 60)
    return {"ends_at": end, "hours": hours, "minutes": minutes}


class WeekDay(NamedTuple):
    """A day of this week in the box of the deal of the day."""

    name: str
    letter: str
    state: str
    """`played`, `missed`, `now` (today, not played yet) or `coming`."""


def _week(day: date, player: Player | None, *, played: bool) -> list[WeekDay]:
    """Return the days of this week with what a player did on each; [] if they played none."""
    if player is None:
        return []
    first = day - timedelta(days=day.weekday())
    key = f"daily-week:{player.pk}:{day:%Y%m%d}:{played}"
    days: set[date] | None = cache.get(key)
    if days is None:
        days = played_days(player.pk, until=day, days=day.weekday() + 1)
        cache.set(key, days, WEEK_S)
    if not days:
        return []
    return [_week_day(first + timedelta(days=index), day, days) for index in range(7)]


def _week_day(day: date, today: date, played: set[date]) -> WeekDay:
    """Return a day of the week with its state."""
    # In Catalan the names of all days begin with the same letter, so the letters are a text.
    letters = pgettext("Monday to Sunday, in one or two letters each", "M T W T F S S").split()
    if day in played:
        state = "played"
    elif day == today:
        state = "now"
    else:
        state = "missed" if day < today else "coming"
    return WeekDay(str(WEEKDAYS[day.weekday()]), letters[day.weekday()], state)


class PastDay(NamedTuple):
    """A past deal of the day: its figures, and what the bot made of it where nobody played."""

    summary: DaySummary
    par: int
    bot: str


def _past(today: date) -> Json | None:
    """Return the template context of the latest published deal: who won, and the distribution.

    It is the deal of yesterday or of the day before; None if neither is published.
    """
    yesterday = today - timedelta(days=1)
    key = f"lobby-daily:{yesterday:%Y%m%d}"
    past: Any = cache.get_or_set(key, lambda: _past_day(yesterday) or NO_DEAL, PAST_S)
    if past == NO_DEAL:
        return None
    summary = past.summary
    return {
        "is_yesterday": summary.day == yesterday,
        "players": summary.players,
        "winner": summary.winner,
        "best": summary.best,
        "par": past.par,
        "bot": past.bot,
        "histogram": histogram(summary.bins) if summary.players else None,
    }


def _past_day(yesterday: date) -> PastDay | None:
    """Return the figures of yesterday's deal from the database, or of the day before until they are published.

    None if neither is published.
    """
    rows = daily_rows(yesterday - timedelta(days=1), yesterday)
    published = [row for row in rows.values() if row["revealed_at"] is not None]
    if not published:
        return None
    row = max(published, key=lambda row: row["day"])
    summary = day_summary(row)
    par = 0 if summary.players else par_of(row["id"])
    return PastDay(summary, par, FIGUREHEADS.get(row["level"], ""))


# -- the puzzle of the day -------------------------------------------------------------------------


def day_puzzle(day: date) -> Puzzle | None:
    """Return the puzzle of a day, at most SAME_S old; None if the site has none."""
    key = f"lobby-puzzle:{day:%Y%m%d}"
    puzzle: Any = cache.get_or_set(key, lambda: puzzle_of_the_day(day) or NO_PUZZLE, SAME_S)
    return None if puzzle == NO_PUZZLE else puzzle


def stored_answer(request: HttpRequest, player: Player | None, puzzle: Puzzle, day: date) -> str:
    """Return the card with which a visitor first answered the day's puzzle, or "".

    The session holds the answers of strangers. Those who become players keep them.
    """
    attempt = attempt_of(player, puzzle)
    return attempt.answer if attempt is not None else _session_answer(request, day)


def store_answer(request: HttpRequest, day: date, card: str) -> None:
    """Store a stranger's answer to the day's puzzle in the session, unless it is answered."""
    if not _session_answer(request, day):
        request.session[PUZZLE_SESSION_KEY] = [day.isoformat(), card]


def _session_answer(request: HttpRequest, day: date) -> str:
    """Return the answer to the day's puzzle in a visitor's session, or ""."""
    stored = request.session.get(PUZZLE_SESSION_KEY)
    return str(stored[1]) if stored and stored[0] == day.isoformat() else ""


def puzzle_part(puzzle: Puzzle, answer: str, deck: str) -> SafeString:
    """Return HTML of the day's puzzle without its form: the question, or after an answer the values.

    `deck` is the reader's.
    """
    return fragment(
        "games/_lobby_puzzle.html",
        [puzzle.public_id, answer, deck],
        lambda: {"puzzle": _puzzle_context(puzzle, answer), "preferences": {"deck": deck}},
        seconds=SAME_S,
    )


def _puzzle_context(puzzle: Puzzle, answer: str) -> Json:
    """Return the template context of the day's puzzle."""
    known = answer if answer in puzzle.position["choices"] else ""
    return {
        "board": mini_board_context(puzzle, known),
        "solved": _solved_share(puzzle),
        "theme": puzzle.theme,
    }


def _solved_share(puzzle: Puzzle) -> int | None:
    """Return the share of right answers to a puzzle in per cent; None if there are too few."""
    if puzzle.attempts < MIN_ANSWERS:
        return None
    return round(100 * puzzle.solved / puzzle.attempts)


# -- what comes ------------------------------------------------------------------------------------


class Event(NamedTuple):
    """A line of what comes."""

    at: datetime
    title: str
    about: str
    url: str
    act: str
    """Label of the button."""
    own: bool = False
    """True if the visitor has entered it."""


def agenda(player: Player | None) -> list[Event]:
    """Return the next events: the visitor's own events first, and always the next deal of the day."""
    events = [_event(tournament) for tournament in announced_tournaments(player, EVENTS)]
    own = [event for event in events if event.own][: EVENTS - 1]
    others = [event for event in events if not event.own][: EVENTS - 1 - len(own)]
    return [*own, *sorted([_next_daily(), *others], key=lambda event: event.at)]


def _next_daily() -> Event:
    """Return the line about tomorrow's deal of the day."""
    at = ends_at(day_of(timezone.now()))
    about = _("Every day, the same cards for everybody")
    return Event(at, _("Deal of the day"), about, reverse("daily"), _("See it"))


def _event(tournament: Tournament) -> Event:
    """Return the line about a tournament."""
    own = bool(getattr(tournament, "own", False))
    about = tournament.line or str(FORMATS[tournament.format])
    if tournament.status == TournamentStatus.RUNNING:
        about = _("Your tournament is being played.")
    elif tournament.status == TournamentStatus.CHECKIN:
        about = _("The check-in is open.")
    act = _("See it") if own else _("Enter")
    url = reverse("tournament", args=[tournament.public_id])
    return Event(tournament.starts_at, tournament.name, about, url, act, own)
