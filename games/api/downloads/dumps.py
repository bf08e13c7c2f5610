"""The monthly files of records, as data: `/data/` shows the same to people."""

from __future__ import annotations

import orjson
from django.http import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request

from brisca_site.base.site_address import site_address
from games.answers import downloads as answers
from games.api.core.base import ASK_AGAIN, Endpoint
from games.selectors.dumps import CHECKSUMS_FILE, DUMP_LICENCE, LICENCE_FILE, Dump, dumps


class Dumps(Endpoint):
    """Endpoint: the monthly files of records."""

    operation, tag = "list_dumps", "exports"
    answer, fails = answers.Dumps, (304,)

    def get(self, request: Request) -> HttpResponseBase:
        """List the monthly files with the records of all matches, the newest month first."""
        files = [self._as_json(dump) for dump in dumps()]
        body: answers.Dumps = {
            "licence": DUMP_LICENCE,
            "notice": self._address(LICENCE_FILE) if files else None,
            "sums": self._address(CHECKSUMS_FILE) if files else None,
            "results": files,
        }
        return self.lasting_text(request, orjson.dumps(body), ASK_AGAIN)

    def _as_json(self, dump: Dump) -> answers.Dump:
        return {
            "month": dump.month,
            "file": dump.file,
            "matches": dump.matches,
            "bytes": dump.bytes,
            "unpacked": dump.unpacked,
            "sha256": dump.sha256,
            "made_at": dump.made_at,
            "url": self._address(dump.file),
        }

    def _address(self, name: str) -> str:
        return site_address(self.request, reverse("data_file", args=[name]))
