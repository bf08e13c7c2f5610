"""A player's own week, its mail on Mondays, and how the mail ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from games.models import Player, WeekMail
from games.selectors.weeks import Week, played_week, week_of
from games.services.notification_delivery import settings_of, zone_of
from games.services.players import forget_player
from games.services.week_mail import (
    LEAVE_LINK,
    MAX_UNOPENED,
    ask_for_week_mail,
    next_monday,
    send_week_mails,
)
from games.site.personal_data import personal_data
from games.tournaments.models import Tournament
from tests.analysis.analysed import analysed
from tests.guidance.builders import against_bot
from tests.stats.support import FIRST_DAY, stored
from tests.support.people import player_with_account, signed_in
from tests.tournaments.builders import announced

pytestmark = pytest.mark.django_db
WEEK = week_of(FIRST_DAY.date())
"""The week of the first day of stored matches, a Sunday."""
SUNDAY = FIRST_DAY
MONDAY_AT_NINE = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
"""Nine o'clock in Madrid, on the Monday after it."""
WEEKLY = timedelta(days=7)


@pytest.fixture(autouse=True)
def mails(settings):
    """Run a site that sends mail, into the outbox of the test."""
    settings.EMAIL_URL = "smtp://localhost"
    settings.MAIL_DELIVERY_BACKEND = settings.EMAIL_BACKEND
    settings.SITE_URL = "https://brisca.example"


@pytest.fixture
def ana() -> Player:
    """Give Ana an account with a confirmed address."""
    player = player_with_account("Ana")
    get_user_model().objects.filter(pk=player.user_id).update(language="en")
    player.user.refresh_from_db()
    EmailAddress.objects.create(
        user=player.user, email="ana@example.com", primary=True, verified=True
    )
    return player


def asked(player: Player, now: datetime = SUNDAY) -> None:
    """Ask for the mail."""
    ask_for_week_mail(player=player, on=True, now=now)


def page(player: Player, week: Week = WEEK) -> str:
    """Return the page of a week as its player sees it."""
    answer = signed_in(player).get(f"/week/{week.name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_week_counts_the_matches_of_each_day_in_the_player_s_time_zone(ana):
    zone = zone_of(settings_of(ana))
    for seed in ("a", "b"):
        stored(["Ana", "Berta"], seed=seed)
    stored(["Ana", "Berta"], day=-3)
    stored(["Ana", "Berta"], day=5 / 24)  # 23:00 in UTC is Monday in Madrid
    played = played_week(ana, WEEK, zone)
    assert played.by_day == (0, 0, 0, 1, 0, 0, 2)
    assert played_week(ana, WEEK.after, zone).by_day == (1, 0, 0, 0, 0, 0, 0)
    assert played.gain is None
    assert "3 matches" in page(ana)


def test_luck_card_and_cost_come_from_the_stored_analyses(ana):
    match = stored(["Ana", "Berta"], seed="2")
    body = analysed(match)
    zone = zone_of(settings_of(ana))
    played = played_week(ana, WEEK, zone)
    assert played.gain == pytest.approx(body["play"][match.seats.get(seat=0).side], abs=0.02)
    assert played.error is not None
    text = page(ana)
    assert "Luck and play" in text
    assert "What cost most" in text
    links = signed_in(ana)
    assert links.get(f"/week/{WEEK.name}/mistake/")["Location"].startswith(
        f"/matches/{match.public_id}/#"
    )
    assert links.get(f"/week/{WEEK.name}/exercise/")["Location"] == f"/exercises/{played.exercise}/"
    assert links.get(f"/week/{WEEK.name}/chapter/")["Location"].startswith("/guide/")
    assert links.get(f"/week/{WEEK.name}/elsewhere/").status_code == 404


def test_a_week_without_matches_says_what_will_be_there(ana):
    text = page(ana)
    assert "A week of rest" in text
    assert "Day by day" in text
    assert "without matches" not in text
    assert 'href="/daily/"' in text


def test_events_ahead_are_named(ana):
    event = announced()
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=1))
    assert f"/tournaments/{event.public_id}/" in page(ana)


def test_a_week_is_its_player_s_alone_and_future_ones_are_not_there(ana):
    against_bot()
    assert "1 match" not in page(player_with_account("Eva"))
    answer = Client().get(f"/week/{WEEK.name}/")
    assert answer["Location"].startswith("/accounts/login/")
    client = signed_in(ana)
    future = week_of(timezone.now().date() + timedelta(days=8))
    for name in (future.name, "2026-54", "2026-00", "26-1", "x"):
        assert client.get(f"/week/{name}/").status_code == 404
    assert client.get("/week/")["Location"].startswith("/week/20")


@pytest.mark.parametrize("name", ["0000-01", "0001-01", "9999-52", "9999-53"])
def test_a_week_at_the_ends_of_the_calendar_is_not_there(ana, name):
    client = signed_in(ana)
    for address in (f"/week/{name}/", f"/week/{name}/page/"):
        assert client.get(address).status_code == 404


def test_the_earliest_week_leads_to_no_earlier_one(ana):
    text = page(ana, Week(1, 2))
    assert 'href="/week/0001-03/"' in text
    assert 'href="/week/0001-01/"' not in text


def test_the_mail_is_off_until_it_is_asked_for(ana):
    against_bot()
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    signed_in(ana).post("/week/mail/", {"on": "1"})
    assert WeekMail.objects.get(player=ana).asked_at is not None
    signed_in(ana).post("/week/mail/", {"on": "0"})
    assert WeekMail.objects.get(player=ana).due_at is None


