"""People and pages for the tests of accounts."""

from __future__ import annotations

import re
from types import SimpleNamespace

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.allauth_private import record_authentication
from accounts.models import User
from accounts.names import checked_name
from accounts.services import LOGIN_BACKEND, create_guest

PASSWORD = "una-brisca-larga"


def member(name: str = "Lucia", email: str = "", **more) -> User:
    """Somebody with an account."""
    user = User.objects.create_user(name, email, PASSWORD, **more)
    if email:
        user.emailaddress_set.create(email=email, primary=True, verified=True)
    return user


def sign_in_by_form(client: Client, user: User) -> Client:
    """Sign an account in by the form, with `PASSWORD`, and return the client."""
    answer = client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert answer.status_code == 302, answer.content
    return client


def sure(client: Client) -> Client:
    """The same browser after its owner has typed the password once more."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def age(client: Client, seconds: float = 3600) -> Client:
    """The same browser so long after its owner authenticated in it."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= seconds
    session.save()
    return client


def asks_again(answer) -> bool:
    """Whether an answer leads to where somebody authenticates again."""
    where = answer.get("Location", "").partition("?")[0]
    return answer.status_code == 302 and where.endswith("/reauthenticate/")


def with_factor(browser: Client, user: User) -> Client:
    """A browser in which somebody has signed in with a second factor."""
    factor, _made = Authenticator.objects.get_or_create(
        user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": "ABCDEFGH"}}
    )
    browser.force_login(user, backend=LOGIN_BACKEND)
    session = browser.session
    record_authentication(SimpleNamespace(session=session), user, method="mfa", id=factor.pk)
    session.save()
    return browser


def moderator(name: str = "Mireia", *permissions: str, group: bool = True) -> User:
    """Staff of the group of moderators, or with these permissions (`app.codename`) besides."""
    user = member(name, is_staff=True)
    if group:
        user.groups.add(Group.objects.get(name="moderators"))
    for label, codename in (one.split(".") for one in permissions):
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=label, codename=codename)
        )
    return User.objects.get(pk=user.pk)


def guest(client: Client, name: str = "") -> User:
    """A browser in which a guest plays."""
    answer = client.post("/accounts/guest/", {"name": name})
    assert answer.status_code == 302, answer.content
    return User.objects.get(pk=client.session["_auth_user_id"])


def totp_code(secret: str) -> str:
    """The code that an app shows now; one that was used lets nobody in again, so it is forgotten."""
    cache.clear()
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def links(text: str) -> list[str]:
    """Paths of the site's addresses in a mail."""
    return re.findall(r"https?://testserver(/\S+)", text)


INLINE_SCRIPT = re.compile(r"<script\b(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", re.I)
INLINE_STYLE = re.compile(r"<style\b|<[a-z][^>]*\sstyle\s*=", re.I)
HANDLER = re.compile(r"<[a-z][^>]*\son[a-z]+\s*=", re.I)
FOREIGN = re.compile(r"<(?:script|img|link)\b[^>]*(?:src|href)=\"(?:data:|https?:|//)", re.I)


def assert_our_page(html: str) -> None:
    """A page of the site's own look that its content security policy lets through."""
    assert 'class="skip"' in html, "not in base.html"
    assert "/static/css/tokens" in html
    for what in (INLINE_SCRIPT, INLINE_STYLE, HANDLER, FOREIGN):
        found = what.search(html)
        assert found is None, found.group(0)
    assert html.count("<h1") == 1, "a page has one heading of the first order"
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "an id stands once"


def takes_name(name: str) -> bool:
    """Give the name to an account; whether it could be had."""
    try:
        kept = checked_name(name)
    except ValidationError:
        return False
    create_guest(language="es", name=kept)
    return True
