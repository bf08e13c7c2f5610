"""The range of ratings of a table in words, for the lobby and for who is to sit down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def range_words(told: Mapping[str, Any] | None) -> list[str]:
    """Return which ratings may sit down at a table, in short phrases; [] if everybody may.

    `told` is the table's `range_json`. `static/js/lobby/rows.js` has the same words.
    """
    if told is None:
        return []
    low, high = told["low"], told["high"]
    found = []
    if told["within"] is not None:
        found.append(_("rating ±%(n)s of the host's") % {"n": told["within"]})
    elif low is not None and high is not None:
        found.append(_("rating %(low)s to %(high)s") % {"low": low, "high": high})
    elif low is not None:
        found.append(_("rating from %(low)s") % {"low": low})
    elif high is not None:
        found.append(_("rating up to %(high)s") % {"high": high})
    if not told["newcomers"]:
        found.append(_("not without a rating"))
    return found


def range_line(told: Mapping[str, Any] | None) -> list[str]:
    """Return one sentence, in a list, on which ratings may sit down; [] if everybody may.

    `told` is the table's `range_json`.
    """
    words = range_words(told)
    return [_("Who may sit down: %(range)s.") % {"range": ", ".join(words)}] if words else []
