"""Serve the site with Daphne and one more address, which returns a page of matches from memory.

The API's request limits are off, as the measuring client sends all its requests from one address.

    python tools/bench/api_server.py PORT
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

from brisca_site import urls  # noqa: E402
from tests.support.api_limits import lift_limits  # noqa: E402

MATCHES_PAGE = "/api/v1/matches/?limit=50"


class CannedPage(APIView):
    """View that returns the stored bytes of a page of 50 matches."""

    schema = None
    body = b""

    def get(self, request: Any) -> HttpResponse:
        """Return the stored bytes of the page as JSON."""
        return HttpResponse(self.body, content_type="application/json")


def main() -> None:
    """Serve the site on the port in the command line."""
    lift_limits()
    urls.urlpatterns.insert(0, path("bench/same/", CannedPage.as_view()))
    CannedPage.body = Client(headers={"host": "localhost"}).get(MATCHES_PAGE).content
    call_command("serve", port=int(sys.argv[1]), host="127.0.0.1")


if __name__ == "__main__":
    main()
