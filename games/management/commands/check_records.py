"""`manage.py check_records`: verify stored records against the rules and their proofs."""

from __future__ import annotations

import hashlib
import random
import zlib
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from brisca_site.base.progress import Progress
from games.models import MatchRecord
from games.record.errors import RecordError
from games.record.verify import verify_text

COUNT: Final = 100
"""How many records are verified by default."""


class Command(BaseCommand):
    """Command: replay records of finished matches, until one is wrong (status 1)."""

    help = "Verifies stored records of finished matches, chosen at random."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--count", type=int, default=COUNT, metavar="N", help=f"how many ({COUNT}); 0: all"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify match records chosen at random, and print how many were verified.

        Raises:
            CommandError: at the first record that is wrong, or where `--count` is negative.
        """
        keys = list(MatchRecord.objects.order_by("pk").values_list("pk", flat=True))
        count = min(options["count"] or len(keys), len(keys))
        if options["count"] < 0:
            raise CommandError("--count is a number from 0")
        with Progress("verified", count) as progress:
            for key in sorted(random.sample(keys, count)):
                _check(MatchRecord.objects.select_related("match").get(pk=key))
                progress.step()
        self.stdout.write(f"{count} of {len(keys)} records hold")


def _check(row: MatchRecord) -> None:
    """Verify one stored match record; raise CommandError if it is wrong."""
    public_id = row.match.public_id
    try:
        body = zlib.decompress(row.body)
        if hashlib.sha256(body).hexdigest() != row.sha256:
            raise CommandError(f"record of match {public_id}: its SHA-256 differs")
        record = verify_text(body)
    except zlib.error as error:
        raise CommandError(f"record of match {public_id}: {error}") from error
    except RecordError as error:
        raise CommandError(f"record of match {public_id}: {error}") from error
    if record["match"] != public_id:
        raise CommandError(f"record of match {public_id}: is of match {record['match']}")
