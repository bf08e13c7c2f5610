"""An error reaches the operator, and nothing that somebody must not read goes with it."""

from __future__ import annotations

import json
import logging
import sys
import types

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from structlog.contextvars import bind_contextvars, clear_contextvars

from brisca_site.base import error_reports
from brisca_site.base.error_reports import MAX_REPORTS, SAME_ERROR_S, ErrorReports, ReportLimit
from brisca_site.base.logs import Calm, formatter

HAND = ["O1", "E12", "B7"]
PASSWORD = "correct-horse-battery"
COOKIE = "cookie-of-a-session"
SEED = "5eed" * 16


def deal(request: HttpRequest) -> HttpResponse:
    hand, password, seed = HAND, request.POST["password"], SEED
    raise RuntimeError(f"{hand} {password} {seed}")


def too_large(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body)


urlpatterns = [path("deal/", deal), path("large/", too_large)]
handler500 = "brisca_site.errors.server_error"


@pytest.fixture
def reports():
    """A handler of reports in the place of the site's, which has reported nothing yet."""
    root = logging.getLogger()
    (of_site,) = [handler for handler in root.handlers if isinstance(handler, ErrorReports)]
    handler = ErrorReports(logging.ERROR)
    handler.addFilter(Calm())
    root.removeHandler(of_site)
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    root.addHandler(of_site)
    clear_contextvars()


@pytest.fixture
def sentry(monkeypatch: pytest.MonkeyPatch) -> types.SimpleNamespace:
    """A module in the place of sentry_sdk that keeps what it is given."""
    fake = types.SimpleNamespace(options={}, events=[])
    fake.init = lambda **options: fake.options.update(options)
    fake.capture_event = fake.events.append
    monkeypatch.setitem(sys.modules, "sentry_sdk", fake)
    return fake


def fail(client: Client) -> HttpResponse:
    client.raise_request_exception = False
    client.cookies["sessionid"] = COOKIE
    bind_contextvars(request="id-of-the-request")
    return client.post("/deal/?invite=" + COOKIE, {"password": PASSWORD})


@pytest.mark.django_db
@pytest.mark.usefixtures("reports")
@override_settings(
    ROOT_URLCONF=__name__, ADMINS=[("", "operator@example.org")], SENTRY_DSN="https://k@s.example/1"
)
def test_one_500_reaches_the_operator_without_hands_passwords_or_cookies(
    client: Client, sentry: types.SimpleNamespace
) -> None:
    assert fail(client).status_code == 500
    (message,) = mail.outbox
    (event,) = sentry.events
    assert message.to == ["operator@example.org"]
    text = message.subject + message.body
    assert "RuntimeError" in message.subject
    for report in (text, json.dumps(event)):
        assert "id-of-the-request" in report
        assert "RuntimeError" in report
        assert "tests/site/test_error_reports.py" in report
        assert "deal" in report
        for secret in (*HAND, PASSWORD, COOKIE, SEED):
            assert secret not in report
    assert sentry.options["default_integrations"] is False
    assert sentry.options["include_local_variables"] is False
    assert sentry.options["max_request_body_size"] == "never"


@pytest.mark.django_db
@pytest.mark.usefixtures("reports")
@override_settings(ROOT_URLCONF=__name__, ADMINS=[("", "operator@example.org")])
def test_the_same_error_is_mailed_once(client: Client) -> None:
    for _ in range(3):
        assert fail(client).status_code == 500
    assert len(mail.outbox) == 1
    logging.getLogger("games.live").error("another place")
    assert len(mail.outbox) == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("reports")
@override_settings(ROOT_URLCONF=__name__)
def test_nothing_is_sent_unless_an_address_is_set(
    client: Client, sentry: types.SimpleNamespace
) -> None:
    assert fail(client).status_code == 500
    assert mail.outbox == []
    assert sentry.events == []


@override_settings(ADMINS=[("", "operator@example.org")])
def test_a_mail_that_cannot_be_sent_is_not_reported_by_mail(reports: ErrorReports) -> None:
    logging.getLogger("accounts.mail").error("mail could not be sent: ConnectionRefusedError")
    assert mail.outbox == []


@override_settings(ADMINS=[("", "operator@example.org")])
def test_lines_of_servers_are_reported_without_the_text_of_the_exception(
    reports: ErrorReports,
) -> None:
    error = RuntimeError(f"{HAND} {PASSWORD}")
    line = f"Task exception was never retrieved\nfuture: <Task exception={error!r}>"
    logging.getLogger("daphne.server").error("Exception inside application: %s", error)
    logging.getLogger("asyncio").error(line, exc_info=error)
    assert len(mail.outbox) == 2
    for message in mail.outbox:
        assert "exception" in message.body.lower()
        assert PASSWORD not in message.subject + message.body


@override_settings(ADMINS=[("", "operator@example.org")])
def test_an_outage_is_reported_once_and_leaves_room_for_other_errors(reports: ErrorReports) -> None:
    error = OperationalError("the server is gone")
    for number in range(2 * MAX_REPORTS):
        logging.getLogger("django.request").error(
            "%s: %s", "Service Unavailable", f"/matches/{number}/", exc_info=error
        )
    logging.getLogger("games.live").error("another fault")
    (outage, other) = mail.outbox
    assert "Service Unavailable: /matches/0/ (OperationalError)" in outage.body
    assert "another fault" in other.body


@override_settings(SENTRY_DSN="https://k@s.example/1")
def test_without_the_library_the_log_says_what_is_missing(
    reports: ErrorReports, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="pip install sentry-sdk"):
        error_reports.start_sentry()
    logging.getLogger("games.live").error("a fault")
    assert "could not be reported: ImproperlyConfigured" in caplog.text


def test_a_flood_of_errors_is_a_few_reports_and_ends_after_an_hour() -> None:
    now = 0.0
    limit = ReportLimit(lambda: now)
    assert sum(limit.allows(place) for place in range(100)) == MAX_REPORTS
    assert not limit.allows(0)
    now += SAME_ERROR_S + 1
    assert limit.allows(0)
    assert not limit.allows(0)


@pytest.mark.django_db
@override_settings(
    ROOT_URLCONF=__name__,
    DATA_UPLOAD_MAX_MEMORY_SIZE=10,
    ADMINS=[("", "operator@example.org")],
)
def test_a_body_that_is_too_large_is_a_line_without_a_traceback(
    client: Client, reports: ErrorReports, caplog: pytest.LogCaptureFixture
) -> None:
    response = client.post("/large/", "x" * 100, content_type="text/plain")
    assert response.status_code == 400
    records = [record for record in caplog.records if record.name.startswith("django.security")]
    assert records
    for record in records:
        Calm().filter(record)
        line = formatter("plain").format(record)
        assert " INFO " in line
        assert "\n" not in line
    assert mail.outbox == []


def test_no_handler_of_django_mails_whole_requests() -> None:
    assert logging.getLogger("django").handlers == []


def test_the_id_that_nginx_gives_can_be_found_in_the_log() -> None:
    request_id = "0123456789abcdef0123456789abcdef"
    bind_contextvars(request=request_id)
    record = logging.LogRecord("x", logging.WARNING, __file__, 1, "seed %s", (request_id,), None)
    line = json.loads(formatter("json").format(record))
    clear_contextvars()
    assert line["request"] == request_id
    assert line["event"] == "seed [secret]"
