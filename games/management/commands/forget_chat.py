"""Delete old chat lines of tables."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.chat import forget_chat


class Command(BaseCommand):
    help = "Deletes what was said at tables more than so many days ago; reports keep their part."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days", type=int, default=settings.RETENTION["chat"].days, help="How long it is kept."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete chat lines older than `--days`, and print how many.

        Raises:
            CommandError: where `--days` is below 1.
        """
        if options["days"] < 1:
            raise CommandError("--days must be 1 or more")
        deleted = forget_chat(before=timezone.now() - timedelta(days=options["days"]))
        self.stdout.write(f"{deleted} lines deleted")
