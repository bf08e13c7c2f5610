"""The page of the deal of the day: one try a browser or account, results only after it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import DailyDeal, DailyLook, DailyStreak, DailyTry, Match, Player
from games.selectors.daily import lobby_day, own_try, place_of, results_page, streak_of
from games.services import daily
from games.services.daily import start_try
from games.services.daily_deals import daily_of, day_of
from games.services.daily_results import finish_try
from tests.accounts.support import PASSWORD, member, sign_in_by_form
from tests.stats.support import log_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
MONDAY = date(2026, 6, 1)


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


def end_try(player: Player, points: int) -> DailyTry:
    """End a player's running try with so much."""
    match = DailyTry.objects.get(player=player).match
    log = log_of(("a", "b"), options={"match.target": 1})
    assert finish_try(match=match, log=log, finished_at=timezone.now())
    Match.objects.filter(pk=match.pk).update(status="finished")
    DailyTry.objects.filter(match=match).update(points=points, tricks=5)
    return DailyTry.objects.get(match=match)


def read(browser: Client, path: str) -> str:
    return browser.get(path).content.decode()


def sign_up(browser: Client, name: str) -> User:
    """A browser in which somebody registers."""
    given = {"username": name, "password1": PASSWORD}
    assert browser.post("/accounts/signup/", given).status_code == 302
    return User.objects.get(username=name)


def ranking(deal: int) -> list[tuple[int, str]]:
    return [(row["place"], row["player"]) for row in results_page(deal).rows]


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


def test_one_person_two_browsers_one_deal_of_the_day(client, settings):
    """A person with an account and a private window tries everything to play the cards again."""
    settings.ACCOUNT_RATE_LIMITS = {}
    now = timezone.now()
    account = member("Ana")
    for name in ("Berta", "Carles"):
        played(player_without_account(name), {"Berta": 77, "Carles": 50}[name], now=now)

    # 1. in the private window a stranger looks, becomes a guest and plays to the end
    private = Client(headers={"accept-language": "en"})
    assert 'action="/daily/play/"' in read(private, "/daily/")
    assert private.post("/daily/play/")["Location"].startswith("/t/")
    guest = end_try(Player.objects.get(kind="guest"), 60)
    assert not guest.ranked

    # 2. the guest is told a place, and is neither in the list nor in anybody's way
    page = read(private, "/daily/")
    assert "You would be in place 2." in page
    assert "Guests are not in the ranking" in page
    assert ranking(guest.daily_id) == [(1, "Berta"), (2, "Carles")]
    assert place_of(guest.daily_id, 50, 5) == 2

    # 3. signing in to the account in that window gives no second try, and takes nothing away
    sign_in_by_form(private, account)
    assert 'action="/daily/play/"' not in read(private, "/daily/")
    again = private.post("/daily/play/", follow=True)
    assert again.redirect_chain == [("/daily/", 302)]
    assert "played here already" in again.content.decode()
    assert not DailyTry.objects.filter(player__user=account).exists()

    # 4. the account plays once, in the other browser; that try counts in the ranking
    sign_in_by_form(client, account)
    first = client.post("/daily/play/")["Location"]
    assert first.startswith("/t/")
    assert end_try(account.player, 60).ranked
    assert ranking(guest.daily_id) == [(1, "Berta"), (2, "Ana"), (3, "Carles")]
    assert "Place 2 of 3" in read(client, "/daily/")

    # 5. another account in that browser plays no second time
    client.post("/accounts/logout/")
    sign_in_by_form(client, member("Segunda"))
    assert client.post("/daily/play/")["Location"] == "/daily/"

    # 6. an account made in a third browser that looked first plays, and is not ranked
    third = Client(headers={"accept-language": "en"})
    read(third, "/daily/")
    fresh = sign_up(third, "Tercera")
    assert third.post("/daily/play/")["Location"].startswith("/t/")
    assert not end_try(fresh.player, 99).ranked
    page = read(third, "/daily/")
    assert "You would be in place 1." in page
    assert "the account was made after the deal was looked at" in page

    # 7. nor is one made in a fourth that never looked: somebody here has played already
    fourth = Client(headers={"accept-language": "en"})
    fresh = sign_up(fourth, "Cuarta")
    assert fourth.post("/daily/play/")["Location"].startswith("/t/")
    assert not end_try(fresh.player, 100).ranked

    # 8. the ranking has one line of this person, and counts agree with it
    deal = DailyDeal.objects.get(pk=guest.daily_id)
    assert ranking(deal.pk) == [(1, "Berta"), (2, "Ana"), (3, "Carles")]
    assert (deal.tried, deal.ranked) == (6, 3)


