"""Password validators besides Django's: length, and words that everybody knows."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
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
_SAME: Final = str.maketrans("0134578@$!", "oieastbasi")
"""Characters that are written in place of letters."""


def password_hint() -> str:
    """Return one sentence about new passwords; the form names each broken rule once it is sent.

    The rules that forms of Django list are five, and most passwords break none of them.
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
        """Check the length of a password.

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
        """Return the requirement in words, for forms."""
        return ngettext(
            "Your password can have at most %(max_length)d character.",
            "Your password can have at most %(max_length)d characters.",
            self.max_length,
        ) % {"max_length": self.max_length}


class ContextWordsValidator:
    """Password validator that refuses little more than the name of the site or of the account.

    Without those words and the e-mail address a password must be good on its own: `brisca123` is as
    weak as `123`.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Check what is left of a password without the words of the site and of the account.

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
        """Return the requirement in words, for forms."""
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
    """Return what is left of a password without these words, also spelled like `Br1sc4`.

    >>> without_words("Br1sc4-2026", {"brisca"})
    '-2026'
    """
    plain = "".join(_plain(character) for character in password)
    forms = (plain, plain.translate(_SAME))
    taken = [False] * len(password)
    for word in {"".join(map(_plain, word)) for word in words}:
        if len(word) < MIN_WORD_LENGTH:
            continue
        for form, wanted in zip(forms, (word, word.translate(_SAME)), strict=True):
            at = form.find(wanted)
            while at >= 0:
                taken[at : at + len(word)] = [True] * len(word)
                at = form.find(wanted, at + 1)
    return "".join(character for character, gone in zip(password, taken, strict=True) if not gone)


def _plain(character: str) -> str:
    """Return a letter without case and accent; one character for one."""
    return unicodedata.normalize("NFD", character)[0].lower()[0]


def _is_common(password: str) -> bool:
    """Return whether a password is one of Django's list of common passwords."""
    try:
        CommonPasswordValidator().validate(password)
    except ValidationError:
        return True
    return False


def _is_address(host: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
