"""Keep the site's data readable by the operating system account that runs it, and by no other."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import Final

log = logging.getLogger("brisca_site.files")

UMASK: Final = 0o077
OTHERS: Final = 0o077
"""The permission bits of group and others."""
PUBLIC_FILE: Final = 0o644
PUBLIC_FOLDER: Final = 0o755
"""Modes of collected static files, which a web server under another account may read."""


def private_folder(folder: Path) -> None:
    """Make new files of this process private to its account, and create `folder` if it is missing.

    Every process of the site calls this once, while its settings are loaded and before it writes
    anything.
    """
    os.umask(UMASK)
    folder.mkdir(parents=True, exist_ok=True)


def public_folder(folder: Path) -> None:
    """Create a folder that other accounts may read, such as the one of static files."""
    folder.mkdir(parents=True, exist_ok=True)
    if _is_own(status := folder.stat()) and stat.S_IMODE(status.st_mode) != PUBLIC_FOLDER:
        folder.chmod(PUBLIC_FOLDER)


def restrict(folder: Path, *, public: Path) -> int:
    """Take `folder` and what lies directly in it away from other accounts; return how many changed.

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
    mode = stat.S_IMODE(status.st_mode)
    if not mode & OTHERS or not _is_own(status):
        return 0
    path.chmod(mode & ~OTHERS)
    return 1


def _is_own(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid()
