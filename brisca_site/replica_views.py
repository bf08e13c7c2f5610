"""Views that read from the replica, and who reads from the primary all the same.

Whoever has sent an unsafe request (POST and the like) reads from the primary for as long as the
replica may lack what it wrote. That is remembered in the cache, which all processes share, by the
session or by the API key of the request: a cookie would not reach programs with a key, and the
session is a row that each such request would have to write.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from functools import partial, wraps
from hashlib import blake2b
from typing import Any, Final, TypeVar, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import Error, connections
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from brisca_site.fallback_cache import is_shared
from brisca_site.middleware import GetResponse
from brisca_site.replica import PrimaryNeededError, reading_from_replica
from brisca_site.replica_monitor import ReplicaMonitor, replica_monitor
from brisca_site.replica_probe import REPLICA

log = logging.getLogger("brisca.replica")

T = TypeVar("T")
View = TypeVar("View", bound=Callable[..., HttpResponseBase])

OPTED_IN: Final = "reads_from_replica"
"""Attribute of the views that `from_replica` has made."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
READS: Final = frozenset({"GET", "HEAD"})
UNSURE: Final = frozenset({404, 409})
"""Statuses that may only mean that the replica does not have it yet: the primary is asked again."""
MARGIN_S: Final = 2.0
"""Seconds for which writes are remembered beyond the time that the replica may be behind."""


def from_replica(view: View) -> View:
    """Decorate a view so that safe requests (GET, HEAD) read from a replica of the database.

    The view must do nothing but read, as it is called again, on the primary, where the replica
    fails, or does not have what the view looks for. Only rows of `REPLICA_MODELS` come from it.
    """

    @wraps(view)
    def read(*args: Any, **kwargs: Any) -> HttpResponseBase:
        request = next(one for one in args if hasattr(one, "META"))
        call = partial(view, *args, **kwargs)
        return call_on_replica(call) if _may_read_replica(request) else call()

    vars(read)[OPTED_IN] = True
    return cast("View", read)


def call_on_replica(call: Callable[[], T]) -> T:
    """Call a function that only reads, reading from the replica; if that fails, from the primary.

    Raises:
        Exception: what `call` raises on the primary.
    """
    monitor = replica_monitor()
    if monitor is None:
        return call()
    try:
        with reading_from_replica() as reading:
            found = _attempt(call, monitor) if reading else call()
    except PrimaryNeededError:
        monitor.reads["again"] += 1
        return call()
    monitor.reads["replica" if reading else "primary"] += 1
    return found


def _attempt(call: Callable[[], T], monitor: ReplicaMonitor) -> T:
    """Call what reads from the replica.

    Raises:
        PrimaryNeededError: the database failed, or the answer may be that it is not there yet.
        Exception: what else `call` raises.
    """
    try:
        found = call()
    except Error as error:
        monitor.report_failure()
        _close_replica()
        raise PrimaryNeededError from error
    except Http404 as error:
        raise PrimaryNeededError from error
    except Exception as error:
        if getattr(error, "status_code", None) in UNSURE:
            raise PrimaryNeededError from error
        raise
    if getattr(found, "status_code", None) in UNSURE:
        raise PrimaryNeededError
    return found


def _close_replica() -> None:
    """Close the connection of this thread to the replica, so that its next read opens another."""
    for connection in connections.all(initialized_only=True):
        if connection.alias == REPLICA:
            with contextlib.suppress(Error):
                connection.close()


def _may_read_replica(request: Any) -> bool:
    """Return whether a request may be answered from the replica."""
    monitor = replica_monitor()
    if monitor is None or request.method not in READS:
        return False
    if monitor.is_usable() and not _has_written(getattr(request, "_request", request)):
        return True
    monitor.reads["primary"] += 1
    return False


def _has_written(request: HttpRequest) -> bool:
    """Return whether the session or key of a request has lately sent an unsafe one."""
    keys = _visitor_keys(request)
    if not keys:
        return False
    try:
        has_written = bool(cache.get_many(keys))
    except Exception:  # noqa: BLE001 - without the cache nobody knows, and the primary is right
        return True
    return has_written or not is_shared(cache)  # what it wrote elsewhere, nobody knows


def _visitor_keys(request: HttpRequest) -> list[str]:
    """Return the keys of the cache for the session and for the API key of a request."""
    session = getattr(request, "session", None)
    given = {
        ("session", request.COOKIES.get(settings.SESSION_COOKIE_NAME)),
        # begun by this request, as by whoever has just signed in
        ("session", session.session_key if session is not None else None),
        ("key", request.headers.get("Authorization")),
    }
    return [
        f"wrote:{kind}:{blake2b(value.encode(), digest_size=16).hexdigest()}"
        for kind, value in given
        if value
    ]


@sync_and_async_middleware
def remember_writes(get_response: GetResponse) -> GetResponse:
    """Return middleware that has visitors who have just written read from the primary next."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            if request.method not in SAFE:
                await sync_to_async(_remember)(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        if request.method not in SAFE:
            _remember(request)
        return response

    return answer


def _remember(request: HttpRequest) -> None:
    """Remember that the session and the key of this request have written."""
    keys = _visitor_keys(request)
    try:
        cache.set_many(dict.fromkeys(keys, True), settings.REPLICA_MAX_LAG + MARGIN_S)
    except Exception:  # noqa: BLE001 - the request is answered, and must not fail for this
        log.debug("replica: a write could not be remembered")
