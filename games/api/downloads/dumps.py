"""The monthly files of records, as data: `/data/` shows the same to people."""

from __future__ import annotations

from dataclasses import asdict

import orjson
from django.http import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request

from games.answers.downloads import Dumps as Answer
from games.api.core.base import ASK_AGAIN, Endpoint
from games.selectors.dumps import LICENCE, NOTICE, SUMS, Dump, dumps


class Dumps(Endpoint):
    """The monthly files."""

    operation, tag = "list_dumps", "exports"
    answer, fails = Answer, (304,)

    def get(self, request: Request) -> HttpResponseBase:
        """The records of each month that is over as one file, the newest month first."""
        found = [self._told(dump) for dump in dumps()]
        body = orjson.dumps(
            {
                "licence": LICENCE,
                "notice": self._address(NOTICE) if found else None,
                "sums": self._address(SUMS) if found else None,
                "results": found,
            }
        )
        return self.lasting_text(request, body, ASK_AGAIN)

    def _told(self, dump: Dump) -> dict[str, object]:
        told = asdict(dump)
        del told["licence"]
        return {**told, "url": self._address(dump.file)}

    def _address(self, name: str) -> str:
        return self.request.build_absolute_uri(reverse("data_file", args=[name]))
