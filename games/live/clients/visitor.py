"""The person or program at the other end of a socket: account, player, session, language."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from channels.auth import get_user
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_supported_language_variant

from accounts.preferences import in_force
from accounts.request_language import FOR_PROGRAMS, language_asked_for

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

    from games.live.core.context import Context


class BadKeyError(Exception):
    """Refusal of a handshake whose API key is not valid; the message does not say which key."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The account behind a connection: `user` and `player` (row ids) are None for strangers.

    `session` is None for strangers and for a connection that came with an API key.
    """

    user: int | None
    player: int | None
    session: str | None
    address: str
    token: str | None = None
    """The digest of the key that the connection came with."""
    scopes: frozenset[str] | None = None
    """The scopes of that key; None without a key: all scopes."""
    expires: float | None = None
    """The moment at which the key expires, in seconds since the epoch."""
    watches_as: str = ""
    """The name that others see while this visitor watches; empty: they see only a count."""
    reads_words: bool = True
    """False if the visitor has turned the chat off: free words of others are not sent to them."""

    @property
    def limit_key(self) -> int | str:
        """Return the key that rate-limits a visitor's messages: account id or IP address."""
        return self.address if self.user is None else self.user

    def may(self, scope: str) -> bool:
        """Return whether the visitor's API key grants a scope.

        Return True without a key, or for an empty scope.
        """
        return not scope or self.scopes is None or scope in self.scopes

    @staticmethod
    async def from_scope(scope: Mapping[str, Any], context: Context) -> Visitor:
        """Return the visitor behind an ASGI scope, found by its session or API key.

        Raises:
            BadKeyError: where the key is not valid.
            TooManyError: where too many wrong keys came from that address.
        """
        return await context.db.read(partial(_read, scope))


def _read(scope: Mapping[str, Any]) -> Visitor:
    """Return the visitor who opens a socket, by its ASGI scope (synchronous; uses the database)."""
    from games.services.players import player_for

    address = address_of(scope)
    key = key_of(scope)
    if key is not None:
        return _of_key(key, address)
    session = session_of(scope)
    user = scope["user"] if "user" in scope else get_user.func({"session": session})
    chosen = in_force(user.preferences if user.is_authenticated else {}, scope.get("cookies", {}))
    words = chosen["chat"] == "on"
    if not user.is_authenticated or not user.may_enter:
        return Visitor(None, None, None, address, reads_words=words)
    player = player_for(user)
    named = not user.is_guest and user.preferences.get("watching") == "named"
    name = player.name if named else ""
    return Visitor(
        user.pk, player.pk, session.session_key, address, watches_as=name, reads_words=words
    )


def session_of(scope: Mapping[str, Any]) -> SessionBase:
    """Return the session that the cookie of a handshake names; it is loaded at its first use."""
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store(scope.get("cookies", {}).get(settings.SESSION_COOKIE_NAME))


def key_of(scope: Mapping[str, Any]) -> str | None:
    """Return the API key of the `Authorization: Bearer` header of an ASGI scope.

    Return "" for another scheme, None without the header.
    """
    for name, value in scope.get("headers", ()):
        if name == b"authorization":
            scheme, _space, key = value.decode("latin-1").partition(" ")
            return str(key.strip()) if scheme.lower() == "bearer" else ""
    return None


def _of_key(key: str, address: str) -> Visitor:
    """Return the visitor whom an API key identifies; raise BadKeyError if the key is not valid."""
    from accounts.tokens import find_token
    from games.services.players import player_for

    token = find_token(key, address)
    if token is None:
        raise BadKeyError
    return Visitor(
        user=token.user_id,
        player=player_for(token.user).pk,
        session=None,
        address=address,
        token=token.pk,
        scopes=token.good_for,
        expires=token.expiry.timestamp() if token.expiry else None,
        reads_words=in_force(token.user.preferences, {})["chat"] == "on",
    )


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the client's IP address, seen through NUM_PROXIES trusted proxies; "" if unknown.

    An IPv6 address is cut to its /64 network, as one household has all of it.
    """
    client = scope.get("client") or ("", 0)
    address = str(client[0])
    if settings.NUM_PROXIES:
        headers = scope.get("headers", ())
        values = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        hops = [hop for part in values.decode("latin-1").split(",") if (hop := part.strip())]
        if hops:
            address = hops[-min(settings.NUM_PROXIES, len(hops))]
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False).network_address)


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the code of the language of texts sent over a connection.

    This is the language that the visitor chose (its cookie), else the one that the handshake asks
    for. Without either a browser gets the site's, as its pages have; a program, which comes with a
    key or without any `Accept-Language`, gets English.
    """
    chosen = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    try:
        return get_supported_language_variant(chosen)
    except LookupError:
        pass
    header = _header_of(scope, b"accept-language")
    asked = language_asked_for(header)
    if asked is not None:
        return asked
    is_program = key_of(scope) is not None or header.strip() in ("", "*")
    return FOR_PROGRAMS if is_program else settings.LANGUAGE_CODE


def _header_of(scope: Mapping[str, Any], wanted: bytes) -> str:
    """Return all values of a header of the handshake, joined by commas; "" if absent."""
    values = [value for name, value in scope.get("headers", ()) if name == wanted]
    return b",".join(values).decode("latin-1")


def ended_sessions(sessions: Mapping[str, int]) -> set[str]:
    """Return those of these sessions (session key -> user id) that have ended; reads the database.

    A session ends by a logout, by its expiry, by another password, or as its user is barred.
    """
    from importlib import import_module

    store = import_module(settings.SESSION_ENGINE).SessionStore
    users = get_user_model().objects.in_bulk(set(sessions.values()))
    over = set()
    for key, user_id in sessions.items():
        user, session = users.get(user_id), store(key)
        known = session.get(SESSION_KEY) == str(user_id) and session.get(BACKEND_SESSION_KEY)
        if (
            user is None
            or not user.may_enter
            or not known
            or not constant_time_compare(
                session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
            )
        ):
            over.add(key)
    return over
