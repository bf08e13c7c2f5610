"""Password validators besides Django's: length, and words that everybody knows."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MAX_LENGTH: Final = 256
MIN_OTHER_LENGTH: Final = 8
"""Number of characters that a password needs besides the known words of its account."""
MIN_WORD_LENGTH: Final = 4
"""Minimum length of a known word; shorter words occur in passwords by chance."""
SITE_WORDS: Final = (
    *("brisca", "briscola", "bisca", "baraja", "cartas", "naipes", "torneo", "partida", "triunfo"),
    *("oros", "copas", "espadas", "bastos", "ludoteka", "senas", "doncomos", "catalan", "mexican"),
    *("scoperta", "mariaje", "chiamata", "gingo", "rematada", "muerte"),
)
"""Words of the game and of its presets, which everybody here knows."""
_CHARACTERS_LIKE_LETTERS: Final = str.maketrans("0134578@$!", "oieastbasi")
"""Characters that are written in place of letters."""


def password_hint() -> str:
    """Return one sentence about the rules for new passwords; errors name each broken rule.

    Django's forms would list all five rules, and most passwords break none of them.
    """
    min_length = MinimumLengthValidator().min_length
    return _("At least %(n)s characters. A few words in a row are easy to remember.") % {
        "n": min_length
    }


class MaximumLengthValidator:
    """Password validator that refuses more than `max_length` characters, whose hash takes long."""

    def __init__(self, max_length: int = MAX_LENGTH) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Check that a password is not too long.

        Raises:
            ValidationError: the password is too long.
        """
        if len(password) > self.max_length:
            raise ValidationError(
                ngettext(
                    "Your password can have at most %(max_length)d character.",
                    "Your password can have at most %(max_length)d characters.",
                    self.max_length,
                ),
                code="password_too_long",
                params={"max_length": self.max_length},
            )

    def get_help_text(self) -> str:
        """Return the rule on the length of passwords in words, for forms."""
        return ngettext(
            "Your password can have at most %(max_length)d character.",
            "Your password can have at most %(max_length)d characters.",
            self.max_length,
        ) % {"max_length": self.max_length}


class ContextWordsValidator:
    """Password validator that refuses passwords made of the site's or the account's name.

    Without those words and the e-mail address a password must be good on its own: `brisca123` is as
    weak as `123`.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Check the rest of a password after removing the words of the site and of the account.

        Raises:
            ValidationError: the rest is too short, numeric or common.
        """
        rest = without_words(password, {*site_words(), *words_of(user)})
        if rest == password:
            return
        if len(rest) < MIN_OTHER_LENGTH or not re.search(r"[^\d\s]", rest) or _is_common(rest):
            raise ValidationError(
                ngettext(
                    "Beside the site's name, your name and your e-mail, your password needs "
                    "%(n)d more character that nobody guesses.",
                    "Beside the site's name, your name and your e-mail, your password needs "
                    "%(n)d more characters that nobody guesses.",
                    MIN_OTHER_LENGTH,
                ),
                code="password_of_known_words",
                params={"n": MIN_OTHER_LENGTH},
            )

    def get_help_text(self) -> str:
        """Return the rule on names in passwords in words, for forms."""
        return _("Your password can’t be little more than the site's name, your name or e-mail.")


def site_words() -> set[str]:
    """Return words of the site that do not make a password stronger: its name and host names."""
    labels = set(SITE_WORDS)
    for host in settings.ALLOWED_HOSTS:
        if not _is_address(host):
            labels.update(host.lower().split(".")[:-1])  # not the top-level domain
    return labels


def words_of(user: AbstractBaseUser | None) -> set[str]:
    """Return words of an account that do not make its password stronger: its name, and address."""
    name = str(getattr(user, "username", "") or "")
    local, _at, domain = str(getattr(user, "email", "") or "").partition("@")
    return {
        name,
        *re.split(r"[\W_]+", name),
        local,
        *re.split(r"[\W_]+", local),
        *domain.split("."),
    }


def without_words(password: str, words: set[str]) -> str:
    """Return a password without these words, also where they are spelled like `Br1sc4`.

    >>> without_words("Br1sc4-2026", {"brisca"})
    '-2026'
    """
    plain = "".join(_plain(character) for character in password)
    forms = (plain, plain.translate(_CHARACTERS_LIKE_LETTERS))
    removed = [False] * len(password)
    for word in {"".join(map(_plain, word)) for word in words}:
        if len(word) < MIN_WORD_LENGTH:
            continue
        for form, wanted in zip(
            forms, (word, word.translate(_CHARACTERS_LIKE_LETTERS)), strict=True
        ):
            for at in _places_of(wanted, form):
                removed[at : at + len(word)] = [True] * len(word)
    return "".join(
        character for character, is_removed in zip(password, removed, strict=True) if not is_removed
    )


def _places_of(word: str, text: str) -> Iterator[int]:
    """Yield the indices at which a word begins in a text, also where it overlaps itself."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _plain(character: str) -> str:
    """Return a letter in lower case without its accent, always as one character."""
    return unicodedata.normalize("NFD", character)[0].lower()[0]


def _is_common(password: str) -> bool:
    """Return whether a password is one of Django's list of common passwords."""
    try:
        CommonPasswordValidator().validate(password)
    except ValidationError:
        return True
    return False


def _is_address(host: str) -> bool:
    """Return whether a host name is an IP address."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
