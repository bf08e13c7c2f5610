"""Checks for losses that a running installation would not survive: databases, Redis, processes.

Each module answers with `Finding`s; `manage.py check_deploy` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    subject: str
    """Subject of the check, as `standby`."""
    survives: bool
    text: str
    """State that was found; or the loss that threatens, and its remedy."""


def passed(subject: str, text: str) -> Finding:
    """Return the finding that a loss is survived."""
    return Finding(subject, survives=True, text=text)


def at_risk(subject: str, text: str) -> Finding:
    """Return the finding that a loss is not survived."""
    return Finding(subject, survives=False, text=text)
