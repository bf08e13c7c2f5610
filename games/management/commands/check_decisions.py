"""Check that nobody has changed the log of moderators' decisions."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import ModAction
from games.selectors.mod_log import find_break


class Command(BaseCommand):
    """Command: check the hash chain of the log of moderators' decisions."""

    help = "check the chain of the moderators' decisions"

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the whole log, and print that its chain holds.

        Raises:
            CommandError: a row was changed, taken out or cut off; the text says which.
        """
        found = find_break()
        if found is not None:
            raise CommandError(f"the log of decisions does not hold: {found}")
        self.stdout.write(f"decisions: {ModAction.objects.count()}; the chain holds")
