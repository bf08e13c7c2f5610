"""The answer to what is not taken."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """An action that is not taken; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
