"""What a service refuses, with a stable code that clients translate."""

from __future__ import annotations


class TableError(Exception):
    """Something at a table that cannot be done; `code` says why and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ChipsError(Exception):
    """Chips that cannot be had or given; `code` says why and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
