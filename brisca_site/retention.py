"""Retention periods of personal data: one table for settings, commands and pages.

`manage.py clean` deletes older data, `/privacy/` tells visitors, and `docs/operations/settings.md`
tells operators; all three read these rows. Data that belongs to an account, a match or the ledger is not
in the table, since no clock deletes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from environs import Env


@dataclass(frozen=True, slots=True)
class Period:
    """Retention period of one kind of data: the name of the kind, and its default in days."""

    name: str
    days: int

    @property
    def variable(self) -> str:
        """Return the name of the environment variable that sets the period."""
        return f"KEEP_{self.name.upper()}_DAYS"


PERIODS: Final = (
    Period("sessions", 90),
    Period("idle_sessions", 30),
    Period("sign_in_attempts", 30),
    Period("account_events", 180),
    Period("guests", 30),
    Period("keys", 30),
    Period("chat", 90),
    Period("messages", 180),
    Period("reports", 365),
    Period("decisions", 365),
    Period("conduct", 365),
    Period("bars", 365),
    Period("signup_bans", 7),
    Period("table_bans", 90),
    Period("notifications", 60),
    Period("requests", 1),
    Period("logs", 30),
    Period("backups", 30),
)
ELSEWHERE: Final = frozenset({"logs", "backups"})
"""Data outside the database, which journald and `manage.py backup --expire` delete."""
MOST_DAYS: Final = 3650
"""Maximum length of a period in days."""


def read_periods(env: Env) -> dict[str, timedelta]:
    """Return kind of data -> retention period in days, as the environment sets it.

    Raises:
        ImproperlyConfigured: a variable is not a number of days from 1 to `MOST_DAYS`.
    """
    return {period.name: timedelta(days=_days(env, period)) for period in PERIODS}


def _days(env: Env, period: Period) -> int:
    """Return the days of a retention period, as the environment sets them.

    Raises:
        ImproperlyConfigured: the variable is not a number of days from 1 to `MOST_DAYS`.
    """
    text = env.str(period.variable, str(period.days))
    days = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not 1 <= days <= MOST_DAYS:
        raise ImproperlyConfigured(f"{period.variable} is a number of days, 1 to {MOST_DAYS}")
    return days
