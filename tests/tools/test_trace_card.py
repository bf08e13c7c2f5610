"""A played card goes through each package of the live path once on the way in and once out."""

from __future__ import annotations

import pytest

from tests.support.live import alay, running
from tools.trace_card import TOOLS, trace_card

IN_AND_OUT = 2
MAX_ENTRIES = {"clients": 4}
"""On the way in, what the player has read. On the way out whoever was asked acknowledges, the table
queues the states, and all of it goes in one write at the end of the loop's turn."""


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
