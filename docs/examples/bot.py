"""A whole bot: opens a table against a bot of the house, plays the match, and says how it went.

    BRISCA_KEY=brisca_... .venv/bin/python docs/examples/bot.py http://127.0.0.1:8000

Needs `.ci/venv docs/examples/requirements.txt` and a program's key with the scopes tables and play.
"""

import asyncio
import json
import os
import secrets
import sys

import httpx
import websockets

POINTS = {1: 11, 3: 10, 12: 4, 11: 3, 10: 2}
SITE, KEY = sys.argv[1].rstrip("/"), os.environ["BRISCA_KEY"]
HEADERS = {"Authorization": f"Bearer {KEY}"}


def worth(card):
    """Points of a card such as O1 or E12, and a little for its rank."""
    rank = int(card[1:])
    return POINTS.get(rank, 0) + rank / 100


def choose(view):
    """Win what is worth it as cheaply as may be; else throw away what costs least."""
    plays = [action for action in view["legal"] if action["type"] == "play"]
    if not plays:
        return view["legal"][0]
    trump = view["trump"]["suit"] if view["trump"] else None
    cost = {play["card"]: worth(play["card"]) + 5 * (play["card"][0] == trump) for play in plays}
    cheapest = min(plays, key=lambda play: cost[play["card"]])
    on_table = [play["card"] for play in view["trick"]["plays"]] if view["trick"] else []
    if not on_table or sum(map(worth, on_table)) < 4:
        return cheapest
    lead = on_table[0]
    winners = [
        play
        for play in plays
        if (play["card"][0] == lead[0] and worth(play["card"]) > worth(lead))
        or (play["card"][0] == trump != lead[0])
    ]
    return min(winners, key=lambda play: cost[play["card"]], default=cheapest)


async def main():
    """Open, play, tell."""
    async with httpx.AsyncClient(base_url=SITE, headers=HEADERS) as http:
        wanted = {"id": secrets.token_urlsafe(12), "players": 2, "options": {"match.target": 1}}
        answer = await http.post("/api/v1/play/tables/", json=wanted)
        answer.raise_for_status()
        table = answer.json()["table"]
    address = f"{SITE.replace('http', 'ws', 1)}/ws/table/{table}/"
    async with websockets.connect(address, additional_headers=HEADERS) as socket:

        async def say(t, **fields):
            await socket.send(json.dumps({"t": t, **fields}))

        await say("hello", proto=1, have=None)
        await say("do", id=secrets.token_urlsafe(12), cmd="add_bot", seat=1, level="greedy")
        async for text in socket:
            frame = json.loads(text)
            if frame["t"] == "nak":
                raise SystemExit(frame["message"])
            if frame["t"] != "state":
                continue
            view, seq = frame["view"], frame["seq"]
            if view["phase"] == "match_over":
                return view["score"]
            if view["phase"] == "deal_over":
                await say("do", id=secrets.token_urlsafe(12), cmd="next")
            elif view["turn"] == view["seat"] and view["phase"] not in ("cut", "deal"):
                await say("act", id=secrets.token_urlsafe(12), base=seq, a=choose(view))


print("score:", asyncio.run(main()))
