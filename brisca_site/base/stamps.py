"""Moments that one process of the site notes in VAR_DIR and the metrics of the others tell."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from django.conf import settings

Stamp = Literal["backup", "certificate"]
"""Events: the end of the last good backup, the expiry of the site's certificate."""
FOLDER: Final = "stamps"


def write_stamp(name: Stamp, moment: float) -> None:
    """Store the moment of an event, such as "backup", in seconds since the epoch.

    Raises:
        OSError: VAR_DIR cannot be written.
    """
    folder = Path(settings.VAR_DIR) / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    temporary = folder / f"{name}.new"
    temporary.write_text(f"{moment:.0f}\n")
    temporary.replace(folder / name)


def read_stamp(name: Stamp) -> float | None:
    """Return the stored moment of an event, in seconds since the epoch; None if never stored."""
    try:
        return float((Path(settings.VAR_DIR) / FOLDER / name).read_text())
    except (OSError, ValueError):
        return None
