"""Reports of errors to the operator: by mail to ADMINS, and to a Sentry-compatible address.

A report is built from a list of harmless parts: the logger, the line of the log with secrets blotted
out, the type of the exception, the places in the code, and the id of the request, by which the log
has more. Values of variables, the text of exceptions, requests and cookies are never read, as they
hold hands, seeds and passwords.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import Any, Final, Self

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import mail_admins
from structlog.contextvars import get_contextvars

from brisca_site.base.logs import blot
from brisca_site.base.release import release_name

log = logging.getLogger("brisca.reports")

SAME_ERROR_S: Final = 3600.0
"""Seconds in which an error at the same place is reported once."""
MAX_REPORTS: Final = 20
"""Maximum number of reports in SAME_ERROR_S seconds; the log has the others."""
MAX_FRAMES: Final = 30
MAIL_LOGGER: Final = "accounts.mail"
"""Logger of the mail queue, of which a mail would tell by the queue that fails."""
OWN_LOGGERS: Final = ("accounts", "brisca", "games", "django")
"""Beginnings of the names of loggers that put no text of an exception into a line, as servers do."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Place in the code at which an error occurred, or through which it passed."""

    file: str
    """Path within the checkout, or of a library from `site-packages` on."""
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Report:
    """Report of one error, sent to the operator by mail or to Sentry."""

    logger: str
    level: str
    message: str
    exception: str
    """Type of the exception; empty without one."""
    frames: tuple[Frame, ...]
    request: str
    """Id of the request, as in the log and on the error page; empty outside of requests."""
    template: str
    """Message without its values."""

    @classmethod
    def of_record(cls, record: logging.LogRecord) -> Self:
        """Return an error report made from a log record."""
        kind, _error, trace = record.exc_info or (None, None, None)
        template = str(record.msg).partition("\n")[0]
        is_own = record.name.startswith(OWN_LOGGERS)
        return cls(
            record.name,
            record.levelname,
            blot(record.getMessage() if is_own else template)[:500],
            f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.") if kind else "",
            frames_of(trace),
            str(get_contextvars().get("request", "")),
            template,
        )

    @property
    def place(self) -> tuple[str, str, Frame | None]:
        """Return the key that is equal for repetitions of the same error."""
        if not self.frames:
            return self.logger, self.exception or self.template, None
        return self.logger, self.exception, self.frames[-1]

    def text(self) -> str:
        """Return the error report as the text of a mail."""
        lines = [f"{self.level} {self.logger}: {self.message}"]
        if self.request:
            lines.append(f"request={self.request}")
        if self.exception:
            lines += ["", self.exception]
            lines += [f"  {frame.file}:{frame.line} {frame.function}" for frame in self.frames]
        return "\n".join(lines)

    def event(self) -> dict[str, Any]:
        """Return the error report as a Sentry event."""
        frames = [
            {"filename": frame.file, "lineno": frame.line, "function": frame.function}
            for frame in self.frames
        ]
        event: dict[str, Any] = {
            "level": self.level.lower(),
            "logger": self.logger,
            "message": self.message,
            "release": release_name(),
            "tags": {"request": self.request},
        }
        if self.exception:
            event["exception"] = {
                "values": [{"type": self.exception, "stacktrace": {"frames": frames}}]
            }
        return event


def frames_of(trace: TracebackType | None) -> tuple[Frame, ...]:
    """Return the code places of a traceback, innermost last, at most MAX_FRAMES."""
    frames = [
        Frame(_short(code.co_filename), line, code.co_name)
        for code, line in ((frame.f_code, line) for frame, line in traceback.walk_tb(trace))
    ]
    return tuple(frames[-MAX_FRAMES:])


def _short(path: str) -> str:
    """Return a source file's path relative to the packages or the site, equal on all machines."""
    _packages, library, module = path.partition("site-packages/")
    return module if library else path.removeprefix(f"{settings.BASE_DIR}/")


class ReportLimit:
    """Limit on error reports: one in SAME_ERROR_S seconds for a place, MAX_REPORTS for all."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._began = float("-inf")
        self._counts: Counter[Any] = Counter()

    def allows(self, place: Any) -> bool:
        """Count an error at a place; return True if it should be reported."""
        with self._lock:
            if self._clock() - self._began > SAME_ERROR_S:
                self._began, self._counts = self._clock(), Counter()
            self._counts[place] += 1
            return self._counts[place] == 1 and len(self._counts) <= MAX_REPORTS


class ErrorReports(logging.Handler):
    """Log handler that reports errors to ADMINS and to SENTRY_DSN, where they are set."""

    def __init__(
        self, level: int | str = logging.NOTSET, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(level)
        self._limit = ReportLimit(clock)
        self._sentry: Any = None

    def emit(self, record: logging.LogRecord) -> None:
        """Report the error in a log record, unless one of the same place was reported lately."""
        if not (settings.ADMINS or settings.SENTRY_DSN) or record.levelno < logging.ERROR:
            return
        try:
            report = Report.of_record(record)
            if not self._limit.allows(report.place):
                return
            if settings.ADMINS and record.name != MAIL_LOGGER:
                mail_admins(subject_of(report.exception or report.message), report.text())
            if settings.SENTRY_DSN:
                self._sentry = self._sentry or start_sentry()
                self._sentry.capture_event(report.event())
        except Exception as error:  # noqa: BLE001 - a report that fails must not fail what it reports
            log.warning("an error could not be reported: %s", type(error).__name__)


def subject_of(error: str) -> str:
    """Return the subject of an error mail to ADMINS, which names the machine.

    >>> subject_of("ValueError").endswith(": ValueError")
    True
    """
    return f"{socket.gethostname()}: {error.splitlines()[0][:100] if error else 'error'}"


def start_sentry() -> Any:
    """Return the module `sentry_sdk`, set up to send nothing but the error events passed to it.

    Raises:
        ImproperlyConfigured: SENTRY_DSN is set and sentry-sdk is not installed.
    """
    try:
        sentry: Any = import_module("sentry_sdk")
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN needs sentry-sdk: .venv/bin/python -m ensurepip, then "
            ".venv/bin/python -m pip install sentry-sdk"
        ) from error
    sentry.init(
        dsn=settings.SENTRY_DSN,
        default_integrations=False,
        auto_enabling_integrations=False,
        include_local_variables=False,
        include_source_context=False,
        send_default_pii=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        server_name="",
    )
    return sentry
