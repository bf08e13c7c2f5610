"""Checks for losses that a running installation would not survive: databases, Redis, processes.

Each module answers with `Finding`s; `manage.py check_deploy` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check of an installation: whether it survives the loss of some part."""

    subject: str
    """Subject of the check, as `standby`."""
    survives: bool
    text: str
    """State that was found; or the loss that threatens, and its remedy."""


def passed(subject: str, text: str) -> Finding:
    """Return the result of a check that was passed: a loss of this part is survived."""
    return Finding(subject, survives=True, text=text)


def at_risk(subject: str, text: str) -> Finding:
    """Return the result of a check that failed: a loss of this part is not survived."""
    return Finding(subject, survives=False, text=text)
