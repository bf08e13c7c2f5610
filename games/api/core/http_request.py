"""Requests of the API for functions that take a request of Django."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request


def http_request(request: Request) -> HttpRequest:
    """Return an API request under the type of a Django request, whose attributes it has."""
    return cast("HttpRequest", request)
