"""An example of each parameter in the addresses of the API, for all tests that ask all addresses.

Tests that need a value of something they have stored put it over these.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PATH_VALUES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "club": "none",
        "day": "2026-03-01",
        "exercise": "1",
        "fixture": "1",
        "hash": "00000000",
        "invitation": "1",
        "league": "none",
        "match": "none",
        "name": "nobody",
        "number": "1",
        "page": "matches",
        "pool": "2",
        "proposal": "1",
        "puzzle": "none",
        "rival": "noone",
        "round": "1",
        "run": "none",
        "season": "1",
        "series": "none",
        "table": "none",
        "team": "1",
        "time": "1",
        "tournament": "none",
    }
)
"""Parameter -> a value of its form, which need not name anything that is stored."""
