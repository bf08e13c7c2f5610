"""Mail sent by a thread, so that the time of a response does not tell who receives mail.

`QueueBackend` is the site's EMAIL_BACKEND. It queues messages for one thread of the process, which
sends them by MAIL_DELIVERY_BACKEND. Messages that still wait when the process ends are sent then.
"""

from __future__ import annotations

import atexit
import logging
import os
import queue
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends import filebased
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

logger = logging.getLogger(__name__)

MAX_QUEUED: Final = 1000
"""Maximum number of waiting messages; more are dropped and logged."""
SETTLE_S: Final = 1.0
"""Minimum wait of a message in seconds, within which the response of its request is sent."""
DRAIN_TIMEOUT_S: Final = 20.0
"""Seconds that the end of the process waits for messages to be sent."""


class MailQueue:
    """Queue of e-mails that one thread sends; the thread starts with the first message."""

    def __init__(self, size: int = MAX_QUEUED, settle_s: float = SETTLE_S) -> None:
        self._waiting: queue.Queue[EmailMessage] = queue.Queue(size)
        self._settle_s = settle_s
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, message: EmailMessage) -> bool:
        """Queue a mail without waiting; return True, or False (and log the loss) if full.

        A message without a recipient is queued like any other, and then dropped.
        """
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            logger.error("mail was dropped: %s messages wait to be sent", self._waiting.maxsize)
            return False
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="mail", daemon=True)
                self._thread.start()
        return True

    def drain(self, timeout_s: float = DRAIN_TIMEOUT_S) -> int:
        """Send the waiting mails now; return how many were not sent in `timeout_s` seconds."""
        self._ending.set()
        deadline = time.monotonic() + timeout_s
        while self._waiting.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.02)
        self._ending.clear()
        if left := self._waiting.unfinished_tasks:
            logger.error("mail was not sent before the process ended: %s messages", left)
        return left

    def _run(self) -> None:
        """Deliver queued mails in batches, for ever: the body of the sending thread."""
        while True:
            messages = [self._waiting.get()]
            self._ending.wait(self._settle_s)
            while not self._waiting.empty():
                messages.append(self._waiting.get_nowait())
            _deliver(messages)
            for _message in messages:
                self._waiting.task_done()


def _deliver(messages: Sequence[EmailMessage]) -> None:
    """Send mails over one SMTP connection; log failures without addresses."""
    connection: BaseEmailBackend | None = None
    for message in messages:
        if not message.recipients():
            continue
        try:
            if connection is None:
                connection = get_connection(settings.MAIL_DELIVERY_BACKEND)
                connection.open()
            connection.send_messages([message])
        except Exception as error:  # noqa: BLE001 - whatever fails, the next one is sent
            _log_failure(error)
            _close(connection)
            connection = None
    _close(connection)


def _close(connection: BaseEmailBackend | None) -> None:
    """Close an SMTP connection if there is one; log a failure."""
    if connection is None:
        return
    try:
        connection.close()
    except Exception as error:  # noqa: BLE001 - as above
        _log_failure(error)


def _log_failure(error: Exception) -> None:
    """Log a failed mail by the failure's type and SMTP code."""
    # Neither its text nor its traceback: both name addresses, and what the server answered.
    code = getattr(error, "smtp_code", None)
    logger.error("mail could not be sent: %s %s", type(error).__name__, code or "")


QUEUE: Final = MailQueue()
atexit.register(QUEUE.drain)


class QueueBackend(BaseEmailBackend):
    """E-mail backend of Django that queues messages for the sending thread."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue mails for the sending thread; return how many were accepted."""
        return sum(QUEUE.put(message) for message in email_messages)


def discard(message: EmailMessage) -> None:
    """Queue a mail without recipients, with the same work as for a mail that is sent."""
    get_connection()
    QUEUE.put(message)


class FileBackend(filebased.EmailBackend):
    """E-mail backend that writes files to EMAIL_FILE_PATH, which only the site's user can read.

    Mails have links that set a new password: neither the log nor standard output may hold them.
    """

    stream: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        folder = Path(settings.EMAIL_FILE_PATH)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        super().__init__(*args, **kwargs)
        name = f"{timezone.now():%Y%m%d-%H%M%S}-{secrets.token_hex(8)}.log"
        self._path = Path(self.file_path, name)

    def open(self) -> bool:
        """Open a file to write mails to; return True, or False if it is open already."""
        stream: Any = self.stream
        if stream is not None:
            return False
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.stream = os.fdopen(os.open(self._path, flags, 0o600), "ab")
        return True
