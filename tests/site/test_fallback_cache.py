"""The cache in Redis answers from the process's memory while Redis is away or frozen."""

from __future__ import annotations

import logging

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from brisca_site.base import fallback_cache
from brisca_site.base.fallback_cache import CircuitBreaker, FallbackCache, is_shared
from brisca_site.base.redis_servers import redis_settings
from tests.support.database_servers import Redis
from tests.support.needs import needs_own_redis


class Clock:
    """Clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of circuit breakers."""
    hands = Clock()
    monkeypatch.setattr(FallbackCache, "clock", staticmethod(hands))
    monkeypatch.setattr(fallback_cache, "_backends", {})
    return hands


@pytest.fixture
def redis():
    with Redis().running() as server:
        yield server
        server.thaw()


def cache_of(server: Redis) -> FallbackCache:
    """Return the cache that the site makes for this Redis."""
    settings = redis_settings(server.url)[0]["default"]
    params = {
        name: value for name, value in settings.items() if name not in ("BACKEND", "LOCATION")
    }
    return FallbackCache(settings["LOCATION"], params)


def use_everything(cache: FallbackCache) -> None:
    """Call each operation of a cache, and compare what it answers."""
    assert cache.add("count", 1, 60)
    assert not cache.add("count", 5, 60)
    assert cache.incr("count") == 2
    assert cache.decr("count") == 1
    with pytest.raises(ValueError, match="nothing"):
        cache.incr("nothing")
    cache.set("name", ["Ana"], 60)
    assert cache.get("name") == ["Ana"]
    assert "name" in cache
    assert cache.touch("name", 60)
    assert not cache.touch("nobody", 60)
    assert cache.set_many({"a": 1, "b": 2}, 60) == []
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert cache.get_or_set("made", lambda: 7, 60) == 7
    cache.delete_many(["a", "b", "made"])
    assert cache.get("a") is None
    assert cache.delete("name")
    assert not cache.delete("name")
    cache.clear()
    assert cache.get("count") is None


@needs_own_redis
def test_every_operation_answers_alike_with_redis_without_it_and_after_its_return(
    redis: Redis, clock: Clock
) -> None:
    cache = cache_of(redis)
    use_everything(cache)
    assert is_shared(cache)
    redis.stop()
    use_everything(cache)
    assert not is_shared(cache)
    redis.restart()
    clock.now += fallback_cache.RETRY_S
    use_everything(cache)
    assert is_shared(cache)


@needs_own_redis
def test_a_frozen_redis_holds_up_one_request_in_some_seconds(redis: Redis, clock: Clock) -> None:
    cache = cache_of(redis)
    cache.set("before", 1, 60)
    attempts = 0
    shared_get = cache._backends.shared.get

    def counting(*args, **more):
        nonlocal attempts
        attempts += 1
        return shared_get(*args, **more)

    cache._backends.shared.get = counting
    redis.freeze()
    assert [cache.get("before") for _ in range(20)] == [None] * 20
    assert attempts == 1
    clock.now += fallback_cache.RETRY_S
    assert [cache.get("before") for _ in range(20)] == [None] * 20
    assert attempts == 2
    redis.thaw()
    clock.now += fallback_cache.RETRY_S
    assert cache.get("before") == 1


@needs_own_redis
def test_what_was_written_meanwhile_is_not_answered_from_before_the_outage(
    redis: Redis, clock: Clock
) -> None:
    cache = cache_of(redis)
    cache.set("changed", "old", 60)
    cache.set("deleted", "old", 60)
    cache.set("untouched", "old", 60)
    redis.freeze()
    assert cache.add("lock", 1, 60)  # sent, and carried out by Redis when it runs on
    cache.set("changed", "new", 60)
    cache.delete("deleted")
    cache.delete("lock")
    redis.thaw()
    clock.now += fallback_cache.RETRY_S
    assert cache.get("changed") is None
    assert cache.get("deleted") is None
    assert cache.get("untouched") == "old"
    assert cache.add("lock", 1, 60)


@needs_own_redis
def test_a_value_of_one_outage_is_not_met_in_the_next(redis: Redis, clock: Clock) -> None:
    cache = cache_of(redis)
    redis.stop()
    cache.set("figure", 1, 600)
    redis.restart()
    clock.now += fallback_cache.RETRY_S
    assert cache.get("figure") is None
    redis.stop()
    assert cache.get("figure") is None


@needs_own_redis
def test_the_log_has_one_line_when_redis_goes_and_one_when_it_returns(
    redis: Redis, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    cache = cache_of(redis)
    redis.stop()
    with caplog.at_level(logging.INFO, "brisca.cache"):
        for _ in range(5):
            cache.get("x")
            clock.now += fallback_cache.RETRY_S
        redis.restart()
        cache.get("x")
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == 2
    assert messages[0].startswith("Redis does not answer")
    assert messages[1] == "Redis answers again"


def test_one_caller_tries_again_while_the_others_do_without() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    assert breaker.allows_attempt()
    assert breaker.open()
    assert not breaker.open()
    assert not breaker.allows_attempt()
    clock.now += fallback_cache.RETRY_S
    assert [breaker.allows_attempt() for _ in range(3)] == [True, False, False]
    assert breaker.close()
    assert not breaker.close()
    assert breaker.allows_attempt()


def test_an_error_of_the_caller_is_not_taken_for_an_outage(clock: Clock) -> None:
    cache = FallbackCache("redis://127.0.0.1:1/0", {})

    def wrong(_cache):
        raise ValueError("a key that is not there")

    with pytest.raises(ValueError, match="not there"):
        cache._backends.run(wrong)
    assert is_shared(cache)
    outcomes = iter([RedisConnectionError("away"), None])

    def away_once(_cache):
        error = next(outcomes)
        if error is not None:
            raise error
        return "memory"

    assert cache._backends.run(away_once) == "memory"
    assert not is_shared(cache)
