"""Quiet hours over changes of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.conduct.notifying import quiet_until

MADRID = ZoneInfo("Europe/Madrid")
CHANGES = [datetime(2027, 3, 28, 1, tzinfo=UTC), datetime(2027, 10, 31, 1, tzinfo=UTC)]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("quiet_from", "quiet_to"), [(3, 2), (22, 8), (2, 1), (4, 3), (2, 3)])
def test_quiet_hours_end_at_the_first_minute_outside_them(change, quiet_from, quiet_to):
    def is_quiet(at: datetime) -> bool:
        into = (at.astimezone(MADRID).hour - quiet_from) % 24
        return into < (quiet_to - quiet_from) % 24

    first = change - timedelta(hours=36)
    ends = None
    for minute in range(0, 96 * 60, 10)[::-1]:
        at = first + timedelta(minutes=minute)
        if not is_quiet(at):
            ends = at
        if minute > 72 * 60:
            continue  # the end of these may lie after the last minute looked at
        assert quiet_until(at, quiet_from, quiet_to, MADRID) == (ends if is_quiet(at) else None)
