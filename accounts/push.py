"""Web push: notifications to a browser without an open page.

The key by which push services know this site is derived from the site's secret key, so that all
processes have the same one and none is stored. A message that cannot be sent is logged and dropped.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import time
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.http import parse_http_date_safe
from py_vapid import Vapid02

from accounts.models import PushSubscription, User

log = logging.getLogger("accounts.push")

PUSH_HOSTS: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""Hosts of the browsers' push services; the site sends messages to no other address."""
MAX_BROWSERS: Final = 10
"""Maximum number of subscribed browsers of one account; the oldest is dropped."""
SEND_TIMEOUT_S: Final = 5.0
"""Seconds that a request to a push service may take."""
DEFAULT_KEPT_S: Final = 120
"""Seconds for which a push service keeps a message for a browser that it cannot reach."""
GONE_STATUSES: Final = frozenset({401, 403, 404, 410})
"""Statuses of a push service after which the subscription is deleted."""
_CURVE_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class PushRefusedError(ValueError):
    """Refusal of a push subscription that no current browser would make."""


@cache
def _key() -> Vapid02:
    """Return the site's VAPID key for push messages, derived from SECRET_KEY."""
    seed = hmac.digest(settings.SECRET_KEY.encode(), b"web push", hashlib.sha512)
    secret = int.from_bytes(seed, "big") % (_CURVE_ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(secret, ec.SECP256R1()))


def public_key() -> str:
    """Return the public key with which browsers subscribe to push messages, in URL-safe base64."""
    return _text(_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _as_text(value: Any) -> str:
    """Return a value of a subscription's JSON that must be a text.

    Raises TypeError for other values: the representation of a deeply nested one would exhaust the
    stack.
    """
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def subscribe(*, user: User, given: Any, language: str) -> PushSubscription:
    """Store a browser's push subscription, given as its `PushSubscription.toJSON()`.

    `language` is the code of the language of its messages.

    Raises:
        PushRefusedError: the subscription is malformed, or its address is not a push service's.
    """
    try:
        endpoint, keys = _as_text(given["endpoint"]), given["keys"]
        p256dh, auth = _bytes(_as_text(keys["p256dh"])), _bytes(_as_text(keys["auth"]))
    except (KeyError, TypeError) as error:
        raise PushRefusedError("not a subscription") from error
    if not goes_to_push_service(endpoint) or len(endpoint) > 600:
        raise PushRefusedError("not the address of a push service")
    if len(p256dh) != 65 or len(auth) != 16:
        raise PushRefusedError("not the keys of a subscription")
    subscription, _created = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "p256dh": _text(p256dh),
            "auth": _text(auth),
            "language": language,
        },
    )
    mine = PushSubscription.objects.filter(user=user).order_by("-pk")
    PushSubscription.objects.filter(
        pk__in=list(mine.values_list("pk", flat=True)[MAX_BROWSERS:])
    ).delete()
    return subscription


def unsubscribe(*, user: User, endpoint: str) -> None:
    """Delete an account's push subscription of this browser (the URL of its push service)."""
    if not goes_to_push_service(endpoint):
        return
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def goes_to_push_service(endpoint: str) -> bool:
    """Return True if a URL is one of the push services of the known browsers."""
    if not endpoint.isprintable():
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    known = any(host == push_host or host.endswith(f".{push_host}") for push_host in PUSH_HOSTS)
    return parts.scheme == "https" and known and port in (None, 443) and not parts.username


def _bytes(text: str) -> bytes:
    """Decode URL-safe base64 to bytes; return b"" for malformed text."""
    try:
        return base64.urlsafe_b64decode(text[:200] + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def _text(key: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def call(
    subscription: PushSubscription, message: dict[str, str], *, kept_s: int = DEFAULT_KEPT_S
) -> bool:
    """Send a push message to a browser; return True if it was sent.

    A subscription that has ended is deleted. The push service keeps the message `kept_s` seconds
    for a browser that it cannot reach.
    """
    answer = send(subscription, message, kept_s=kept_s)
    if answer.outcome is Outcome.GONE:
        subscription.delete()
    return answer.outcome is Outcome.SENT


class Outcome(Enum):
    """Result of sending a push message: sent, to be tried again, or refused for ever."""

    SENT = "sent"
    GONE = "gone"
    """The subscription has ended: it is to be deleted."""
    LATER = "later"
    """The service is busy, or was not reached: the message may be tried again."""
    REFUSED = "refused"
    """The message will never be taken."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a push service: the outcome, and the seconds to wait before a new try (0: none)."""

    outcome: Outcome
    retry_after_s: float = 0.0


def send(
    subscription: PushSubscription, message: dict[str, str], *, kept_s: int = DEFAULT_KEPT_S
) -> Answer:
    """Send a push message to a browser and return the answer, within about SEND_TIMEOUT_S seconds.

    The push service keeps it `kept_s` seconds. Nothing is written: any thread may call this,
    without a connection to the database.
    """
    # Two HTTP libraries come with these: 0.2 s and 11 MB that most processes never need.
    from pywebpush import WebPushException, webpush
    from requests import RequestException, Session

    session = Session()
    session.max_redirects = 0  # a push service answers itself; another place may be any
    try:
        webpush(
            requests_session=session,
            subscription_info={
                "endpoint": subscription.endpoint,
                "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
            },
            data=json.dumps(message),
            vapid_private_key=_key(),
            vapid_claims={"sub": f"mailto:{settings.PUSH_CONTACT}"},
            ttl=kept_s,
            timeout=SEND_TIMEOUT_S,
            headers={"Urgency": "high", "Topic": message.get("tag", "turn")[:32]},
        )
    except WebPushException as error:
        return _refusal(error.response)
    except RequestException as error:
        log.info("a call could not be sent: %s", type(error).__name__)
        return Answer(Outcome.LATER)
    except ValueError as error:
        log.info("a call could not be made: %s", type(error).__name__)
        return Answer(Outcome.REFUSED)
    finally:
        session.close()
    return Answer(Outcome.SENT)


def _refusal(response: Any) -> Answer:
    """Return the outcome of a push message that the push service refused (status not 2xx)."""
    status = getattr(response, "status_code", None)
    log.info("a call was refused: %s", status)
    if status in GONE_STATUSES:
        return Answer(Outcome.GONE)
    if status == 429 or (status is not None and status >= 500):
        return Answer(Outcome.LATER, _seconds(response.headers.get("Retry-After", "")))
    return Answer(Outcome.REFUSED)


def _seconds(retry_after: str) -> float:
    """Return the seconds in a Retry-After header (a number or a date); 0 if unreadable."""
    if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 7:
        return float(retry_after)
    moment = parse_http_date_safe(retry_after)
    return max(0.0, moment - time.time()) if moment is not None else 0.0
