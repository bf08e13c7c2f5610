"""A unit that failed is told to the operator by mail, without a database."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError


def test_a_failed_unit_is_mailed_with_the_way_to_its_log(settings) -> None:
    settings.ADMINS = [("", "operator@example.org")]
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    call_command("report_failure", "brisca-backup.service")
    (message,) = mail.outbox
    assert message.to == ["operator@example.org"]
    assert "brisca-backup.service failed" in message.subject
    assert "journalctl -u brisca-backup.service -n 50" in message.body


def test_it_fails_where_nobody_can_be_told(settings) -> None:
    settings.ADMINS = []
    with pytest.raises(CommandError, match="ADMINS is not set"):
        call_command("report_failure", "brisca-backup.service")
    settings.ADMINS = [("", "operator@example.org")]
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError, match="ConnectionRefusedError"):
        call_command("report_failure", "brisca-backup.service")


def test_what_is_no_name_of_a_unit_is_refused() -> None:
    with pytest.raises((CommandError, SystemCheckError)):
        call_command("report_failure", "rm -rf; $(x)")
