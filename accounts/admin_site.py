"""The admin site: staff use the site's own log-in page, and a second factor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from accounts.second_factor import ask_second_factor

View = Callable[..., Any]


class StaffSite(AdminSite):
    """Admin site with the site's own log-in, second factors and password page."""

    site_title = gettext_lazy("Brisca administration")
    site_header = gettext_lazy("Brisca administration")

    def admin_view(self, view: View, cacheable: bool = False) -> View:  # type: ignore[override]
        """Wrap a view so that only staff with a second factor reach it."""
        if view == self.logout:
            return super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            return ask_second_factor(request) or view(request, *args, **kwargs)

        return super().admin_view(guarded, cacheable)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect to the site's log-in page; staff who are signed in to the index of the admin.

        Django's own form is never reached: it would sign in by a password alone.
        """
        answer: HttpResponse = secure_admin_login(_to_index)(request)
        return answer

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the site's own page for changing a password."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the site's own page for changing a password."""
        return redirect("account_change_password")


def _to_index(request: HttpRequest) -> HttpResponse:
    """Redirect to the index page of the admin."""
    return redirect("admin:index")
