"""Push messages: one for what comes together, held back at night, and tried with patience."""

from __future__ import annotations

from datetime import timedelta

import pytest
import requests

from accounts import push
from accounts.models import PushSubscription
from games.models import Notification, NotificationSettings, PushMessage
from games.services import push_on_turn, pushes
from games.services.notification_settings import change_settings
from games.services.notifications import mark_read
from games.services.pushes import make_messages, queue_push, send_messages
from tests.services.notices import NIGHT, NOON, browser, tell, told
from tests.services.people import table_of
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
SOON = timedelta(seconds=5)


@pytest.fixture
def ana():
    return player_with_account("Ana")


@pytest.fixture
def service(monkeypatch):
    """A push service: what it was sent, and the answers that it gives, 201 without any."""

    class Service:
        def __init__(self):
            self.sent, self.answers = [], []

        def __call__(self, subscription_info, data, **_more):
            self.sent.append(data)
            answer = self.answers.pop(0) if self.answers else 201
            if isinstance(answer, Exception):
                raise answer
            status, headers = answer if isinstance(answer, tuple) else (answer, {})
            if status >= 400:
                from pywebpush import WebPushException

                response = requests.Response()
                response.status_code = status
                response.headers.update(headers)
                raise WebPushException("no", response=response)

    found = Service()
    monkeypatch.setattr("pywebpush.webpush", found)
    return found


def waiting(at=NOON):
    """Push what is due soon after a moment."""
    make_messages(now=at + SOON)
    return send_messages(now=at + SOON)


def test_what_comes_together_is_one_message(ana, service):
    browser(ana)
    tell(ana, key="one")
    tell(ana, key="two", data={"actor": "Eva"})
    waiting()
    (sent,) = service.sent
    assert "Eva follows you." in sent
    assert "And 1 more notification." in sent
    assert not PushMessage.objects.exists()
    assert waiting() == 0, "nothing is sent twice"


def test_each_browser_reads_its_own_language(ana, service):
    for language in ("en", "es"):
        browser(ana, language)
    tell(ana, text="round_begins", data={"event": "Oros"})
    assert waiting() == 2
    assert len(set(service.sent)) <= 2


def test_what_was_read_meanwhile_is_not_pushed(ana, service):
    browser(ana)
    tell(ana)
    mark_read(player=ana)
    waiting()
    assert service.sent == []


def test_quiet_hours_hold_a_push_back_but_not_the_page(ana, service):
    browser(ana)
    tell(ana, now=NIGHT)
    assert told(ana) == ["one"]
    waiting(NIGHT)
    assert service.sent == []
    waiting(NIGHT + timedelta(hours=9))
    assert len(service.sent) == 1


def test_what_is_over_in_the_morning_is_not_pushed(ana, service):
    browser(ana)
    tell(ana, now=NIGHT, expires_at=NIGHT + timedelta(hours=1))
    waiting(NIGHT + timedelta(hours=9))
    assert service.sent == []


def test_ones_own_match_calls_at_night_too(ana, service):
    browser(ana)
    tell(ana, kind="match_waits", text="match_waits", data={"game": "Brisca"}, now=NIGHT)
    waiting(NIGHT)
    assert len(service.sent) == 1


def test_quiet_hours_are_those_of_the_persons_zone(ana, service):
    browser(ana)
    change_settings(
        player=ana, channels={}, quiet_from=22, quiet_to=8, mail_hour=9, time_zone="America/Lima"
    )
    tell(ana, now=NIGHT)
    waiting(NIGHT)
    assert len(service.sent) == 1, "it is the afternoon there"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(ana, service, status):
    browser(ana)
    tell(ana)
    service.answers = [status]
    waiting()
    assert not PushSubscription.objects.exists()
    assert not PushMessage.objects.exists()


@pytest.mark.parametrize(
    ("answer", "wait_s"),
    [
        ((429, {"Retry-After": "600"}), 600),
        ((429, {}), 30),
        ((503, {"Retry-After": "never"}), 30),
        ((500, {}), 30),
        ((429, {"Retry-After": "99999999999"}), 30),
        ((429, {"Retry-After": "999999"}), 6 * 3600),
        (requests.Timeout(), 30),
        (requests.ConnectionError(), 30),
    ],
)
def test_a_busy_service_is_asked_again_later(ana, service, answer, wait_s):
    browser(ana)
    tell(ana)
    service.answers = [answer]
    waiting()
    row = PushMessage.objects.get()
    assert row.due_at == NOON + SOON + timedelta(seconds=wait_s)
    assert send_messages(now=row.due_at - SOON) == 0
    assert send_messages(now=row.due_at) == 1
    assert not PushMessage.objects.exists()


def test_a_message_is_given_up_after_some_tries(ana, service):
    browser(ana)
    tell(ana)
    service.answers = [500] * 10
    make_messages(now=NOON + SOON)
    at = NOON + SOON
    while PushMessage.objects.exists():
        send_messages(now=at)
        at += timedelta(minutes=10)
    assert len(service.sent) == pushes.MAX_TRIES
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize("answer", [400, 413, ValueError("bad key")])
def test_a_message_that_is_never_taken_is_dropped(ana, service, answer):
    browser(ana)
    tell(ana)
    service.answers = [answer]
    waiting()
    assert not PushMessage.objects.exists()
    assert PushSubscription.objects.exists()


def test_a_message_of_a_process_that_was_killed_is_sent_by_another(ana, service, monkeypatch):
    browser(ana)
    tell(ana)
    make_messages(now=NOON + SOON)

    def killed(*_args, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(pushes, "ThreadPoolExecutor", killed)
        with pytest.raises(KeyboardInterrupt):
            send_messages(now=NOON + SOON)
    assert send_messages(now=NOON + 2 * SOON) == 0, "it belongs to that process for a while"
    assert send_messages(now=NOON + 2 * pushes.PUSH_LEASE) == 1


def test_a_message_that_is_too_old_is_not_sent(ana, service):
    browser(ana)
    message = {"title": "It is your turn", "body": "", "url": "/", "tag": "t"}
    queue_push(players=[ana.pk], kind="match_waits", message=lambda: message, now=NOON)
    send_messages(now=NOON + timedelta(hours=1))
    assert service.sent == []
    assert not PushMessage.objects.exists()


def test_a_call_to_a_turn_is_kept_once_a_match_and_pushed_each_time(ana, service):
    from tests.services.test_hosting import begun

    browser(ana)
    eva = player_with_account("Eva")
    table = table_of(ana, name="Ours")
    from games.services import tables

    tables.sit(table=table, player=eva, seat=None)
    begun(table)
    for _ in range(2):
        assert push_on_turn.call_player(match=table.match_id, seat=0, now=NOON) == 1
    assert told(ana) == [f"match:{table.match_id}"]
    assert Notification.objects.get().push_at is None
    assert send_messages(now=NOON + SOON) == 2
    assert "It is your turn" in service.sent[0]
    change_settings(player=ana, channels={"match_waits": []}, quiet_from=1, quiet_to=1, mail_hour=9)
    assert push_on_turn.call_player(match=table.match_id, seat=0, now=NOON) == 0


def test_a_hostile_name_stays_one_string_of_the_message(ana, service):
    import json

    browser(ana)
    tell(ana, data={"actor": '"},{"url":"https://evil.example/'})
    waiting()
    assert json.loads(service.sent[0])["url"] == "/notifications/"


def test_defaults_need_no_row(ana):
    tell(ana)
    assert not NotificationSettings.objects.exists()
    assert push.SEND_TIMEOUT_S <= 10
