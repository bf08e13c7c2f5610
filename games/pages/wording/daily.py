"""The deal of the day in words: its rules in short, par, and a result to share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules_text import explain
from games.services.daily_deals import DayPlan, rules_of

CLASSIC: Final = "ludoteka"
TOLD_SECTIONS: Final = ("marriages", "tricks", "exchange", "order", "talk", "claim")
"""Sections of the rules to know before the first card, the most important first."""
MAX_LINES: Final = 2
WEEK_DAYS: Final = 7
ABOVE, LEVEL, BELOW, MISSED = "▲", "■", "▽", "·"


def rules_in_short(preset: str, players: int) -> list[str]:
    """Return at most MAX_LINES sentences on how a preset differs from the classic game.

    It is empty for the classic game itself.
    """
    if preset == CLASSIC:
        return []
    usual = {
        line for part in explain(rules_of(DayPlan(CLASSIC, players, ""))) for line in part.lines
    }
    sections = {part.key: part.lines for part in explain(rules_of(DayPlan(preset, players, "")))}
    lines = [line for key in TOLD_SECTIONS for line in sections.get(key, ()) if line not in usual]
    return lines[:MAX_LINES]


def against_par(points: int, par: int) -> str:
    """Return how a daily deal's points differ from par, in words: `7 more than par`.

    Par are the card points that the site's bot makes with the same cards.
    """
    if points == par:
        return _("As many as par")
    more = ngettext("%(n)s more than par", "%(n)s more than par", points - par)
    less = ngettext("%(n)s less than par", "%(n)s less than par", par - points)
    return (more if points > par else less) % {"n": abs(points - par)}


def sign_of(points: int, par: int) -> str:
    """Return a symbol for a daily deal's points: above, equal to or below par (a bot's points)."""
    if points == par:
        return LEVEL
    return ABOVE if points > par else BELOW


def week_signs(day: date, results: Mapping[date, tuple[int, int]]) -> str:
    """Return a symbol for each of the seven days up to `day`, as `sign_of` makes them.

    `results` maps a day to (points, par). Days before the first one played are left out.
    """
    days = [day - timedelta(days=back) for back in reversed(range(WEEK_DAYS))]
    signs = [sign_of(*results[one]) if one in results else MISSED for one in days]
    while signs and signs[0] == MISSED:
        signs.pop(0)
    return " ".join(signs)


def share_text(
    day: date, points: int, par: int, place: int, ranked: int, signs: str, streak: int, address: str
) -> str:
    """Return a result of the daily deal in three lines that reveal no card, for sharing.

    `par` are a bot's points; `place` is among `ranked` players; `signs` is from `week_signs`,
    `streak` counts days, `address` is the page's URL.
    """
    made = ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
    first = [
        _("Brisca, deal of %(day)s") % {"day": date_format(day, "MONTH_DAY_FORMAT")},
        _("%(points)s, par %(par)s") % {"points": made, "par": par},
    ]
    if place and place <= ranked:
        first.append(_("place %(place)s of %(of)s") % {"place": place, "of": ranked})
    row = _("row of %(n)s days") % {"n": streak} if streak > 1 else ""
    second = "   ".join(part for part in (signs, row) if part)
    return "\n".join((" · ".join(first), second, address))
