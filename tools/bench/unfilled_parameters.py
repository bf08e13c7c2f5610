"""Path parameters of the API that the benchmarked sites have no values for."""

from __future__ import annotations

from typing import Final

UNFILLED_PARAMETERS: Final = (
    "tournament", "series", "club", "league", "fixture", "puzzle", "run",
)  # fmt: skip
"""Names of path parameters for objects that `make_matches` does not create."""
