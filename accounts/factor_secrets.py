"""Encrypt what second factors need to be stored: secrets of apps, seeds of recovery codes.

They cannot be hashed, since the site computes codes from them. The key is derived from SECRET_KEY,
which is not in the database, so a copied database gives nobody a second step. Rows from before are
read as they are, and encrypted when their owner sets the factor up again.
"""

from __future__ import annotations

import base64
import logging
import secrets
from functools import lru_cache
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

log = logging.getLogger("accounts.second_factor")

PREFIX: Final = "fernet:"
"""Stands before what is encrypted; neither base 32 nor hex has a colon."""
_PURPOSE: Final = b"brisca second factors"


def encrypt_secret(text: str) -> str:
    """Return a secret as it is stored."""
    return PREFIX + _cipher(_keys()).encrypt(text.encode()).decode()


def decrypt_secret(stored: str) -> str:
    """Return a secret as it was given to `encrypt_secret`.

    Of one that no key opens, since SECRET_KEY was changed without SECRET_KEY_FALLBACKS, a random
    one is returned: every code is then wrong, and no code can be computed.
    """
    if not stored.startswith(PREFIX):
        return stored
    try:
        return _cipher(_keys()).decrypt(stored.removeprefix(PREFIX)).decode()
    except InvalidToken:
        log.warning("a second factor was encrypted under another SECRET_KEY: see its FALLBACKS")
        return base64.b32encode(secrets.token_bytes(20)).decode()


def _keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=4)
def _cipher(keys: tuple[str, ...]) -> MultiFernet:
    """Return what encrypts with the first key and decrypts with any."""
    derived = (HKDF(SHA256(), 32, None, _PURPOSE).derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
