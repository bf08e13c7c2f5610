"""The daily mail: once, at its hour, to confirmed addresses that take mails, until it is stopped."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Notification, NotificationSettings
from games.services import notification_mail
from games.services.notification_mail import LEAVE_LINK, MAIL_LEASE, send_mails, stop_mails
from games.services.notification_settings import change_settings
from games.services.notifications import mark_read
from tests.services.notices import NOON, tell
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
EVENING = NOON.replace(hour=16)
"""Six in the evening in Madrid, the hour of the mail."""
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def mails(settings):
    """A site that sends mail, into the outbox of the test."""
    settings.EMAIL_URL = "smtp://localhost"
    settings.MAIL_DELIVERY_BACKEND = settings.EMAIL_BACKEND
    settings.SITE_URL = "https://brisca.example"


@pytest.fixture
def ana():
    """Somebody with a confirmed address."""
    player = player_with_account("Ana")
    get_user_model().objects.filter(pk=player.user_id).update(language="en")
    player.user.refresh_from_db()
    confirmed(player)
    return player


def confirmed(player, address="ana@example.com", *, verified=True):
    """Give a player a main address."""
    EmailAddress.objects.create(user=player.user, email=address, primary=True, verified=verified)


def wait(*players, key="one", now=NOON, **more):
    """Tell players something that is mailed by default."""
    tell(*players, key=key, now=now, kind="club", url="/clubs/1/", **more)


def test_what_happened_in_a_day_is_one_mail_at_the_hour(ana):
    wait(ana, key="one")
    wait(ana, key="two", data={"actor": "Eva"})
    assert send_mails(now=EVENING - timedelta(minutes=1)) == 0
    assert send_mails(now=EVENING) == 1
    assert send_mails(now=EVENING) == 0, "it is sent once"
    (sent,) = mail.outbox
    assert sent.subject == "Brisca: 2 new notifications"
    assert sent.to == ["ana@example.com"]
    assert sent.body.index("Eva follows you.") < sent.body.index("Leo follows you.")
    assert "https://brisca.example/clubs/1/" in sent.body


def test_there_is_at_most_one_a_day(ana):
    wait(ana, key="one")
    send_mails(now=EVENING)
    wait(ana, key="two", now=EVENING + timedelta(minutes=1))
    change_settings(
        player=ana, channels={}, quiet_from=22, quiet_to=8, mail_hour=20, now=EVENING + 2 * SECOND
    )
    assert send_mails(now=EVENING + timedelta(hours=3)) == 0
    assert send_mails(now=EVENING + DAY + timedelta(hours=2)) == 1


SECOND = timedelta(seconds=1)


def test_what_was_read_or_is_over_is_not_mailed(ana):
    wait(ana, key="one")
    mark_read(player=ana)
    wait(ana, key="two", expires_at=NOON + timedelta(hours=1))
    assert send_mails(now=EVENING) == 0
    assert mail.outbox == []


def test_nobody_without_a_confirmed_address_is_mailed(ana):
    eva, leo = player_with_account("Eva"), player_with_account("Leo")
    confirmed(eva, "eva@example.com", verified=False)
    wait(eva, leo)
    assert send_mails(now=EVENING + DAY) == 0


def test_a_site_without_mail_plans_none(ana, settings):
    settings.EMAIL_URL = ""
    wait(ana)
    assert not NotificationSettings.objects.exists()
    assert not Notification.objects.get().mailed
    assert send_mails(now=EVENING) == 0


def test_an_address_that_refuses_for_good_is_not_mailed_again_until_it_changes(ana, monkeypatch):
    refuse(monkeypatch, SMTPRecipientsRefused({"ana@example.com": (550, b"no such user")}))
    wait(ana, key="one")
    assert send_mails(now=EVENING) == 0
    monkeypatch.undo()
    wait(ana, key="two", now=EVENING + SECOND)
    assert send_mails(now=EVENING + 2 * DAY) == 0
    EmailAddress.objects.update(email="ana@other.example")
    wait(ana, key="three", now=EVENING + 2 * DAY)
    assert send_mails(now=EVENING + 4 * DAY) == 1


@pytest.mark.parametrize(
    "error",
    [
        SMTPRecipientsRefused({"ana@example.com": (451, b"later")}),
        SMTPServerDisconnected(),
        ConnectionRefusedError(),
        TimeoutError(),
    ],
)
def test_a_mail_that_could_not_be_sent_is_tried_again(ana, monkeypatch, error):
    refuse(monkeypatch, error)
    wait(ana)
    assert send_mails(now=EVENING) == 0
    monkeypatch.undo()
    assert send_mails(now=EVENING + timedelta(minutes=29)) == 0
    assert send_mails(now=EVENING + timedelta(minutes=30)) == 1
    assert len(mail.outbox) == 1


def refuse(monkeypatch, error):
    """Let every mail fail."""

    def fails(self, **_more):
        raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fails)


class KilledError(BaseException):
    """Stands for the end of the process: nothing after it runs."""


def killed(*_args, **_more):
    raise KilledError


def test_what_a_killed_process_had_claimed_another_sends_when_the_lease_is_over(ana, monkeypatch):
    wait(ana)
    with monkeypatch.context() as patched, pytest.raises(KilledError):
        patched.setattr(notification_mail, "_send", killed)
        send_mails(now=EVENING)
    assert send_mails(now=EVENING + MAIL_LEASE - SECOND) == 0, "it may still be at work"
    assert send_mails(now=EVENING + MAIL_LEASE) == 1
    assert send_mails(now=EVENING + 2 * MAIL_LEASE) == 0
    (sent,) = mail.outbox
    assert "Leo follows you." in sent.body


def test_a_process_that_is_killed_after_handing_a_mail_over_sends_no_second_one(ana, monkeypatch):
    wait(ana)
    hand_over = EmailMessage.send

    def then_killed(self, **more):
        hand_over(self, **more)
        raise KilledError

    with monkeypatch.context() as patched, pytest.raises(KilledError):
        patched.setattr(EmailMessage, "send", then_killed)
        send_mails(now=EVENING)
    assert send_mails(now=EVENING + 2 * MAIL_LEASE) == 0
    assert len(mail.outbox) == 1


def test_a_slow_process_whose_lease_is_over_leaves_the_mail_to_the_other(ana, monkeypatch):
    wait(ana)
    send = notification_mail._send

    def overtaken(*asked):
        monkeypatch.setattr(notification_mail, "_send", send)
        assert send_mails(now=EVENING + MAIL_LEASE) == 1
        return send(*asked)

    monkeypatch.setattr(notification_mail, "_send", overtaken)
    assert send_mails(now=EVENING) == 0
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("step", ["stop", "hour"])
def test_who_stops_or_moves_the_mail_that_is_claimed_does_not_get_it_then(ana, monkeypatch, step):
    wait(ana)
    send = notification_mail._send

    def changed(*asked):
        if step == "stop":
            stop_mails(player=ana.pk)
        else:
            change_settings(player=ana, channels={}, quiet_from=22, quiet_to=8, mail_hour=20)
        return send(*asked)

    monkeypatch.setattr(notification_mail, "_send", changed)
    assert send_mails(now=EVENING) == 0
    assert mail.outbox == []


def test_what_comes_while_a_mail_is_sent_is_in_the_next(ana, monkeypatch):
    wait(ana, key="one")
    send = notification_mail._send

    def meanwhile(*asked):
        wait(ana, key="two", data={"actor": "Eva"}, now=EVENING)
        return send(*asked)

    with monkeypatch.context() as patched:
        patched.setattr(notification_mail, "_send", meanwhile)
        assert send_mails(now=EVENING) == 1
    assert send_mails(now=EVENING + DAY) == 1
    first, second = mail.outbox
    assert "Eva" not in first.body
    assert "Eva follows you." in second.body
    assert "Leo" not in second.body


def test_one_click_stops_all_mails_without_signing_in(ana):
    wait(ana)
    send_mails(now=EVENING)
    headers = mail.outbox[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].replace("\n", "").replace(" ", "").strip("<>")
    path = address.removeprefix("https://brisca.example")
    assert path == LEAVE_LINK.path(ana.pk)
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    assert b"Stop the mails" in client.get(path).content
    assert NotificationSettings.objects.get().mail_on, "looking at it changes nothing"
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not NotificationSettings.objects.get().mail_on
    wait(ana, key="two", now=EVENING + DAY)
    assert send_mails(now=EVENING + 3 * DAY) == 0


@pytest.mark.parametrize("token", ["1", "1:abc", ":", "x" * 300, "1%00"])
def test_an_address_that_was_not_signed_here_stops_nothing(ana, token):
    path = f"/notifications/mail-off/{token}/"
    for answer in (Client().get(path), Client().post(path)):
        assert answer.status_code in (400, 404)
    assert not NotificationSettings.objects.filter(mail_on=False).exists()


def test_hostile_words_stay_in_the_body(ana):
    wait(ana, data={"actor": "Leo\r\nBcc: eve@evil.example\r\n\r\nHello"})
    assert send_mails(now=EVENING) == 1
    message = mail.outbox[0].message()
    assert message["Bcc"] is None
    assert "Leo Bcc: eve@evil.example Hello follows you." in mail.outbox[0].body
    assert mail.outbox[0].recipients() == ["ana@example.com"]
