"""Check that nobody has changed the log of moderators' decisions."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.common.errors import LogBrokenError
from games.models import ModAction
from games.selectors.mod_log import find_break
from games.services.mod_log import seal_log


class Command(BaseCommand):
    """Command: check the hash chain, the seal and the statements of the log of decisions."""

    help = "check the chain of the moderators' decisions, its seal, and the texts of statements"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option that seals the log of decisions."""
        parser.add_argument(
            "--seal",
            action="store_true",
            help="seal the end with the present SECRET_KEY first, if every row follows: after the "
            "old key was lost, or an older release decided something during an upgrade",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the whole log of moderators' decisions, and print that its chain of hashes holds.

        Raises:
            CommandError: a row or a statement was changed, a row was taken out or cut off, or the
                end has no seal of this site; the text says which.
        """
        if options["seal"]:
            try:
                seal_log()
            except LogBrokenError as error:
                raise CommandError(f"the log of decisions does not hold: {error}") from None
        fault = find_break()
        if fault is not None:
            raise CommandError(f"the log of decisions does not hold: {fault}")
        self.stdout.write(f"decisions: {ModAction.objects.count()}; the chain holds")
