"""A whole season, from its announcement to the next one, whose tables an independent count gives too."""

from __future__ import annotations

import hashlib
import random
from datetime import UTC, date, datetime, timedelta

import pytest

from games.leagues.models import LeagueEntrant, LeagueFixture, LeagueSeason
from games.leagues.selectors.state import table_of
from games.leagues.services import directing, entries, ticker
from games.leagues.services.recount import faults
from tests.leagues.builders import BEGIN, THURSDAY, bulk_entered, league, play, settled

pytestmark = pytest.mark.django_db


def counted(season: LeagueSeason, level: int) -> list[tuple[int, int, float]]:
    """The table of a division by another way of counting: (entrant, points, victory points)."""
    rows: dict[int, list[float]] = {
        one: [0, 0.0] for one in season.entrants.filter(division__level=level).values_list("pk", flat=True)
    }  # fmt: skip
    direct: dict[tuple[int, int], int] = {}
    for match in season.fixtures.filter(division__level=level, round__lte=7):
        for own, other, vp, against in (
            (match.home_id, match.away_id, match.home_vp, match.away_vp),
            (match.away_id, match.home_id, match.away_vp, match.home_vp),
        ):
            gained = 2 if vp > against else 1 if vp == against else 0
            rows[own][0] += gained
            rows[own][1] += vp
            direct[own, other] = gained
    tied: dict[tuple[float, float], list[int]] = {}
    for one, (points, vp) in rows.items():
        tied.setdefault((points, round(vp, 2)), []).append(one)

    def draw(one: int) -> str:
        return hashlib.sha256(f"brisca-league/1 {season.seed} {one}".encode()).hexdigest()

    found = []
    for score in sorted(tied, reverse=True):
        group = tied[score]
        among = {one: sum(direct.get((one, two), 0) for two in group) for one in group}
        found += [(one, *score) for one in sorted(group, key=lambda one: (-among[one], draw(one)))]
    return found


def test_a_season_of_two_divisions_is_played_promoted_and_followed_by_the_next():
    lots = random.Random(7)
    season = league()
    bulk_entered(season, 16)
    ticker.tick(now=BEGIN)
    season.refresh_from_db()
    assert season.state == "running"
    assert [one.entrants.count() for one in season.divisions.all()] == [8, 8]
    assert season.fixtures.count() == 56
    for number in range(1, 8):
        at = THURSDAY + timedelta(weeks=number - 1)
        for match in settled(season, number):
            assert (match.state, match.agreed_at, match.by_default) == ("agreed", at, True)
            play(match, lots.choice([5.5, 8.0, 10.0, 12.0, 14.25]), at)
            assert (match.state, match.result) == ("done", "played")
    for division in season.divisions.all():
        lines = [(line.entrant, line.points, line.vp) for line in table_of(division, season.seed)]
        assert lines == counted(season, division.level)

    ticker.tick(now=BEGIN + timedelta(weeks=8))
    season.refresh_from_db()
    assert season.state == "playoffs"
    first, second = ([line[0] for line in counted(season, level)] for level in (1, 2))
    match = season.fixtures.get(round=9)
    assert (match.home_id, match.away_id) == (first[5], second[2])
    ticker.tick(now=THURSDAY + timedelta(weeks=8, hours=-20))
    play(match, 7.0, THURSDAY + timedelta(weeks=8))

    ticker.tick(now=BEGIN + timedelta(weeks=10))
    season.refresh_from_db()
    assert season.state == "finished"
    moved = {one.pk: (one.place, one.movement) for one in season.entrants.all()}
    assert [moved[one] for one in second[:3]] == [(1, "up"), (2, "up"), (3, "up_play_off")]
    assert [moved[one] for one in first[5:]] == [(6, "down_play_off"), (7, "down"), (8, "down")]
    assert not list(faults(season))

    after = season.league.seasons.get(number=2)
    assert (after.state, after.starts_on) == ("open", date(2027, 2, 15))
    assert after.entrants.filter(status="entered").count() == 16
    begins = datetime(2027, 2, 14, 23, 0, tzinfo=UTC)
    ticker.tick(now=begins)
    upper = set(
        LeagueEntrant.objects.filter(division__season=after, division__level=1).values_list("before", flat=True)
    )  # fmt: skip
    assert upper == {*first[:5], *second[:3]}
    assert not list(faults(LeagueSeason.objects.get(pk=after.pk)))


def decided(season: LeagueSeason) -> None:
    """Let the entrant with the lower number have won each match of the rounds."""
    for match in season.fixtures.filter(state__in=("open", "agreed")).select_related(
        "home", "away"
    ):
        home_wins = match.home.number < match.away.number
        LeagueFixture.objects.filter(pk=match.pk).update(
            state="done", result="played", decided_at=BEGIN, next_at=None,
            home_vp=12.0 if home_wins else 8.0, away_vp=8.0 if home_wins else 12.0,
        )  # fmt: skip


def test_who_did_not_play_off_does_not_go_up_as_others_withdraw_later():
    season = league()
    made = bulk_entered(season, 16)
    ticker.tick(now=BEGIN)
    decided(season)
    ticker.tick(now=BEGIN + timedelta(weeks=8))
    play_off = season.fixtures.get(round=9)
    assert (play_off.home_id, play_off.away_id) == (made[5].pk, made[10].pk)
    directing.set_result(
        fixture=play_off, actor=None, home_vp=8, away_vp=12, reason="As played", now=BEGIN
    )
    leader = made[8].people.get(index=0).player
    entries.withdraw(season=season, player=leader, now=BEGIN + timedelta(weeks=9))
    ticker.tick(now=BEGIN + timedelta(weeks=10))
    moved = dict(season.entrants.values_list("pk", "movement"))
    assert [moved[one.pk] for one in made[8:12]] == ["out", "up", "up", "stays"]
    assert moved[made[5].pk] == "stays"
    season.refresh_from_db()
    assert not list(faults(season))


def test_nothing_happens_twice_however_often_the_ticker_runs():
    season = league()
    bulk_entered(season, 8)
    for _ in range(3):
        ticker.tick(now=BEGIN)
    assert LeagueFixture.objects.count() == 28
    for _ in range(3):
        ticker.tick(now=BEGIN + timedelta(weeks=11))
    season.refresh_from_db()
    assert season.state == "finished", "nobody ever came"
    assert {one.movement for one in season.entrants.all()} == {"out"}
    assert season.league.seasons.count() == 2
    assert not season.league.seasons.get(number=2).entrants.exists()


@pytest.mark.parametrize(("count", "late", "problem"), [(3, 0, "too_few"), (5, 6, "not_started")])
def test_a_season_without_enough_pairs_or_long_after_its_day_is_called_off(count, late, problem):
    season = league()
    bulk_entered(season, count)
    ticker.tick(now=BEGIN + timedelta(days=late))
    season.refresh_from_db()
    assert (season.state, season.problem) == ("cancelled", problem)
    assert not LeagueFixture.objects.exists()


def test_entries_open_four_weeks_before_a_season():
    season = league(starts_on=date(2027, 1, 4))
    assert season.state == "announced"
    ticker.tick(now=datetime(2026, 12, 6, 22, 0, tzinfo=UTC))
    season.refresh_from_db()
    assert season.state == "announced"
    ticker.tick(now=datetime(2026, 12, 6, 23, 0, tzinfo=UTC))
    season.refresh_from_db()
    assert season.state == "open"
