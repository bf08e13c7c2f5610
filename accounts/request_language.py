"""Find the language that a request asks for by its `Accept-Language` header."""

from __future__ import annotations

from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

FOR_PROGRAMS = "en"
"""The language that a program is answered in unless it asks for another one."""


def language_asked_for(accept_language: str) -> str | None:
    """Return the first language of the header that the site is offered in.

    None where the header names none of them, is empty, or takes anything (`*`), as command-line
    clients send it.
    """
    for code, _weight in parse_accept_lang_header(accept_language.strip()):
        if code == "*":
            return None
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return None
