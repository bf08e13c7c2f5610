"""Checks for losses that a running installation would not survive: databases, Redis, processes.

Each module answers with `Finding`s; `manage.py check_deploy` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check of a deployed site: whether its tables survive the loss of some part."""

    subject: str
    """Subject of the check, as `standby`."""
    survives: bool
    text: str
    """State that was found; or the loss that threatens, and its remedy."""
    needs_machines: bool = False
    """True for a risk that only further machines take away: a site on one machine lives with it."""


def passed(subject: str, text: str) -> Finding:
    """Return the finding that the site would survive the loss of `subject`; `text` is its state."""
    return Finding(subject, survives=True, text=text)


def at_risk(subject: str, text: str, *, needs_machines: bool = False) -> Finding:
    """Return the finding that the site would not survive the loss of `subject`; `text` says why.

    `needs_machines`: only further machines would remove the risk.
    """
    return Finding(subject, survives=False, text=text, needs_machines=needs_machines)
