"""Clients that do what a browser does for the shuffle: commit, and show after the cut."""

from __future__ import annotations

import itertools
import json
import zlib
from typing import Any

from channels.db import database_sync_to_async

from games.models import Action, DealNonce, DealSecret, MatchRecord
from games.record.fairness import client_commit
from tests.support.live import Client, ids

WAITS = {
    "commits_within": 3.0,
    "cut_within": 8.0,
    "first_cut_within": 8.0,
    "cut_absent_within": 2.0,
    "nonces_within": 3.0,
    "next_deal_after": 8.0,
}
"""Seconds on the test's own clock."""
BACK = {**WAITS, "back_within": 6.0}
"""WAITS with time for browsers to come back. Where there are several processes it is needed: one
that has not heard yet of the browsers at the others would take them for gone, and seal at once."""

secrets_of = database_sync_to_async(lambda: list(DealSecret.objects.order_by("deal_number")))


def _proofs() -> dict[int, Any]:
    (record,) = MatchRecord.objects.all()
    told = json.loads(zlib.decompress(record.body))
    return {deal["number"]: deal["fairness"] for deal in told["deals"]}


proofs_of_the_match = database_sync_to_async(_proofs)
"""Deal -> its proof, of the only match, which is over."""
promised = database_sync_to_async(
    lambda: list(DealNonce.objects.order_by("deal_number", "seat").values_list("seat", "commit"))
)
rows = database_sync_to_async(
    lambda: [
        (row.seat, json.loads(row.payload)["type"], row.by)
        for row in Action.objects.order_by("seq", "sub")
    ]
)
_numbers = itertools.count(1)


class Browser(Client):
    """A client with nonces of its own."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fair: dict[str, Any] | None = None
        self.nonces: dict[int, bytes] = {}
        self.blocks: list[dict[str, Any]] = []

    async def receive(self, timeout: float = 10) -> dict[str, Any]:
        frame = await super().receive(timeout)
        if frame["t"] == "fair":
            self.fair = frame
            if frame["block"]:
                self.blocks.append(frame["block"])
        return frame

    async def until_fair(self, wanted: Any = lambda fair: True) -> dict[str, Any]:
        """The news of a deal that are like that, those already there included."""
        if self.fair is None or not wanted(self.fair):
            await self.until(lambda frame: frame["t"] == "fair" and wanted(frame))
        assert self.fair is not None
        return self.fair

    async def until_phase(self, phase: str) -> dict[str, Any]:
        if self.state is None or self.view["phase"] != phase:
            await self.until(lambda f: f["t"] == "state" and f["view"]["phase"] == phase)
        return self.view

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send something about the shuffle; gives its ack or nak."""
        id = next(ids)
        assert self.state is not None
        await self.send({"t": kind, "id": id, "match": self.state["match"], **fields})
        return await self.until(lambda frame: frame.get("id") == id)

    async def commit(self, deal: int = 1) -> dict[str, Any]:
        assert self.state is not None
        assert self.seat is not None
        nonce = self.nonces.setdefault(deal, next(_numbers).to_bytes(16, "big"))
        said = client_commit(self.state["match"], deal, self.seat, nonce)
        return await self.ask("commit", deal=deal, commit=said.hex())

    async def show(self, deal: int = 1, nonce: bytes | None = None) -> dict[str, Any]:
        return await self.ask("nonce", deal=deal, nonce=(nonce or self.nonces[deal]).hex())

    async def cut(self, at: int) -> dict[str, Any]:
        return await self.act({"type": "cut", "at": at})


async def sit(runtime: Any, table: Any, users: Any) -> tuple[Browser, Browser]:
    """The cutter of the first deal and the other one, before anything is sealed."""
    browsers = [await Browser(runtime, table, user).connect() for user in users]
    for browser in browsers:
        await browser.until_phase("cut")
        await browser.until_fair()
    cutter = next(one for one in browsers if one.view["turn"] == one.seat)
    return cutter, next(one for one in browsers if one is not cutter)


async def sealed(*browsers: Browser, deal: int = 1) -> None:
    """Everybody commits, and is told that the deal is sealed."""
    for browser in browsers:
        frame = await browser.commit(deal)
        assert frame["t"] == "ack", frame
    for browser in browsers:
        await browser.until_fair(lambda fair: fair["deal"] == deal and fair["server_commit"])


async def dealt(*browsers: Browser) -> dict[str, Any]:
    """The proof of the deal as the site keeps it, once these browsers have their cards."""
    for browser in browsers:
        await browser.until_phase("play")
    (secret,) = await secrets_of()
    return secret.fairness


def cut_made(frame):
    """Whether a frame tells of a match whose deck is cut, if it is not dealt already."""
    return frame["t"] == "state" and frame["view"]["phase"] in ("deal", "play")


async def dealt_after_the_clocks_cut(*browsers: Browser) -> dict[str, Any]:
    """The deal that is made once the clock has cut and the browsers have shown; its proof."""
    for browser in browsers:
        if not cut_made(browser.state):
            await browser.until(cut_made)
        assert (await browser.show())["t"] == "ack"
    return await dealt(*browsers)
