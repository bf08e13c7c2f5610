"""From the frame of a client to a message, or to a refusal with a code.

>>> parse('{"t":"p","have":12}')
Heartbeat(have=12)
>>> parse('{"t":"act","id":"a1b2c3d4","base":3,"a":{"type":"claim"}}')
Act(id='a1b2c3d4', base=3, action={'type': 'claim'})
"""

from __future__ import annotations

import re
from typing import Any, Final

import orjson

from games.live.protocol.messages import (
    COMMANDS,
    FAULTS,
    LONGEST_LINE,
    MAX_NUMBER,
    Act,
    AskHint,
    Chat,
    ClientMessage,
    Do,
    Fault,
    Heartbeat,
    Hello,
    Json,
    Promise,
    ProtocolError,
    Show,
    Sync,
)

_COMMIT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NONCE: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_WHY: Final = re.compile(r"[a-z_]{1,24}", re.ASCII)
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


def parse(text: str) -> ClientMessage:
    """The message in a frame; ProtocolError with a code for anything else."""
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError("bad_message") from error
    if not isinstance(data, dict):
        raise ProtocolError("bad_message")
    kind = data.get("t")
    if not isinstance(kind, str):
        raise ProtocolError("bad_message")
    match kind:
        case "act":
            message_id = _id(data)
            action = data.get("a")
            if not isinstance(action, dict):
                raise ProtocolError("bad_message", message_id)
            return Act(message_id, _number(data, "base", message_id), action)
        case "p":
            return Heartbeat(_maybe_number(data, "have"))
        case "do":
            return _parse_do(data)
        case "hello":
            return Hello(_number(data, "proto", None), _maybe_number(data, "have"))
        case "sync":
            return Sync(_maybe_number(data, "have"))
        case "commit" | "nonce" | "check":
            return _parse_fair(kind, data)
        case "chat":
            return _parse_chat(data)
        case "hint":
            return AskHint(_id(data))
        case _:
            raise ProtocolError("unknown_type", _readable_id(data))


def _parse_do(data: Json) -> Do:
    message_id = _id(data)
    cmd = data.get("cmd")
    if cmd not in COMMANDS:
        raise ProtocolError("unknown_type", message_id)
    seat = _maybe_number(data, "seat", message_id)
    match cmd:
        case "sit":
            return Do(message_id, cmd, seat=seat, invite=_text(data, "invite", 64, message_id))
        case "agree":
            return Do(message_id, cmd, on=_flag(data, "on", True, message_id))
        case "rematch":
            return Do(message_id, cmd, turn=_flag(data, "turn", False, message_id))
        case "add_bot" | "remove_bot":
            if seat is None:
                raise ProtocolError("bad_message", message_id)
            level = _text(data, "level", 16, message_id) if cmd == "add_bot" else None
            return Do(message_id, cmd, seat=seat, level=level)
        case "start":
            return Do(message_id, cmd, level=_text(data, "level", 16, message_id))
        case _:
            return Do(message_id, cmd)


def _parse_fair(kind: str, data: Json) -> Promise | Show | Fault:
    message_id = _id(data)
    match, deal = data.get("match"), _number(data, "deal", message_id)
    if not isinstance(match, str) or not 0 < len(match) <= 32 or deal < 1:
        raise ProtocolError("bad_message", message_id)
    if kind == "commit":
        commit = data.get("commit")
        if commit is not None:
            commit = _pattern(_COMMIT, commit, message_id)
        return Promise(message_id, match, deal, commit)
    if kind == "nonce":
        return Show(message_id, match, deal, _pattern(_NONCE, data.get("nonce"), message_id))
    result = data.get("result")
    if result not in FAULTS:
        raise ProtocolError("bad_message", message_id)
    return Fault(message_id, match, deal, result, _pattern(_WHY, data.get("why"), message_id))


def _parse_chat(data: Json) -> Chat:
    message_id = _id(data)
    phrase = _text(data, "phrase", 16, message_id)
    text = _text(data, "text", LONGEST_LINE, message_id)
    if (phrase is None) == (text is None):
        raise ProtocolError("bad_message", message_id)
    return Chat(message_id, phrase, text)


def _pattern(pattern: re.Pattern[str], value: Any, message_id: str) -> str:
    if isinstance(value, str) and pattern.fullmatch(value):
        return value
    raise ProtocolError("bad_message", message_id)


def _readable_id(data: Json) -> str | None:
    value = data.get("id")
    return value if isinstance(value, str) and _ID.fullmatch(value) else None


def _id(data: Json) -> str:
    value = _readable_id(data)
    if value is None:
        raise ProtocolError("bad_id")
    return value


def _maybe_number(data: Json, name: str, message_id: str | None = None) -> int | None:
    return None if data.get(name) is None else _number(data, name, message_id)


def _number(data: Json, name: str, message_id: str | None) -> int:
    value = data.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
        return value
    raise ProtocolError("bad_message", message_id)


def _flag(data: Json, name: str, usual: bool, message_id: str) -> bool:
    value = data.get(name, usual)
    if isinstance(value, bool):
        return value
    raise ProtocolError("bad_message", message_id)


def _text(data: Json, name: str, longest: int, message_id: str) -> str | None:
    value = data.get(name)
    if value is None:
        return None
    if isinstance(value, str) and len(value) <= longest and "\0" not in value:
        return value
    raise ProtocolError("bad_message", message_id)
