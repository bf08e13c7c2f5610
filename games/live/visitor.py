"""Who is at the other end of a socket: account, player, session, language, address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_supported_language_variant

if TYPE_CHECKING:
    from games.live.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Visitor:
    """`user`, `player` and `session` are None for strangers."""

    user: int | None
    player: int | None
    session: str | None
    address: str

    @staticmethod
    async def of(scope: Mapping[str, Any], runtime: Runtime) -> Visitor:
        """The visitor that the handshake brings, from its session."""
        return await runtime.desk.run(partial(_read, scope))


def _read(scope: Mapping[str, Any]) -> Visitor:
    from games.services.players import player_for

    client = scope.get("client") or ("", 0)
    user = scope.get("user")
    if user is None or not user.is_authenticated or not user.is_active:
        return Visitor(None, None, None, client[0])
    session = getattr(scope.get("session"), "session_key", None)
    return Visitor(user.pk, player_for(user).pk, session, client[0])


def language_of(scope: Mapping[str, Any]) -> str:
    """The language that the visitor chose, else that of the site."""
    chosen = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    try:
        return get_supported_language_variant(chosen)
    except LookupError:
        return settings.LANGUAGE_CODE


def ended_sessions(sessions: Mapping[str, int]) -> set[str]:
    """Which of these sessions (key -> user id) are over: logged out, expired, or user barred."""
    from importlib import import_module

    store = import_module(settings.SESSION_ENGINE).SessionStore
    users = get_user_model().objects.in_bulk(set(sessions.values()))
    over = set()
    for key, user_id in sessions.items():
        user, session = users.get(user_id), store(key)
        known = session.get(SESSION_KEY) == str(user_id) and session.get(BACKEND_SESSION_KEY)
        if (
            user is None
            or not user.is_active
            or not known
            or not constant_time_compare(
                session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
            )
        ):
            over.add(key)
    return over
