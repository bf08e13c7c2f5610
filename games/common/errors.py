"""Refusals of services, with stable codes that clients translate."""

from __future__ import annotations

from datetime import datetime


class ServiceError(Exception):
    """Refusal of a service to do what is asked; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TableError(ServiceError):
    """Refusal of an action at a table; `code` says why, and nothing is changed."""


class PausedError(TableError):
    """Refusal of rated matches with people to a player who has a pause; `until` is its end."""

    def __init__(self, until: datetime) -> None:
        super().__init__("paused_player")
        self.until = until


class ChipsError(ServiceError):
    """Refusal of a movement of chips; `code` says why, and nothing is changed."""


class ReportError(ServiceError):
    """Refusal of a report or notice; `code` says why, and nothing is stored."""


class CaseError(ServiceError):
    """Refusal of a moderator's step in a case; `code` says why, and nothing is changed."""


class LogBrokenError(Exception):
    """Refusal to seal a log of decisions whose chain of hashes does not hold; the text says why."""


class AppealError(ServiceError):
    """Refusal of an appeal, or of its answer; `code` says why, and nothing is changed."""


class SocialError(ServiceError):
    """Refusal of a follow or block; `code` says why, and nothing is changed."""


class TeamError(ServiceError):
    """Refusal of a step of a team; `code` says why, and nothing is changed."""


class TournamentError(ServiceError):
    """Refusal of a step of a tournament; `code` says why, and nothing is changed."""


class NotificationError(ServiceError):
    """Refusal of settings of notifications; `code` says why, and nothing is changed."""


class InvitationError(ServiceError):
    """Refusal of an invitation to a seat, or of its answer; `code` says why."""


class ClubError(ServiceError):
    """Refusal of a step in a club; `code` says why, and nothing is changed."""


class LeagueError(ServiceError):
    """Refusal of a step in a league; `code` says why, and nothing is changed."""


class MessageError(ServiceError):
    """Refusal of a message between two people; `code` says why, and nothing is stored."""


class PuzzleError(ServiceError):
    """Refusal of an answer to a puzzle or of a run of puzzles; `code` says why."""
