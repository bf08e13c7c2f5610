"""Translated texts in scripts: literal arguments of `_`, `gettext`, `ngettext`, `pgettext`.

The same patterns collect texts for the catalogues and translate the bundles, so that every
collected text is also translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from typing import Final, NamedTuple

_CALLED: Final = r"(?<![\w.$])"
_LITERAL: Final = r"\s*('(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")\s*"
_SINGULAR: Final = re.compile(rf"{_CALLED}(_|gettext)\({_LITERAL}(?=[,)])")
_PLURAL: Final = re.compile(rf"{_CALLED}(ngettext)\({_LITERAL},{_LITERAL}(?=,)")
_IN_CONTEXT: Final = re.compile(rf"{_CALLED}(pgettext)\({_LITERAL},{_LITERAL}(?=[,)])")
_WITHOUT_LITERAL: Final = re.compile(rf"{_CALLED}(?:_|[np]?gettext)\((?!\s*['\"])[^\n]*")


class ScriptText(NamedTuple):
    """One translatable text in a script's source: its offset (from 0), text and context.

    `text` is (singular, plural) where it depends on a number.
    """

    offset: int
    text: str | tuple[str, str]
    context: str | None = None


def find_texts(source: str) -> Iterator[ScriptText]:
    """Yield every translatable text in a script's source."""
    for match in _SINGULAR.finditer(source):
        yield ScriptText(match.start(), unquote(match[2]))
    for match in _IN_CONTEXT.finditer(source):
        yield ScriptText(match.start(), unquote(match[3]), unquote(match[2]))
    for match in _PLURAL.finditer(source):
        yield ScriptText(match.start(), (unquote(match[2]), unquote(match[3])))


def calls_without_literal(source: str) -> list[str]:
    """Return the calls for a translation whose argument is no literal, so it is not collected.

    >>> calls_without_literal("_('Last trick'); pgettext(where, 'Last trick');")
    ["pgettext(where, 'Last trick');"]
    """
    return _WITHOUT_LITERAL.findall(source)


def translate(code: str, words: GNUTranslations) -> str:
    """Return a script's source with its English texts replaced by the translations in `words`."""

    def singular(found: re.Match[str]) -> str:
        return f"{found[1]}({quote(words.gettext(unquote(found[2])))}"

    def plural(found: re.Match[str]) -> str:
        first, second = unquote(found[2]), unquote(found[3])
        forms = (words.ngettext(first, second, 1), words.ngettext(first, second, 2))
        return f"{found[1]}({quote(forms[0])},{quote(forms[1])}"

    def in_context(found: re.Match[str]) -> str:
        context, english = unquote(found[2]), unquote(found[3])
        return f"{found[1]}({quote(context)},{quote(words.pgettext(context, english))}"

    return _IN_CONTEXT.sub(in_context, _PLURAL.sub(plural, _SINGULAR.sub(singular, code)))


def unquote(literal: str) -> str:
    """Return the value of a JavaScript string literal."""

    def as_json(found: re.Match[str]) -> str:
        return {"\\'": "'", '"': '\\"'}.get(found[0], found[0])

    # Escapes are taken one after the other: in \\' the backslash is escaped and the quote is not.
    return str(json.loads('"' + re.sub(r'\\.|"', as_json, literal[1:-1], flags=re.DOTALL) + '"'))


def quote(text: str) -> str:
    """Return a text as a JavaScript string literal."""
    return json.dumps(text, ensure_ascii=False)
