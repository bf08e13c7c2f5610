"""The name of the release that runs, for metrics and backups."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from brisca_site import __version__

ROOT: Final = Path(__file__).resolve().parents[1]
PATIENCE_S: Final = 5


@cache
def release_name(root: Path = ROOT) -> str:
    """Return RELEASE of the environment, or else the version, with the commit of a checkout."""
    if name := os.environ.get("RELEASE", ""):
        return name
    commit = _commit(root)
    return f"{__version__}+{commit}" if commit else __version__


def _commit(root: Path) -> str:
    """Return the abbreviated commit of a checkout; nothing if there is none, or no git."""
    if not (root / ".git").exists():
        return ""
    # The account that serves the site does not own the checkout, which git distrusts otherwise.
    trust = ["-c", f"safe.directory={root}"]
    line = ["git", *trust, "-C", str(root), "rev-parse", "--short=8", "HEAD"]
    try:
        process = subprocess.run(  # noqa: S603 - fixed words
            line, capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return process.stdout.strip()
