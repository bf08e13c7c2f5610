"""Features that make tournaments by themselves, such as leagues for the matches of a season."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games.common.ports import Port


class EventMaker:
    """Interface to a feature that makes tournaments; the default makes none."""

    def tick(self, *, now: datetime) -> int:
        """Do the feature's due steps, before those of tournaments; return how many were done."""
        return 0


event_makers: Final = Port(EventMaker)
