"""Tournaments of a series begin at the same hour of their organiser's clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from importlib import import_module
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps

from games.common.errors import TournamentError
from games.models import NotificationSettings
from games.tournaments.models import TournamentSeries
from games.tournaments.services import creating, directing
from games.tournaments.services.series import announce_next, next_start
from tests.support.people import player_without_account
from tests.tournaments.builders import NOW, START, announced

EVENING = time(21)


def moment(zone: str, day: date, at: time = EVENING) -> datetime:
    """The time at which the clocks of a zone show a day and an hour."""
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize("zone", ["Europe/Madrid", "America/Mexico_City"])
@pytest.mark.parametrize("days", [1, 7])
def test_a_series_keeps_its_hour_over_both_changes_of_the_clocks(zone, days):
    series = TournamentSeries(every_days=days, time_zone=zone, time_of_day=EVENING)
    for first in (date(2027, 3, 24), date(2027, 10, 27)):
        day, at = first, moment(zone, first)
        for _week in range(8):
            day, at = day + timedelta(days=days), next_start(series, at)
            assert at == moment(zone, day)


def test_an_hour_that_the_clocks_skip_comes_back_the_day_after():
    series = TournamentSeries(every_days=1, time_zone="Europe/Madrid", time_of_day=time(2, 30))
    at = moment("Europe/Madrid", date(2027, 3, 27), time(2, 30))
    at = next_start(series, at)
    assert at == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert next_start(series, at) == moment("Europe/Madrid", date(2027, 3, 29), time(2, 30))


def test_a_start_put_off_past_midnight_moves_no_other():
    series = TournamentSeries(every_days=7, time_zone="Europe/Madrid", time_of_day=time(23, 50))
    late = moment("Europe/Madrid", date(2027, 3, 26), time(0, 20))
    assert next_start(series, late) == moment("Europe/Madrid", date(2027, 4, 1), time(23, 50))


def test_a_series_without_a_zone_repeats_by_the_clock_of_the_site(settings):
    settings.TIME_ZONE = "Europe/Madrid"
    before = moment("Europe/Madrid", date(2027, 3, 25))
    following = next_start(TournamentSeries(every_days=7), before)
    assert following == moment("Europe/Madrid", date(2027, 4, 1))


@pytest.mark.django_db
def test_time_given_to_one_tournament_is_not_taken_over_by_the_next():
    tournament = announced(every_days=7, time_zone="Europe/Madrid")
    directing.give_time(tournament=tournament, organiser=None, minutes=10, now=NOW)
    tournament.refresh_from_db()
    tournament.status = "running"
    following = announce_next(tournament, START + timedelta(minutes=10))
    assert following.starts_at.astimezone(ZoneInfo("Europe/Madrid")).time() == (
        START.astimezone(ZoneInfo("Europe/Madrid")).time()
    )


@pytest.mark.django_db
def test_a_changed_start_is_that_of_the_following_tournaments():
    tournament = announced(every_days=7, time_zone="Europe/Madrid")
    chosen = creating.TournamentOptions(
        name="Later", format="swiss", preset="ludoteka", players=4, members=2,
        options={"teams": "pairs"}, starts_at=START + timedelta(hours=1), time_zone="America/Mexico_City",
    )  # fmt: skip
    tournament = creating.edit_tournament(tournament=tournament, chosen=chosen, now=NOW)
    assert tournament.series.time_zone == "America/Mexico_City"
    local = (START + timedelta(hours=1)).astimezone(ZoneInfo("America/Mexico_City"))
    assert tournament.series.time_of_day == local.time()


@pytest.mark.django_db
def test_an_unknown_time_zone_is_refused():
    with pytest.raises(TournamentError) as refused:
        announced(every_days=7, time_zone="Europe/Atlantis")
    assert refused.value.code == "bad_zone"


@pytest.mark.django_db
def test_a_stored_series_gets_the_zone_of_its_organiser(settings):
    settings.NOTIFICATION_TIME_ZONE = "America/Mexico_City"
    ana, eva = player_without_account("ana"), player_without_account("eva")
    NotificationSettings.objects.create(player=ana, time_zone="Europe/Rome")
    NotificationSettings.objects.create(player=eva)
    of_ana, of_eva, of_nobody = (
        TournamentSeries.objects.create(name="Thursdays", every_days=7, creator=creator)
        for creator in (ana, eva, None)
    )
    migration = import_module("games.migrations.0120_series_in_the_organisers_zone")
    migration.zones_of_organisers(apps, None)
    for series, zone in ((of_ana, "Europe/Rome"), (of_eva, "America/Mexico_City"), (of_nobody, "")):
        series.refresh_from_db()
        assert series.time_zone == zone
