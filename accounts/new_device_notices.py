"""Notices to an owner about a sign-in on a new device."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.utils import build_absolute_uri
from django.conf import settings
from django.db import close_old_connections
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.activity import Origin
from accounts.models import PushSubscription, User
from accounts.push import call
from accounts.user_agents import device_label

log = logging.getLogger("accounts.notices")

PUSH_KEPT_S: Final = 86_400
"""Seconds for which a push service keeps the notice for a browser that it cannot reach."""
_senders: Final = ThreadPoolExecutor(1, thread_name_prefix="notices")
"""Thread that sends push messages, so that a sign-in does not wait for push services."""


def notify_new_device(*, request: HttpRequest, user: User, origin: Origin) -> None:
    """Tell the owner of an account that a new device has signed in, by e-mail and push messages.

    Failures are logged: a sign-in never fails because of them.
    """
    mail_new_device(request=request, user=user, origin=origin)
    push_new_device(user=user, origin=origin)


def mail_new_device(*, request: HttpRequest, user: User, origin: Origin) -> None:
    """Mail the notice of a new device in the account's language, to its confirmed main address."""
    address = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    if address is None:
        return
    known = user.language in dict(settings.LANGUAGES)
    with override(user.language if known else get_language()):
        facts = {
            "user": user,
            "at": timezone.now(),
            "device": device_label(origin.user_agent),
            "address": origin.address,
            "activity_url": build_absolute_uri(request, reverse("accounts_activity")),
            "reset_url": build_absolute_uri(request, reverse("account_reset_password")),
        }
        try:
            get_adapter(request).send_mail("account/email/new_device", address.email, facts)
        except (SMTPException, OSError) as error:
            log.warning("a notice of a new device was not sent: %s", type(error).__name__)


def push_new_device(*, user: User, origin: Origin) -> None:
    """Send the notice of a new device to the account's subscribed browsers, in another thread."""
    subscriptions = list(PushSubscription.objects.filter(user=user))
    if subscriptions:
        _senders.submit(_push, subscriptions, origin.user_agent)


def _push(subscriptions: list[PushSubscription], user_agent: str) -> None:
    """Send the notice of a new device to these browsers; log failures."""
    close_old_connections()
    try:
        for subscription in subscriptions:
            with override(subscription.language or None):
                message = {
                    "title": _("Your account was opened on a new device"),
                    "body": device_label(user_agent),
                    "url": reverse("accounts_activity"),
                    "tag": "new-device",
                }
            call(subscription, message, kept_s=PUSH_KEPT_S)
    except Exception as error:  # noqa: BLE001 - the mail and the page say it too
        log.warning("a notice of a new device was not pushed: %s", type(error).__name__)
    finally:
        close_old_connections()
