"""Schemathesis asks every address what the document allows and what it does not.

A few questions each; `python -m tools.soak.api_fuzz` asks thousands.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.stats.support import PEOPLE, stored
from tests.support.api_limits import unlimited
from tools.soak.api_fuzz import ask, known_values, questions

pytestmark = pytest.mark.django_db
CASES = 4


@pytest.fixture
def kept() -> Iterator[None]:
    """A server closes what a request leaves open; here the connection is the test's own."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("kept")
def test_every_answer_is_such_as_the_document_tells(settings):
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    stored(PEOPLE[:2])
    stored(PEOPLE[:4], options={"teams": "pairs"}, day=1)
    cache.clear()
    asked, faults = 0, []
    known = known_values()
    with unlimited():
        for operations in questions().values():
            for operation in operations:
                statuses, wrong = ask(operation, CASES, 1, known)
                asked += sum(statuses.values())
                faults += wrong
    assert not faults, "\n".join(faults)
    assert asked > 100
