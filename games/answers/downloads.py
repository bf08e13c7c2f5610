"""Monthly files of records."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.common.notation import Moment, Url


class Dump(TypedDict):
    """Part of API answers: a monthly file of records, one a line, packed with Zstandard."""
    month: Annotated[str, "In UTC, as `2026-03`."]
    file: Annotated[str, "Its name."]
    url: Annotated[Url, "Where it is; parts may be asked for with `Range`."]
    matches: int
    bytes: Annotated[int, "Of the file."]
    unpacked: Annotated[int, "Bytes of what is in it."]
    sha256: Annotated[str, "Of the file, in hex."]
    made_at: Moment

class Dumps(TypedDict):
    """API answer: all monthly files of records."""
    licence: Annotated[str, "Of all files, by its SPDX name."]
    notice: Annotated[Url | None, "The licence in words; null without a file."]
    sums: Annotated[Url | None, "All checksums, as `sha256sum --check` reads them."]
    results: list[Dump]
