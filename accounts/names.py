"""Names: those that guests get, and which ones may be chosen."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import name_wanted

GUEST_ROOTS: Final = {"es": "Invitado", "ca": "Convidat", "en": "Guest"}
OTHER_ROOT: Final = "Guest"
RESERVED: Final = frozenset({"admin", "administrator", "root", "staff", "moderator", "brisca"})
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_OF_OTHERS = re.compile(rf"(?:{'|'.join(GUEST_ROOTS.values())}|deleted)-", re.IGNORECASE)
_TRIES_A_LENGTH: Final = 8


def guest_names(language: str) -> Iterator[str]:
    """Names such as `Invitado-4821`, without an end, slowly growing longer."""
    root = GUEST_ROOTS.get(language[:2], OTHER_ROOT)
    digits = 4
    while True:
        for _try in range(_TRIES_A_LENGTH):
            low = 10 ** (digits - 1)
            yield f"{root}-{low + secrets.randbelow(9 * low)}"
        digits = min(digits + 1, 12)


def checked_name(name: str, *, user: User | None = None) -> str:
    """The name as it is kept, if `user`, None for a stranger, may have it.

    Raises ValidationError for a name that is malformed, reserved or somebody else's.
    """
    name = unicodedata.normalize("NFKC", name.strip())
    if user is not None and name == user.username:
        return name
    User._meta.get_field("username").run_validators(name)
    if not _LETTER_OR_DIGIT.search(name):
        raise ValidationError(_("A name needs a letter or a digit."))
    own = user is not None and name.casefold() == user.username.casefold()
    if not own and (name.casefold() in RESERVED or _OF_OTHERS.match(name)):
        raise ValidationError(_("That name is reserved."))
    others = User.objects.filter(username__iexact=name)
    if user is not None:
        others = others.exclude(pk=user.pk)
    if others.exists() or _refused(name, user):
        raise ValidationError(_("That name is taken."))
    return name


def _refused(name: str, user: User | None) -> bool:
    answers = name_wanted.send(sender=User, name=name, user=user)
    return any(answer for _receiver, answer in answers)
