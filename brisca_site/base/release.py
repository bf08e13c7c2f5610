"""The name of the release that runs, for metrics and backups."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE_S: Final = 5
VERSION: Final = "1.1.0.dev0"
"""Version of the site; between releases it ends in `.dev0`."""


@cache
def release_name(root: Path = ROOT) -> str:
    """Return the release's name: the environment's RELEASE, else the version and git commit."""
    if name := os.environ.get("RELEASE", ""):
        return name
    commit = _commit(root)
    return f"{VERSION}+{commit}" if commit else VERSION


def _commit(root: Path) -> str:
    """Return the abbreviated commit of the checkout; "" without a checkout or git."""
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
