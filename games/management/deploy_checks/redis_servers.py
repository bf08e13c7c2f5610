"""Checks of Redis: whether Sentinels watch over it, and whether a replica could take its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from brisca_site.base.redis_servers import SCHEME, SentinelAddress
from games.management.deploy_checks import Finding, at_risk, passed

LEAST_SENTINELS: Final = 3
"""Minimum number of Sentinels: with two, the loss of either leaves no majority."""


def check_redis(url: str) -> Iterator[Finding]:
    """Check whether the site survives a loss of the Redis server at `url`; yield the findings."""
    if not url:
        yield at_risk(
            "redis",
            "REDIS_URL is not set: there can be one process, whose loss stops the site.",
            needs_machines=True,
        )
    elif urlsplit(url).scheme != SCHEME:
        yield _alone(url)
    else:
        yield from _watched(SentinelAddress.of_url(url))


def _alone(url: str) -> Finding:
    """Check whether a single Redis server answers; return the finding."""
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except redis.RedisError as error:
        return at_risk("redis", f"does not answer: {error}")
    return at_risk(
        "redis",
        "one server: while it is away, processes learn of each other's moves by polls alone, some "
        "seconds later, and each process counts limits of visitors by itself. No move is lost. Sentinels "
        "(REDIS_URL=sentinel://...) let a replica take its place.",
        needs_machines=True,
    )


def _watched(address: SentinelAddress) -> Iterator[Finding]:
    """Check the state of Redis as every Sentinel sees it."""
    asked = [_count_replicas(host, address) for host in address.sentinels]
    counts = [count for count in asked if count is not None]
    missing = len(asked) - len(counts)
    if missing:
        yield at_risk("sentinels", f"{missing} of {len(asked)} do not answer.")
    elif len(counts) < LEAST_SENTINELS:
        yield at_risk(
            "sentinels",
            f"{len(counts)}: the loss of one leaves no majority; run {LEAST_SENTINELS}.",
        )
    else:
        yield passed("sentinels", f"{len(counts)} answer.")
    if counts:
        if replicas := min(counts):
            yield passed("replica", f"{replicas} could take the master's place.")
        else:
            yield at_risk("replica", "none: nothing can take the place of the Redis in use.")


def _count_replicas(host: tuple[str, int], address: SentinelAddress) -> int | None:
    """Return the number of Redis replicas that a Sentinel reaches; None if it does not answer.

    A Sentinel goes on to list replicas that are lost.
    """
    try:
        once = Retry(NoBackoff(), 0)
        with redis.Redis(*host, retry=once, **address.sentinel_kwargs) as client:
            replicas: list[dict[str, Any]] = client.sentinel_slaves(address.service)
    except redis.RedisError:
        return None
    return sum(not (replica["is_sdown"] or replica["is_disconnected"]) for replica in replicas)
