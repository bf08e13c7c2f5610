"""A request while the database is away gets a page of status 503, and says when to come back."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from django.db import (
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
)
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import path

from brisca_site.base.database_away import is_database_away


def caused(error: Exception, cause: Exception) -> Exception:
    """Return an error of Django with the driver's error as its cause."""
    error.__cause__ = cause
    return error


def sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("of SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    "error",
    [
        caused(OperationalError(), psycopg.OperationalError("connection refused")),
        caused(OperationalError(), psycopg.errors.AdminShutdown()),
        caused(OperationalError(), psycopg.errors.DiskFull()),
        caused(InternalError(), psycopg.errors.ReadOnlySqlTransaction()),
        caused(InterfaceError(), psycopg.InterfaceError("the connection is closed")),
        caused(OperationalError(), sqlite(sqlite3.SQLITE_BUSY)),
        caused(OperationalError(), sqlite(sqlite3.SQLITE_FULL)),
        caused(RuntimeError("while it was handled"), OperationalError()),
    ],
)
def test_an_unreachable_database_is_recognized(error: Exception) -> None:
    assert is_database_away(error)


@pytest.mark.parametrize(
    "error",
    [
        None,
        ValueError(),
        caused(OperationalError(), sqlite(sqlite3.SQLITE_ERROR)),
        caused(ProgrammingError(), psycopg.errors.UndefinedTable()),
        caused(IntegrityError(), psycopg.errors.UniqueViolation()),
        caused(DataError(), psycopg.errors.NumericValueOutOfRange()),
        caused(InternalError(), psycopg.errors.InternalError_()),
    ],
)
def test_a_fault_of_the_site_is_not_taken_for_it(error: Exception | None) -> None:
    assert not is_database_away(error)


def no_connection(request: HttpRequest) -> None:
    raise OperationalError("connection refused")


def wrong_code(request: HttpRequest) -> None:
    raise ValueError("a fault")


urlpatterns = [
    path("page/", no_connection),
    path("api/v1/thing/", no_connection),
    path("fault/", wrong_code),
]
handler500 = "brisca_site.errors.server_error"


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_pages_and_programs_are_told_to_come_back(client: Client) -> None:
    client.raise_request_exception = False
    for address, kind in (("/page/", "text/html"), ("/api/v1/thing/", "application/json")):
        for response in (client.get(address), client.post(address)):
            assert response.status_code == 503
            assert int(response["Retry-After"]) > 0
            assert response["Cache-Control"] == "no-store"
            assert response["Content-Type"].startswith(kind)
    assert client.get("/api/v1/thing/").json()["error"]["code"] == "unavailable"
    assert client.get("/fault/").status_code == 500


@override_settings(ROOT_URLCONF=__name__)
def test_the_page_reads_nothing_from_the_database(client: Client) -> None:
    client.raise_request_exception = False
    client.cookies["sessionid"] = "x" * 32
    response = client.get("/page/")  # any query fails, as this test may make none
    assert response.status_code == 503
