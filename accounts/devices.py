"""Known devices: browsers in which an account has signed in before, stored in a signed cookie.

The cookie has a random number of the browser, and a code for each account that signed in there. A
code is a keyed hash of that number, the account and the account's `device_epoch`: it reveals no
account, it is valid in no other browser's cookie, and a new epoch makes all codes of an account
void. A known device is limited by its own wrong passwords (accounts.lockout), and the owner is
notified of a sign-in on any other device (accounts.new_device_notices).
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.db.models import F
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from brisca_site.base.cookies import host_cookie
from brisca_site.base.middleware import after_answering

MAX_AGE: Final = timedelta(days=400)
"""Time for which a device stays known without a sign-in; browsers keep no cookie longer."""
MAX_ACCOUNTS: Final = 6
"""Maximum number of accounts of one device; the one with the oldest sign-in is dropped."""
_MAX_LENGTH: Final = 1024
_SALT: Final = "accounts.devices"


@dataclass(frozen=True, slots=True)
class Device:
    """Known device: a browser on which accounts have signed in, read from its signed cookie.

    `codes` are keyed hashes, one for each account, newest first.
    """

    number: str
    codes: tuple[str, ...] = ()


def cookie_name() -> str:
    """Return the name of the device cookie; its prefix under HTTPS binds it to this host."""
    return host_cookie("device")


def device_of(request: HttpRequest) -> Device | None:
    """Return the device in the request's cookie; None without a validly signed cookie."""
    text = request.COOKIES.get(cookie_name(), "")
    if not text or len(text) > _MAX_LENGTH:
        return None
    try:
        number, *codes = signing.loads(text, salt=_SALT, max_age=MAX_AGE)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return Device(str(number), tuple(map(str, codes[:MAX_ACCOUNTS])))


def is_known(device: Device | None, user: User) -> bool:
    """Return True if an account has signed in on this device since its devices were last voided.

    `device` is None for a browser without the cookie, which is not known.
    """
    if device is None:
        return False
    expected = _code(device.number, user)
    return any(constant_time_compare(code, expected) for code in device.codes)


def remember_device(request: HttpRequest, user: User) -> None:
    """Make this browser a known device of an account; `device_cookie` then sets the cookie."""
    if user.is_guest:
        return
    device: Device | None = getattr(request, "device_to_remember", None) or device_of(request)
    if device is None:
        device = Device(secrets.token_urlsafe(16))
    code = _code(device.number, user)
    others = tuple(known_code for known_code in device.codes if known_code != code)
    remembered = Device(device.number, (code, *others)[:MAX_ACCOUNTS])
    request.device_to_remember = remembered  # type: ignore[attr-defined]


def void_devices(*, user: User) -> None:
    """Make every known device of an account unknown, including copies of the cookie."""
    User.objects.filter(pk=user.pk).update(device_epoch=F("device_epoch") + 1)
    user.refresh_from_db(fields=["device_epoch"])


def _code(number: str, user: User) -> str:
    """Return the keyed hash by which the device of this number knows an account."""
    text = f"{number}:{user.pk}:{user.device_epoch}"
    digest = salted_hmac(_SALT, text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


@after_answering
def device_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the cookie of the device, if it became known during this request."""
    device: Device | None = getattr(request, "device_to_remember", None)
    if device is None:
        return
    response.set_cookie(
        cookie_name(),
        signing.dumps([device.number, *device.codes], salt=_SALT),
        max_age=MAX_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
