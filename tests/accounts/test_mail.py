"""Mail is sent beside the request by one thread, and kept in files where no server is named."""

from __future__ import annotations

import logging
import os
import re
import smtplib
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts import mail as site_mail
from accounts.mail import MailQueue
from tests.support import forked

SENT: list[EmailMessage] = []
HOLD = threading.Event()


class Held(BaseEmailBackend):
    """A server that takes nothing until it is let."""

    def send_messages(self, messages):
        HOLD.wait(10)
        SENT.extend(messages)
        return len(messages)


class Failing(BaseEmailBackend):
    """A server that refuses whom it does not like."""

    def send_messages(self, messages):
        for message in messages:
            if message.to == ["bad@example.org"]:
                raise smtplib.SMTPRecipientsRefused({"bad@example.org": (550, b"secret-link")})
        SENT.extend(messages)
        return len(messages)


@pytest.fixture(autouse=True)
def _nothing_sent():
    SENT.clear()
    HOLD.clear()


def message(to: str = "lucia@example.org") -> EmailMessage:
    return EmailMessage("subject", "body with a secret-link", "brisca@localhost", [to])


@pytest.fixture
def waiting(monkeypatch):
    """The site's own backend with a queue of this test's."""
    queue = MailQueue(size=3, settle_s=0.0)
    monkeypatch.setattr(site_mail, "QUEUE", queue)
    return queue


def through(backend: type[BaseEmailBackend], config) -> BaseEmailBackend:
    config.MAIL_DELIVERY_BACKEND = f"{__name__}.{backend.__name__}"
    return get_connection("accounts.mail.QueueBackend")


def test_request_does_not_wait_for_the_server(waiting, settings):
    backend = through(Held, settings)
    began = time.monotonic()
    assert backend.send_messages([message()]) == 1
    assert time.monotonic() - began < 1
    assert SENT == []
    HOLD.set()
    assert waiting.drain(5) == 0
    assert [one.to for one in SENT] == [["lucia@example.org"]]


def test_full_queue_drops_and_says_so_without_addresses(waiting, settings, caplog):
    backend = through(Held, settings)
    taken = [backend.send_messages([message()]) for _ in range(10)]
    assert 3 <= sum(taken) <= 4  # one may be with the thread already
    HOLD.set()
    assert waiting.drain(5) == 0
    assert len(SENT) == sum(taken)
    assert "mail was dropped" in caplog.text
    assert "lucia" not in caplog.text


