"""The command that announces a series of daily events."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.tournaments.models import Tournament


@pytest.mark.django_db
def test_a_series_of_daily_events_is_announced_once_and_for_all():
    out = StringIO()
    call_command("announce_daily", "--players", "4", "--deals", "8", stdout=out)
    event = Tournament.objects.get()
    assert event.public_id in out.getvalue()
    assert (event.format, event.deals, event.players, event.house_entrants) == ("daily", 8, 4, 10)
    assert event.series is not None
    assert event.series.every_days == 1
    assert event.starts_at.hour == event.starts_at.minute == 0
    with pytest.raises(CommandError, match="cannot be played"):
        call_command("announce_daily", "--deals", "99", stdout=out)
