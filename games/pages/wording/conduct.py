"""Sentences about leaving matches and the pauses that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.conduct.outcomes import WEIGHTS, Kind
from games.pages.wording.history import number


def paused_words(until: datetime) -> str:
    """Return a sentence on why a paused player may not play for a rating, and until when."""
    end = date_format(timezone.localtime(until), "DATETIME_FORMAT")
    text = _(
        "You have a pause from rated matches until %(end)s (UTC). Matches with bots and friends' "
        "tables behind a link are open."
    )
    return text % {"end": end}


def length_words(minutes: int) -> str:
    """Return the length of a pause in words: minutes below two hours, hours below two days."""
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}


def reason_words(facts: Mapping[str, Any]) -> str:
    """Return in words why a player was paused, from the pause's figures (name -> value)."""
    if not facts:
        return _("You left matches.")
    if "evidence" in facts:
        text = ngettext(
            "You left %(left)s of your latest %(count)s match.",
            "You left %(left)s of your latest %(count)s matches.",
            facts["outcomes"],
        )
        return text % {"left": facts["left"], "count": facts["outcomes"]}
    if "weight" not in facts:  # of an earlier rule from here on
        return _("A moderator decided it.")
    if facts["weight"] >= facts["needed"]:
        text = _(
            "The matches that you left come to %(weight)s of your last %(count)s; a pause follows "
            "from %(needed)s."
        )
        weight, needed = (number(facts[name], 1) for name in ("weight", "needed"))
        return text % {"weight": weight, "count": facts["outcomes"], "needed": needed}
    text = ngettext(
        "You left %(count)s match in a row.",
        "You left %(count)s matches in a row.",
        facts["streak"],
    )
    return text % {"count": facts["streak"]}


def strip_of(kinds: Sequence[Kind]) -> dict[str, Any]:
    """Return template context on how a player's matches ended, oldest first.

    Its items are `marks`, `text` and counts. A mark is done, back (after a cut) or left; the counts
    are finished, all, back and left.
    """
    marks = [_mark(kind) for kind in kinds]
    left, back = marks.count("left"), marks.count("back")
    finished = len(marks) - left
    text = _(
        "Your latest matches, from the oldest: %(finished)s of %(all)s finished, %(back)s of them "
        "after a cut, and %(left)s left"
    )
    figures = {"finished": finished, "all": len(marks), "back": back, "left": left}
    return {"marks": marks, "text": text % figures, **figures}


def _mark(kind: Kind) -> str:
    """Return the mark for a kind of match outcome: `done`, `back` or `left`."""
    if WEIGHTS[kind]:
        return "left"
    return "done" if kind == "finished" else "back"
