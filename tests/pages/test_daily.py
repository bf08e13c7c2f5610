"""The page of the deal of the day: one try a browser or account, results only after it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import DailyDeal, DailyStreak, DailyTry, Player
from games.selectors.daily import place_of, results_page, streak_of
from games.services import daily
from games.services.daily import daily_of, day_of, finish_try, start_try
from tests.services.people import person
from tests.stats.support import log_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def played(player: Player, points: int, tricks: int = 5, now: datetime = NOW) -> DailyTry:
    """A try that made so much, ended as live play would end it."""
    match = start_try(player=player, now=now).match
    log = log_of(("a", "b"), options={"match.target": 1})
    assert finish_try(match=match, log=log, finished_at=now)
    tried = match.daily_try
    tried.refresh_from_db()
    tried.points, tried.tricks = points, tricks
    tried.save()
    return tried


def test_a_stranger_begins_in_one_step_and_has_one_try_in_this_browser(client):
    page = client.get("/daily/").content.decode()
    assert 'action="/daily/play/"' in page
    first = client.post("/daily/play/")
    assert first.status_code == 302
    assert first["Location"].startswith("/t/")
    assert client.post("/daily/play/")["Location"] == first["Location"]
    client.cookies.pop("sessionid")
    again = client.post("/daily/play/", follow=True)
    assert again.redirect_chain == [("/daily/", 302)]
    assert "played here already" in again.content.decode()
    assert 'action="/daily/play/"' not in client.get("/daily/").content.decode()
    assert DailyTry.objects.count() == 1
    # who has an account plays in the same browser all the same
    client.force_login(User.objects.create_user("ana"))
    assert client.post("/daily/play/")["Location"].startswith("/t/")


def test_results_are_for_who_has_played(client):
    today = timezone.now()
    played(person("Berta"), 77, now=today)
    user = User.objects.create_user("Ana")
    ana = Player.objects.create(user=user, name="Ana")
    assert "Berta" not in client.get("/daily/").content.decode()
    client.force_login(user)
    assert "Berta" not in client.get("/daily/").content.decode()
    assert "Berta" not in client.get("/daily/?cursor=WzgwLDUsMSwwXQ").content.decode()
    played(ana, 60, now=today)
    page = client.get("/daily/").content.decode()
    assert "Berta" in page
    assert "Place 2 of 2" in page
    seed = DailyDeal.objects.get(day=day_of(today)).fairness["server_seed"]
    assert seed not in page
    assert "Berta" not in Client(headers={"accept-language": "en"}).get("/daily/").content.decode()


def test_tomorrows_deal_is_committed_to_and_not_to_be_had(client):
    page = client.get("/daily/").content.decode()
    tomorrow = day_of(timezone.now()) + timedelta(days=1)
    deal = daily_of(day=tomorrow)
    assert deal.server_commit in page
    assert deal.fairness["server_seed"] not in page
    assert client.get(f"/daily/{tomorrow}/").status_code == 404
    for nonsense in ("2026-6-1", "20260601", "yesterday", "1999-01-01"):
        assert client.get(f"/daily/{nonsense}/").status_code == 404


def test_level_ones_share_a_place_from_page_to_page():
    made = [(70, 5), (70, 6), (70, 5), (90, 4), (70, 5)]
    for number, (points, tricks) in enumerate(made):
        tried = played(person(f"P{number}"), points, tricks)
    first = results_page(tried.daily_id, limit=3)
    assert [(row["place"], row["player"]) for row in first.rows] == [
        (1, "P3"),
        (2, "P1"),
        (3, "P0"),
    ]
    rest = results_page(tried.daily_id, cursor=first.next, limit=3)
    assert [(row["place"], row["player"]) for row in rest.rows] == [(3, "P2"), (3, "P4")]
    assert place_of(tried.daily_id, 0, 0) == 6


def test_days_in_a_row_are_counted_and_lost():
    ana = person("Ana")
    for day in (0, 1, 2, 4):
        played(ana, 60, now=NOW + timedelta(days=day))
    streak = DailyStreak.objects.get()
    assert (streak.current, streak.longest, streak.played) == (1, 3, 4)
    assert streak_of(ana.pk, date(2026, 6, 5)).current == 1
    assert streak_of(ana.pk, date(2026, 6, 6)).current == 1
    assert streak_of(ana.pk, date(2026, 6, 7)).current == 0


def test_what_ends_after_the_deal_was_shown_counts_no_more():
    match = start_try(player=person("Ana"), now=NOW).match
    daily.turn_days(now=NOW + timedelta(days=1, hours=-9))
    log = log_of(("a", "b"), options={"match.target": 1})
    assert not finish_try(match=match, log=log, finished_at=NOW)
    assert DailyTry.objects.get().points is None
    assert not DailyStreak.objects.exists()


def test_every_weekday_has_a_deal_whose_proof_holds():
    from games.record.fairness import block_fault

    for ahead in range(7):
        deal = daily_of(day=NOW.date() + timedelta(days=ahead))
        assert block_fault(deal.fairness) is None
        assert daily_of(day=deal.day).pk == deal.pk
    assert DailyDeal.objects.filter(players=2).count() == 5


def test_the_lobby_leads_to_it(client):
    client.get("/daily/")
    assert 'href="/daily/"' in client.get("/").content.decode()
