"""Settings of the cache and of the channel layer: in Redis, behind Sentinel, or in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from brisca_site.base.fallback_cache import MAX_ENTRIES

Settings = dict[str, dict[str, Any]]

SCHEME: Final = "sentinel"
SENTINEL_PORT: Final = 26379
EXAMPLE: Final = "sentinel://:password@one:26379,two:26379,three:26379/mymaster/0"
TIMEOUT_S: Final = 1.0
"""Seconds that a Sentinel or a Redis has to answer: a lost one must not hold up a request."""
CACHE_TIMEOUT_S: Final = 0.5
"""Seconds that the Redis of the cache has to answer before the process does without it."""


@dataclass(frozen=True, slots=True)
class SentinelAddress:
    """Parsed URL of a group of Redis Sentinels, the servers that know where the master is."""

    sentinels: tuple[tuple[str, int], ...]
    """(host, port) of each Sentinel."""
    service: str
    database: int
    username: str | None
    password: str | None
    """Password of the Redis servers."""
    sentinel_password: str | None

    @classmethod
    def of_url(cls, url: str) -> Self:
        """Parse a URL such as `sentinel://:password@host:port,host:port/service/database`.

        A parameter `?sentinel_password=` is sent to the Sentinels themselves.

        >>> found = SentinelAddress.of_url("sentinel://:pw@one,two:26380/mymaster/1")
        >>> found.sentinels, found.service, found.database, found.password
        ((('one', 26379), ('two', 26380)), 'mymaster', 1, 'pw')

        Raises:
            ImproperlyConfigured: the URL lacks a host or the service, or a number is none.
        """
        parts = urlsplit(url)
        login, _at, servers = parts.netloc.rpartition("@")
        username, _colon, password = login.partition(":")
        service, _slash, database = parts.path.strip("/").partition("/")
        asked = parse_qs(parts.query)
        try:
            hosts = tuple(_host_and_port(server) for server in servers.split(","))
            number = int(database or 0)
        except ValueError as error:
            raise ImproperlyConfigured(f"REDIS_URL has to be like {EXAMPLE}: {error}") from error
        if not service or not all(host for host, _port in hosts):
            raise ImproperlyConfigured(f"REDIS_URL has to be like {EXAMPLE}")
        return cls(
            hosts,
            service,
            number,
            unquote(username) or None,
            unquote(password) or None,
            asked.get("sentinel_password", [None])[0],
        )

    @property
    def login(self) -> dict[str, Any]:
        """Return the keyword arguments with which to connect to the Redis server."""
        return {"db": self.database, "username": self.username, "password": self.password}

    @property
    def sentinel_kwargs(self) -> dict[str, Any]:
        """Return the keyword arguments with which to connect to a Sentinel.

        A Sentinel that does not answer is not asked again, as there are others.
        """
        return {
            "password": self.sentinel_password,
            "socket_timeout": TIMEOUT_S,
            "socket_connect_timeout": TIMEOUT_S,
        }


class SentinelPool(SentinelConnectionPool):
    """Pool of connections to the Redis server that the Sentinels call the master."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Self:
        """Return a connection pool for a URL of Sentinels, as Django's cache asks for."""
        address = SentinelAddress.of_url(url)
        connect: Any = Sentinel  # comes without types
        at_once = {**address.sentinel_kwargs, "retry": Retry(NoBackoff(), 0)}
        sentinel = connect(address.sentinels, sentinel_kwargs=at_once)
        return cls(address.service, sentinel, **{**connect_options(), **address.login, **options})


def connect_options() -> dict[str, Any]:
    """Return the options of the cache's Redis connections, by which no request waits for long.

    A connection that Redis has closed is opened once more; after a silence there is no second try,
    and no pause before a try.
    """
    retry_once: Any = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    return {
        "socket_timeout": CACHE_TIMEOUT_S,
        "socket_connect_timeout": CACHE_TIMEOUT_S,
        "retry": retry_once,
    }


def redis_settings(url: str) -> tuple[Settings, Settings]:
    """Return CACHES and CHANNEL_LAYERS for the Redis server, or the Sentinels, in `REDIS_URL`.

    Raises:
        ImproperlyConfigured: an address of Sentinels is incomplete.
    """
    cache: dict[str, Any] = {
        "BACKEND": "brisca_site.base.fallback_cache.FallbackCache",
        "LOCATION": url,
        "OPTIONS": connect_options(),
    }
    host: Any = url
    if urlsplit(url).scheme == SCHEME:
        address = SentinelAddress.of_url(url)
        # A list, as Django would part a text at its commas.
        cache |= {"LOCATION": [url], "OPTIONS": {"pool_class": SentinelPool}}
        host = {
            "sentinels": list(address.sentinels),
            "master_name": address.service,
            "sentinel_kwargs": {**address.sentinel_kwargs, "retry": AsyncRetry(NoBackoff(), 0)},
            "socket_connect_timeout": TIMEOUT_S,
            "socket_keepalive": True,
            **address.login,
        }
    layer = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host]},
    }
    return {"default": cache}, {"default": layer}


def memory_settings() -> tuple[Settings, Settings]:
    """Return CACHES and CHANNEL_LAYERS for a site of one process, without Redis."""
    cache = {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES},
    }
    return {"default": cache}, {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def _host_and_port(server: str) -> tuple[str, int]:
    """Return the host and the port of `host` or `host:port`.

    Raises:
        ValueError: the port is no number.
    """
    host, colon, port = server.rpartition(":")
    return (host, int(port)) if colon else (port, SENTINEL_PORT)
