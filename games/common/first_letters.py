"""First letters of texts that stand within a sentence; `django.utils.text.capfirst` does the reverse."""

from __future__ import annotations


def lower_first(text: str) -> str:
    """Return a text with its first letter in lower case.

    >>> lower_first("As de oros")
    'as de oros'
    """
    return text[:1].lower() + text[1:]
