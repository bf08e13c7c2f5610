"""The range of ratings of a table in words, for the lobby and for who is to sit down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def range_words(limits: Mapping[str, Any] | None) -> list[str]:
    """Return in short phrases which ratings may sit down at a table; [] if all may.

    `limits` is the table's `range_json`. `static/js/lobby/rows.js` has the same words.
    """
    if limits is None:
        return []
    low, high = limits["low"], limits["high"]
    phrases = []
    if limits["within"] is not None:
        phrases.append(_("rating ±%(n)s of the host's") % {"n": limits["within"]})
    elif low is not None and high is not None:
        phrases.append(_("rating %(low)s to %(high)s") % {"low": low, "high": high})
    elif low is not None:
        phrases.append(_("rating from %(low)s") % {"low": low})
    elif high is not None:
        phrases.append(_("rating up to %(high)s") % {"high": high})
    if not limits["newcomers"]:
        phrases.append(_("not without a rating"))
    return phrases


def range_line(limits: Mapping[str, Any] | None) -> list[str]:
    """Return one sentence, in a list, on which ratings may sit down at a table; [] if all may.

    `limits` is the table's `range_json`.
    """
    words = range_words(limits)
    return [_("Who may sit down: %(range)s.") % {"range": ", ".join(words)}] if words else []
