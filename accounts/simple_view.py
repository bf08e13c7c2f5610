"""The simple view: few and large targets on every page, chosen for one device by a cookie.

The account does not store the choice: a person may want the simple view on a tablet and the full one
on a computer.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE: Final = "view"
SIMPLE: Final = "simple"
"""The cookie's value on a device that shows the simple view; without the cookie it is the full one."""


def is_simple(request: HttpRequest) -> bool:
    """Return True if the visitor's device shows the simple view."""
    return request.COOKIES.get(COOKIE) == SIMPLE


def context(request: HttpRequest) -> dict[str, Any]:
    """Return `simple_view` for templates: True if the visitor's device shows the simple view."""
    return {"simple_view": is_simple(request)}


@require_POST
def choose_view(request: HttpRequest) -> HttpResponse:
    """Turn the simple view on (`view` is `simple`) or off on this device, and redirect back.

    The field `next` says where to; an address of another site leads to the front page.
    """
    response = HttpResponseRedirect(_back(request))
    if request.POST.get("view") == SIMPLE:
        response.set_cookie(
            COOKIE,
            SIMPLE,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    """Return the submitted address `next` if it is a path of this site, else the front page."""
    address = request.POST.get("next", "")
    is_own = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if is_own and address.startswith("/") else "/"
