"""Typed reads from untrusted JSON, which name the place of a wrong value.

>>> Place({"deals": [{"number": "1"}]}).get("deals").items()[0].get("number").whole()
Traceback (most recent call last):
    ...
games.record.errors.RecordError: deals[0].number: expected a whole number, found text
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Collection
from typing import Any, Final, NoReturn

from games.engine import ALL_CARDS, Card
from games.record.errors import RecordError

MAX_INTEGER: Final = 2**53
"""Largest whole number that every JSON reader reads exactly."""
MAX_TEXT_LENGTH: Final = 200
"""Most characters of any text in a record."""
_KINDS: Final = {dict: "an object", list: "a list", str: "text", bool: "true or false"}


def parse(text: str | bytes) -> Any:
    """Return the value of a JSON text, in which no object may have a key twice.

    Raises:
        RecordError: the text is no JSON, is not UTF-8, repeats a key, or is nested too deeply.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except RecursionError:
        raise RecordError("record", "nested too deeply") from None
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("record", f"not JSON ({str(error)[:120]})") from None


def _decoded(text: bytes) -> str:
    """Return UTF-8 bytes decoded to text, without a byte order mark.

    Raises RecordError for other encodings, which it names where it can.
    """
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in text[:4]:
        raise RecordError("file", "is UTF-16 or UTF-32; save it as UTF-8")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"byte {error.start + 1} is {text[error.start]:#04x}"
        raise RecordError("file", f"is not UTF-8 ({place}); save it as UTF-8") from None


def _refuse(name: str) -> NoReturn:
    raise RecordError("record", f"not JSON ({name} is no number)")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise RecordError("record", "an object has the same key twice")
    return mapping


def show(value: Any) -> str:
    """Return a JSON value in a few words, for messages about errors in a record."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) <= MAX_INTEGER else "a huge number"
    if isinstance(value, float):
        return f"{value:g}"
    return _KINDS.get(type(value), "something else")


def kind_of(value: Any) -> str:
    """Return the kind of a JSON value in words ("a list"), for error messages."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return "null" if value is None else _KINDS.get(type(value), "something else")


class Place:
    """A value of untrusted JSON with where it stands in the record, such as `deals[0].number`."""

    __slots__ = ("value", "where")

    def __init__(self, value: Any, where: str = "") -> None:
        self.value = value
        self.where = where

    def fail(self, why: str) -> NoReturn:
        """Raise a RecordError that names this place and says why its value is wrong.

        Raises:
            RecordError: always.
        """
        raise RecordError(self.where or "record", why)

    def _expect(self, what: str) -> NoReturn:
        self.fail(f"expected {what}, found {kind_of(self.value)}")

    def has(self, key: str) -> bool:
        """Return whether the place's value is an object with that key."""
        return isinstance(self.value, dict) and key in self.value

    def get(self, key: str) -> Place:
        """Return the place of the value under a key; this place must hold an object.

        Raises:
            RecordError: the key is missing.
        """
        if not isinstance(self.value, dict):
            self._expect("an object")
        where = f"{self.where}.{key}" if self.where else key
        if key not in self.value:
            raise RecordError(where, "is missing")
        return Place(self.value[key], where)

    def items(self, length: int | None = None) -> list[Place]:
        """Return the places of a list's items; `length` is the number that the list must have.

        Raises:
            RecordError: the value is no list, or a list of another length.
        """
        if not isinstance(self.value, list):
            self._expect("a list")
        if length is not None and len(self.value) != length:
            self.fail(f"expected {length} items, found {len(self.value)}")
        return [Place(item, f"{self.where}[{index}]") for index, item in enumerate(self.value)]

    def text(self) -> str:
        """Return the place's value, which must be a text of at most MAX_TEXT_LENGTH characters.

        Raises:
            RecordError: the value is no text, too long, or not Unicode.
        """
        if not isinstance(self.value, str):
            self._expect("text")
        if len(self.value) > MAX_TEXT_LENGTH:
            self.fail("the text is too long")
        if any("\ud800" <= letter <= "\udfff" for letter in self.value):
            self.fail("the text is not Unicode")
        return self.value

    def one_of(self, allowed: Collection[str]) -> str:
        """Return the place's value, which must be one of these words.

        Raises:
            RecordError: the value is none of these words.
        """
        word = self.text()
        if word not in allowed:
            self.fail(f"{show(word)} is none of {', '.join(allowed)}")
        return word

    def hex(self, size: int) -> bytes:
        """Return as bytes the place's value, which must be lower-case hex digits of `size` bytes.

        Raises:
            RecordError: the value is no such text.
        """
        text = self.text()
        if not re.fullmatch(r"[0-9a-f]*", text) or len(text) != 2 * size:
            self.fail(f"expected {size} bytes in hex")
        return bytes.fromhex(text)

    def whole(self, low: int = -MAX_INTEGER, high: int = MAX_INTEGER) -> int:
        """Return the place's value, which must be a whole number from `low` to `high` inclusive.

        Raises:
            RecordError: the value is no such number.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            kind = kind_of(self.value)
            self.fail(f"expected a whole number, found {kind}")
        if not low <= self.value <= high:
            self.fail(f"{show(self.value)} is out of range")
        return self.value

    def card(self) -> Card:
        """Return the place's value, which must be the code of a card.

        Raises:
            RecordError: the value is no card's code.
        """
        code = self.text()
        if code not in ALL_CARDS:
            self.fail(f"{show(code)} is no card")
        return code

    def plain(self) -> Any:
        """Return the place's value, an option's: a flag, finite number, word or list of words.

        Raises:
            RecordError: the value is of no such kind.
        """
        value = self.value
        if isinstance(value, list):
            return [item.text() for item in self.items()]
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return self.whole()
        if isinstance(value, float) and math.isfinite(value):
            return value
        return self.text()

    def equals(self, expected: Any) -> None:
        """Check that the place's value equals the expected one; further keys are ignored.

        Raises:
            RecordError: the values differ; the error names the first place that does.
        """
        if isinstance(expected, dict):
            for key, value in expected.items():
                self.get(key).equals(value)
        elif isinstance(expected, list):
            for item, value in zip(self.items(), expected, strict=False):
                item.equals(value)
            self.items(len(expected))
        elif type(self.value) is not type(expected) or self.value != expected:
            self.fail(f"is {show(self.value)}, but the rules give {show(expected)}")
