"""The site, served by Daphne with one address more: the bytes of a page of matches out of memory.

Limits are off: what is measured is one visitor who asks without end.

    python tools/bench/api_served.py PORT
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
from tools.bench.api_limits import lift_limits  # noqa: E402

PAGE = "/api/v1/matches/?limit=50"


class Same(APIView):
    """The bytes of a page of 50 matches."""

    schema = None
    body = b""

    def get(self, request: Any) -> HttpResponse:
        """Always the same."""
        return HttpResponse(self.body, content_type="application/json")


def main() -> None:
    lift_limits()
    urls.urlpatterns.insert(0, path("bench/same/", Same.as_view()))
    Same.body = Client(headers={"host": "localhost"}).get(PAGE).content
    call_command("serve", port=int(sys.argv[1]), host="127.0.0.1")


if __name__ == "__main__":
    main()
