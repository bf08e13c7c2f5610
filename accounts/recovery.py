"""Password recovery codes: each printed code sets a new password once, without an e-mail.

A code has 80 random bits in Crockford's alphabet, which nobody guesses, so a keyed hash of it
suffices. It replaces the password only: a second factor is still asked for.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.access_termination import end_sessions
from accounts.activity import Origin, record_event
from accounts.devices import void_devices
from accounts.models import AccountEvent, RecoveryCode, User
from accounts.services import MembersOnlyError
from accounts.skeletons import name_key

CODES_A_SET: Final = 10
"""Number of codes that are made together."""
CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, 5 bits a character: no I, L, O or U."""
CODE_LENGTH: Final = 16
"""Number of characters of a code."""
_GROUP_LENGTH: Final = 4
_SALT: Final = "accounts.recovery"
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


class WrongCodeError(Exception):
    """Refusal of a recovery code: no account has this name and this unused code."""


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """Numbers of an account's recovery codes, unused and in all, and when they were made."""

    unused: int
    total: int
    made_at: datetime | None


@transaction.atomic
def create_recovery_codes(*, user: User, origin: Origin | None = None) -> list[str]:
    """Make new recovery codes and void the old ones; return them as they are shown, in groups.

    The codes cannot be read again later. The account's row is locked.

    Raises:
        MembersOnlyError: the user is a guest.
    """
    owner = User.objects.select_for_update().get(pk=user.pk)
    if owner.is_guest:
        raise MembersOnlyError
    codes = [_new_code() for _ in range(CODES_A_SET)]
    RecoveryCode.objects.filter(user=owner).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=owner, digest=_digest(code, settings.SECRET_KEY)) for code in codes
    )
    record_event(user=owner, kind=AccountEvent.Kind.RECOVERY_CODES_MADE, origin=origin)
    return [_in_groups(code) for code in codes]


def codes_left(user: User) -> CodesLeft:
    """Return an account's numbers of recovery codes, unused and in all, and their date."""
    rows = list(RecoveryCode.objects.filter(user=user))
    made_at = max((row.created_at for row in rows), default=None)
    return CodesLeft(sum(row.used_at is None for row in rows), len(rows), made_at)


def find_recovery_code(*, name: str, code: str) -> RecoveryCode | None:
    """Return the unused recovery code of the account with this name; None if either is wrong.

    One query in every case, so that the time does not tell which of the two is wrong.
    """
    typed = name[:64].strip()
    plain = code[:64].upper().translate(_READ_AS)
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return (
        RecoveryCode.objects.select_related("user")
        .filter(
            Q(user__username=typed) | Q(user__name_key=name_key(typed)),
            digest__in=[_digest(plain, key) for key in keys],
            user__is_active=True,
            user__is_guest=False,
            used_at=None,
        )
        .first()
    )


@transaction.atomic
def recover_account(*, found: RecoveryCode, password: str, origin: Origin | None = None) -> User:
    """Use up a recovery code to set a new, valid password; end all sessions, and void all devices.

    Raises:
        WrongCodeError: the code was used meanwhile.
    """
    used = RecoveryCode.objects.filter(pk=found.pk, used_at=None).update(used_at=timezone.now())
    if not used:
        raise WrongCodeError
    user = found.user
    user.set_password(password)
    user.save(update_fields=["password"])
    void_devices(user=user)
    end_sessions(user=user)
    record_event(user=user, kind=AccountEvent.Kind.PASSWORD_RECOVERED, origin=origin)
    return user


def _new_code() -> str:
    """Return a new random recovery code."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def _in_groups(code: str) -> str:
    """Return a code as it is shown: groups of _GROUP_LENGTH characters with hyphens between."""
    return "-".join(code[at : at + _GROUP_LENGTH] for at in range(0, CODE_LENGTH, _GROUP_LENGTH))


def _digest(plain: str, secret: str | bytes) -> str:
    """Return the keyed hash of a recovery code, in hex."""
    return salted_hmac(_SALT, plain, secret=secret, algorithm="sha256").hexdigest()
