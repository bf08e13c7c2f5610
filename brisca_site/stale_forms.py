"""The page (403) for a form that fails the CSRF check, with which it can be sent again.

Such a form was usually open for a long time, or its visitor signed in or out in another tab. The
page keeps what was typed in a new form with a new token. Passwords and codes are typed again.

A page of another site could post such a form too, and have its visitor confirm it here. So fields
are kept only if the browser's `Origin` header says that the form came from this site.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import REASON_NO_CSRF_COOKIE, get_token
from django.shortcuts import render
from django.utils.translation import gettext as _

from brisca_site.errors import forbidden

MAX_KEPT_BYTES: Final = 20_000
"""Maximum size of the names and values of the fields that the page repeats."""
MIN_SHOWN_TEXT: Final = 20
"""Length from which a text of several words is shown, so that it can be copied."""
SENT_AGAIN: Final = "sent_again"
"""Field of the repeated form; if it comes without any cookie, the browser keeps none."""
TOKEN_FIELD: Final = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
PASSKEY_FIELD: Final = "credential"
"""Field with the answer of a passkey, which is good for one page only."""
SIGN_IN_FORMS: Final = frozenset({"account_login", "account_signup", "account_guest"})
"""Names of the views whose forms are of no use to somebody who is signed in."""


class SecretField(NamedTuple):
    """Password or code of a refused form, which the visitor has to type again."""

    name: str
    label: str
    is_password: bool


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a request that failed the CSRF check with a page, or JSON for scripts (403)."""
    if request.path.startswith("/api/"):
        return forbidden(request, PermissionDenied(reason))
    if request.headers.get("Accept") == "application/json":
        return _json(request)
    posted = request.POST if request.method == "POST" else QueryDict()
    lacks_cookies = reason == REASON_NO_CSRF_COOKIE and SENT_AGAIN in posted and not request.COOKIES
    member = _member_name(request)
    match = request.resolver_match
    is_signed_in = bool(member) and match is not None and match.url_name in SIGN_IN_FORMS
    keeps = not lacks_cookies and not is_signed_in and _can_be_sent_again(request, posted)
    context = {
        "lacks_cookies": lacks_cookies,
        "is_signed_in": is_signed_in,
        "member": member,
        "address": request.get_full_path() if keeps else "",
        "fields": _kept_fields(posted) if keeps else [],
        "secrets": _secret_fields(posted) if keeps else [],
        "text": _longest_text(posted) if keeps else "",
        "sent_again": SENT_AGAIN,
    }
    response = render(request, "errors/403_form.html", context, status=403)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _json(request: HttpRequest) -> JsonResponse:
    """Return the JSON answer to a script: the reason in words, and a new CSRF token."""
    words = _("This page was open for too long. Try again.")
    return JsonResponse({"error": words, "csrf": get_token(request)}, status=403)


def _member_name(request: HttpRequest) -> str:
    """Return the name of the signed-in member; empty for guests and strangers."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or getattr(user, "is_guest", False):
        return ""
    return str(user.get_username())


def _can_be_sent_again(request: HttpRequest, posted: QueryDict) -> bool:
    """Return True if the refused form may be repeated: this site's own, without passkey, small."""
    own_origin = f"{request.scheme}://{request.get_host()}"
    if not posted or request.headers.get("Origin") != own_origin or PASSKEY_FIELD in posted:
        return False
    size = sum(len(f"{name}{value}".encode()) for name, value in _all_fields(posted))
    return size <= MAX_KEPT_BYTES


def _all_fields(posted: QueryDict) -> list[tuple[str, str]]:
    """Return (name, value) of the refused form's fields, without CSRF token and own field."""
    own = (TOKEN_FIELD, SENT_AGAIN)
    return [
        (name, str(value)) for name, values in posted.lists() for value in values if name not in own
    ]


def _is_secret(name: str) -> bool:
    """Return True if the value of a field is a password or a code.

    >>> _is_secret("password1"), _is_secret("code"), _is_secret("name")
    (True, True, False)
    """
    return "password" in name.lower() or name.lower() == "code"


def _kept_fields(posted: QueryDict) -> list[tuple[str, str]]:
    """Return (name, value) of the refused form's fields that the error page's form repeats."""
    return [(name, value) for name, value in _all_fields(posted) if not _is_secret(name)]


def _secret_fields(posted: QueryDict) -> list[SecretField]:
    """Return the password and code fields of the refused form, which the visitor types again."""
    labels = {"oldpassword": _("Current password"), "code": _("Code")}
    return [
        SecretField(name, labels.get(name, _("Password")), "password" in name.lower())
        for name in posted
        if _is_secret(name) and name != TOKEN_FIELD
    ]


def _longest_text(posted: QueryDict) -> str:
    """Return the longest text of several words in the refused form; "" if none is long."""
    texts = [value for _name, value in _kept_fields(posted) if " " in value.strip()]
    longest = max(texts, key=len, default="")
    return longest if len(longest) >= MIN_SHOWN_TEXT else ""
