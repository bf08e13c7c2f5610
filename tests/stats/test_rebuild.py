"""Counting everything again: what it repairs, what it only tells, and while others play."""

from __future__ import annotations

from io import StringIO
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import (
    CountedMatch,
    DayFigures,
    Match,
    PlayerFigures,
    PoolFigures,
    Rating,
    RivalFigures,
    Ruleset,
)
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.stats import rebuild
from games.stats.figures import ALL
from tests.record.family import random_match
from tests.stats.support import PEOPLE, log_of, player, stored
from tests.stats.test_folding import a_season, rows


def told(*options: str) -> list[str]:
    out = StringIO()
    call_command("rebuild_stats", *options, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_figures_that_are_right_stand_as_they_are():
    a_season()
    before = list(PlayerFigures.objects.order_by("pk").values())
    assert told("--check") == told() == [f"{Match.objects.count()} matches counted"]
    assert list(PlayerFigures.objects.order_by("pk").values()) == before


@pytest.mark.django_db
def test_a_check_tells_what_differs_and_writes_nothing():
    stored()
    PlayerFigures.objects.filter(month=EVER).update(tricks=999)
    Ruleset.objects.update(match_count=7)
    out = StringIO()
    with pytest.raises(CommandError, match="not what the records say"):
        call_command("rebuild_stats", "--check", stdout=out)
    assert out.getvalue().splitlines()[1:] == [
        "player figures: 4 differed",
        "rulesets: 1 differed",
    ]
    assert PlayerFigures.objects.filter(tricks=999).count() == 4
    told()
    assert not PlayerFigures.objects.filter(tricks=999).exists()
    assert Ruleset.objects.get().match_count == 1


@pytest.mark.django_db
def test_matches_of_before_move_to_the_pool_where_they_belong():
    log = random_match("chiamata", 5, seed="ratings")
    match = stored(PEOPLE[:5], log=log)
    before = rows()
    Match.objects.update(pool="5-individual", rated=False)
    for model in (PlayerFigures, RivalFigures, PoolFigures, DayFigures, Rating):
        model.objects.filter(pool="5-chiamata").update(pool="5-individual")
    told()
    match.refresh_from_db()
    assert (match.pool, match.rated) == ("5-chiamata", True)
    assert rows() == before


@pytest.mark.django_db
@pytest.mark.parametrize("rated", [True, False])
def test_a_duplicate_match_of_before_stays_as_it_was_rated(rated):
    rules = {} if rated else {"ranks": "tuscan"}
    match = stored(options=rules)
    Match.objects.update(boards=1, unrated_reason="")
    assert told("--check") == told() == ["1 matches counted"]
    match.refresh_from_db()
    assert (match.rated, match.unrated_reason) == (rated, "")
    assert Rating.objects.filter(matches=1).count() == (2 if rated else 0)


@pytest.mark.django_db
def test_what_was_never_counted_is_counted_in_the_order_in_which_it_ended():
    for day in (3, 1, 2):
        stored(day=day, seed=f"uncounted {day}")
    Rating.objects.all().delete()
    CountedMatch.objects.all().delete()
    assert rebuild.uncounted() == 3
    assert {"3 matches counted", "rating: 2 differed", "rating points: 6 differed"} <= set(
        told("--if-needed")
    )
    assert rebuild.uncounted() == 0
    assert told("--if-needed") == []
    order = CountedMatch.objects.order_by("pk").values_list("match__finished_at", flat=True)
    assert list(order) == sorted(order)
    assert told("--check") == ["3 matches counted"]


@pytest.mark.django_db
def test_few_rows_are_held_at_a_time_and_the_result_is_the_same(monkeypatch):
    a_season()
    before = rows()
    monkeypatch.setattr(rebuild, "MOST_ROWS", 1)
    monkeypatch.setattr(rebuild, "CHUNK", 3)
    PlayerFigures.objects.all().delete()
    told()
    assert rows() == before


@pytest.mark.django_db
def test_a_day_counts_each_person_once_and_no_bot():
    kinds = {"Roble": PlayerKind.BOT}
    for seed in range(3):
        stored(PEOPLE[:2], day=seed / 100, seed=f"day {seed}")
    stored(("Ana", "Roble"), day=0.1, kinds=kinds)
    stored(("Ana", "Berta"), day=1, seed="tomorrow")
    found = dict(DayFigures.objects.filter(pool=ALL).values_list("day", "people"))
    assert found == {20260301: 2, 20260302: 2}
    assert dict(DayFigures.objects.filter(pool=ALL).values_list("day", "matches")) == {
        20260301: 4,
        20260302: 1,
    }


@pytest.mark.django_db
def test_months_add_up_to_all_of_it():
    a_season()
    for row in PlayerFigures.objects.filter(month=EVER):
        months = PlayerFigures.objects.filter(player=row.player, pool=row.pool).exclude(month=EVER)
        for name in ("matches", "deals", "points", "luck", "briscas", "ms", "band_3"):
            assert getattr(row, name) == sum(getattr(month, name) for month in months), name


# -- at the same moment ---------------------------------------------------------------------------


def at_once(*calls: Any) -> list[BaseException]:
    """Run these in threads that begin together; what they raised."""
    barrier, raised = Barrier(len(calls)), []

    def run(call: Any) -> None:
        barrier.wait()
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - told to the test
            raised.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.django_db(transaction=True)
def test_matches_that_end_at_once_lose_nothing_and_are_counted_again_to_the_same():
    names = PEOPLE[:4]
    for name in names:
        player(name)
    logs = [log_of(names, options={"teams": "pairs"}, seed=f"at once {n}") for n in range(8)]
    turned = [names, names[::-1], names[2:] + names[:2], names[1:] + names[:1]]

    def play(first: int) -> Any:
        def run() -> None:
            for n in range(first, 8, 4):
                stored(turned[n % 4], day=0, log=logs[n])

        return run

    assert at_once(*(play(first) for first in range(4))) == []
    row = PlayerFigures.objects.get(player__name="Ana", pool="4-pairs", month=EVER)
    assert row.matches == 8
    assert row.deals == sum(len(log.state.results) for log in logs)
    assert told("--check") == ["8 matches counted"]


@pytest.mark.django_db(transaction=True)
def test_a_match_that_ends_while_all_is_counted_again_is_counted_once():
    for day in range(6):
        stored(day=day, seed=f"meanwhile {day}")
    later = [log_of(PEOPLE[:2], seed=f"later {n}") for n in range(4)]
    PlayerFigures.objects.update(points=1)

    def end() -> None:
        for n, log in enumerate(later):
            stored(day=10 + n, log=log)

    assert at_once(end, lambda: told()) == []
    assert PlayerFigures.objects.get(player__name="Ana", pool="2", month=EVER).matches == 10
    assert told("--check") == ["10 matches counted"]
