"""Counting everything again: what it repairs, what it only tells, and while others play."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection

from games.management.recounts import needed_recounts
from games.models import (
    CountedMatch,
    DayFigures,
    Match,
    Notification,
    Player,
    PlayerFigures,
    PoolFigures,
    Rating,
    RivalFigures,
    Ruleset,
    StatisticsVersion,
)
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.services import recounts
from games.stats import rebuild
from games.stats.figures import ALL
from games.stats.ratings import CENTRE, START_SIGMA
from games.stats.rebuild import STATISTICS_VERSION, ratings_need_recount
from tests.record.family import random_match
from tests.services.test_rating_checks import begun, resigned, whole
from tests.stats.support import FIRST_DAY, PEOPLE, log_of, stored
from tests.stats.test_folding import a_season, rows
from tests.support.people import player_without_account


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
def test_what_the_end_of_a_match_decided_about_its_rating_is_counted_again_to_the_same():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    whole(begun(ana, eva, addresses=("192.0.2.7", "192.0.2.7")))
    resigned(begun(ana, eva), tricks=3)
    for number in range(3):
        whole(begun(ana, eva), f"again {number}")
    four = [ana, eva, player_without_account("Leo"), player_without_account("Mar")]
    whole(begun(*four), "in pairs")
    reasons = set(Match.objects.values_list("unrated_reason", flat=True))
    assert reasons == {"", "same_address", "early_resignation", "same_opponent"}
    before = list(Rating.objects.order_by("pk").values())
    assert told("--check") == ["6 matches counted"]
    Rating.objects.update(display=1, mu=3)
    Rating.objects.create(player=four[2], pool="2", mu=25, sigma=8, display=1500)
    told()
    assert list(Rating.objects.order_by("pk").values()) == before
    assert told("--check") == ["6 matches counted"]


@pytest.mark.django_db
def test_matches_of_before_move_ratings_by_the_steps_of_their_time(monkeypatch):
    monkeypatch.setattr("games.stats.ratings.MAX_FIRST_STEP", 10)
    for day in range(8):
        stored(day=day, seed=f"steps {day}")
    bounded = list(Rating.objects.order_by("pk").values_list("display", flat=True))
    Match.objects.filter(finished_at__lt=FIRST_DAY + timedelta(days=7)).update(rating_rule=0)
    told()
    of_then = list(Rating.objects.order_by("pk").values_list("display", flat=True))
    assert of_then != bounded
    assert told("--check") == ["8 matches counted"]


def begun_at(sigma: float, monkeypatch: pytest.MonkeyPatch, *, matches: int = 2) -> None:
    """Store matches as a release did that began ratings with this sigma."""
    with monkeypatch.context() as older:
        older.setattr("games.stats.update.START_SIGMA", sigma)
        for day in range(matches):
            stored(day=day, seed=f"begun {day}")
    StatisticsVersion.objects.all().delete()


@pytest.mark.django_db
def test_ratings_that_began_otherwise_are_recounted_and_the_largest_changes_named(monkeypatch):
    begun_at(25 / 3, monkeypatch)
    before = dict(Rating.objects.values_list("player__name", "display"))
    assert ratings_need_recount()
    (dry, *_rest) = lines = told("--dry-run")
    assert dry == "2 matches counted"
    assert "2 ratings of players are shown otherwise; the largest changes:" in lines
    assert dict(Rating.objects.values_list("player__name", "display")) == before
    assert told() == lines
    after = dict(Rating.objects.values_list("player__name", "display"))
    assert all(abs(after[name] - CENTRE) < abs(before[name] - CENTRE) for name in after)
    assert (
        f"  Ana (2): {before['Ana']} -> {after['Ana']} ({after['Ana'] - before['Ana']:+})" in lines
    )
    assert all(row.sigma < START_SIGMA for row in Rating.objects.all())
    assert told("--check") == ["2 matches counted"]


@pytest.mark.django_db
def test_people_are_notified_once_that_their_ratings_were_recounted(monkeypatch):
    begun_at(25 / 3, monkeypatch)
    user = get_user_model().objects.create_user("ana", password="x")
    Player.objects.filter(name="Ana").update(user=user)
    told("--dry-run")
    assert not Notification.objects.exists()
    told()
    (row,) = Notification.objects.all()
    assert (row.recipient.name, row.kind, row.text) == ("Ana", "rating", "ratings_recounted")
    Rating.objects.update(display=1)
    told()
    StatisticsVersion.objects.all().delete()
    Rating.objects.update(display=1)
    told()
    assert Notification.objects.count() == 1


@pytest.mark.django_db
def test_ratings_are_not_recounted_where_people_cannot_be_told(monkeypatch):
    begun_at(25 / 3, monkeypatch)
    before = list(Rating.objects.order_by("pk").values_list("display", flat=True))

    def fail(**facts):
        raise RuntimeError("killed")

    monkeypatch.setattr(recounts, "notify", fail)
    with pytest.raises(RuntimeError):
        told()
    assert list(Rating.objects.order_by("pk").values_list("display", flat=True)) == before
    assert ratings_need_recount()


@pytest.mark.django_db
def test_a_site_counted_by_older_rules_needs_one_recount(monkeypatch):
    StatisticsVersion.objects.all().delete()
    assert not ratings_need_recount(), "there is nothing to count"
    begun_at(25 / 3, monkeypatch)
    assert [recount.command for recount in needed_recounts()] == ["rebuild_stats"]
    told()
    assert not ratings_need_recount()
    assert needed_recounts() == []


@pytest.mark.django_db
def test_a_new_site_needs_no_recount():
    StatisticsVersion.objects.update_or_create(pk=1, defaults={"version": STATISTICS_VERSION})
    stored()
    assert not ratings_need_recount()
    StatisticsVersion.objects.update(version=STATISTICS_VERSION - 1)
    assert ratings_need_recount()


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
        player_without_account(name)
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