def test_it_comes_on_monday_at_nine_local_time_once(ana):
    against_bot()
    asked(ana)
    assert next_monday(settings_of(ana), SUNDAY) == MONDAY_AT_NINE
    assert send_week_mails(now=MONDAY_AT_NINE - timedelta(minutes=1)) == 0
    assert send_week_mails(now=MONDAY_AT_NINE) == 1
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    (sent,) = mail.outbox
    assert sent.to == ["ana@example.com"]
    assert "1 match" in sent.body


def test_text_and_html_say_the_same_and_load_nothing(ana):
    analysed(stored(["Ana", "Berta"], seed="2"))
    announced()
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=1), name="Jueves <b>")
    asked(ana)
    send_week_mails(now=MONDAY_AT_NINE)
    (sent,) = mail.outbox
    ((html, kind),) = sent.alternatives
    assert kind == "text/html"
    for words in ("Luck and play", "What cost most", "points a deal", "Jueves"):
        assert words in sent.body
        assert words in html
    for part in ("<img", "<script", "src=", "url(", "<link", "Jueves <b>"):
        assert part not in html
    assert f"https://brisca.example/week/{WEEK.name}/mistake/" in sent.body


def test_nothing_is_sent_after_a_week_without_matches_and_the_next_one_is_tried(ana):
    asked(ana)
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    assert WeekMail.objects.get().due_at == MONDAY_AT_NINE + WEEKLY
    assert WeekMail.objects.get().unopened == 0
    against_bot(day=2)
    assert send_week_mails(now=MONDAY_AT_NINE + WEEKLY) == 1


def sent_weeks(count: int) -> int:
    """Send the mails of so many Mondays; return how many were sent."""
    return sum(send_week_mails(now=MONDAY_AT_NINE + number * WEEKLY) for number in range(count))


def test_it_stops_by_itself_after_three_that_nobody_opened(ana):
    for week in range(6):
        against_bot(day=7 * week)
    asked(ana)
    assert sent_weeks(6) == MAX_UNOPENED == 3


def test_a_followed_link_counts_as_opened_and_the_mails_go_on(ana):
    for week in range(6):
        against_bot(day=7 * week)
    asked(ana)
    assert sent_weeks(2) == 2
    signed_in(ana).get(f"/week/{WEEK.name}/page/")
    assert WeekMail.objects.get().unopened == 0
    page(ana)
    total = sum(send_week_mails(now=MONDAY_AT_NINE + number * WEEKLY) for number in range(2, 6))
    assert total == 3


def test_the_plain_page_counts_as_no_link_of_the_mail(ana):
    against_bot()
    asked(ana)
    send_week_mails(now=MONDAY_AT_NINE)
    page(ana)
    assert WeekMail.objects.get().unopened == 1


def test_one_tap_leaves_without_a_session(ana):
    against_bot()
    asked(ana)
    send_week_mails(now=MONDAY_AT_NINE)
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("https://brisca.example")
    assert address == LEAVE_LINK.path(ana.pk)
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(address).status_code == 200
    assert WeekMail.objects.get().due_at is not None, "reading the page changes nothing"
    assert stranger.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert WeekMail.objects.get().asked_at is None
    against_bot(day=5)
    assert send_week_mails(now=MONDAY_AT_NINE + WEEKLY) == 0
    assert stranger.post("/week/mail-off/1:forged/").status_code == 404


def refuse(monkeypatch, error: Exception) -> None:
    """Let every mail fail with an error."""

    def fail(self):
        raise error

    monkeypatch.setattr(EmailMultiAlternatives, "send", fail)


def test_an_address_that_refuses_for_good_is_not_mailed_until_it_changes(ana, monkeypatch):
    for week in range(2):
        against_bot(day=7 * week)
    asked(ana)
    refuse(monkeypatch, SMTPRecipientsRefused({"ana@example.com": (550, b"no such user")}))
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    monkeypatch.undo()
    stored_mail = WeekMail.objects.get()
    assert (stored_mail.due_at, stored_mail.unopened) == (MONDAY_AT_NINE + WEEKLY, 0)
    assert send_week_mails(now=MONDAY_AT_NINE + WEEKLY) == 0
    against_bot(day=14)
    EmailAddress.objects.update(email="ana@other.example")
    assert send_week_mails(now=MONDAY_AT_NINE + 3 * WEEKLY) == 1


def test_a_refusal_that_may_pass_is_tried_again_after_an_hour(ana, monkeypatch):
    against_bot()
    asked(ana)
    refuse(monkeypatch, SMTPRecipientsRefused({"ana@example.com": (451, b"later")}))
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    monkeypatch.undo()
    assert send_week_mails(now=MONDAY_AT_NINE + timedelta(hours=1)) == 1


def test_a_mail_that_cannot_be_sent_is_tried_again_and_counts_as_none(ana, monkeypatch):
    against_bot()
    asked(ana)
    refuse(monkeypatch, SMTPServerDisconnected())
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    assert WeekMail.objects.get().unopened == 0
    monkeypatch.undo()
    assert send_week_mails(now=MONDAY_AT_NINE + timedelta(hours=2)) == 1


def test_nobody_without_a_confirmed_address_or_an_account_is_mailed(ana):
    against_bot()
    asked(ana)
    EmailAddress.objects.update(verified=False)
    assert send_week_mails(now=MONDAY_AT_NINE) == 0
    EmailAddress.objects.update(verified=True)
    assert personal_data(ana.user_id)["week_mail"]["asked_at"]
    forget_player(user_id=ana.user_id)
    assert not WeekMail.objects.exists()


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", "Tu semana, Ana"), ("ca", "La teva setmana, Ana"), ("en", "Your week, Ana")],
)
def test_the_mail_speaks_the_language_of_the_account(ana, language, words):
    against_bot()
    get_user_model().objects.filter(pk=ana.user_id).update(language=language)
    asked(ana)
    send_week_mails(now=MONDAY_AT_NINE)
    assert words in mail.outbox[0].body
