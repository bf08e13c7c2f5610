"""Checks of the names that an account may choose."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.guest_names import EARLIER_GUEST_PREFIXES
from accounts.models import User
from accounts.reserved import is_reserved
from accounts.signals import name_wanted
from accounts.skeletons import looks_of, name_key

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_OF_THE_SITE: Final = (*EARLIER_GUEST_PREFIXES, "deleted-")
"""Reserved prefixes: of names of deleted accounts, and of guests of earlier releases."""


def checked_name(name: str, *, user: User | None = None) -> str:
    """Return a name cleaned up for storage, if `user` (None for a stranger) may have it.

    Spaces around it are left out, and several between two words become one.

    The unique columns of User decide between two users who choose a name at once.

    Raises:
        ValidationError: the name is malformed, mixes scripts, is reserved, or is equal or similar
            to another account's.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if user is not None and name == user.username:
        return name
    User._meta.get_field("username").run_validators(name)
    if not _LETTER_OR_DIGIT.search(name):
        raise ValidationError(_("A name needs a letter or a digit."))
    own = user is not None and name_key(name) == name_key(user.username)
    if not own and (is_reserved(name) or _is_of_the_site(name)):
        raise ValidationError(_("That name is reserved."))
    others = User.objects.like(name)
    if user is not None:
        others = others.exclude(pk=user.pk)
    similar = others.first()
    if (similar and name_key(similar.username) == name_key(name)) or _refused(name, user):
        raise ValidationError(_("That name is taken."))
    if similar:
        raise ValidationError(_("That name looks too much like one that is taken."))
    return name


def _is_of_the_site(name: str) -> bool:
    """Return whether a name begins, or seems to begin, with a prefix reserved for the site."""
    beginnings = tuple(look for prefix in _OF_THE_SITE for look in looks_of(prefix))
    return any(look.startswith(beginnings) for look in looks_of(name))


def _refused(name: str, user: User | None) -> bool:
    """Return whether a receiver of the signal `name_wanted` refuses a name."""
    answers = name_wanted.send(sender=User, name=name, user=user)
    return any(answer for _receiver, answer in answers)
