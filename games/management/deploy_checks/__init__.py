"""What a running installation would not survive: checks of its databases, Redis and processes.

Each module answers with `Finding`s; `manage.py check_deploy` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found out."""

    subject: str
    """What was looked at, as `standby`."""
    survives: bool
    text: str
    """What is there; or what would be lost, and what to do."""


def passed(subject: str, text: str) -> Finding:
    """Return the finding that a loss is survived."""
    return Finding(subject, survives=True, text=text)


def at_risk(subject: str, text: str) -> Finding:
    """Return the finding that a loss is not survived."""
    return Finding(subject, survives=False, text=text)
