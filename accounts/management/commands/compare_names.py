"""Command that computes missing comparison values of names, and lists and notifies similar ones."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.models import User
from accounts.naming import fill_in
from accounts.skeletons import DUPLICATE_MARK


class Command(BaseCommand):
    """Command that lists accounts whose names are alike."""

    help = "Compares names of accounts that the release before made, and lists those alike."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option `--tell`, which mails the owners."""
        parser.add_argument(
            "--tell", action="store_true", help="Mail the owners whose address is confirmed."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print accounts with names alike, and with `--tell` mail their owners."""
        fill_in(User, DEFAULT_DB_ALIAS)
        mails_sent = 0
        alike = User.objects.filter(
            Q(name_key__contains=DUPLICATE_MARK) | Q(name_skeleton__contains=DUPLICATE_MARK)
        )
        for user in alike.order_by("pk").iterator():
            self.stdout.write(f"{user.pk} {user.username}")
            if options["tell"] and (address := _confirmed(user)):
                _tell(user, address)
                mails_sent += 1
        self.stdout.write(
            f"{alike.count()} names are like another; {mails_sent} owners were written to"
        )


def _confirmed(user: User) -> str:
    """Return the confirmed main e-mail address of a user; "" without one."""
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return str(rows.values_list("email", flat=True).first() or "")


def _tell(user: User, address: str) -> None:
    """Mail a user that another account has a similar name."""
    with override(user.language or None):
        parts = [
            render_to_string(f"account/email/name_alike_{part}.txt", {"name": user.username})
            for part in ("subject", "message")
        ]
    send_mail(" ".join(parts[0].split()), parts[1], None, [address])
