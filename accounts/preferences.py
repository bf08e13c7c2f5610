"""Preferences of look, sound and behaviour, stored with the account, else in a cookie.

Each preference is one word out of a few. The server reads the cookie, so that a page has the
preferences at once; those of an account override the cookie. Light or dark is not among them: each
browser stores it for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

COOKIE: Final = "prefs"
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "deck": ("classic", "large", "contrast", "french"),
    "felt": ("sea", "olive", "slate", "wine"),
    "sound": ("on", "off"),
    "motion": ("on", "off"),
    "buzz": ("on", "off"),
    "play": ("tap", "double", "drag"),
    "undo": ("off", "on"),
    "speech": ("full", "brief", "turn"),
    "voice": ("simple", "on", "off"),
    "names": ("off", "on"),
    "keys": ("on", "off"),
    "watching": ("counted", "named"),
    "chat": ("on", "off"),
}
"""Values of each preference; the first is the default."""
DEFAULTS: Final = {name: values[0] for name, values in CHOICES.items()}


def known(preferences: Mapping[str, Any]) -> dict[str, str]:
    """Return those of the given preferences (name -> value) that exist and have a valid value."""
    return {
        name: preferences[name]
        for name, values in CHOICES.items()
        if preferences.get(name) in values
    }


def read(text: str) -> dict[str, str]:
    """Return name -> value of the preferences in a cookie's text (`deck:large.felt:olive`).

    Unknown preferences are left out.
    """
    pairs = (part.partition(":") for part in text[:512].split("."))
    return known({name: value for name, _, value in pairs})


def write(chosen: Mapping[str, str]) -> str:
    """Return a cookie's text with those preferences (name -> value) that are not the defaults."""
    return ".".join(f"{name}:{value}" for name, value in chosen.items() if value != DEFAULTS[name])


def in_force(stored: Mapping[str, Any], cookies: Mapping[str, str]) -> dict[str, str]:
    """Return all preferences (name -> value): those stored in an account, else the cookie's."""
    return DEFAULTS | (known(stored) if stored else read(cookies.get(COOKIE, "")))


def preferences_of(request: HttpRequest) -> dict[str, str]:
    """Return name -> value of all preferences: the account's, else the cookie's, else defaults."""
    user = getattr(request, "user", None)
    stored = user.preferences if user is not None and user.is_authenticated else {}
    return in_force(stored, request.COOKIES)


def reads_words(request: HttpRequest) -> bool:
    """Return True unless the visitor has turned the chat off, in the account or in the browser."""
    return preferences_of(request)["chat"] == "on"


def remember_preferences(response: HttpResponse, chosen: Mapping[str, str]) -> None:
    """Set the cookie of preferences (name -> value), which the page's script uses too."""
    response.set_cookie(
        COOKIE,
        write(chosen),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )


def context(request: HttpRequest) -> dict[str, Any]:
    """Return `preferences` (name -> value) for templates, read only when they are used."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}
