"""A person's score against the house's bots, and greetings, in words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def score_words(won: int, lost: int) -> str:
    """Return the matches won and lost against a bot, as a tile has room for them."""
    if not won + lost:
        return pgettext("score against a bot", "not played")
    return f"{won} – {lost}"


def standing_words(name: str, won: int, lost: int) -> str:
    """Return a sentence on how a person stands against the bot of this name."""
    values = {"name": name, "won": won, "lost": lost}
    if not won + lost:
        return _("%(name)s is waiting for you.") % values
    return _("Against %(name)s you stand %(won)s to %(lost)s.") % values


def lit_label(name: str, won: int, lost: int, *, newcomer: bool) -> str:
    """Return the label of the lit tree: to start here, to play again, or to try this one."""
    if newcomer:
        return _("Start here")
    words = _("Again with %(name)s") if won + lost else _("Try %(name)s")
    return words % {"name": name}


def greetings(name: str) -> dict[str, str]:
    """Return part of the day -> greeting of a person: `morning`, `afternoon`, `evening`."""
    values = {"name": name}
    return {
        "morning": _("Good morning, %(name)s") % values,
        "afternoon": _("Good afternoon, %(name)s") % values,
        "evening": _("Good evening, %(name)s") % values,
    }


def part_of_day(hour: int) -> str:
    """Return the part of the day of an hour (0 to 23), a key of `greetings`.

    >>> [part_of_day(hour) for hour in (5, 6, 13, 19, 20)]
    ['evening', 'morning', 'afternoon', 'afternoon', 'evening']
    """
    if MORNING_FROM <= hour < AFTERNOON_FROM:
        return "morning"
    return "afternoon" if AFTERNOON_FROM <= hour < EVENING_FROM else "evening"


MORNING_FROM: Final = 6
AFTERNOON_FROM: Final = 13
EVENING_FROM: Final = 20
