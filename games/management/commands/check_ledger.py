"""Verify the whole ledger of chips (play money)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.selectors.ledger import faults, size
from games.services.ledger import lock_ledger


class Command(BaseCommand):
    help = "Checks that the ledger of chips adds up; 1 with the first fault where it does not."
    requires_system_checks = ()

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Verify the whole ledger of play money under its lock, and print its numbers of rows.

        Raises:
            CommandError: with the first fault found.
        """
        lock_ledger()  # else a match could begin or end between two questions
        first = next(faults(), None)
        if first is not None:
            raise CommandError(first)
        read = ", ".join(f"{count} {name}" for name, count in size().items())
        self.stdout.write(f"the ledger holds: {read}")
