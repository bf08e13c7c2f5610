"""Ready phrases and faces of the chat in words, for pages that show lines of a table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASE_WORDS: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "hello": _("Hello!"),
        "good_luck": _("Good luck!"),
        "one_moment": _("One moment, please."),
        "your_turn": _("Your turn!"),
        "sorry": _("Sorry!"),
        "well_played": _("Well played!"),
        "thanks": _("Thank you!"),
        "unlucky": _("Bad luck!"),
        "good_game": _("Good match!"),
        "again": _("Another one?"),
        "must_go": _("I have to go."),
        "bye": _("Goodbye!"),
        "smile": _("smiles"),
        "laugh": _("laughs"),
        "clap": _("claps"),
        "wow": _("is amazed"),
        "think": _("wonders"),
        "sad": _("is sad"),
    }
)
"""Key of a phrase or face of the chat -> its words, the same as at the table."""


def phrase_words(phrase: str) -> str:
    """Return a phrase or face of the chat in the reader's language; a key that is unknown as it is."""
    return str(PHRASE_WORDS.get(phrase, phrase))
