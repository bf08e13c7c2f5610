"""Choice of a language by the `Accept-Language` header of a request."""

from __future__ import annotations

from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

FOR_PROGRAMS = "en"
"""Language of answers to programs that ask for no other."""


def language_asked_for(accept_language: str) -> str | None:
    """Return the code of the first language in an Accept-Language header that the site has.

    None if the header names none of them, is empty, or accepts anything (`*`), as command-line
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
