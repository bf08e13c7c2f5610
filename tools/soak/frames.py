"""Generator of hostile frames: grown by a grammar, or honest ones with mutations."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from games.engine import action_kinds
from games.live.protocol import messages, requests

Json = dict[str, Any]
CARDS = [f"{suit}{rank}" for suit in "OCEB" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
ACTIONS = [*sorted(action_kinds()), "deal", "next_deal", "draw_dealer"]
COMMANDS = [*requests.COMMANDS, "explode"]
FIRST_DEAL = [command for command in COMMANDS if command != "leave"]
"""Commands for the first deal; leaving before the first card would cancel the match."""
OFTEN = {"act": 30, "do": 12, "commit": 5, "nonce": 4, "chat": 4, "p": 3, "sync": 3, "check": 3}
"""Weights of the kinds of messages; all others have 1."""
KINDS = sorted({*requests.CLIENT_TYPES, *messages.SERVER_TYPES})
TEXTS = (
    "",
    "\0",
    "é" * 70,
    "‮drow",
    "😀",
    "<script>alert(1)</script>",
    "'; DROP TABLE games_action; --",
    "%s%n{0}",
    "../../etc/passwd",
    "trump_ace",
    "O",
    "O99",
    "pass",
    "x" * 200,
    "0" * 64,
    "a1" * 32,
    "0f" * 16,
)
NUMBERS = (0, 1, 2, 3, 7, -1, 40, 41, 255, 2**31 - 1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**30)
BROKEN = (
    "",
    " ",
    "{",
    "null",
    "[]",
    "0",
    '"act"',
    "{}}",
    '{"t":"act"',
    '{"t":NaN}',
    '{"t":"p","have":1e999}',
    '{"t":"p","have":-0}',
    "[" * 2000,
    '{"a":' * 500,
    '{"t":"act","id":"' + "\\ud800" * 9 + '","base":0,"a":{}}',
    "\ufeff{}",
    "<xml/>",
)


class Frames:
    """Endless source of hostile frames; `honest` are messages that clients really sent."""

    def __init__(self, rng: random.Random, honest: Sequence[Json]) -> None:
        self.rng = rng
        self.honest = list(honest)
        self.match = ""
        self._made = 0

    def frame(self, legal: Sequence[Json], seq: int, deal: int) -> str | bytes:
        """Return another hostile frame for a match in which these actions are legal."""
        rng, chance = self.rng, self.rng.random()
        if chance < 0.04:
            return rng.choice(BROKEN)
        if chance < 0.045:
            return rng.randbytes(rng.randint(0, 300))
        if chance < 0.046:
            return json.dumps({"t": "p", "x": "x" * rng.randint(4000, 9000)})
        if chance < 0.30 and self.honest:
            message = copy.deepcopy(rng.choice(self.honest))
        else:
            message = self._grown(legal, seq, deal)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
            message = self._mutated(message)
        text = json.dumps(message, ensure_ascii=rng.random() < 0.5)
        while rng.random() < 0.12:
            text = self._bent(text)
        return text[:12_000].encode(errors="replace").decode()

    # -- grammar ----------------------------------------------------------------------------------

    def _id(self) -> str:
        self._made += 1
        if self.rng.random() < 0.05:
            return str(self.rng.choice(TEXTS))
        back = self.rng.randint(0, 3) if self.rng.random() < 0.1 else 0
        return f"fuzz-{max(0, self._made - back):08}"

    def _grown(self, legal: Sequence[Json], seq: int, deal: int) -> Json:
        rng = self.rng
        kind = rng.choices(KINDS, [OFTEN.get(kind, 1) for kind in KINDS])[0]
        near = max(0, seq + rng.choice((0, 0, 0, 0, -1, 1, -5, 1000)))
        message: Json = {"t": kind}
        match kind:
            case "hello":
                message |= {"proto": 1, "have": rng.choice((None, 0, near))}
            case "act":
                honest = bool(legal) and rng.random() < 0.4
                action = copy.deepcopy(rng.choice(legal)) if honest else self._action()
                message |= {"id": self._id(), "base": near, "a": action}
            case "do":
                message |= {
                    "id": self._id(),
                    "cmd": rng.choice(COMMANDS if deal > 1 else FIRST_DEAL),
                }
                for name, pool in (
                    ("seat", NUMBERS),
                    ("invite", TEXTS),
                    ("level", ("rules", "greedy", *TEXTS)),
                    ("on", (True, False, None)),
                    ("turn", (True, False, None)),
                ):
                    if rng.random() < 0.3:
                        message[name] = rng.choice(pool)
            case "chat":
                phrase = rng.choice(("hello", "smile", *TEXTS))
                what: tuple[Json, ...] = ({"phrase": phrase}, {"text": rng.choice(TEXTS)}, {})
                message |= {"id": self._id(), **rng.choice(what)}
            case "commit" | "nonce" | "check":
                match = self.match if rng.random() < 0.8 else rng.choice(TEXTS)
                about = max(0, deal + rng.choice((0, 0, 1, 1, 2, 3, -1)))
                message |= {"id": self._id(), "match": match, "deal": about}
                message["commit"] = rng.choice((None, rng.randbytes(32).hex(), *TEXTS))
                message["nonce"] = rng.choice((rng.randbytes(16).hex(), *TEXTS))
                message["result"] = rng.choice(("bad", "withheld", "good"))
                message["why"] = rng.choice(("deck", "seed", *TEXTS))
            case _:
                message |= {"have": rng.choice((None, 0, near)), "id": self._id()}
        return message

    def _action(self) -> Json:
        rng = self.rng
        action: Json = {"type": rng.choice(ACTIONS)}
        fields: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("card", lambda: rng.choice(CARDS)),
            ("give", lambda: rng.choice(CARDS)),
            ("cards", lambda: rng.sample(CARDS, rng.randint(0, 6))),
            ("bid", lambda: rng.choice(("pass", {"rank": 3}, {"points": 65}, {"rank": "x"}))),
            ("suit", lambda: rng.choice("OCEBX")),
            ("rank", lambda: rng.choice(NUMBERS)),
            ("at", lambda: rng.choice(NUMBERS)),
            ("to", lambda: rng.choice(NUMBERS)),
            ("on", lambda: rng.random() < 0.5),
            ("yes", lambda: rng.random() < 0.5),
            ("sign", lambda: rng.choice(("trump_ace", "brisca", "ask_low", "no_trump"))),
            ("question", lambda: rng.choice(("points", "brisca", "age"))),
            ("text", lambda: rng.choice(TEXTS)),
            ("announce", lambda: rng.choice(("arrastre", "tute"))),
            ("seat", lambda: rng.choice(NUMBERS)),
            ("leaked", lambda: [0, 1]),
            ("deck", lambda: CARDS),
        )
        for name, value in fields:
            if rng.random() < 0.35:
                action[name] = value()
        return action

    # -- mutation ---------------------------------------------------------------------------------

    def _value(self) -> Any:
        rng = self.rng
        return rng.choice(
            (
                None,
                True,
                rng.choice(NUMBERS),
                rng.random() * 10 ** rng.randint(-5, 20),
                rng.choice(TEXTS),
                rng.choice(CARDS),
                [],
                {},
                [rng.choice(NUMBERS)] * rng.randint(1, 30),
                {"type": rng.choice(ACTIONS)},
            )
        )

    def _mutated(self, message: Json) -> Json:
        """Delete, replace or add a random field in a message or a nested object; return it."""
        rng = self.rng
        place = message
        nested = [value for value in message.values() if isinstance(value, dict)]
        if nested and rng.random() < 0.5:
            place = rng.choice(nested)
        names = list(place)
        chance = rng.random()
        if names and chance < 0.25:
            del place[rng.choice(names)]
        elif names and chance < 0.75:
            place[rng.choice(names)] = self._value()
        else:
            place[str(rng.choice((*TEXTS, "id", "t", "seat", "type", "base", "have")))] = (
                self._value()
            )
        return message

    def _bent(self, text: str) -> str:
        """Return a text with random characters lost, doubled or replaced."""
        if not text:
            return "{"
        rng = self.rng
        at = rng.randrange(len(text))
        end = min(len(text), at + rng.randint(1, 8))
        return rng.choice(
            (
                text[:at] + text[end:],
                text[:at],
                text[:end] + text[at:],
                text[:at] + chr(rng.choice((0, 34, 44, 92, 123, 125, 0x7F, 0x2028))) + text[end:],
                text[:at] + chr(rng.randint(32, 0xD7FF)) + text[end:],
            )
        )
