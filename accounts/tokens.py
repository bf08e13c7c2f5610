"""API keys: made, shown once, found by their digest, and revoked.

A key is `brisca_` and 64 hex digits, 256 random bits, so one round of SHA-512 suffices. Stored are
the digest and the first characters, by which the row is found and its owner knows the key.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from datetime import timedelta
from hmac import compare_digest
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from knox.crypto import hash_token
from knox.settings import CONSTANTS

from accounts.activity import Origin, record_event
from accounts.limits import TooManyError, visitor_of
from accounts.models import AccountEvent, Scope, Token, User
from accounts.services import MembersOnlyError

MAX_KEYS: Final = 20
"""Maximum number of API keys of one account."""
KEY_LIFETIMES_DAYS: Final = (7, 30, 90, 365)
"""Lifetimes of a key to choose from, in days."""
MAX_WRONG_KEYS: Final = 30
"""Number of wrong keys from one address after which no key of the address is checked."""
WRONG_FOR: Final = 300
"""Seconds within which wrong keys from one address are counted together."""
USED_EVERY: Final = timedelta(minutes=1)
"""Resolution of the stored time of a key's last use."""
_KEY: Final = re.compile(r"brisca_[0-9a-f]{64}", re.ASCII)


class TooManyTokensError(Exception):
    """Refusal of an API key for an account that has MAX_KEYS already."""


@transaction.atomic
def create_token(
    *,
    user: User,
    name: str,
    scopes: Collection[str],
    days: int,
    origin: Origin | None = None,
) -> tuple[Token, str]:
    """Make an API key; return its row and the key, which is not stored and cannot be read again.

    `scopes` are names of permissions; the key expires after `days`. The account's row is locked.

    Raises:
        MembersOnlyError: the user is a guest.
        TooManyTokensError: the account has MAX_KEYS keys.
        ValueError: a scope or the lifetime is not offered, or there is no scope.
    """
    if days not in KEY_LIFETIMES_DAYS:
        raise ValueError(f"a key lasts {', '.join(map(str, KEY_LIFETIMES_DAYS))} days, not {days}")
    if unknown := sorted(set(scopes) - set(Scope.values)):
        raise ValueError(f"there is no scope {unknown[0]!r}")
    if not scopes:
        raise ValueError("a key without a scope lets do nothing")
    owner = User.objects.select_for_update().get(pk=user.pk)
    if owner.is_guest:
        raise MembersOnlyError
    if Token.objects.filter(user=owner).count() >= MAX_KEYS:
        raise TooManyTokensError
    ordered = " ".join(scope for scope in Scope.values if scope in scopes)
    token_and_key: tuple[Token, str] = Token.objects.create(
        owner, timedelta(days=days), name=name, scopes=ordered
    )
    record_event(user=owner, kind=AccountEvent.Kind.TOKEN_MADE, origin=origin, detail=name)
    return token_and_key


@transaction.atomic
def revoke_tokens(*, user: User, key: str | None = None, origin: Origin | None = None) -> int:
    """Revoke an account's API key that begins with `key`, or with None all; return how many.

    Their sockets close.
    """
    tokens = Token.objects.filter(user=user)
    if key is not None:
        tokens = tokens.filter(token_key=key)
    revoked = list(tokens)
    for token in revoked:
        token.delete()
        record_event(
            user=user, kind=AccountEvent.Kind.TOKEN_REVOKED, origin=origin, detail=token.name
        )
    return len(revoked)


def find_token(key: str, address: str) -> Token | None:
    """Return the row of a valid API key; None for any other. `address` is the client's IP address.

    Raises:
        TooManyError: too many wrong keys came from this IP address.
    """
    counter = "wrong-tokens:" + hashlib.sha256(visitor_of(address).encode()).hexdigest()[:32]
    if address and cache.get(counter, 0) >= MAX_WRONG_KEYS:
        raise TooManyError("token")
    token = _find(key)
    if token is None:
        cache.add(counter, 0, WRONG_FOR)
        try:
            cache.incr(counter)
        except ValueError:  # it went meanwhile
            cache.set(counter, 1, WRONG_FOR)
        return None
    _used(token)
    return token


def _find(key: str) -> Token | None:
    """Return the row of a valid API key; None for any other text."""
    if not _KEY.fullmatch(key):
        return None
    digest: str = hash_token(key)
    matching_token: Token | None = None
    rows = Token.objects.select_related("user").filter(token_key=key[: CONSTANTS.TOKEN_KEY_LENGTH])
    for token in rows:
        if compare_digest(digest, token.digest):
            matching_token = token
    if matching_token is None or matching_token.is_over or not matching_token.user.may_enter:
        return None
    return matching_token


def _used(token: Token) -> None:
    """Store when an API key was used, at most once in USED_EVERY."""
    now = timezone.now()
    long_ago = Q(last_used_at=None) | Q(last_used_at__lt=now - USED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - USED_EVERY:
        Token.objects.filter(long_ago, pk=token.pk).update(last_used_at=now)


def ended_tokens(digests: Collection[str]) -> set[str]:
    """Return which of these API keys (digests) are revoked, expired, or without a live owner.

    A barred owner counts as gone.
    """
    now = timezone.now()
    over = Q(expiry__lte=now) | Q(user__is_active=False) | Q(user__barred_until__gt=now)
    good = Token.objects.filter(pk__in=digests).exclude(over)
    return set(digests) - set(good.values_list("pk", flat=True))
