"""Settings of the cache and the channel layer follow from the address of Redis."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from brisca_site.base.redis_servers import SentinelAddress, SentinelPool, redis_settings

SENTINELS = "sentinel://site:p%40ss@one,two:26380,three/bells/2?sentinel_password=watch"


def test_one_redis_is_used_by_its_address() -> None:
    caches, layers = redis_settings("redis://127.0.0.1:6379/3")
    assert caches["default"]["LOCATION"] == "redis://127.0.0.1:6379/3"
    assert layers["default"]["CONFIG"] == {"hosts": ["redis://127.0.0.1:6379/3"]}


def test_sentinels_are_asked_for_the_master() -> None:
    caches, layers = redis_settings(SENTINELS)
    assert caches["default"]["OPTIONS"] == {"pool_class": SentinelPool}
    (host,) = layers["default"]["CONFIG"]["hosts"]
    assert host["sentinels"] == [("one", 26379), ("two", 26380), ("three", 26379)]
    assert (host["master_name"], host["db"], host["password"]) == ("bells", 2, "p@ss")
    assert host["sentinel_kwargs"]["password"] == "watch"


def test_the_pool_of_the_cache_knows_service_and_password() -> None:
    pool = SentinelPool.from_url(SENTINELS)
    assert pool.service_name == "bells"
    assert pool.connection_kwargs["password"] == "p@ss"
    assert len(pool.sentinel_manager.sentinels) == 3


@pytest.mark.parametrize(
    "url",
    ["sentinel://one,two", "sentinel://one:x/bells", "sentinel:///bells", "sentinel://one/bells/x"],
)
def test_an_address_that_lacks_something_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"REDIS_URL has to be like sentinel://"):
        SentinelAddress.of_url(url)
