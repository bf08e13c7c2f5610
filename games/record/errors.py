"""What is wrong with a record, and where."""

from __future__ import annotations


class RecordError(ValueError):
    """A record that does not hold: `where` is the first wrong place, `why` what is wrong there."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
