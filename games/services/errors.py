"""Refusals of services, with stable codes that clients translate."""

from __future__ import annotations


class TableError(Exception):
    """Refusal of an action at a table; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ChipsError(Exception):
    """Refusal of a movement of chips; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
