"""Middleware: members' pages, recent authentication, the answers to rate limits and bans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from accounts.hashing import HashingBusyError
from accounts.limit_pages import form_limit, hashing_busy, too_many
from accounts.limits import TooManyError
from accounts.lockout import TooManyPasswordsError
from accounts.reauthentication import check_recent
from accounts.signup_bans import SignupBannedError, ban_words

MEMBERS_ONLY = frozenset(
    {
        "account_email",
        "account_change_password",
        "account_set_password",
        "account_reauthenticate",
        "accounts_tokens",
        "accounts_token_new",
        "accounts_token_revoke",
        "accounts_bot",
        "accounts_activity",
        "accounts_not_me",
        "accounts_recovery_codes",
        "mfa_index",
        "mfa_reauthenticate",
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
        "mfa_edit_webauthn",
        "mfa_remove_webauthn",
        "mfa_reauthenticate_webauthn",
    }
)
"""Views closed to guests, who would become neither guest nor member by an e-mail or password."""


def sign_up_banned(request: HttpRequest, error: SignupBannedError) -> HttpResponse:
    """Return the page (403) for a visitor whose IP address is banned from becoming a guest."""
    words = {"words": ban_words(error.ban)}
    return render(request, "account/signup_banned.html", words, status=403)


class Guests(MiddlewareMixin):
    """Middleware that sends guests away from members' pages, and answers rate limits and bans."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Redirect a guest from a view in MEMBERS_ONLY to registration; return None for others."""
        match = request.resolver_match
        if match is None or match.url_name not in MEMBERS_ONLY:
            return None
        user = request.user
        if not user.is_authenticated or not user.is_guest:
            return None
        messages.info(request, _("Create an account first: it keeps your matches."))
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals with a page: TooManyError (429), SignupBannedError (403), HashingBusyError (503)."""
        if isinstance(exception, HashingBusyError):
            return hashing_busy(request)
        if isinstance(exception, SignupBannedError):
            return sign_up_banned(request, exception)
        if isinstance(exception, TooManyPasswordsError):
            return too_many(request, exception.limit, after_passwords=True)
        return too_many(request, exception.limit) if isinstance(exception, TooManyError) else None


class Reauthentication(MiddlewareMixin):
    """Middleware that asks for a recent authentication before changes of an account's access.

    Forms that get past it are counted against the rate limits of allauth's views.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Redirect a visitor to authenticate again, or refuse by a rate limit; else return None."""
        return check_recent(request) or form_limit(request)
