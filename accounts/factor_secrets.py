"""Encryption of the secrets of second factors: secrets of apps, seeds of recovery codes.

They cannot be hashed, since the site computes codes from them. The key is derived from SECRET_KEY,
which is not in the database, so a copied database gives nobody a second factor. Unencrypted rows of
older releases are read as they are, and encrypted when their owner sets the factor up again.
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

ENCRYPTED_PREFIX: Final = "fernet:"
"""Prefix of an encrypted value; neither base 32 nor hex has a colon."""
_PURPOSE: Final = b"brisca second factors"


def encrypt_secret(text: str) -> str:
    """Return the secret of a second factor encrypted, as it is stored."""
    return ENCRYPTED_PREFIX + _cipher(_keys()).encrypt(text.encode()).decode()


def decrypt_secret(stored: str) -> str:
    """Decrypt the stored secret of a second factor.

    For a value that no key opens, since SECRET_KEY was changed without SECRET_KEY_FALLBACKS, return
    a random secret: every code is then wrong, and no code can be computed.
    """
    if not stored.startswith(ENCRYPTED_PREFIX):
        return stored
    try:
        return _cipher(_keys()).decrypt(stored.removeprefix(ENCRYPTED_PREFIX)).decode()
    except InvalidToken:
        log.warning("a second factor was encrypted under another SECRET_KEY: see its FALLBACKS")
        return base64.b32encode(secrets.token_bytes(20)).decode()


def _keys() -> tuple[str, ...]:
    """Return the site's secret keys for encryption, the current one first."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=4)
def _cipher(keys: tuple[str, ...]) -> MultiFernet:
    """Return a cipher for secrets that encrypts with the first key and decrypts with any key."""
    derived = (HKDF(SHA256(), 32, None, _PURPOSE).derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
