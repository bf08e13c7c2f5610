"""The clock of a table in words."""

from __future__ import annotations

from django.utils.text import format_lazy
from django.utils.translation import gettext as _t


def clock_words(turn_ms: int | None, bank_ms: int) -> str:
    """Return the clock of a table in words; both times are in ms, no `turn_ms` is no clock."""
    if turn_ms is None:
        return _t("no clock")
    text = _t("%(seconds)d s a turn") % {"seconds": turn_ms // 1000}
    if bank_ms:
        spare = _t("%(seconds)d s to spare") % {"seconds": bank_ms // 1000}
        return str(format_lazy("{} + {}", text, spare))
    return text
