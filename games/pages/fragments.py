"""Parts of pages that are the same for everybody, rendered once and cached until their content changes.

A fragment has a key that holds all that it shows, or a version of it that was read from the
database: another content is another key, in whatever process it changed. It is rendered without
the request, so it cannot hold a token, a name or a preference of whoever asked first.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import blake2b
from threading import Lock
from typing import Any, Final, TypeAlias, TypeVar, cast

import orjson
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MAX_CHARACTERS: Final = 16_000_000
"""Maximum length of all fragments of a process together, in characters."""

Text = TypeVar("Text", bound=str)
Key: TypeAlias = tuple[str, str, date, bytes]
"""Name, language, day (near days have other words) and a digest of the content."""


class FragmentCache:
    """Least-recently-used cache of rendered parts of pages in this process.

    Safe to use from several threads.
    """

    def __init__(self, max_characters: int = MAX_CHARACTERS) -> None:
        self.max_characters = max_characters
        self.characters = 0
        self._lock = Lock()
        self._texts: OrderedDict[Key, tuple[str, float | None]] = OrderedDict()

    def get(self, key: Key, now: float) -> str | None:
        """Return the cached text of a key; None if there is none or it has expired at `now`.

        `now` is monotonic time in seconds.
        """
        with self._lock:
            text_and_end = self._texts.get(key)
            if text_and_end is None or (text_and_end[1] is not None and text_and_end[1] <= now):
                return None
            self._texts.move_to_end(key)
            return text_and_end[0]

    def put(self, key: Key, text: str, until: float | None) -> None:
        """Store a text until the monotonic time `until` (seconds; None: until room is needed)."""
        with self._lock:
            before = self._texts.pop(key, None)
            self._texts[key] = (text, until)
            self.characters += len(text) - (len(before[0]) if before else 0)
            while self.characters > self.max_characters:
                _key, (oldest, _until) = self._texts.popitem(last=False)
                self.characters -= len(oldest)

    def clear(self) -> None:
        """Drop all cached texts."""
        with self._lock:
            self._texts.clear()
            self.characters = 0


cache: Final = FragmentCache()


def fragment(
    template: str,
    content: object,
    context: Callable[[], Mapping[str, Any]],
    *,
    seconds: float | None = None,
    private: bool = False,
) -> SafeString:
    """Return a part of a page rendered from a template, cached as long as `content` is equal.

    `content` is JSON (dates and sets aside) of all that the part depends on besides the language
    and today's date: what it shows, or values that change whenever that does. What it leaves out
    may be out of date for `seconds`; without them nothing may be left out. `context` is called to
    render. A part with `private` figures or words is rendered each time and not kept.
    """
    if private:
        return render_to_string(template, dict(context()))
    return cached_text(
        template, content, lambda: render_to_string(template, dict(context())), seconds
    )


def cached_text(
    name: str, content: object, make: Callable[[], Text], seconds: float | None = None
) -> Text:
    """Return a cached text with this name and equal `content`, else the text from `make`.

    `content` is JSON of all that the text depends on besides language and date; what it leaves out
    may be out of date for `seconds` (None: nothing may be left out).
    """
    key, now = key_of(name, content), time.monotonic()
    text = cast("Text | None", cache.get(key, now))
    if text is None:
        text = make()
        cache.put(key, text, None if seconds is None else now + seconds)
    return text


def key_of(name: str, content: object) -> Key:
    """Return the cache key of a text: its name, digest of `content`, language and date."""
    digest = blake2b(
        orjson.dumps(content, default=str, option=orjson.OPT_NON_STR_KEYS), digest_size=16
    )
    return name, get_language() or "", timezone.localdate(), digest.digest()
