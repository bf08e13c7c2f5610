"""The exception for a record that is not valid."""

from __future__ import annotations


class RecordError(ValueError):
    """Error: a record is not valid; `where` is the first wrong place, `why` the reason."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
