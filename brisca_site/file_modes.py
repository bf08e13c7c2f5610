"""File permissions: only the operating system account of the site may read its data."""

from __future__ import annotations

import logging
import os
import pwd
import stat
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

log = logging.getLogger("brisca_site.files")

UMASK: Final = 0o077
OTHERS: Final = 0o077
"""Permission bits of group and others."""
PUBLIC_FILE: Final = 0o644
PUBLIC_FOLDER: Final = 0o755
"""Mode of folders of collected static files, which a web server under another account reads."""


def private_folder(folder: Path) -> None:
    """Set the umask of this process so that new files are private, and create `folder`.

    Every process of the site calls this once, while its settings are loaded and before it writes
    anything.

    Raises:
        ImproperlyConfigured: the folder cannot be created.
    """
    os.umask(UMASK)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        account = _account()
        raise ImproperlyConfigured(
            f"VAR_DIR is {folder}, which {account} cannot create ({error.strerror}). As root: "
            f"install -d -m 700 -o {account} -g {account} {folder}"
        ) from error


def _account() -> str:
    """Return the name of the account that runs this process, or its number where it has no name.

    The environment is ignored, as it still names root after `runuser`.
    """
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def public_folder(folder: Path) -> None:
    """Create a folder that other accounts may read, such as that of static files."""
    folder.mkdir(parents=True, exist_ok=True)
    if _is_own(status := folder.stat()) and stat.S_IMODE(status.st_mode) != PUBLIC_FOLDER:
        folder.chmod(PUBLIC_FOLDER)


def restrict(folder: Path, *, public: Path) -> int:
    """Remove other accounts' access to `folder` and its direct content; return how many changed.

    Deeper files need no change: nobody else can enter the folders above them. `public` keeps its
    mode, and so do links, files of other owners, and folders that several accounts share (with the
    sticky bit, such as `/tmp`). One warning is logged if anything changed.
    """
    status = folder.stat()
    if not _is_own(status) or status.st_mode & stat.S_ISVTX:
        if status.st_mode & OTHERS:
            log.warning("VAR_DIR is another account's or shared: others may read what is in it")
        return 0
    changed = _restrict_one(folder, status)
    with os.scandir(folder) as entries:
        for entry in entries:
            if Path(entry.path) == public or entry.is_symlink():
                continue
            try:
                changed += _restrict_one(Path(entry.path), entry.stat(follow_symlinks=False))
            except FileNotFoundError:  # such as the -wal of a database that was just closed
                continue
    if changed:
        log.warning("%s files and folders in VAR_DIR were open to other accounts: closed", changed)
    return changed


def _restrict_one(path: Path, status: os.stat_result) -> int:
    """Remove other accounts' access to one path; return 1 if its mode changed, else 0."""
    mode = stat.S_IMODE(status.st_mode)
    if not mode & OTHERS or not _is_own(status):
        return 0
    path.chmod(mode & ~OTHERS)
    return 1


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file belongs to the account of this process."""
    return status.st_uid == os.geteuid()
