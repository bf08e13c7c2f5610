"""The exception for messages and actions that are refused."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """Refusal of a client's message or action; `code` is the stable name of its reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
