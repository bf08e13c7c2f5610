"""Refusals of services, with stable codes that clients translate."""

from __future__ import annotations

from datetime import datetime


class TableError(Exception):
    """Refusal of an action at a table; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class PausedError(TableError):
    """Refusal of rated matches with people to somebody who has a pause until `until`."""

    def __init__(self, until: datetime) -> None:
        super().__init__("paused_player")
        self.until = until


class ChipsError(Exception):
    """Refusal of a movement of chips; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ReportError(Exception):
    """Refusal of a report or notice; `code` says why, and nothing is stored."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CaseError(Exception):
    """Refusal of a moderator's step at the desk; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AppealError(Exception):
    """Refusal of an appeal, or of its answer; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SocialError(Exception):
    """Refusal of a follow or block; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MessageError(Exception):
    """Refusal of a message between two people; `code` says why, and nothing is stored."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TeamError(Exception):
    """Refusal of a step of a team; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TournamentError(Exception):
    """Refusal of a step of a tournament; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
