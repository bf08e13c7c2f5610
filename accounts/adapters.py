"""Adapters of django-allauth for accounts: guests keep their row, and names are checked here."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import signals
from accounts.allauth_private import clear_login, record_authentication
from accounts.bars import current_bar
from accounts.emails import counting_address, is_nobody
from accounts.factor_secrets import decrypt_secret, encrypt_secret
from accounts.lockout import PasswordLimits
from accounts.mail import discard
from accounts.models import AccountBar, User
from accounts.names import checked_name
from accounts.preferences import COOKIE as PREFERENCES_COOKIE
from accounts.preferences import known as known_preferences
from accounts.preferences import read as read_preferences
from accounts.preferences import remember_preferences
from accounts.reauthentication import is_recent
from accounts.services import register_guest, set_account_preferences
from accounts.sign_ins import SignInRecords
from brisca_site.base.site_address import for_mail, mail_address


def guest_of(request: HttpRequest | None) -> User | None:
    """Return the signed-in guest, an account without a password; None for members and strangers."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not user.is_guest:
        return None
    return User.objects.filter(pk=user.pk, is_guest=True).first()


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie with the language of pages, as Django's own view does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def _barred(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page with reason and end of an account's current bar; None without a bar."""
    bar = current_bar(user)
    if bar is None:
        return None
    clear_login(request)
    answers = signals.bar_shown.send(sender=AccountBar, bar=bar)
    appeal = next((address for _receiver, address in answers if address), "")
    return render(request, "account/barred.html", {"bar": bar, "appeal": appeal}, status=403)


def say_how_to_get_back(request: HttpRequest, user: User) -> None:
    """Show a new member a message that says how to get back in after forgetting the password."""
    if user.email:
        say_link_is_sent(request, user.email)
    else:
        messages.info(
            request,
            _(
                "If you ever forget your password, recovery codes let you in: print them in your account."
            ),
        )


def say_link_is_sent(request: HttpRequest, email: str) -> None:
    """Show the message that a link to confirm an e-mail address is on its way.

    The message is the same where no link is sent so soon after another one, which may have been for
    somebody else's account. The texts of allauth's own message would tell the two apart, so its
    template is empty.
    """
    messages.info(request, _("A link is on its way to %(email)s.") % {"email": email})


class AccountAdapter(PasswordLimits, SignInRecords):
    """Adapter of django-allauth: registration of guests, names, and the language at sign-in."""

    def new_user(self, request: HttpRequest) -> User:
        """Return the row that a registration fills: that of the signed-in guest, else a new one."""
        return guest_of(request) or User(language=get_language() or "")

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Store the account that a registration creates.

        Raises:
            NotAGuestError: the guest has registered already.
            IntegrityError: somebody has a name like this.
        """
        data = form.cleaned_data
        if not user.is_guest:
            user.face = data.get("face") or ""
            saved: User = super().save_user(request, user, form, commit)
            return saved
        return register_guest(
            user=user,
            username=data["username"],
            face=data.get("face") or "",
            email=data.get("email") or "",
            password=data.get("password1"),
        )

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Check a name chosen for an account; return it in the form in which it is stored.

        Raises:
            ValidationError: the name is malformed, reserved or taken.
        """
        return checked_name(username, user=guest_of(self.request))

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Return the page for a barred account after a correct password or passkey; else None."""
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer or _barred(request, user)

    def login(self, request: HttpRequest, user: User) -> None:
        """Start the session of a user who has passed all steps of a sign-in.

        Raises:
            ImmediateHttpResponse: the account has been barred since the first step.
        """
        if (answer := _barred(request, user)) is not None:
            raise ImmediateHttpResponse(answer)
        signals.signing_in.send(sender=User, request=request, user=user)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Answer a sign-in; set the cookies of the account's language and preferences.

        The language cookie is set only where the browser has none. The page after a sign-up shows two
        messages: allauth's greeting, then how to get back into the account. A sign-up is also recorded
        as a sign-in by password.
        """
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if kwargs.get("signup"):  # with the password that was just chosen
            _take_preferences_along(request, user)
            record_authentication(request, user, method="password")
            say_how_to_get_back(request, user)
        spoken = user.language in dict(settings.LANGUAGES)
        if spoken and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            remember_language(response, user.language)
        if user.preferences:
            remember_preferences(response, known_preferences(user.preferences))
        return response

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link that sets a new password; for `nobody` render and discard the mail."""
        if not is_nobody(user):
            super().send_password_reset_mail(user, email, context)
            return
        context |= {"email": email}
        discard(self.render_mail("account/email/password_reset_key", [], context))

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return a mail whose addresses are the site's own, whatever `Host` the request named."""
        if self.request is not None:
            context = {
                name: for_mail(self.request, value) if isinstance(value, str) else value
                for name, value in context.items()
            }
            context["current_site"] = SimpleNamespace(
                domain=urlsplit(mail_address(self.request)).netloc, name=_("Brisca")
            )
        message: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        return message

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link that confirms an address, or the mail that an account exists already.

        A visitor who signs up with the address of somebody else's account sees no difference: their
        account is created, and the address does not count for it.
        """
        address = emailconfirmation.email_address
        counting = counting_address(address.email)
        if signup and counting is not None and counting.user_id != address.user_id:
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return True if the visitor must authenticate again; a recent sign-in counts as well."""
        return not is_recent(self.request)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return the methods to authenticate again, in the order in which they are offered.

        A passkey comes before the codes of an app and recovery codes, which stay for emergencies.
        """
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return sorted(ways, key=lambda way: way["id"] == "mfa_reauthenticate")


_SIZE = re.compile(r'\b(?:width|height)="[^"]*mm"\s?')
_HEAD = re.compile(r"^\s*<\?xml[^>]*\?>\s*")


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Adapter of django-allauth for second factors: encrypts secrets, and shows their QR codes."""

    def encrypt(self, text: str) -> str:
        """Return the secret of a second factor encrypted, as the database stores it."""
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret of a second factor from its stored, encrypted form."""
        return decrypt_secret(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of a new authenticator app (its URL) as an `svg` element."""
        svg = _HEAD.sub("", super().build_totp_svg(url))
        head, rest = svg.split(">", 1)
        # White behind it, as an app that scans expects, in the dark theme too.
        paper = '<rect width="100%" height="100%" fill="#fff"/>'
        return f'{_SIZE.sub("", head)} width="220" height="220" aria-hidden="true">{paper}{rest}'


def _take_preferences_along(request: HttpRequest, user: User) -> None:
    """Store the preferences of the browser's cookie with a new account that has none yet."""
    chosen = read_preferences(request.COOKIES.get(PREFERENCES_COOKIE, ""))
    if chosen and not user.preferences:
        set_account_preferences(user=user, preferences=chosen)
