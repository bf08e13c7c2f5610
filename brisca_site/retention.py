"""How long the site keeps what it keeps about people: one table, for settings, commands and pages.

`manage.py clean` deletes what is older, `/privacy/` tells visitors, and `docs/operations.md` tells
operators; all three read these rows. What belongs to an account, a match or the ledger is not in
the table, since no clock deletes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from environs import Env


@dataclass(frozen=True, slots=True)
class Period:
    """How many days one kind of data is kept, unless the environment says otherwise."""

    name: str
    days: int

    @property
    def variable(self) -> str:
        """The variable of the environment that changes it."""
        return f"KEEP_{self.name.upper()}_DAYS"


PERIODS: Final = (
    Period("sessions", 90),
    Period("idle_sessions", 30),
    Period("sign_in_attempts", 30),
    Period("account_events", 180),
    Period("guests", 30),
    Period("keys", 30),
    Period("chat", 90),
    Period("reports", 365),
    Period("silences", 365),
    Period("bars", 365),
    Period("requests", 1),
    Period("logs", 30),
    Period("backups", 30),
)
ELSEWHERE: Final = frozenset({"logs", "backups"})
"""What does not lie in the database: journald and `manage.py backup --expire` delete it."""
MOST_DAYS: Final = 3650


def read_periods(env: Env) -> dict[str, timedelta]:
    """Return how long each kind of data is kept, by name, as the environment has it.

    Raises ImproperlyConfigured where a variable is no number of days from 1 to `MOST_DAYS`.
    """
    return {period.name: timedelta(days=_days(env, period)) for period in PERIODS}


def _days(env: Env, period: Period) -> int:
    text = env.str(period.variable, str(period.days))
    days = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not 1 <= days <= MOST_DAYS:
        raise ImproperlyConfigured(f"{period.variable} is a number of days, 1 to {MOST_DAYS}")
    return days
