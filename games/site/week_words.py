"""A player's week in words, the same for its page and for its mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.card_names import card_name
from games.common.first_letters import lower_first
from games.engine import DECK_POINTS
from games.models import Player
from games.pages.wording.guide import Chapter, chapter_of
from games.pages.wording.history import number, signed
from games.selectors.match_plays import Moment
from games.selectors.weeks import PlayedWeek, Week, played_week
from games.site.step_words import chapter_name
from games.tournaments.models import Tournament
from games.tournaments.selectors.tournaments import announced_tournament, own_tournaments

MAX_EVENTS: Final = 4
BAR_HEIGHT: Final = 40
"""Height of the bar of the day with most matches, in units of the drawing."""
LOWEST_BAR: Final = 2
LUCK_WIDTH: Final = 320
"""Width of the bar of luck and play, in units of its drawing: the points of a whole deal."""
BRISCAS: Final = ("1", "3")
"""Ranks of the cards that hold most of the points."""
LEVEL_GAIN: Final = 0.5
"""Card points a deal within which play and cards count as level."""


@dataclass(frozen=True, slots=True)
class DayBar:
    """One day of the week: its names, its number of matches, and its bar."""

    name: str
    letter: str
    matches: int
    height: int
    top: int


@dataclass(frozen=True, slots=True)
class LuckBar:
    """The points a deal that the cards gave and that were made, as a drawing and in words."""

    label: str
    given: float
    """Length of the part that the cards gave, in units of LUCK_WIDTH."""
    gain: float
    """Length of the part that was added or lost."""
    start: float
    """Start of that part."""
    gain_text: str


@dataclass(frozen=True, slots=True)
class CardNote:
    """The card of the week, or what cost most: cards, a title, a sentence, and links."""

    cards: tuple[str, ...]
    title: str
    text: str
    links: tuple[tuple[str, str], ...]
    """Name and address of each link; addresses pass by the page of the week."""


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An event of the days ahead."""

    day: str
    hour: str
    name: str
    line: str
    url: str


@dataclass(frozen=True, slots=True)
class WeekWords:
    """Everything that the page and the mail of a week say."""

    week: Week
    dates: str
    title: str
    lead: str
    heading: str
    days: tuple[DayBar, ...]
    luck: LuckBar | None
    luck_text: str
    find: CardNote | None
    error: CardNote | None
    coming: tuple[ComingEvent, ...]


def week_words(player: Player, week: Week, zone: ZoneInfo, now: datetime) -> WeekWords:
    """Return a player's week in the active language; `zone` is the time zone of its days."""
    played = played_week(player, week, zone)
    before = played_week(player, week.before, zone) if played.gain is not None else None
    luck = _luck(played)
    return WeekWords(
        week=week,
        dates=_dates(week),
        title=_title(played),
        lead=_lead(played),
        heading=_heading(played),
        days=_days(played),
        luck=luck,
        luck_text=_luck_text(luck, before),
        find=_find(played),
        error=_error(played),
        coming=_coming(player, zone, now),
    )


def _dates(week: Week) -> str:
    """Return the first and the last day of a week as text."""
    days = {"first": _day_month(week.monday), "last": _day_month(week.sunday)}
    return _("From %(first)s to %(last)s") % days


def _day_month(day: date) -> str:
    return date_format(day, "MONTH_DAY_FORMAT")


def _title(played: PlayedWeek) -> str:
    """Return the heading: the gain a deal, or the matches where it is unknown."""
    if not played.matches:
        return _("A week of rest")
    if played.gain is None:
        return _heading(played)
    return _("%(points)s a deal") % {"points": signed(played.gain, 1)}


def _heading(played: PlayedWeek) -> str:
    """Return the numbers of matches played and won as text."""
    if not played.matches:
        return _("Day by day")
    matches = ngettext("%(n)s match", "%(n)s matches", played.matches) % {"n": played.matches}
    won = ngettext("%(n)s won", "%(n)s won", played.won) % {"n": played.won}
    return f"{matches}, {won}"


def _lead(played: PlayedWeek) -> str:
    """Return one sentence about the week."""
    if not played.matches:
        return _("Cards, matches and what they gave will stand here.")
    if played.gain is None:
        return _("%(won)s of %(matches)s won.") % {"won": played.won, "matches": played.matches}
    if played.gain >= LEVEL_GAIN:
        words = _("%(won)s of %(matches)s won, and played better than the cards gave.")
    elif played.gain <= -LEVEL_GAIN:
        words = _("%(won)s of %(matches)s won; the cards would have given more.")
    else:
        words = _("%(won)s of %(matches)s won, just what the cards gave.")
    return words % {"won": played.won, "matches": played.matches}


