"""The exception for messages and actions that are refused."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """A refusal of a message or an action; `code` is the stable code of its reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
