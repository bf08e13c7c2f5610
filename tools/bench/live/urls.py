"""The site's addresses, and one whose query through the ORM takes as long as its path says."""

from __future__ import annotations

import time

from django.db import connection
from django.db.models import Func, TextField, Value
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.models import Match


def slow(request: HttpRequest, milliseconds: int) -> HttpResponse:
    """Run a query through the ORM that takes `milliseconds` in the database."""
    seconds = milliseconds / 1000
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.connection.create_function("bench_sleep", 1, _sleep)
    name = "bench_sleep" if connection.vendor == "sqlite" else "pg_sleep"
    delay = Func(Value(seconds), function=name, output_field=TextField())
    matches = Match.objects.order_by("pk").annotate(held=delay).values_list("pk", "held")
    return HttpResponse(str(len(list(matches[:1]))))


def _sleep(seconds: float) -> int:
    time.sleep(seconds)
    return 0


urlpatterns = [
    path("bench/slow/<int:milliseconds>/", slow),
    path("", include("brisca_site.urls")),
]
