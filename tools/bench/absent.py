"""Places of the API's addresses of which the sites that are filled to be measured have none."""

from __future__ import annotations

from typing import Final

ABSENT: Final = ("tournament", "series", "club", "league", "fixture", "puzzle", "run")
"""Names of path parameters."""
