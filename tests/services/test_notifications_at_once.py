"""What two processes do at the same moment to notifications is done once."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from threading import Lock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.push import Answer, Outcome
from games.common.errors import InvitationError, TableError
from games.models import Notification, NotificationBatch, PushMessage, SeatInvitation
from games.services import invitations, notifications, pushes
from games.services.notification_mail import send_mails
from games.services.notifications import run_batches
from games.services.pushes import make_messages, send_messages
from tests.services.notices import NOON, browser, tell
from tests.services.people import names, table_of
from tests.services.test_notifications import crowd
from tests.services.test_stakes_at_once import at_once
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db(transaction=True)
SOON = NOON + timedelta(seconds=5)


def test_two_processes_share_the_batches_and_tell_everybody_once(monkeypatch):
    monkeypatch.setattr(notifications, "RECIPIENTS_A_STEP", 20)
    tell(*crowd(90))
    run = partial(run_batches, now=NOON)
    assert at_once(run, run, run) == [None] * 3
    run_batches(now=NOON)
    assert Notification.objects.count() == 90
    assert NotificationBatch.objects.get().done_at == NOON


def test_two_processes_send_a_push_once(monkeypatch):
    sent, lock = [], Lock()

    def send(subscription, message, **_more):
        with lock:
            sent.append(subscription.pk)
        return Answer(Outcome.SENT)

    monkeypatch.setattr(pushes, "send", send)
    people = [player_with_account(f"friend{n}") for n in range(6)]
    for one in people:
        browser(one)
    tell(*people)
    make = partial(make_messages, now=SOON)
    assert at_once(make, make) == [None] * 2
    make_messages(now=SOON)
    go = partial(send_messages, now=SOON)
    assert at_once(go, go, go) == [None] * 3
    assert len(sent) == len(set(sent)) == 6
    assert not PushMessage.objects.exists()


def test_two_processes_send_a_mail_once(settings):
    settings.EMAIL_URL = "smtp://localhost"
    settings.MAIL_DELIVERY_BACKEND = settings.EMAIL_BACKEND
    ana = player_with_account("Ana")
    EmailAddress.objects.create(user=ana.user, email="ana@example.com", primary=True, verified=True)
    tell(ana, kind="club")
    go = partial(send_mails, now=NOON + timedelta(hours=7))
    assert at_once(go, go, go) == [None] * 3
    assert len(mail.outbox) == 1


def test_one_invitation_opened_twice_at_once_seats_once():
    for number in range(3):
        ana, eva = player_with_account(f"ana{number}"), player_with_account(f"eva{number}")
        table = table_of(ana, 4)
        asked = invitations.invite(table=table, inviter=ana, invited=eva)
        accept = partial(
            invitations.answer_invitation, invitation=asked.pk, player=eva, accept=True
        )
        found = [one for one in at_once(accept, accept) if one is not None]
        assert all(isinstance(one, InvitationError) for one in found), found
        assert [one.code for one in found] == ["not_invited"]
        assert names(table).count(eva.name) == 1


def test_two_invited_to_the_last_seat_do_not_share_it():
    ana, eva, leo = (player_with_account(name) for name in ("Ana", "Eva", "Leo"))
    table = table_of(ana)
    asked = [invitations.invite(table=table, inviter=ana, invited=one) for one in (eva, leo)]
    steps = [
        partial(invitations.answer_invitation, invitation=one.pk, player=one.invited, accept=True)
        for one in asked
    ]
    (refused,) = [one for one in at_once(*steps) if one is not None]
    assert isinstance(refused, InvitationError | TableError)
    assert None not in names(table)


def test_one_who_is_invited_twice_at_once_has_one_invitation():
    ana, eva, leo = (player_with_account(name) for name in ("Ana", "Eva", "Leo"))
    table = table_of(ana, 4)
    from games.services import tables

    tables.sit(table=table, player=eva, seat=None)
    steps = [
        partial(invitations.invite, table=table, inviter=one, invited=leo) for one in (ana, eva)
    ]
    (refused,) = [one for one in at_once(*steps) if one is not None]
    assert isinstance(refused, InvitationError)
    assert refused.code == "already_invited"
    assert SeatInvitation.objects.count() == 1