def test_a_guest_who_signs_up_keeps_the_try_and_is_ranked_from_the_next_day_on(client):
    client.post("/daily/play/")
    before = end_try(Player.objects.get(kind="guest"), 60)
    user = sign_up(client, "Lola")
    tried = DailyTry.objects.get()
    assert (tried.pk, tried.player.user, tried.player.kind) == (before.pk, user, "human")
    assert not tried.ranked
    assert "You would be in place 1." in read(client, "/daily/")
    assert client.post("/daily/play/")["Location"] == "/daily/"
    tomorrow = timezone.now() + timedelta(days=1)
    start_try(player=tried.player, now=tomorrow, looked_at=tomorrow, address="192.0.2.1")
    assert DailyTry.objects.latest("pk").ranked


def test_a_guest_who_looked_and_then_signed_up_is_not_ranked_in_another_browser_either(client):
    client.post("/accounts/guest/")
    read(client, "/daily/")
    user = sign_up(client, "Lola")
    other = sign_in_by_form(Client(headers={"accept-language": "en"}), user)
    other.post("/daily/play/")
    assert not DailyTry.objects.get().ranked


def test_an_account_that_was_made_before_its_first_look_is_ranked(client):
    sign_up(client, "Lola")
    read(client, "/daily/")
    client.post("/daily/play/")
    assert DailyTry.objects.get().ranked
    assert not DailyLook.objects.exclude(player__name="Lola").exists()


def test_who_is_away_from_their_own_running_try_comes_back_to_it_in_a_browser_that_played(client):
    ana, berta = member("Ana"), member("Berta")
    other = sign_in_by_form(Client(), ana)
    own = other.post("/daily/play/")["Location"]
    sign_in_by_form(client, berta).post("/daily/play/")
    client.post("/accounts/logout/")
    sign_in_by_form(client, ana)
    assert own in read(client, "/daily/")
    assert client.post("/daily/play/")["Location"] == own


def test_looks_and_addresses_are_forgotten_when_the_deal_is_shown(client):
    client.post("/accounts/guest/")
    read(client, "/daily/")
    client.post("/daily/play/")
    tried = DailyTry.objects.get()
    assert tried.address_digest
    assert "127.0.0.1" not in tried.address_digest
    assert DailyLook.objects.count() == 1
    daily.turn_days(now=timezone.now() + timedelta(days=2))
    tried.refresh_from_db()
    assert tried.address_digest == ""
    assert not DailyLook.objects.exists()


def test_the_cookie_is_for_this_host_alone_where_there_is_https(client, settings):
    client.get("/daily/")
    assert not client.cookies["daily"]["secure"]
    settings.HTTPS = True
    answer = Client().post("/daily/play/", secure=True)
    cookie = answer.cookies["__Host-daily"]
    assert (cookie["secure"], cookie["httponly"]) == (True, True)
    assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", "")


def test_a_cookie_of_before_still_says_that_the_browser_has_played(client):
    day = day_of(timezone.now()).isoformat()
    client.cookies["daily"] = get_cookie_signer(salt="daily").sign(day)
    assert 'action="/daily/play/"' not in read(client, "/daily/")
    assert client.post("/daily/play/")["Location"] == "/daily/"


@pytest.mark.parametrize("forged", ["{day}", "{day}|1|", "{day}|0|1.0:x", "|", "nonsense"])
def test_a_forged_cookie_says_nothing(client, forged):
    client.cookies["daily"] = forged.format(day=day_of(timezone.now()).isoformat())
    assert 'action="/daily/play/"' in read(client, "/daily/")


def test_places_and_pages_leave_out_who_is_not_ranked():
    for number, (points, ranked) in enumerate([(90, False), (80, True), (80, False), (70, True)]):
        tried = played(player_without_account(f"P{number}"), points)
        DailyTry.objects.filter(pk=tried.pk).update(ranked=ranked)
    first = results_page(tried.daily_id, limit=1)
    rest = results_page(tried.daily_id, limit=1, cursor=first.next)
    assert [(row["place"], row["player"]) for row in first.rows + rest.rows] == [
        (1, "P1"),
        (2, "P3"),
    ]
    assert rest.next is None
    outside = Player.objects.get(name="P2")
    own = own_try(tried.daily_id, outside.pk)
    assert (own["place"], own["ranked"]) == (1, False)
    in_lobby = lobby_day(tried.daily.day, outside.pk)
    assert in_lobby.own == (80, False, 1)
    assert lobby_day(tried.daily.day, None).own is None