def test_failure_is_logged_without_addresses_and_the_next_is_sent(waiting, settings, caplog):
    backend = through(Failing, settings)
    backend.send_messages([message("bad@example.org"), message()])
    assert waiting.drain(5) == 0
    assert [one.to for one in SENT] == [["lucia@example.org"]]
    (record,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert "SMTPRecipientsRefused" in record.getMessage()
    for secret in ("bad@example.org", "secret-link"):
        assert secret not in caplog.text


def test_backend_that_cannot_be_made_does_not_end_the_thread(waiting, settings, caplog):
    backend = through(Held, settings)
    settings.MAIL_DELIVERY_BACKEND = "there.is.no.such.Backend"
    backend.send_messages([message()])
    assert waiting.drain(5) == 0
    assert "mail could not be sent" in caplog.text


def test_message_for_nobody_is_dropped_beside_the_request(waiting, settings):
    through(Held, settings)
    HOLD.set()
    site_mail.discard(EmailMessage("subject", "secret-link", "brisca@localhost", []))
    assert waiting.drain(5) == 0
    assert SENT == []


def test_what_is_not_sent_in_time_is_counted(waiting, settings, caplog):
    through(Held, settings).send_messages([message()])
    assert waiting.drain(0.05) == 1
    assert "not sent before the process ended: 1" in caplog.text
    HOLD.set()
    assert waiting.drain(5) == 0


def test_message_waits_until_the_answer_is_on_its_way(settings):
    settings.MAIL_DELIVERY_BACKEND = f"{__name__}.Held"
    HOLD.set()
    queue = MailQueue(settle_s=60)
    queue.put(message())
    time.sleep(0.05)
    assert SENT == []
    assert queue.drain(5) == 0
    assert len(SENT) == 1


def test_without_a_server_mail_is_for_the_operators_eyes(tmp_path, settings):
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    get_connection("accounts.mail.FileBackend").send_messages([message()])
    (file,) = (tmp_path / "mail").iterdir()
    assert "secret-link" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_folder_that_was_open_is_closed(tmp_path, settings):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    tmp_path.chmod(0o755)
    get_connection("accounts.mail.FileBackend").send_messages([message()])
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def site(tmp_path: Path, code: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A process of the site with the settings of an installation."""
    inherited = {name: value for name, value in os.environ.items() if name != "EMAIL_URL"}
    return forked.run(
        [sys.executable, "-c", f"import django; django.setup()\n{code}"],
        cwd=settings.BASE_DIR,
        env={
            **inherited,
            "DJANGO_SETTINGS_MODULE": "brisca_site.settings",
            "VAR_DIR": str(tmp_path),
            **env,
        },
        capture_output=True,
        text=True,
        check=True,
    )


SEND = """
from django.core.mail import send_mail
send_mail("subject", "secret-link", None, ["lucia@example.org"])
"""


def test_end_of_the_process_sends_what_waits_and_prints_nothing(tmp_path):
    done = site(tmp_path, SEND)
    (file,) = (tmp_path / "mail").iterdir()
    assert "secret-link" in file.read_text()
    assert done.stdout + done.stderr == ""


def test_server_of_the_address_is_sent_to(tmp_path):
    show = """
from django.conf import settings
print(settings.EMAIL_BACKEND, settings.MAIL_DELIVERY_BACKEND, settings.EMAIL_TIMEOUT)
"""
    done = site(tmp_path, show, EMAIL_URL="smtp://user:key@mail.example.org:587/?tls=True")
    assert done.stdout.split() == [
        "accounts.mail.QueueBackend",
        "django.core.mail.backends.smtp.EmailBackend",
        "15",
    ]


@pytest.mark.django_db
def test_reset_link_is_in_no_log(client, capfd, caplog, mailoutbox):
    from tests.accounts.support import member

    caplog.set_level(logging.DEBUG)
    member("Lucia", "lucia@example.org")
    client.post("/accounts/password/reset/", {"email": "lucia@example.org"})
    assert len(mail.outbox) == 1
    out, err = capfd.readouterr()
    assert "/reset/key/" not in out + err + caplog.text


SENT_BY_LIBRARY = (
    "account/email/password_changed",
    "account/email/password_set",
    "account/email/password_reset",
    "account/email/email_changed",
    "account/email/email_deleted",
    "account/email/email_confirm",
    "mfa/email/recovery_codes_generated",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
    "mfa/email/webauthn_added",
    "mfa/email/webauthn_removed",
)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@pytest.mark.parametrize("prefix", SENT_BY_LIBRARY)
def test_every_notice_of_a_change_is_written_by_the_site(prefix, language):
    facts = {
        "ip": "192.0.2.1",
        "user_agent": "Firefox",
        "timestamp": timezone.now(),
        "from_email": "old@example.org",
        "to_email": "new@example.org",
        "deleted_email": "gone@example.org",
    }
    with translation.override(language):
        subject = render_to_string(f"{prefix}_subject.txt", facts).strip()
        body = render_to_string(f"{prefix}_message.txt", facts)
    assert subject
    assert "\n" not in subject
    assert "192.0.2.1" in body
    assert not {"usted", "reconoce", "su cuenta", "vostè", "recognize"} & set(
        re.findall(r"usted|reconoce|su cuenta|vostè|recognize", f"{subject} {body}")
    )
    own = Path(settings.BASE_DIR) / "templates"
    assert (own / f"{prefix}_subject.txt").is_file()
    assert (own / f"{prefix}_message.txt").is_file()
