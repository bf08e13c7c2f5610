"""Times that people type, by their own clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.pages.forms.start import ZoneField, own_moment

TYPED = [
    ("Europe/Madrid", "2027-03-27 21:00", "2027-03-27 20:00"),
    ("Europe/Madrid", "2027-03-28 21:00", "2027-03-28 19:00"),
    ("Europe/Madrid", "2027-10-30 21:00", "2027-10-30 19:00"),
    ("Europe/Madrid", "2027-10-31 21:00", "2027-10-31 20:00"),
    ("America/Mexico_City", "2027-03-27 21:00", "2027-03-28 03:00"),
    ("America/Mexico_City", "2027-04-05 21:00", "2027-04-06 03:00"),
    ("America/Mexico_City", "2027-10-30 21:00", "2027-10-31 03:00"),
    ("America/Mexico_City", "2027-11-01 21:00", "2027-11-02 03:00"),
]


@pytest.mark.parametrize(("zone", "typed", "utc"), TYPED)
def test_a_time_typed_on_either_side_of_a_change_of_the_clocks_is_that_of_the_zone(
    zone, typed, utc
):
    starts_at = datetime.fromisoformat(typed).replace(tzinfo=UTC)
    data = {"starts_at": starts_at, "time_zone": ZoneField().clean(zone), "offset": -120}
    assert own_moment(data) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "x" * 70, "Europe"])
def test_a_zone_that_does_not_exist_is_left_out(name):
    assert ZoneField().clean(name) == ""
