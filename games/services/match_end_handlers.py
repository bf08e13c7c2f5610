"""Handlers of the end of a match, which features register.

They are called in the transaction that ends the match, or stores its analysis, in the order of their
registration.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, TypeAlias

from games.common.ports import Port
from games.models import Match
from games.record.log import MatchLog

Json: TypeAlias = dict[str, Any]


class MatchEndHandler:
    """Interface of a feature that stores something when a match ends; by default nothing."""

    def finished(self, *, match: Match, log: MatchLog, finished_at: datetime) -> bool:
        """Store the result of a match that was played; return whether it must stay hidden.

        A hidden match is in no list and no figure before `match_ends.open_held` publishes it.
        """
        return False

    def abandoned(self, *, match: Match, now: datetime) -> bool:
        """Store that a match was abandoned; return whether its decks must stay secret."""
        return False

    def counted(self, match: Match, record: Json) -> None:
        """Add a match to figures of the feature, when the site's own figures count it."""

    def analysed(self, match: Match, body: Json) -> None:
        """Store what follows from the analysis of a finished match, when it is stored."""


handlers: Final[list[Port[MatchEndHandler]]] = []
"""The registered handlers of the end of a match, in the order in which they are called."""


def register(name: str) -> None:
    """Register a handler class (dotted name), called at the end of every match from now on."""
    handler = Port(MatchEndHandler)
    handler.fill(name)
    handlers.append(handler)


def store_finished(*, match: Match, log: MatchLog, finished_at: datetime) -> bool:
    """Call every handler for a match that was played; return whether any says to hide the match."""
    hidden = [
        handler().finished(match=match, log=log, finished_at=finished_at) for handler in handlers
    ]
    return any(hidden)


def store_abandoned(*, match: Match, now: datetime) -> bool:
    """Call every handler for an abandoned match; return whether its decks must stay secret."""
    secret = [handler().abandoned(match=match, now=now) for handler in handlers]
    return any(secret)


def count(match: Match, record: Json) -> None:
    """Call every handler for a match, with its record, as the site's figures count it."""
    for handler in handlers:
        handler().counted(match, record)


def store_analysed(match: Match, body: Json) -> None:
    """Call every handler for a match whose analysis (`brisca-analysis`, JSON) is stored."""
    for handler in handlers:
        handler().analysed(match, body)
