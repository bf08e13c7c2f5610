"""How somebody likes the site to look, sound and feel; kept with the account, else by the browser.

Every preference is one word out of a few. A browser keeps them in a cookie, which the server reads
too, so that a page comes as it is wanted at once; those of an account go before those of the cookie.
Not here: light or dark, which each browser remembers for itself.
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
    "names": ("off", "on"),
    "keys": ("on", "off"),
    "watching": ("counted", "named"),
}
"""Name -> what it may be; the first is what it is for who never chose."""
DEFAULTS: Final = {name: values[0] for name, values in CHOICES.items()}


def known(given: Mapping[str, Any]) -> dict[str, str]:
    """Return what of it is a preference that there is, with a value that it may have."""
    return {name: given[name] for name, values in CHOICES.items() if given.get(name) in values}


def read(text: str) -> dict[str, str]:
    """Return the preferences in a cookie, `deck:large.felt:olive`; what is unknown is left out."""
    pairs = (part.partition(":") for part in text[:512].split("."))
    return known({name: value for name, _, value in pairs})


def write(chosen: Mapping[str, str]) -> str:
    """Return the text of a cookie: what is not as for who never chose."""
    return ".".join(f"{name}:{value}" for name, value in chosen.items() if value != DEFAULTS[name])


def preferences_of(request: HttpRequest) -> dict[str, str]:
    """Return all preferences of whoever asks.

    They are those of the account, else of the browser, else the first choices.
    """
    user = getattr(request, "user", None)
    kept = user.preferences if user is not None and user.is_authenticated else {}
    return DEFAULTS | (known(kept) if kept else read(request.COOKIES.get(COOKIE, "")))


def remember_preferences(response: HttpResponse, chosen: Mapping[str, str]) -> None:
    """Set the cookie; the page's own script reads and sets it too."""
    response.set_cookie(
        COOKIE,
        write(chosen),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )


def context(request: HttpRequest) -> dict[str, Any]:
    """For templates: `preferences`, looked up when they are asked for."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}
