"""Leagues in words: what is played, times in the league's zone, results, and the log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.leagues.models import League, LeagueAction, LeagueFixture
from games.leagues.models.leagues import LeagueKind, SeasonState
from games.leagues.models.matches import FixtureResult, FixtureState
from games.leagues.rules.movements import moved_between
from games.leagues.rules.season_dates import CATCH_UP_WEEK, PLAY_OFFS, local
from games.leagues.services.creating import LeagueOptions
from games.pages.wording.time_zones import zone_city
from games.rules_text import preset_title

KIND_NAMES: Final[Mapping[str, Promise]] = {
    LeagueKind.PAIRS: gettext_lazy("Pairs"),
    LeagueKind.FOURS: gettext_lazy("Teams of four"),
}
STATE_NAMES: Final[Mapping[str, Promise]] = {
    SeasonState.ANNOUNCED: gettext_lazy("announced"),
    SeasonState.OPEN: gettext_lazy("open for entry"),
    SeasonState.RUNNING: gettext_lazy("being played"),
    SeasonState.PLAYOFFS: gettext_lazy("play-offs"),
    SeasonState.FINISHED: gettext_lazy("over"),
    SeasonState.CANCELLED: gettext_lazy("called off"),
}
WEEKDAY_NAMES: Final[tuple[Promise, ...]] = (
    gettext_lazy("Monday"),
    gettext_lazy("Tuesday"),
    gettext_lazy("Wednesday"),
    gettext_lazy("Thursday"),
    gettext_lazy("Friday"),
    gettext_lazy("Saturday"),
    gettext_lazy("Sunday"),
)
MOVEMENT_NAMES: Final[Mapping[str, Promise]] = {
    "up": gettext_lazy("goes up"),
    "up_two": gettext_lazy("goes up two divisions"),
    "up_play_off": gettext_lazy("goes up after the play-off"),
    "stays": gettext_lazy("stays"),
    "down_play_off": gettext_lazy("goes down after the play-off"),
    "down": gettext_lazy("goes down"),
    "out": gettext_lazy("is out"),
}
TIE_BREAK_WORDS: Final[Mapping[str, Promise]] = {
    "vp": gettext_lazy("by victory points"),
    "direct": gettext_lazy("by the match between them"),
    "lot": gettext_lazy("by lot"),
}
"""What decides a place where points are level."""
RESULT_LETTERS: Final[Mapping[str, tuple[Promise, Promise]]] = {
    "W": (gettext_lazy("W"), gettext_lazy("won")),
    "D": (gettext_lazy("D"), gettext_lazy("drawn")),
    "L": (gettext_lazy("L"), gettext_lazy("lost")),
}
"""Result -> its letter in the table, and the word for it."""
PROBLEM_TEXTS: Final[Mapping[str, Promise]] = {
    "too_few": gettext_lazy("Too few had entered."),
    "not_started": gettext_lazy("It could not begin in its first week."),
}


def when_text(moment: datetime | None, zone: str) -> str:
    """Return a time as a time zone (name) shows it: `Thu 26 Nov, 21:00`; "" for None."""
    if moment is None:
        return ""
    return date_format(moment.astimezone(ZoneInfo(zone)), f"D {_day_format()}, H:i")


def day_text(moment: datetime, zone: str) -> str:
    """Return the day of a time in a time zone (name): `26 Nov`."""
    return date_format(moment.astimezone(ZoneInfo(zone)), _day_format())


def _day_format() -> str:
    """Return Django's date format of day and month in the visitor's language."""
    return pgettext("a date of this year", "j M")


def vp_text(vp: float | None) -> str:
    """Return an entrant's victory points as text, without decimals if whole; a dash for None."""
    return "–" if vp is None else number_format(vp, decimal_pos=2 if vp % 1 else 0)


def match_words(league: League | LeagueOptions) -> str:
    """Return a sentence on how a match of a league is played."""
    if league.kind == LeagueKind.PAIRS:
        text = ngettext(
            "each match: the same %(n)s deal for both pairs, each at a table of its own against bots",
            "each match: the same %(n)s deals for both pairs, each at a table of its own against bots",
            league.deals,
        )
    else:
        text = ngettext(
            "each match: the same %(n)s deal at two tables",
            "each match: the same %(n)s deals at two tables",
            league.deals,
        )
    return text % {"n": league.deals}


def default_words(league: League | LeagueOptions) -> str:
    """Return a sentence on the default time of a match whose sides agree on none."""
    return _("If nobody agrees before that day, the match is played on %(day)s at %(time)s, %(zone)s time.") % {
        "day": WEEKDAY_NAMES[league.default_weekday],
        "time": league.default_time.strftime("%H:%M"),
        "zone": zone_city(league.time_zone),
    }  # fmt: skip


