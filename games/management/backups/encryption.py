"""Encryption with age: the server has public keys alone and cannot read its own backups."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import pyrage

from games.management.backups.errors import BackupError

MAGIC: Final = b"age-encryption.org/v1"
"""The first bytes of a file that age has encrypted."""
SECRET_KEY: Final = "AGE-SECRET-KEY-1"  # noqa: S105 - how any such key begins
LARGEST_KEY_FILE: Final = 64 * 1024
"""Bytes read of a file of private keys at most."""

Recipients: TypeAlias = list[Any]


def read_recipients(texts: Iterable[str]) -> Recipients:
    """Parse texts into the public keys (`age1...`) that they hold, one each.

    Raises:
        BackupError: where a text is no public key. The message does not quote the text, which might
            be a private key.
    """
    recipients: Recipients = []
    for number, text in enumerate(texts, start=1):
        if text.upper().startswith(SECRET_KEY):
            raise BackupError(f"recipient {number} is a private key: keep it off this server")
        try:
            recipients.append(pyrage.x25519.Recipient.from_str(text))
        except pyrage.RecipientError:
            raise BackupError(f"recipient {number} is no public key of age (age1...)") from None
    return recipients


def read_identities(path: Path) -> list[Any]:
    """Return the private keys in a file, as `age-keygen` and `manage.py backup_key` write it.

    Raises:
        BackupError: where the file cannot be read or holds no whole private key.
    """
    try:
        with path.open("rb") as file:
            lines = file.read(LARGEST_KEY_FILE).decode("ascii", "replace").splitlines()
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}") from None
    keys = [line.strip() for line in lines if line.strip().startswith(SECRET_KEY)]
    try:
        identities = [pyrage.x25519.Identity.from_str(key) for key in keys]
    except pyrage.IdentityError:
        raise BackupError(f"{path} holds a private key that is not whole") from None
    if not identities:
        raise BackupError(f"{path} holds no private key ({SECRET_KEY}...)")
    return identities


def new_identity() -> tuple[str, str]:
    """Return a new key pair as texts: the private key, the public key."""
    identity = pyrage.x25519.Identity.generate()
    return str(identity), str(identity.to_public())


def encrypt(source: IO[bytes], target: Any, recipients: Recipients) -> None:
    """Encrypt a byte stream into another for these public keys, block by block.

    Raises:
        BackupError: where a stream cannot be read or written.
    """
    try:
        pyrage.encrypt_io(source, target, recipients)
    except (pyrage.EncryptError, OSError) as error:
        raise BackupError(f"could not be encrypted: {error}") from None


def decrypt(source: IO[bytes], target: IO[bytes], identities: list[Any]) -> None:
    """Decrypt a byte stream into another; if it fails, the caller must discard the output.

    Raises:
        BackupError: where no key fits, or the source was cut short or changed.
    """
    try:
        pyrage.decrypt_io(source, target, identities)
    except pyrage.DecryptError as error:
        if "No matching keys" in str(error):
            raise BackupError("is encrypted for another key than the one given") from None
        raise BackupError(f"is no whole file of age: {error}") from None
    except OSError as error:
        if error.errno is not None:
            raise BackupError(f"could not be decrypted: {error.strerror}") from None
        raise BackupError("was cut short or changed after it was written") from None
