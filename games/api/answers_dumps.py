"""What is told of the monthly files, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import moment, text, whole


class DumpSerializer(drf.Serializer[Any]):
    """The records of one month, one a line, packed with Zstandard."""

    month = text("In UTC, as `2026-03`.")
    file = text("Its name.")
    url = drf.URLField(help_text="Where it is; parts may be asked for with `Range`.")
    matches = whole()
    bytes = whole("Of the file.")
    unpacked = whole("Bytes of what is in it.")
    sha256 = text("Of the file, in hex.")
    made_at = moment()


class DumpsSerializer(drf.Serializer[Any]):
    """All monthly files."""

    licence = text("Of all files, by its SPDX name.")
    notice = drf.URLField(allow_null=True, help_text="The licence in words; null without a file.")
    sums = drf.URLField(
        allow_null=True, help_text="All checksums, as `sha256sum --check` reads them."
    )
    results = DumpSerializer(many=True)
