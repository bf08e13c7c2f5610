"""How django-allauth treats our accounts: guests keep their row, names are ours to judge."""

from __future__ import annotations

import re
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts.lockout import PasswordLimits
from accounts.models import User
from accounts.names import checked_name
from accounts.preferences import known as known_preferences
from accounts.preferences import remember_preferences
from accounts.services import register_guest
from accounts.sign_ins import SignInRecords


def guest_of(request: HttpRequest | None) -> User | None:
    """The guest who is signed in, if it is one."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not user.is_guest:
        return None
    return User.objects.filter(pk=user.pk, is_guest=True).first()


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie that chooses the language of pages, as Django's own view does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


class AccountAdapter(PasswordLimits, SignInRecords):
    """Registration of guests, names, and the language of those who sign in."""

    def new_user(self, request: HttpRequest) -> User:
        """The row that a registration fills: the guest's own, where a guest registers."""
        return guest_of(request) or User(language=get_language() or "")

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Fill the row of who registers."""
        if not user.is_guest:
            saved: User = super().save_user(request, user, form, commit)
            return saved
        data = form.cleaned_data
        return register_guest(
            user=user,
            username=data["username"],
            email=data.get("email") or "",
            password=data.get("password1"),
        )

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as kept; raises ValidationError for one that cannot be had."""
        return checked_name(username, user=guest_of(self.request))

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Answer a sign-in; a browser without a language of its own takes the account's."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        spoken = user.language in dict(settings.LANGUAGES)
        if spoken and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            remember_language(response, user.language)
        if user.preferences:
            remember_preferences(response, known_preferences(user.preferences))
        return response


_SIZE = re.compile(r'\b(?:width|height)="[^"]*mm"\s?')
_HEAD = re.compile(r"^\s*<\?xml[^>]*\?>\s*")


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Second factors, shown within the site's content security policy."""

    def build_totp_svg(self, url: str) -> str:
        """The code to scan as an `svg` element that can stand in a page."""
        svg = _HEAD.sub("", super().build_totp_svg(url))
        head, rest = svg.split(">", 1)
        # White behind it, as an app that scans expects, in the dark theme too.
        paper = '<rect width="100%" height="100%" fill="#fff"/>'
        return f'{_SIZE.sub("", head)} width="220" height="220" aria-hidden="true">{paper}{rest}'
