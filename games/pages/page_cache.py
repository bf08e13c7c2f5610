"""Whole pages that all strangers see alike, kept in the process for a few seconds.

A link that many people follow at once costs one rendering then, not one for each of them, and what
the tables of the process need is left to them. A stranger's page holds nothing of its visitor but
the CSRF tokens of its forms, which each visitor gets anew.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token

from games.pages.fragments import FragmentCache, key_of

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

MAX_CHARACTERS: Final = 8_000_000
"""Maximum length of all pages of a process together, in characters."""
CSRF_INPUT: Final = 'name="csrfmiddlewaretoken" value="{}"'
"""The token of a form in a page; texts of people cannot look like it, as their quotes are escaped."""
CSRF_INPUT_PATTERN: Final = re.compile(CSRF_INPUT.format(r"\w+"))

pages: Final = FragmentCache(MAX_CHARACTERS)


def same_for_strangers(view: View) -> View:
    """Decorate a view: strangers get a cached page, at most STRANGER_PAGE_SECONDS old.

    A stranger is a visitor without any cookie but those of the language and of CSRF protection. The
    page may depend on the address and the language alone. What a view answers with another status,
    with headers or with cookies is not kept.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.STRANGER_PAGE_SECONDS or not _is_stranger(request):
            return view(request, *args, **kwargs)
        key, now = key_of("page", request.build_absolute_uri()), time.monotonic()
        page = pages.get(key, now)
        if page is not None:
            return HttpResponse(
                page.replace(CSRF_INPUT.format(""), CSRF_INPUT.format(get_token(request)))
            )
        response = view(request, *args, **kwargs)
        if _is_same_for_all(response):
            text = CSRF_INPUT_PATTERN.sub(
                CSRF_INPUT.format(""), cast("HttpResponse", response).content.decode()
            )
            pages.put(key, text, now + settings.STRANGER_PAGE_SECONDS)
        return response

    return cast("View", answer)


def player_saved(sender: object, *, created: bool, **_more: Any) -> None:
    """Drop all cached pages when a player changes, as pages show names and public figures.

    It is a receiver of `post_save`. Other processes have their pages for their seconds still.
    """
    if not created:
        transaction.on_commit(pages.clear, robust=True)


def _is_stranger(request: HttpRequest) -> bool:
    """Return True if no cookie of the request tells anything about its visitor."""
    impersonal = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    return request.method == "GET" and impersonal.issuperset(request.COOKIES)


def _is_same_for_all(response: HttpResponseBase) -> bool:
    """Return True if a stranger's response may be cached for other strangers."""
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and set(response.headers) == {"Content-Type"}
        and not response.cookies
    )