def _days(played: PlayedWeek) -> tuple[DayBar, ...]:
    """Return the seven days with their bars."""
    most = max(played.by_day) or 1
    bars = []
    for weekday, matches in enumerate(played.by_day):
        height = max(LOWEST_BAR, round(BAR_HEIGHT * matches / most))
        letter = str(WEEKDAYS_ABBR[weekday])
        bars.append(
            DayBar(str(WEEKDAYS[weekday]), letter, matches, height, BAR_HEIGHT + 4 - height)
        )
    return tuple(bars)


def _luck(played: PlayedWeek) -> LuckBar | None:
    """Return the bar of luck and play; None where the luck of no deal is known."""
    if played.gain is None:
        return None
    scale = LUCK_WIDTH / DECK_POINTS
    given, taken = (points / played.deals for points in (played.given, played.taken))
    words = _("Your cards were worth %(given)s points a deal; you made %(taken)s.")
    return LuckBar(
        label=words % {"given": number(given, 1), "taken": number(taken, 1)},
        given=round(given * scale, 1),
        gain=round(abs(taken - given) * scale, 1),
        start=round(min(given, taken) * scale, 1),
        gain_text=signed(played.gain, 1),
    )


def _luck_text(bar: LuckBar | None, before: PlayedWeek | None) -> str:
    """Return the sentences under the bar of luck and play; "" where no luck is known."""
    if bar is None:
        return ""
    if before is None or before.gain is None:
        return bar.label
    last = _("The week before: %(points)s.") % {"points": signed(before.gain, 1)}
    return f"{bar.label} {last}"


def _find(played: PlayedWeek) -> CardNote | None:
    """Return the card of the week in words; None without one."""
    moment = played.find
    if moment is None or played.find_day is None:
        return None
    values = {
        "card": card_name(moment.card),
        "given": card_name(moment.given) if moment.given else "",
        "taken": lower_first(card_name(moment.card)),
        "points": signed(moment.points, 1),
    }
    words = _("%(given)s for the %(taken)s, %(points)s points.")
    title = (words if moment.given else _("%(card)s, %(points)s points.")) % values
    text = _("%(day)s, deal %(deal)s: so much better than the next best choice.") % {
        "day": WEEKDAYS[played.find_day.weekday()],
        "deal": moment.deal,
    }
    links = ((_("See it"), _place(played.week, "card")),)
    return CardNote(_cards(moment), title, capfirst(text), links)


def _error(played: PlayedWeek) -> CardNote | None:
    """Return the costliest mistake in words; None in a week without errors."""
    moment = played.error
    if moment is None:
        return None
    values = {"card": card_name(moment.card), "points": signed(-moment.points, 1)}
    words = (
        _("%(card)s, not exchanged: %(points)s.") if moment.given else _("%(card)s, %(points)s.")
    )
    more = played.errors - 1
    text = ngettext("And %(n)s more mistake.", "And %(n)s more mistakes.", more) % {"n": more}
    links = [(_("See it"), _place(played.week, "mistake"))]
    if played.exercise:
        links.append((_("Play it again"), _place(played.week, "exercise")))
    links.append((chapter_name(chapter_for(played)), _place(played.week, "chapter")))
    return CardNote(_cards(moment), words % values, text if more > 0 else "", tuple(links))


def chapter_for(played: PlayedWeek) -> Chapter:
    """Return the chapter of the guide that is about the costliest mistake of a week."""
    moment = played.error
    slug = "counting"
    if moment is not None and moment.kind == "exchange":
        slug = "exchange"
    elif played.is_trump:
        slug = "trumps"
    elif moment is not None and moment.card[1:] in BRISCAS:
        slug = "briscas"
    return chapter_of(slug)


def _cards(moment: Moment) -> tuple[str, ...]:
    """Return the codes of the cards of a moment, the given one first."""
    return tuple(code for code in (moment.given, moment.card) if code)


def _place(week: Week, place: str) -> str:
    """Return the address that leads to a place of the week, and notes that a link was followed."""
    return reverse("week_place", args=[week.name, place])


def _coming(player: Player, zone: ZoneInfo, now: datetime) -> tuple[ComingEvent, ...]:
    """Return the events ahead: the player's own, and the next one that is announced."""
    rows: dict[int, Tournament] = {}
    for event in own_tournaments(player)[:MAX_EVENTS]:
        rows[event.pk] = event
    announced = announced_tournament(player)
    if announced is not None:
        rows.setdefault(announced.pk, announced)
    coming = sorted(
        (event for event in rows.values() if event.starts_at > now),
        key=lambda event: event.starts_at,
    )
    return tuple(_event(event, zone) for event in coming[:MAX_EVENTS])


def _event(event: Tournament, zone: ZoneInfo) -> ComingEvent:
    """Return an event of the days ahead in words."""
    at = event.starts_at.astimezone(zone)
    return ComingEvent(
        day=f"{WEEKDAYS_ABBR[at.weekday()]} {at.day}",
        hour=f"{at:%H:%M}",
        name=event.name,
        line=event.line,
        url=reverse("tournament", args=[event.public_id]),
    )
