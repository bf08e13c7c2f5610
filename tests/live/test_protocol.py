"""Messages: round trips, refusals, and garbage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import ILLEGAL_CODES
from games.live.protocol import messages, requests
from games.live.protocol.messages import (
    Ack,
    Bye,
    Nak,
    Pong,
    ProtocolError,
    State,
    StateFrames,
    TableNews,
    Tables,
    encode,
)
from games.live.protocol.parsing import parse
from games.live.protocol.refusal_texts import REFUSALS, refusal
from games.live.protocol.requests import Act, Do, Heartbeat, Hello, Sync

MIRROR = Path(__file__).parents[2] / "static/js/table/protocol.js"
ID = "abcdefgh"


GOOD = [
    ({"t": "hello", "proto": 1, "have": None}, Hello(1, None)),
    ({"t": "hello", "proto": 1, "have": 12}, Hello(1, 12)),
    ({"t": "act", "id": ID, "base": 3, "a": {"type": "claim"}}, Act(ID, 3, {"type": "claim"})),
    ({"t": "p", "have": 0}, Heartbeat(0)),
    ({"t": "p"}, Heartbeat(None)),
    ({"t": "sync", "have": 4}, Sync(4)),
    ({"t": "do", "id": ID, "cmd": "sit", "seat": None}, Do(ID, "sit")),
    (
        {"t": "do", "id": ID, "cmd": "sit", "seat": 2, "invite": "x"},
        Do(ID, "sit", seat=2, invite="x"),
    ),
    ({"t": "do", "id": ID, "cmd": "agree", "on": False}, Do(ID, "agree", on=False)),
    (
        {"t": "do", "id": ID, "cmd": "add_bot", "seat": 1, "level": "rules"},
        Do(ID, "add_bot", seat=1, level="rules"),
    ),
    ({"t": "do", "id": ID, "cmd": "start", "level": "expert"}, Do(ID, "start", level="expert")),
    ({"t": "do", "id": ID, "cmd": "start"}, Do(ID, "start")),
    ({"t": "do", "id": ID, "cmd": "next"}, Do(ID, "next")),
]
"""Messages of clients, and what they are read as."""


@pytest.mark.parametrize(("frame", "message"), GOOD)
def test_a_message_is_read(frame, message):
    assert parse(json.dumps(frame)) == message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_message"),
        ("x", "bad_message"),
        ("[]", "bad_message"),
        ("12", "bad_message"),
        ("{}", "bad_message"),
        ('{"t":1}', "bad_message"),
        ('{"t":"nothing"}', "unknown_type"),
        ('{"t":"act","id":"short","base":0,"a":{}}', "bad_id"),
        ('{"t":"act","id":"timeout:12345","base":0,"a":{}}', "bad_id"),
        ('{"t":"act","id":"abcdefgh","base":-1,"a":{}}', "bad_message"),
        ('{"t":"act","id":"abcdefgh","base":true,"a":{}}', "bad_message"),
        ('{"t":"act","id":"abcdefgh","base":1e20,"a":{}}', "bad_message"),
        ('{"t":"act","id":"abcdefgh","base":99999999999,"a":{}}', "bad_message"),
        ('{"t":"act","id":"abcdefgh","base":0,"a":[]}', "bad_message"),
        ('{"t":"do","id":"abcdefgh","cmd":"drop"}', "unknown_type"),
        ('{"t":"do","id":"abcdefgh","cmd":["sit"]}', "unknown_type"),
        ('{"t":"do","id":"abcdefgh","cmd":"add_bot"}', "bad_message"),
        ('{"t":"do","id":"abcdefgh","cmd":"sit","invite":"\\u0000"}', "bad_message"),
        ('{"t":"p","have":"12"}', "bad_message"),
        ("[" * 3000, "bad_message"),
        ('{"t":"p","have":NaN}', "bad_message"),
    ],
)
def test_a_bad_frame_is_refused_with_a_code(text, code):
    with pytest.raises(ProtocolError) as refused:
        parse(text)
    assert refused.value.code == code


def test_a_refusal_names_the_message_where_it_can():
    with pytest.raises(ProtocolError) as refused:
        parse('{"t":"do","id":"abcdefgh","cmd":"drop"}')
    assert refused.value.id == ID


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text):
    try:
        parse(text)
    except ProtocolError as error:
        assert error.code in messages.REFUSAL_CODES


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
_fields = st.sampled_from(["t", "id", "base", "a", "have", "cmd", "seat", "level", "on", "proto"])
_values = st.sampled_from([*requests.CLIENT_TYPES, *requests.COMMANDS, ID, 0, 1, None]) | _json


@given(st.dictionaries(_fields, _values, max_size=8))
def test_any_object_is_read_or_refused(frame):
    try:
        parse(json.dumps(frame))
    except ProtocolError as error:
        assert error.code in messages.REFUSAL_CODES


@pytest.mark.parametrize(
    ("message", "frame"),
    [
        (Ack(ID), {"t": "ack", "id": ID}),
        (Ack(ID, 7), {"t": "ack", "id": ID, "seq": 7}),
        (Nak(None, "x", "y"), {"t": "nak", "id": None, "code": "x", "message": "y"}),
        (Pong(3), {"t": "p", "seq": 3}),
        (Pong(None), {"t": "p"}),
        (Bye("restart", 900), {"t": "bye", "code": "restart", "in": 900}),
        (TableNews({"id": "x"}), {"t": "table", "table": {"id": "x"}}),
        (Tables([], 1, 2), {"t": "tables", "tables": [], "online": 1, "playing": 2}),
        (
            State("m", 1, b"{}", b"[]", b"null", ["resign"], True),
            {
                "t": "state",
                "match": "m",
                "seq": 1,
                "view": {},
                "events": [],
                "clock": None,
                "may": ["resign"],
                "fresh": True,
            },
        ),
    ],
)
def test_a_message_is_written(message, frame):
    assert json.loads(encode(message)) == frame
    assert frame["t"] in messages.SERVER_TYPES


@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("events", [[], [b'{"type":"x"}', b"{}"]])
@pytest.mark.parametrize("may", [[], ["take_back", "resign"]])
def test_the_frames_of_a_state_are_what_the_message_is_written_as(events, may, fresh):
    made = StateFrames("m", 3, b'{"turn":1,"stock":2}', b'{"turn":1}')
    view, told = b'{"turn":1,"stock":2,"seat":0}', b"[%b]" % b",".join(events)
    message = State("m", 3, view, told, b'{"turn":1}', may, fresh)
    assert made.frame(b'{"seat":0}', events, may, fresh) == encode(message)


def test_every_code_has_words():
    assert set(messages.REFUSAL_CODES) | set(ILLEGAL_CODES) == set(REFUSALS)
    assert refusal(None, "not_your_turn").message


@pytest.mark.skipif(not MIRROR.exists(), reason="there is no client yet")
@pytest.mark.parametrize(
    ("module", "name"),
    [
        (requests, "CLIENT_TYPES"),
        (messages, "SERVER_TYPES"),
        (requests, "COMMANDS"),
        (messages, "REFUSAL_CODES"),
    ],
)
def test_the_client_has_the_same_names(module, name):
    found = re.search(rf"\b{name}\b[^=]*=[^\[]*\[([^\]]*)\]", MIRROR.read_text())
    assert found, f"{name} is not in {MIRROR.name}"
    assert sorted(re.findall(r"[\"']([^\"']+)[\"']", found[1])) == sorted(getattr(module, name))
