"""How a row of the table of permissions is written, and what each of its cells expects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tests.access.viewers import BROWSERS, KEYS, STAFF, VIEWERS

Who: TypeAlias = Mapping[str, str]
"""Viewer -> the class of the answer."""

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "strangers": ("anonymous", *KEYS),
    "browsers": BROWSERS,
    "keys": KEYS,
    "readers": ("robot_read", "person_read"),
    "administration": STAFF,
    "moderators": ("moderator", "account_moderator", "superuser"),
    "account_moderators": ("account_moderator", "superuser"),
}
"""Names for several viewers. A key is a stranger wherever no code reads it: outside the API."""
CLASSES: Final = frozenset(
    {
        "ok", "moved", "login", "signup", "confirm", "key", "refused", "absent", "method",
        "conflict", "invalid", "media", "limit",
    }
)  # fmt: skip
"""Classes of answers: 2xx; another page of the site; the page to sign in, to sign up, to type the
password again; 401; 403; 404; 405; 409; 400 or 422; 415; 429. A 5xx has no class: it is a fault."""


def who(default: str, **exceptions: str) -> Who:
    """`default` for everybody but these, who are viewers or groups of them; the later wins."""
    told = dict.fromkeys(VIEWERS, default)
    for name, kind in exceptions.items():
        for one in GROUPS.get(name, (name,)):
            assert one in VIEWERS, f"{one} is no viewer"
            told[one] = kind
    assert set(told.values()) <= CLASSES, f"{set(told.values()) - CLASSES} is no class of answers"
    return told


def _all(what: str | Who) -> Who:
    return who(what) if isinstance(what, str) else what


@dataclass(frozen=True, slots=True)
class Row:
    """What everybody is answered at one address.

    `gate` is asked first, for every method alike: who is not let in ("ok") is answered that. HEAD
    is answered as GET unless `head` says otherwise, and what is not said is a 405.
    """

    gate: str | Who = "ok"
    get: str | Who = "method"
    post: str | Who = "method"
    put: str | Who = "method"
    patch: str | Who = "method"
    delete: str | Who = "method"
    options: str | Who = "method"
    trace: str | Who = "method"
    head: str | Who | None = None
    cookies: bool = True
    """Whether a session counts here, so that a write needs the token against forged forms."""
    body: str = ""
    """What a POST brings."""
    live: bool = False
    """Asked in test_live.py, with the live path running."""

    def expected(self, viewer: str, method: str) -> str:
        """The class of the answer to this viewer and method."""
        at_gate = _all(self.gate)[viewer]
        if at_gate != "ok":
            return at_gate
        name = method.lower()
        said = self.get if name == "head" and self.head is None else getattr(self, name)
        return _all(said)[viewer]

    def but(self, **changes: object) -> Row:
        """The same row with other values."""
        return replace(self, **changes)  # type: ignore[arg-type]


def page(get: str | Who = "ok", gate: str | Who = "ok", **more: object) -> Row:
    """A page that is read."""
    return Row(gate=gate, get=get, **more)  # type: ignore[arg-type]


def view(get: str | Who = "ok", gate: str | Who = "ok", **more: object) -> Row:
    """A page of a class of Django's, which answers OPTIONS too."""
    return Row(gate=gate, get=get, **{"options": "ok", **more})  # type: ignore[arg-type]


def form(post: str | Who = "ok", gate: str | Who = "ok", **more: object) -> Row:
    """A page with a form, of a class of Django's: PUT is POST to it."""
    told = {"get": "ok", "post": post, "put": post, "options": "ok", **more}
    return Row(gate=gate, **told)  # type: ignore[arg-type]


def button(post: str | Who = "moved", gate: str | Who = "ok", **more: object) -> Row:
    """What is pressed on another page: POST alone."""
    return Row(gate=gate, post=post, **more)  # type: ignore[arg-type]


def anything(what: str | Who, **more: object) -> Row:
    """An address that answers every method alike."""
    methods = ("get", "post", "put", "patch", "delete", "options", "trace")
    return Row(**{**dict.fromkeys(methods, what), **more})  # type: ignore[arg-type]


def read(get: str | Who = "ok") -> Row:
    """An address of the API that is open to everybody."""
    return Row(get=get, options="ok", cookies=False)


def keyed(**methods: str | Who) -> Row:
    """An address of the API for who brings a key."""
    gate = who("key", keys="ok")
    return Row(gate=gate, **{"options": "ok", "cookies": False, **methods})  # type: ignore[arg-type]
