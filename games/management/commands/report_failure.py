"""`manage.py report_failure UNIT`: mail to ADMINS that a service of this machine has failed."""

from __future__ import annotations

import re
import socket
from argparse import ArgumentTypeError
from typing import Any, Final

from django.conf import settings
from django.core.mail import get_connection, mail_admins
from django.core.management.base import BaseCommand, CommandError, CommandParser

from brisca_site.base.error_reports import subject_of

UNIT: Final = re.compile(r"[\w@.:-]{1,100}", re.ASCII)


class Command(BaseCommand):
    """Command: tell the operator by mail of a failed unit of systemd; needs no database."""

    help = "Mails to ADMINS that a unit of systemd failed. brisca-failed@.service runs it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("unit", type=_unit, help="Name of the unit, as brisca-backup.service.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Mail ADMINS that a systemd unit has failed, without the queue of a serving process.

        Raises:
            CommandError: nobody can be told, or the mail cannot be sent.
        """
        if not settings.ADMINS:
            raise CommandError("ADMINS is not set: nobody can be told.")
        unit = options["unit"]
        text = (
            f"{unit} failed on {socket.gethostname()}.\n\n"
            f"The reason:     journalctl -u {unit} -n 50\n"
            f"Once it is mended:  systemctl restart {unit}\n"
        )
        connection = get_connection(settings.MAIL_DELIVERY_BACKEND)
        try:
            mail_admins(subject_of(f"{unit} failed"), text, connection=connection)
        except OSError as error:
            raise CommandError(f"the mail could not be sent: {type(error).__name__}") from error


def _unit(text: str) -> str:
    """Parse the name of a systemd unit; raise ArgumentTypeError if it is malformed."""
    if not UNIT.fullmatch(text):
        raise ArgumentTypeError("the name of a unit, as brisca-backup.service")
    return text
