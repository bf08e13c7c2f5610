"""Delete guests who never played."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.players import forget_idle_guests


class Command(BaseCommand):
    help = "Deletes guests of more than so many days who never sat down at a table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        default_days = settings.RETENTION["guests"].days
        parser.add_argument("--days", type=int, default=default_days, help="Their age, in days.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete old guest accounts that never sat down, and print how many.

        Raises:
            CommandError: where `--days` is below 1.
        """
        if options["days"] < 1:
            raise CommandError("--days must be 1 or more")
        deleted = forget_idle_guests(before=timezone.now() - timedelta(days=options["days"]))
        self.stdout.write(f"{deleted} guests deleted")
