"""Format of log lines: plain text, or one JSON object each with LOG_FORMAT=json.

Secrets must not be logged in the first place. As a second defence, only known keys of a caller's
`extra` pass, and what looks like a card, an address, a token or a seed is replaced in every text,
tracebacks included. No values of variables are ever written.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, MutableMapping
from typing import Any, Final

import orjson
from structlog.contextvars import merge_contextvars
from structlog.processors import TimeStamper, format_exc_info
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

from brisca_site.base.database_away import is_database_away

Line = MutableMapping[str, Any]

KEYS: Final = (
    *("match", "table", "seat", "status_code", "units", "worker"),
    *("account", "method", "route", "factors"),
)
"""Keys that a line may have besides: `log.info("...", extra={"match": ...})`."""
FIRST: Final = ("time", "level", "logger", "event", "request", *KEYS)
AS_THEY_ARE: Final = ("time", "request")
"""Keys whose values are made here: an id of nginx is as long as a secret, and has to be found again."""

_BLOTS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"(?i)\b(bearer|token)\s+\S+"), r"\1 [token]"),
    (re.compile(r"brisca_[0-9a-fA-F]{4,}"), "[token]"),
    (re.compile(r"(?i)\b(sessionid|csrftoken|invite|key|token|password)=[^\s&;'\"]+"), r"\1=[…]"),
    (
        re.compile(
            r"(/(?:accounts/(?:password/reset/key|confirm-email)|appeal|clubs/(?:join|calendar))/)[^\s/]+"
        ),
        r"\1[…]",
    ),
    (re.compile(r"(://[^\s:/@]+):[^\s@]+@"), r"\1:[…] at "),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*"), "[address]"),
    (re.compile(r"\b[0-9A-Za-z]{32,}\b"), "[secret]"),
    (re.compile(r"(?<![\w-])[OCEB](?:1[0-3]|[1-9])(?![\w-])"), "[card]"),
)


def blot(text: str) -> str:
    """Return a text for the log with cards, addresses and secrets replaced.

    >>> blot("ana@example.org held O1 and E12, seed " + "0f" * 32)
    '[address] held [card] and [card], seed [secret]'
    """
    for pattern, instead in _BLOTS:
        text = pattern.sub(instead, text)
    return text


def _blotted(_logger: Any, _method: str, line: Line) -> Line:
    """Return a log line (key -> value) with secrets replaced in texts, and without empty keys."""
    line.pop("_record", None)
    line.pop("_from_structlog", None)
    return {
        key: blot(value) if isinstance(value, str) and key not in AS_THEY_ARE else value
        for key, value in line.items()
        if value is not None
    }


class Calm(logging.Filter):
    """Log filter that shortens records about strangers' bad requests, and about outages.

    Django reports a refused request (a body that is too large, too many fields) as an error with a
    traceback: anybody could fill the disk with it. Of an outage of Redis or the database, one line
    for each request is enough.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a log record; return False if it is then below the log's level, else True."""
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.INFO, "INFO"
            record.exc_info = record.exc_text = None
            return logging.getLogger().isEnabledFor(logging.INFO)
        if record.name.startswith("channels_redis"):  # each second that Redis is away
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
            return True
        error = record.exc_info[1] if record.exc_info else None
        if record.name == "django.request" and is_database_away(error):
            record.msg = f"{record.msg} ({type(error).__name__})"
            record.exc_info = record.exc_text = None
        return True


def _json(_logger: Any, _method: str, line: Line) -> str:
    """Return a log line as a JSON object, with the keys of FIRST first."""
    ordered = {key: line[key] for key in FIRST if key in line}
    return orjson.dumps({**ordered, **line}, default=str).decode()


def _plain(_logger: Any, _method: str, line: Line) -> str:
    """Return a log line as plain text, with a traceback below."""
    head = f"{line.pop('time')} {line.pop('level').upper()} {line.pop('logger')}"
    event, exception = line.pop("event"), line.pop("exception", "")
    about = "".join(f" {key}={value}" for key, value in line.items())
    return f"{head} {event}{about}" + (f"\n{exception}" if exception else "")


def formatter(style: str) -> ProcessorFormatter:
    """Return the formatter of log lines in a style: `json`, or `plain` for people to read.

    Raises:
        ValueError: there is no such style.
    """
    styles: dict[str, Callable[[Any, str, Line], str]] = {"json": _json, "plain": _plain}
    if style not in styles:
        raise ValueError(f"LOG_FORMAT is {' or '.join(sorted(styles))}, not {style!r}")
    return ProcessorFormatter(
        foreign_pre_chain=[
            merge_contextvars,
            add_log_level,
            add_logger_name,
            ExtraAdder(allow=KEYS),
            TimeStamper(fmt="iso", utc=True, key="time"),
            format_exc_info,
        ],
        processors=[_blotted, styles[style]],
    )


def logging_settings(style: str, level: str) -> dict[str, Any]:
    """Return Django's setting LOGGING, for lines of a style (`json`, `plain`) from a level on."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "brisca_site.base.logs.formatter", "style": style}},
        "filters": {"calm": {"()": "brisca_site.base.logs.Calm"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["calm"],
            },
            "reports": {
                "class": "brisca_site.base.error_reports.ErrorReports",
                "level": "ERROR",
                "filters": ["calm"],
            },
        },
        "root": {"handlers": ["stderr", "reports"], "level": level},
        "loggers": {
            # Django's own handler would mail requests whole: cookies, fields, addresses.
            "django": {"handlers": [], "level": "INFO"},
            "django.request": {"level": "ERROR"},
            # Scanners send any Host there is; each would fill a screen.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "axes": {"level": "WARNING"},
            # At DEBUG these write down what goes over the wire, or into the database.
            "asyncio": {"level": "INFO"},
            "daphne": {"level": "WARNING"},
            "django.db.backends": {"level": "INFO"},
            "django.template": {"level": "INFO"},
            "uvicorn": {"level": "WARNING"},
            "uvicorn.error": {"level": "WARNING"},
            "websockets": {"level": "INFO"},
        },
    }