def test_the_api_lists_the_ranking_and_counts_both(client):
    now = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
    played(player_without_account("Berta"), 77, now=now)
    tried = start_try(player=Player.objects.create(name="G", kind="guest"), now=now).match.daily_try
    end_try(tried.player, 99)
    daily.turn_days(now=now + timedelta(days=1))
    results = client.get("/api/v1/daily/2026-06-01/results/").json()["results"]
    assert [(row["place"], row["player"]) for row in results] == [(1, "Berta")]
    (row,) = [d for d in client.get("/api/v1/daily/").json()["results"] if d["day"] == "2026-06-01"]
    assert (row["tried"], row["ranked"]) == (2, 1)


def test_results_are_for_who_has_played(client):
    today = timezone.now()
    played(player_without_account("Berta"), 77, now=today)
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
    for nonsense in ("2026-6-1", "20260601", "yesterday", "1999-01-01", "0001-01-01"):
        assert client.get(f"/daily/{nonsense}/").status_code == 404


def test_level_ones_share_a_place_from_page_to_page():
    made = [(70, 5), (70, 6), (70, 5), (90, 4), (70, 5)]
    for number, (points, tricks) in enumerate(made):
        tried = played(player_without_account(f"P{number}"), points, tricks)
    first = results_page(tried.daily_id, limit=3)
    assert [(row["place"], row["player"]) for row in first.rows] == [
        (1, "P3"),
        (2, "P1"),
        (3, "P0"),
    ]
    rest = results_page(tried.daily_id, cursor=first.next, limit=3)
    assert [(row["place"], row["player"]) for row in rest.rows] == [(3, "P2"), (3, "P4")]
    assert place_of(tried.daily_id, 0, 0) == 6


def test_a_streak_outlives_two_missed_days_of_a_month_and_no_third():
    ana = player_without_account("Ana")
    for day in (0, 1, 3):
        played(ana, 60, now=NOW + timedelta(days=day))
    streak = DailyStreak.objects.get()
    assert (streak.current, streak.longest, streak.played) == (3, 3, 3)
    for day, days_in_a_row in ((4, 3), (5, 3), (6, 3), (7, 0)):
        daily_of(day=date(2026, 6, day))
        assert streak_of(ana.pk, date(2026, 6, day)).current == days_in_a_row
        assert lobby_day(date(2026, 6, day), ana.pk).streak == days_in_a_row
    played(ana, 60, now=NOW + timedelta(days=6))
    streak.refresh_from_db()
    assert (streak.current, streak.longest, streak.played) == (1, 3, 4)
    assert streak_of(ana.pk, date(2026, 6, 7)).days_off == 2


def test_a_try_of_yesterday_that_ends_after_todays_lies_before_it_in_the_streak():
    ana = player_without_account("Ana")
    played(ana, 60)
    running = start_try(player=ana, now=NOW + timedelta(days=1)).match
    played(ana, 60, now=NOW + timedelta(days=2))
    log = log_of(("a", "b"), options={"match.target": 1})
    assert finish_try(match=running, log=log, finished_at=NOW + timedelta(days=2))
    streak = DailyStreak.objects.get()
    assert streak.last_day == date(2026, 6, 3)
    assert (streak.current, streak.longest, streak.played) == (3, 3, 3)
    assert streak_of(ana.pk, date(2026, 6, 3)).days_off == 2


def test_every_month_has_its_own_days_off():
    ana = player_without_account("Ana")
    june = [datetime(2026, 6, day, 12, tzinfo=UTC) for day in (26, 28)]
    for now in (*june, datetime(2026, 7, 3, 12, tzinfo=UTC)):
        played(ana, 60, now=now)
    assert streak_of(ana.pk, date(2026, 7, 3)).current == 1, "29 and 30 June were one too many"
    played(ana, 60, now=datetime(2026, 7, 30, 12, tzinfo=UTC))
    played(ana, 60, now=datetime(2026, 8, 3, 12, tzinfo=UTC))
    streak = streak_of(ana.pk, date(2026, 8, 3))
    assert (streak.current, streak.days_off) == (2, 0)


def test_what_ends_after_the_deal_was_shown_counts_no_more():
    match = start_try(player=player_without_account("Ana"), now=NOW).match
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
