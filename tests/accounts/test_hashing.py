"""Hashing of passwords: few at once, in threads that give way, and nobody waits without end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from accounts import hashing
from accounts.hashing import HashingBusyError, HashingPool, PooledArgon2PasswordHasher
from brisca_site import settings as site_settings
from tests.accounts.support import PASSWORD, member
from tests.pages.reading import words

SOON_S = 20.0


@pytest.fixture
def visitors() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def test_the_site_hashes_in_the_pool():
    assert site_settings.PASSWORD_HASHERS[0] == "accounts.hashing.PooledArgon2PasswordHasher"


def test_hash_is_that_of_django_and_is_verified():
    hasher = PooledArgon2PasswordHasher()
    encoded = hasher.encode("una brisca", "saltsaltsalt")
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("una brisca", encoded)
    assert not hasher.verify("otra", encoded)
    assert Argon2PasswordHasher().verify("una brisca", encoded)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_threads_of_the_pool_give_way_to_all_others():
    pool = HashingPool(threads=1, waiting=1, wait_s=SOON_S)
    priority = pool.run(os.getpriority, os.PRIO_PROCESS, 0)
    assert priority == hashing.LOW_PRIORITY
    assert os.getpriority(os.PRIO_PROCESS, 0) < priority


def test_visitor_beyond_the_waiting_ones_is_refused_at_once(visitors):
    pool = HashingPool(threads=1, waiting=1, wait_s=SOON_S)
    begun, done = Event(), Event()

    def slow() -> str:
        begun.set()
        done.wait(SOON_S)
        return "hash"

    first = visitors.submit(pool.run, slow)
    begun.wait(SOON_S)
    with pytest.raises(HashingBusyError):
        pool.run(slow)
    done.set()
    assert first.result(SOON_S) == "hash"
    assert pool.run(lambda: "room again") == "room again"


def test_nobody_waits_for_longer_than_the_limit():
    pool = HashingPool(threads=1, waiting=2, wait_s=0.01)
    done = Event()
    with pytest.raises(HashingBusyError):
        pool.run(done.wait, SOON_S)
    done.set()


@pytest.mark.django_db
def test_busy_hashing_is_a_page_that_says_when_to_come_back_and_counts_nothing(monkeypatch):
    member()
    browser = Client(headers={"accept-language": "en"})

    def busy(*_arguments: object) -> None:
        raise HashingBusyError

    with monkeypatch.context() as patch:
        patch.setattr("accounts.models.User.check_password", busy)
        for _ in range(12):
            answer = browser.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
            assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "try again in 5 seconds" in words(answer.content.decode())
    assert settings.AXES_FAILURE_LIMIT < 12
    answer = browser.post("/accounts/login/", {"login": "Lucia", "password": PASSWORD})
    assert answer.status_code == 302
