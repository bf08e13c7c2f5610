"""A played card goes through each package of the live path once on the way in and once out."""

from __future__ import annotations

import pytest

from tests.live.support import alay, running
from tools.trace_card import TOOLS, trace_card

IN_AND_OUT = 2
MAX_ENTRIES = {"clients": 5}
"""Who sends and how fast is asked twice on the way in; an acknowledgement, the states and the write
at the end of the turn go out."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_card_enters_each_package_twice_at_most():
    table, users = await alay(2)
    async with running() as runtime:
        trace = await trace_card(runtime, table, users)
    packages = {name: count for name, count in trace.entries.items() if name not in TOOLS}
    assert {"sockets", "table", "match", "storage"} <= set(packages)
    above = {
        name: count for name, count in packages.items() if count > MAX_ENTRIES.get(name, IN_AND_OUT)
    }
    assert above == {}, trace.calls