def summary_text(chosen: LeagueOptions) -> str:
    """Return a league's settings in a few sentences, for its organiser to check."""
    begins = local(chosen.time_zone, chosen.starts_on)
    first = _("%(kind)s, %(game)s; %(match)s; one match a week for seven weeks from %(day)s.") % {
        "kind": KIND_NAMES[chosen.kind],
        "game": preset_title(chosen.preset),
        "match": match_words(chosen),
        "day": day_text(begins, chosen.time_zone),
    }
    again = _("Another season follows by itself.") if chosen.restarts else ""
    return f"{first} {default_words(chosen)} {again}".strip()


def round_text(number: int) -> str:
    """Return the name of a league's round with this number (from 1)."""
    if number == PLAY_OFFS:
        return _("Play-offs")
    if number == CATCH_UP_WEEK:
        return _("Catching up")
    return pgettext("league", "Round %(n)s") % {"n": number}


def fixture_state(fixture: LeagueFixture) -> str:
    """Return the state of a league match in a few words."""
    if fixture.state == FixtureState.OPEN:
        return _("no time yet")
    if fixture.state == FixtureState.AGREED:
        return _("default time: nobody has agreed") if fixture.by_default else _("agreed")
    if fixture.state == FixtureState.PLAYING:
        return _("being played")
    return result_words(fixture)


def result_words(fixture: LeagueFixture) -> str:
    """Return how a league match was decided, in words such as `played` or `nobody came`."""
    if fixture.result == FixtureResult.ANNULLED:
        return _("does not count")
    if fixture.result == FixtureResult.SET:
        return _("set by the organisers")
    if fixture.result == FixtureResult.WALKOVER:
        if fixture.home_missed and fixture.away_missed:
            return _("nobody came")
        return _("one side did not come")
    return _("played")


def zone_lines(level: int, size: int, above: int, below: int) -> dict[int, tuple[str, str]]:
    """Return place -> (CSS class, text) of the line below it in a division's table: up, down, ...

    `above` and `below` are the sizes of the neighbouring divisions, 0 where there is none.
    """
    up = moved_between(above, size) if above else 0
    down = moved_between(size, below) if below else 0
    lines: dict[int, tuple[str, str]] = {}
    if up:
        lines[up] = ("up-z", _("Up to division %(n)s") % {"n": level - 1})
    if up > 1:
        lines[up + 1] = ("po-z", _("Play-off against division %(n)s") % {"n": level - 1})
    if down > 1:
        lines[size - down - 1] = (
            "po-z",
            _("Next: play-off against division %(n)s") % {"n": level + 1},
        )
    if down:
        lines[size - down] = ("dn-z", _("Down to division %(n)s") % {"n": level + 1})
    return lines


def place_class(place: int, size: int, above: int, below: int) -> str:
    """Return the CSS class of a place's edge in a division's table: up, down, play-off, "".

    `place` counts from 1; `size` is that of the division, `above` and `below` those of its
    neighbours.
    """
    up = moved_between(above, size) if above else 0
    down = moved_between(size, below) if below else 0
    if place <= up:
        return "z-up"
    if (up > 1 and place == up + 1) or (down > 1 and place == size - down):
        return "z-po"
    return "z-dn2" if place > size - down else ""


def log_text(line: LeagueAction, zone: str) -> str:
    """Return a line of a league match's log as a sentence, with times in the league's zone."""
    who = line.actor.name if line.actor else _("The site")
    facts: Mapping[str, Any] = line.facts if isinstance(line.facts, dict) else {}
    moment = facts.get("at")
    at = when_text(datetime.fromisoformat(moment), zone) if isinstance(moment, str) else ""
    texts = {
        "agreed": _("%(who)s agreed to %(at)s."),
        "default": _("Nobody had agreed on a time, so it is %(at)s."),
        "claimed": _("%(who)s claimed the win: the other side was not there."),
        "missed": _("Decided without being played: somebody did not come."),
        "substitute": _("%(who)s named a substitute."),
        "played": _("Played."),
        "replay": _("%(who)s: to be played again."),
        "withdrawn": _("%(who)s has withdrawn."),
        "set": _("%(who)s set the result: %(now)s, before %(before)s."),
        "annulled": _("%(who)s: it does not count."),
        "removed": _("%(who)s took an entrant out."),
        "officer": _("%(who)s changed who helps with results."),
        "edited": _("%(who)s changed the league."),
    }
    text = texts.get(line.kind, line.kind)
    return text % {
        "who": who,
        "at": at,
        "now": _score(facts.get("now")),
        "before": _score(facts.get("before")),
    }


def _score(pair: Any) -> str:
    """Return both sides' victory points in a log line's fact as text: `12 to 8`."""
    if not isinstance(pair, list) or len(pair) != 2:
        return "–"
    return _("%(home)s to %(away)s") % {"home": vp_text(pair[0]), "away": vp_text(pair[1])}
