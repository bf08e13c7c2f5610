"""Every field of every request, with values that it does not take: the code and `id` of the refusal."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from games.live.protocol.messages import ProtocolError
from games.live.protocol.parsing import parse_review
from games.live.protocol.requests import Act, Do, Heartbeat

ID: Final = "abcdefgh"
HEX: Final = "0123456789abcdef"
GOOD: Final[dict[str, dict[str, Any]]] = {
    "hello": {"proto": 1, "have": 3},
    "act": {"id": ID, "base": 3, "a": {"type": "claim"}},
    "p": {"have": 3},
    "sync": {"have": 3},
    "commit": {"id": ID, "match": "m1", "deal": 1, "commit": HEX * 4},
    "nonce": {"id": ID, "match": "m1", "deal": 1, "nonce": HEX * 2},
    "check": {"id": ID, "match": "m1", "deal": 1, "result": "bad", "why": "deck_differs"},
    "chat": {"id": ID, "phrase": "hello"},
    "hint": {"id": ID},
    "lead": {"id": ID, "on": True},
    "go": {"id": ID, "at": "d1t3c2"},
    "try": {"id": ID, "deal": 1, "plays": 0, "line": [0, 2]},
}
"""A request of each type."""
MISSING: Final = object()
NOT_NUMBERS: Final = (-1, True, False, 1.0, 2**31, 10**30, "1", [], {})
NOT_TEXT: Final = (1, True, [], {})
BAD: Final[dict[str, tuple[Any, ...]]] = {
    "id": (MISSING, None, *NOT_TEXT, "short", "a" * 65, "abcdefg!", "abcdefgh\n", "ábcdefgh", ""),
    "proto": (MISSING, None, *NOT_NUMBERS),
    "have": NOT_NUMBERS,
    "base": (MISSING, None, *NOT_NUMBERS),
    "a": (MISSING, None, 1, True, [], "claim"),
    "match": (MISSING, None, *NOT_TEXT, "", "m" * 33),
    "deal": (MISSING, None, *NOT_NUMBERS),
    "commit": (*NOT_TEXT, "", HEX, HEX.upper() * 4, HEX * 4 + "\n", "g" * 64),
    "nonce": (MISSING, None, *NOT_TEXT, "", HEX, HEX * 4, HEX * 2 + "\n"),
    "result": (MISSING, None, *NOT_TEXT, "", "good", ["bad"]),
    "why": (MISSING, None, *NOT_TEXT, "", "Bad", "a" * 25, "a b", "deck\n"),
    "phrase": (MISSING, None, *NOT_TEXT, "p" * 17, "\0"),
    "text": (*NOT_TEXT, "t" * 141, "a\0", ""),
    "on": (MISSING, None, 0, 1, "true", []),
    "at": (MISSING, None, *NOT_TEXT, "", "d", "d1t", "d1t3c2\n", "d1234", "x1"),
    "plays": (MISSING, None, *NOT_NUMBERS, 401),
    "line": (
        MISSING,
        None,
        1,
        True,
        {},
        "02",
        [-1],
        [True],
        [401],
        [None],
        ["0"],
        [0] * 121,
        [[0]],
    ),
}
"""What the fields do not take. Any text is too much for `text` where there is a phrase already."""
USED: Final[dict[str, dict[str, Any]]] = {
    "sit": {"seat": 1, "invite": "x"},
    "agree": {"on": True},
    "rematch": {"turn": True},
    "add_bot": {"seat": 1, "level": "rules"},
    "remove_bot": {"seat": 1},
    "start": {"level": "rules"},
    "stand": {},
}
"""The fields that commands use."""
BAD_OF_COMMANDS: Final[dict[str, tuple[Any, ...]]] = {
    "seat": NOT_NUMBERS,
    "invite": (*NOT_TEXT, "i" * 65, "\0"),
    "level": (*NOT_TEXT, "l" * 17, "\0"),
    "on": (None, 0, "x", []),
    "turn": (None, 0, "x", []),
}


def frame(kind: str, changed: dict[str, Any]) -> str:
    fields = {**({"cmd": "sit", "id": ID} if kind == "do" else GOOD[kind]), **changed}
    return json.dumps({"t": kind, **{k: v for k, v in fields.items() if v is not MISSING}})


def refusal_of(text: str) -> tuple[str, str | None] | None:
    """The code and `id` that a frame is refused with; None where it is taken."""
    try:
        parse_review(text)
    except ProtocolError as error:
        return error.code, error.id
    return None


@pytest.mark.parametrize("kind", GOOD)
def test_a_bad_field_is_refused_with_a_code_and_the_id_of_its_message(kind):
    assert refusal_of(frame(kind, {"more": 1})) is None
    for field in {**GOOD[kind], **({"text": None} if kind == "chat" else {})}:
        for value in (*BAD[field], *((0,) if (kind, field) == ("commit", "deal") else ())):
            known = ID if "id" in GOOD[kind] else None
            expected = ("bad_id", None) if field == "id" else ("bad_message", known)
            assert refusal_of(frame(kind, {field: value})) == expected, (field, value)


@pytest.mark.parametrize("cmd", USED)
def test_a_bad_field_is_refused_where_its_command_uses_it_and_unread_elsewhere(cmd):
    for field, values in BAD_OF_COMMANDS.items():
        for value in values:
            read = field == "seat" or field in USED[cmd]
            found = refusal_of(frame("do", {"cmd": cmd, **USED[cmd], field: value}))
            assert found == (("bad_message", ID) if read else None), (field, value)
    for field in USED[cmd]:
        needed = cmd in ("add_bot", "remove_bot") and field == "seat"
        left_out = frame("do", {"cmd": cmd, **USED[cmd], field: MISSING})
        assert refusal_of(left_out) == (("bad_message", ID) if needed else None)


@pytest.mark.parametrize("cmd", [MISSING, None, 1, [], {}, "drop", ["sit"], "Sit"])
def test_what_is_no_command_is_unknown(cmd):
    assert refusal_of(frame("do", {"cmd": cmd})) == ("unknown_type", ID)
    assert refusal_of(frame("do", {"cmd": cmd, "id": "short"})) == ("bad_id", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[" * 3000, ("bad_message", None)),
        ("\ud800", ("bad_message", None)),
        ('"p"', ("bad_message", None)),
        ('{"t":["p"]}', ("bad_message", None)),
        ('{"t":null,"id":"abcdefgh"}', ("bad_message", None)),
        ('{"t":"drop","id":"abcdefgh"}', ("unknown_type", ID)),
        ('{"t":"drop","id":"short"}', ("unknown_type", None)),
        ('{"t":"hello","proto":"1","id":"abcdefgh"}', ("bad_message", None)),
        ('{"t":"p","t":"drop"}', ("unknown_type", None)),
        ('{"t":"p","have":1e2}', ("bad_message", None)),
        ('{"t":"p","have":3.0}', ("bad_message", None)),
        ('{"t":"p","have":-0.0}', ("bad_message", None)),
        ('{"t":"p","have":3,"have":"x"}', ("bad_message", None)),
        ('{"t":"p","t":"act","id":"short"}', ("bad_id", None)),
        ('{"t":"p","more":NaN}', ("bad_message", None)),
        ('{"t":"p","more":1e999}', ("bad_message", None)),
        ('{"t":"p","more":1' + "0" * 400 + "}", ("bad_message", None)),
        ('{"t":"p","more":"\\ud800"}', ("bad_message", None)),
        ('{"t":"p","more":' + "[" * 1500 + "]" * 1500 + "}", ("bad_message", None)),
        ('{"t":"act","id":"abcdefgh","base":0,"a":{"at":-1e999}}', ("bad_message", None)),
        ('\ufeff{"t":"p"}', ("bad_message", None)),
        ('{"t":"p"}\0', ("bad_message", None)),
        ('\xa0{"t":"p"}', ("bad_message", None)),
    ],
)
def test_what_is_no_request_is_refused(text, expected):
    assert refusal_of(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"t":"p","have":-0}', Heartbeat(0)),
        ('{"t":"p","have":"x","have":3}', Heartbeat(3)),
        ('{"t":"act","t":"p","have":3}', Heartbeat(3)),
        ('{"ha\\u0076e":3,"t":"p"}', Heartbeat(3)),
        ('\n{"t":"p","more":' + "[" * 900 + "]" * 900 + "} ", Heartbeat(None)),
        (
            '{"t":"act","id":"abcdefgh","base":0,"a":{"at":18446744073709551616}}',
            Act(ID, 0, {"at": 2.0**64}),
        ),
        ('{"t":"do","id":"abcdefgh","cmd":"next","seat":2}', Do(ID, "next")),
        ('{"t":"do","id":"abcdefgh","cmd":"agree","level":"x"}', Do(ID, "agree", on=True)),
    ],
)
def test_of_equal_names_the_last_counts_and_what_is_unread_may_be_anything(text, message):
    assert parse_review(text) == message
